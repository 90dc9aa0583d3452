"""Acting by typing, and the way to the table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

from discord import app_commands

from bot.entry.clicks import alone, hands, learn, votes
from bot.entry.commands import meaning
from bot.host import presence
from bot.host.mailbox import NOT_KEPT
from bot.layouts import asking, notices
from bot.layouts.shows import Controls
from bot.match import typed
from bot.match.refusal import Refusal
from bot.match.steps import as_offered
from bot.texts import N_, Texts
from bot.texts.actions import proposal
from data.matches import matches
from engine import Action, View, legal_actions

if TYPE_CHECKING:
    from bot.entry.answer import Answer
    from bot.entry.desk import Desk
    from bot.match.board import Board
    from bot.match.visitor import Visitor
    from data.matches.hosted import Decision

NOTHING_TO_DO = N_("There is nothing for you to decide at the moment.")
NO_TABLE = N_("There is no match here at the moment. Open a lobby with `/scout play`!")

MOST_CHOICES = 25
LONGEST_CHOICE = 100


async def act(desk: Desk, visitor: Visitor, answer: Answer, line: str, match: int | None) -> None:
    """Do what was typed, in the one match that it can be meant for; else ask back.

    Of somebody who plays in no match here it may be about a lesson.
    """
    elsewhere = match is None and not await meaning.plays_here(desk, visitor)
    if elsewhere and await learn.act(desk, visitor, answer, line):
        return
    turns = await _turns(desk, visitor, match)
    readings = _readings(turns, line) if len(turns) > 1 else []
    if len({turn.board.id for turn, _ in readings}) > 1:
        await answer.private(asking.which([(_parts(visitor, turn), one) for turn, one in readings]))
        return
    turn = readings[0][0] if readings else turns[0]
    alone.check_open(turn.board.live)
    back = partial(presence.back, desk.db, desk.mailboxes)
    turn = replace(turn, board=await back(turn.board, turn.seat, answer.interaction.id))
    meant = typed.read(line, turn.seen, turn.offered)
    if len(meant) > 1:
        parts = _parts(visitor, turn)
        await answer.private(asking.which([(parts, one) for one in meant]))
        await hands.opened(desk, visitor, answer, await desk.scenes.of(turn.board), turn.seat)
        return
    await hands.act(desk, visitor, answer, turn.board, turn.seat, turn.decision, meant[0])


@dataclass(frozen=True, slots=True)
class Turn:
    """A decision of the visitor's that a match waits for."""

    board: Board
    seat: int
    decision: Decision

    @property
    def seen(self) -> View:
        """What their seat sees."""
        return self.board.live.view(self.seat)

    @property
    def offered(self) -> tuple[Action, ...]:
        """What they may do, as their hand's controls have it."""
        return as_offered(self.seen, legal_actions(self.board.live.playing.match, self.seat))


async def _turns(desk: Desk, visitor: Visitor, match: int | None) -> list[Turn]:
    """What of the matches that may be meant waits for the visitor, the first due first.

    Raises:
        Refusal: nothing does.
    """
    boards = await meaning.candidates(desk, visitor, match)
    turns = []
    for waiting in [one for one in boards if meaning.waits(one, visitor)] or boards[:1]:
        board = await desk.at_turn(waiting.id)
        seat = hands.their_seat(board.live, visitor)
        decision = board.live.decision(seat)
        if decision is not None:
            turns.append(Turn(board, seat, decision))
    if not turns:
        raise Refusal(NOTHING_TO_DO)
    return turns


def _readings(turns: Sequence[Turn], line: str) -> list[tuple[Turn, Action]]:
    """What a line may mean in which match, as far as it is legal there."""
    found = []
    for turn in turns:
        try:
            meant = typed.read(line, turn.seen, turn.offered)
        except Refusal:
            continue
        found += [(turn, one) for one in meant if one in turn.offered]
    return found


def _parts(visitor: Visitor, turn: Turn) -> Controls:
    return Controls(visitor.texts, turn.seen, turn.board.live.number, turn.decision)


async def completions(
    desk: Desk, visitor: Visitor, line: str, match: int | None
) -> list[app_commands.Choice[str]]:
    """The legal actions that begin with, or else contain, what was typed; at most 25.

    It may be typed by cards or by places. They come as a hand's controls have them, the strongest
    Show first.
    """
    try:
        live = await desk.mailboxes.load(await meaning.my_match(desk, visitor, match))
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
        elif await meaning.playing(desk, visitor):
            match = await meaning.my_match(desk, visitor, None)
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
