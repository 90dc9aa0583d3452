"""Which match a command means, and acting in it by typing."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from discord import app_commands

from bot.entry.clicks import alone, hands, learn, votes
from bot.host import presence
from bot.host.mailbox import NOT_KEPT
from bot.layouts import asking, notices
from bot.layouts.shows import Controls
from bot.match import typed
from bot.match.refusal import Refusal
from bot.match.steps import as_offered
from bot.texts import N_, Texts, happenings
from bot.texts.actions import proposal
from data.matches import matches
from data.matches.models import StoredMatch
from data.store.errors import BrokenLog
from engine import Action, View, legal_actions

if TYPE_CHECKING:
    from bot.entry.answer import Answer
    from bot.entry.desk import Desk
    from bot.match.visitor import Visitor

NO_MATCH = N_("You aren't playing anywhere at the moment. Open a lobby with `/scout play`!")
NO_SUCH_MATCH = N_("You have no seat in match {number}, or it is over.")
NOTHING_TO_DO = N_("There is nothing for you to decide at the moment.")
NO_TABLE = N_("There is no match here at the moment. Open a lobby with `/scout play`!")

MOST_CHOICES = 25
LONGEST_CHOICE = 100


async def my_match(desk: Desk, visitor: Visitor, match: int | None) -> int:
    """The match that a person's command means.

    That is the one they name; else this channel's; else the one of theirs that is due first.

    Raises:
        Refusal: there is none.
    """
    mine = await _mine(desk, visitor)
    if match is not None:
        if match not in {row.id for row in mine}:
            raise Refusal(NO_SUCH_MATCH, number=match)
        return match
    # What is played alone is named by its number, unless there is nothing else.
    mine = [row for row in mine if not row.hidden] or mine[:1]
    if not mine:
        raise Refusal(NO_MATCH)
    here = [row for row in mine if visitor.channel_id in (row.thread_id, row.channel_id)]
    if here:
        return here[0].id
    return (await _most_urgent(desk, visitor, mine)).id


async def _mine(desk: Desk, visitor: Visitor) -> list[StoredMatch]:
    """The matches in which the person plays now.

    Raises:
        Refusal: they had one, and it had to be closed just now.
    """
    if visitor.player_id is None:
        return []
    rows = await desk.db.read(partial(matches.of_player, player_id=visitor.player_id))
    found, broken = [], False
    for row in rows:
        if row.status != "playing":
            continue
        try:
            live = await desk.mailboxes.load(row.id)
        except BrokenLog as error:  # their other matches go on
            await desk.endings.close_broken(error)
            broken = True
            continue
        seat = live.seat_of(visitor.player_id)
        if seat is not None and live.playing.seats[seat - 1].control != "left":
            found.append(row)
    if broken and not found:
        raise Refusal(happenings.ENDINGS["broken"])
    return found


async def _plays_here(desk: Desk, visitor: Visitor) -> bool:
    """Whether the person plays in a match of this channel that everybody sees."""
    rows = await _mine(desk, visitor)
    return any(
        not row.hidden and visitor.channel_id in (row.thread_id, row.channel_id) for row in rows
    )


async def _most_urgent(desk: Desk, visitor: Visitor, rows: list[StoredMatch]) -> StoredMatch:
    """The match whose decision by this person runs out first; untimed ones after timed ones."""
    ranked = []
    for row in rows:
        board = await desk.mailboxes.board(row.id)
        seat = board.live.seat_of(visitor.player_id)
        awaited = seat is not None and board.live.decision(seat) is not None
        due = board.due.get(seat) if seat is not None else None
        ranked.append((not awaited, due is None, due or 0, row.id, row))
    return min(ranked)[-1]


async def act(desk: Desk, visitor: Visitor, answer: Answer, line: str, match: int | None) -> None:
    """Do what was typed: in a match; or, of somebody who plays in none here, in a lesson."""
    elsewhere = match is None and not await _plays_here(desk, visitor)
    if elsewhere and await learn.act(desk, visitor, answer, line):
        return
    board = await desk.at_turn(await my_match(desk, visitor, match))
    seat = hands.their_seat(board.live, visitor)
    alone.check_open(board.live)
    board = await presence.back(desk.db, desk.mailboxes, board, seat, answer.interaction.id)
    live = board.live
    decision = live.decision(seat)
    if decision is None:
        raise Refusal(NOTHING_TO_DO)
    seen = live.view(seat)
    meant = typed.read(line, seen, as_offered(seen, legal_actions(live.playing.match, seat)))
    if len(meant) > 1:
        parts = Controls(visitor.texts, seen, live.number, decision)
        await answer.private(asking.which(parts, meant))
        return
    await hands.act(desk, visitor, answer, board, seat, decision, meant[0])


async def completions(
    desk: Desk, visitor: Visitor, line: str, match: int | None
) -> list[app_commands.Choice[str]]:
    """The legal actions that begin with, or else contain, what was typed; at most 25.

    It may be typed by cards or by places. They come as a hand's controls have them, the strongest
    Show first.
    """
    try:
        live = await desk.mailboxes.load(await my_match(desk, visitor, match))
        seat = hands.their_seat(live, visitor)
    except Refusal:
        return []
    legal = legal_actions(live.playing.match, seat) if live.on else ()
    if not legal:
        return []
    seen = live.view(seat)
    found = typed.completions(line, seen, as_offered(seen, legal))
    return [_choice(visitor.texts, seen, action) for action in found[:MOST_CHOICES]]


def _choice(texts: Texts, view: View, action: Action) -> app_commands.Choice[str]:
    label = proposal(texts, view, action)
    return app_commands.Choice(name=label[:LONGEST_CHOICE], value=typed.written(view, action))


async def table(desk: Desk, visitor: Visitor, answer: Answer, match: int | None) -> None:
    """Where the table is: of the match named, this channel's, or one's own."""
    if match is None:
        here = await desk.db.read(lambda conn: matches.in_channel(conn, visitor.channel_id))
        if here:
            match = here[0].id
        elif await _mine(desk, visitor):
            match = await my_match(desk, visitor, None)
        else:
            raise Refusal(NO_TABLE)
    board = await desk.mailboxes.board(match)
    if not visitor.may_see(board.live.row):
        raise Refusal(NOT_KEPT)
    if board.live.row.hidden:
        raise Refusal(alone.IN_A_MESSAGE, number=board.live.number)
    seat = board.live.seat_of(visitor.player_id)
    if seat is not None:
        board = await presence.back(desk.db, desk.mailboxes, board, seat, answer.interaction.id)
    live, scene = board.live, await desk.scenes.of(board)
    if live.on and seat is not None and live.playing.seats[seat - 1].control != "left":
        await answer.private(votes.proposing(visitor, scene, seat))
        return
    said = visitor.texts.gettext("Match {number}", number=match)
    await answer.private(notices.notice(visitor.texts, said, where=scene.where, match=match))
