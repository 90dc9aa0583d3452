"""The one way in. Every interaction comes through ``enter`` and leaves it answered.

A component's or modal's custom_id says what to do (``bot.match.ids``); ``clicks.HANDLERS`` says who
does it. Nothing is remembered between two clicks, so a restart changes nothing.
"""

from __future__ import annotations

import asyncio
import contextlib
import secrets
from collections.abc import Awaitable, Callable
from functools import partial
from typing import TYPE_CHECKING

import discord

from bot.base import logs
from bot.entry.answer import Answer, too_late
from bot.entry.clicks import HANDLERS, Press
from bot.entry.visiting import texts_at_once, visitor_of
from bot.host import presence
from bot.layouts import notices
from bot.match import ids
from bot.match.refusal import Refusal
from bot.match.visitor import Visitor
from bot.texts import N_, happenings
from data.people import players
from data.store.errors import BrokenLog

if TYPE_CHECKING:
    from bot.entry.desk import Desk

Handler = Callable[["Desk", Visitor, Answer], Awaitable[None]]

NOT_OURS = N_("This button is from an older version of the bot, or it was never one of ours.")
TOO_FAST = N_("That was very fast. Please wait a few seconds, then go on.")
NOT_AS_OFFERED = N_(
    "I don't know this command as it was typed. Perhaps it is from before I was changed: type it "
    "anew, please."
)
RESTARTING = N_("I'm about to restart; nothing is lost. Please try again in a moment.")


async def component(desk: Desk, interaction: discord.Interaction) -> None:
    """Serve a click on a button, a choice from a menu, or a modal that was sent."""

    async def handle(desk: Desk, visitor: Visitor, answer: Answer) -> None:
        press = _press(interaction)
        await presence.seen(desk.db, desk.mailboxes, visitor, press.click.match, interaction.id)
        await HANDLERS[press.click.verb](desk, visitor, answer, press)

    await enter(desk, interaction, handle)


async def enter(desk: Desk, interaction: discord.Interaction, handler: Handler) -> None:
    """Run a handler so that the interaction is answered, whatever happens in it."""
    answer = Answer(interaction)
    with desk.busy():
        if desk.closing:
            await _put_off(desk, answer, RESTARTING)
            return
        if not desk.pace.may(interaction.user.id, asyncio.get_running_loop().time()):
            await _put_off(desk, answer, TOO_FAST)
            return
        try:
            async with answer.deferred_if_late():
                visitor = await visitor_of(desk, interaction)
                await _attempt(desk, visitor, answer, handler)
            await _note_language(desk, visitor)
        except discord.HTTPException as error:
            if not too_late(error):
                await _apologise(desk, answer, error)
        except Exception as error:  # noqa: BLE001  (the boundary: every fault ends here, logged)
            await _apologise(desk, answer, error)


async def _attempt(desk: Desk, visitor: Visitor, answer: Answer, handler: Handler) -> None:
    try:
        await handler(desk, visitor, answer)
    except Refusal as refusal:
        if answer.interaction.type is discord.InteractionType.autocomplete:
            await answer.choices([])
            return
        said = visitor.texts.gettext(refusal.message, **refusal.params)
        await answer.private(notices.notice(visitor.texts, said))
    except ids.BadCustomId:
        await answer.private(notices.notice(visitor.texts, visitor.texts.gettext(NOT_OURS)))
    except BrokenLog as error:
        await desk.endings.close_broken(error)
        said = visitor.texts.gettext(happenings.ENDINGS["broken"])
        await answer.private(notices.notice(visitor.texts, said))
    if not answer.given:
        raise RuntimeError("the handler gave no answer")


async def _note_language(desk: Desk, visitor: Visitor) -> None:
    """What the bot writes on its own account speaks as their client does now."""
    me = visitor.player
    if me is not None and me.preferences.seen_locale != visitor.locale:
        noted = partial(players.note_locale, player_id=me.id, locale=visitor.locale)
        await desk.db.write(noted, later=True)
        desk.people.changed(me.id, visitor.discord_id)


async def _put_off(desk: Desk, answer: Answer, said: str) -> None:
    """Answer with this alone, without a look at the database: it may be closed already."""
    texts = texts_at_once(desk, answer.interaction)
    with contextlib.suppress(discord.HTTPException, OSError):  # then the connection is closed too
        if answer.interaction.type is discord.InteractionType.autocomplete:
            await answer.choices([])
        else:
            await answer.private(notices.notice(texts, texts.gettext(said)))


async def _apologise(desk: Desk, answer: Answer, error: Exception) -> None:
    """Tell the person that something broke, with the reference under which the log has it."""
    interaction = answer.interaction
    reference = secrets.token_hex(4)
    kind = interaction.type.name
    logs.fault("fault", error, reference=reference, kind=kind, what=_what(interaction))
    if interaction.type is discord.InteractionType.autocomplete:
        return
    try:
        texts = texts_at_once(desk, interaction)
        await answer.private(notices.fault(texts, reference))
    except discord.HTTPException as refused:
        logs.warn("apology-refused", reference=reference, code=refused.code)


def _press(interaction: discord.Interaction) -> Press:
    data: dict[str, object] = dict(interaction.data or {})
    values = data.get("values") or ()
    click = ids.parse(str(data.get("custom_id", "")))
    return Press(click, tuple(map(str, values)) if isinstance(values, list) else ())


def _what(interaction: discord.Interaction) -> str:
    """What was asked for, without arguments: those may be somebody's secret."""
    if interaction.command:
        return interaction.command.qualified_name
    data: dict[str, object] = dict(interaction.data or {})
    try:
        return ids.parse(str(data.get("custom_id", ""))).verb.value
    except ids.BadCustomId:
        return "unreadable"
