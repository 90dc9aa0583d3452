"""Clicks on the table and on results."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

import discord

from bot.base import logs, times
from bot.base.times import MINUTE
from bot.entry.clicks.hands import their_seat
from bot.entry.clicks.press import Press
from bot.entry.linking import link
from bot.host import roster
from bot.host.inviting import Guest
from bot.host.opening import Opening
from bot.layouts import notices, pings
from bot.match import follow
from bot.match.ids import BadCustomId
from bot.match.refusal import Refusal
from bot.publish.delivery import place_of
from bot.publish.refusals import Undelivered
from bot.texts import N_, display_names

if TYPE_CHECKING:
    from bot.entry.answer import Answer
    from bot.entry.desk import Desk
    from bot.match.scene import Scene
    from bot.match.visitor import Visitor
    from data.matches.models import StoredSeat

NUDGE_EVERY_MS = 2 * MINUTE
"""A match's awaited players are nudged this often at most."""

TOO_SOON = N_("They were nudged a moment ago. Give them a little time.")
NOBODY = N_("There is nobody to nudge: nobody's turn or vote is waited for.")
YOURSELF = N_("They are waiting for you.")
NOT_OVER = N_("The match isn't over yet.")
NOT_MEMBER = N_("You are no longer in the server where it was played.")
NOT_THERE = N_("Only who played it can ask for a rematch.")


async def nudge(desk: Desk, visitor: Visitor, answer: Answer, press: Press) -> None:
    """Ask whoever is awaited, to act or to vote, to do so; once in a while."""
    board = await desk.mailboxes.board(press.match)
    live = board.live
    mine = their_seat(live, visitor)
    acting, voting = follow.to_act(live), follow.to_vote(live)
    if acting | voting == {mine}:
        raise Refusal(YOURSELF)
    scene = await desk.scenes.of(board)
    nudges = [
        (scene.discord_ids(acting - {mine}), partial(pings.nudged, by=visitor.name)),
        (
            scene.discord_ids(voting - acting - {mine}),
            partial(pings.nudged_to_vote, by=visitor.name, proposal=_proposal_url(scene)),
        ),
    ]
    called = sorted(seat for people, _ in nudges for seat in people)
    if not called:
        raise Refusal(NOBODY)
    if not desk.nudges.may(live.id, times.now(), NUDGE_EVERY_MS):
        raise Refusal(TOO_SOON)
    try:
        for people, layout in nudges:
            if people:
                said = layout(scene.texts, live.number, tuple(people.values()))
                mention = [discord.Object(person) for person in people.values()]
                await desk.publisher.say(place_of(board), said, "nudge", mention=mention)
    except Undelivered:
        raise Refusal(N_("I may not write there at the moment.")) from None
    logs.record("nudge", match=live.id, seat=mine)
    for seat in called:
        await desk.publisher.members.still_here(scene, seat)
    names = display_names(visitor.texts, live.names)
    told = visitor.texts.gettext(
        "Nudged: {names}", names=visitor.texts.listed(names[seat - 1] for seat in called)
    )
    await answer.private(notices.notice(visitor.texts, told))


def _proposal_url(scene: Scene) -> str | None:
    """A link to a proposal that waits for answers."""
    proposals = scene.live.playing.open_proposals()
    shown = [scene.message(f"vote-{one.about}") for one in proposals]
    return next((scene.url(one) for one in shown if one is not None), None)


async def rematch(desk: Desk, visitor: Visitor, answer: Answer, press: Press) -> None:
    """A new lobby with the same options and computers; seats are held for the others.

    Whoever asks for it when it is open already takes the seat that is held for them.
    """
    board = await desk.mailboxes.board(press.match)
    live = board.live
    row = live.row
    here = row.guild_id == visitor.guild_id or answer.on_direct_message
    if not here or not row.published:
        raise BadCustomId(press.click.custom_id)
    if live.hosted is None or not live.hosted.over:
        raise Refusal(NOT_OVER)
    mine = row.seat_of(visitor.player_id) if visitor.player_id is not None else None
    if mine is None:
        raise Refusal(NOT_THERE)
    scene = await desk.scenes.of(board)
    if visitor.guild_id is None:
        visitor = await _in_server(desk, visitor, scene, mine)
    opening = Opening(
        options=row.options.model_copy(update={"seats": len(row.seats)}),
        levels=tuple(seat.level for seat in row.seats if seat.level),
        invited=tuple(
            Guest(person.discord_id, scene.live.names[seat - 1].text)
            for seat, person in scene.people.items()
            if person.discord_id and seat != mine.seat
        ),
        rematch_of=row.id,
    )
    match_id = await desk.lobbies.open(
        visitor, scene.guild.name, opening, answer.interaction.id, channel_id=row.channel_id
    )
    fresh = await desk.mailboxes.load(match_id)
    held = fresh.row.seat_of(mine.player_id) if mine.player_id is not None else None
    if held is not None and held.status == "invited":
        await desk.lobbies.change(visitor, match_id, answer.interaction.id, roster.accept)
    url = await link(desk, match_id)
    said = (
        notices.opened(visitor.texts, match_id, url)
        if fresh.row.status == "lobby"
        else visitor.texts.gettext(
            "The rematch is [match {number}]({url}).", number=match_id, url=url
        )
    )
    await answer.private(notices.notice(visitor.texts, said))


async def _in_server(desk: Desk, visitor: Visitor, scene: Scene, mine: StoredSeat) -> Visitor:
    """The visitor who clicked in a direct message, as they are known where the match was.

    Raises:
        Refusal: they have left that server.
    """
    if not await desk.publisher.members.still_here(scene, mine.seat):
        raise Refusal(NOT_MEMBER)
    row = scene.live.row
    name = mine.name or visitor.name
    return replace(visitor, guild_id=row.guild_id, channel_id=row.channel_id, name=name)
