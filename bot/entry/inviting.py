"""Whom somebody invites, by an option, a menu or the command on a person; how they are told."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

import discord
from pydantic import BaseModel, ValidationError

from bot.base import logs
from bot.host.inviting import Guest
from bot.layouts import pings
from bot.match.ids import BadCustomId
from bot.match.refusal import Refusal
from bot.publish.place import Place
from bot.publish.refusals import Undelivered
from bot.texts import N_, Texts, name

if TYPE_CHECKING:
    from bot.entry.clicks.press import Press
    from bot.entry.desk import Desk
    from bot.match.visitor import Visitor

YOURSELF = N_("You can't invite yourself. But `/scout play` seats you against computers.")
A_BOT = N_("Bots don't play SCOUT. My own computer players do: `/scout play`.")
NOT_A_MEMBER = N_("{name} isn't in this server.")


class _User(BaseModel):
    username: str
    global_name: str | None = None
    bot: bool = False


class _Member(BaseModel):
    nick: str | None = None


class _Chosen(BaseModel):
    """What Discord tells about the people who were chosen from a menu."""

    users: dict[int, _User]
    members: dict[int, _Member] = {}


def named(visitor: Visitor, people: Iterable[discord.abc.User]) -> tuple[Guest, ...]:
    """The people whom somebody named in a command, each once.

    Raises:
        Refusal: one of them can't play here.
    """
    guests: dict[int, Guest] = {}
    for one in people:
        guest = Guest(one.id, one.display_name)
        _check(visitor, guest, bot=one.bot, member=isinstance(one, discord.Member))
        guests[one.id] = guest
    return tuple(guests.values())


def chosen(visitor: Visitor, interaction: discord.Interaction, press: Press) -> tuple[Guest, ...]:
    """The people whom somebody chose from a menu.

    Raises:
        BadCustomId: nobody, or nobody that Discord tells of.
        Refusal: one of them can't play here.
    """
    data: dict[str, object] = dict(interaction.data or {})
    try:
        told = _Chosen.model_validate(data.get("resolved"))
        ids = [int(value) for value in press.values]
        users = {person: told.users[person] for person in ids}
    except (ValidationError, ValueError, KeyError) as error:
        raise BadCustomId(press.click.custom_id) from error
    if not users:
        raise BadCustomId(press.click.custom_id)
    guests = []
    for person, user in users.items():
        member = told.members.get(person)
        shown = (member.nick if member else None) or user.global_name or user.username
        guests.append(Guest(person, shown))
        _check(visitor, guests[-1], bot=user.bot, member=member is not None)
    return tuple(guests)


def _check(visitor: Visitor, guest: Guest, *, bot: bool, member: bool) -> None:
    if guest.discord_id == visitor.discord_id:
        raise Refusal(YOURSELF)
    if bot:
        raise Refusal(A_BOT)
    if not member:
        raise Refusal(NOT_A_MEMBER, name=name(guest.name))


async def quiet(desk: Desk, texts: Texts, guests: Sequence[Guest]) -> str | None:
    """What is said about those guests who want no pings; None if they all may be pinged."""
    silent = [
        guest
        for guest in guests
        if (person := await desk.people.find(guest.discord_id)) is not None and not person.may_ping
    ]
    if not silent:
        return None
    return texts.ngettext(
        "{names} wants no pings, so tell them yourself.",
        "{names} want no pings, so tell them yourself.",
        len(silent),
        names=texts.listed(name(guest.name) for guest in silent),
    )


async def call(desk: Desk, visitor: Visitor, match_id: int, guests: Sequence[Guest]) -> None:
    """Tell guests, in the lobby's channel, that a seat is held for them."""
    scene = await desk.scenes.of(await desk.mailboxes.board(match_id))
    row, ids = scene.live.row, {guest.discord_id for guest in guests}
    called = tuple(
        person.discord_id
        for person in scene.people.values()
        if person.discord_id in ids and person.may_ping
    )
    if not called:
        return
    layout = pings.invited(scene.texts, scene.where, row.id, called, visitor.name)
    mention = [discord.Object(person) for person in called]
    try:
        here = Place(row.channel_id, None, row.guild_id)
        await desk.publisher.say(here, layout, "invite", mention=mention)
    except Undelivered as why:
        # The lobby says it too; there is nobody to tell that a mention is missing.
        logs.record("invite-untold", match=match_id, why=why.meaning.name)
