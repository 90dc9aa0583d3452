"""What a match must say to its persons now, by its board alone: so a restart knows it too."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from bot.base import times
from bot.match import limits
from bot.match.board import Board
from data.matches.hosted import Decision
from data.matches.messages import Message

KINDS = ("hand", "ping", "warning")

NO_DECISION = Decision(0, 0)

What = Literal["begin", "ask", "warn", "rest", "close", "outcome"]


@dataclass(frozen=True, slots=True)
class Call:
    """Something to deliver, to a seat's person or, to begin the match, to everybody.

    Attributes:
        what: begin the match with its first message; ask for the decision, warn that its time is
            nearly up, take its controls away, close what asked for it; or tell how the match ended.
        seat: whose; 0 for everybody.
        decision: which; ``NO_DECISION`` where it isn't about one.
        message: the message to change, by our key.
    """

    what: What
    seat: int
    decision: Decision
    message: int = 0


def wanted(board: Board) -> list[Call]:
    """The calls that a match must make now."""
    if board.live.row.status == "starting":
        return [Call("begin", 0, NO_DECISION)]
    if board.live.hosted is None:
        return []
    return [*_put_down(board), *_outcomes(board), *_asked(board)]


def _put_down(board: Board) -> list[Call]:
    """What asks for something that is decided."""
    live, calls = board.live, []
    for one in board.messages:
        if one.kind not in KINDS or one.seat is None:
            continue
        decision = decision_of(one)
        if _holds(board, one) and live.decision(one.seat) == decision:
            continue
        newest = one is board.newest_hand(one.seat)
        if newest and live.rests(one.seat):
            if one.state == "live":
                calls.append(Call("rest", one.seat, decision, one.id))
        elif one.state == "live" or (newest and not (live.on and _present(board, one.seat))):
            # One that rests stays as it is while its player plays on: a newer one comes below it.
            calls.append(Call("close", one.seat, decision, one.id))
    return calls


def _outcomes(board: Board) -> list[Call]:
    """Of a match that is over: who hasn't been told how it ended."""
    row = board.live.row
    if row.status not in {"finished", "ended"} or not limits.owed(row, times.now()):
        return []
    told = {one.seat for one in board.messages if one.kind == "outcome"}
    people = board.live.playing.people()
    return [Call("outcome", seat, NO_DECISION) for seat in people if seat not in told]


def _asked(board: Board) -> list[Call]:
    """What persons are to decide, and haven't been asked or warned about."""
    live = board.live
    if not live.on or live.playing.paused:
        return []
    there = {(one.kind, one.seat, decision_of(one)) for one in board.messages if _holds(board, one)}
    calls = []
    for seat in live.playing.awaited():
        awaited = live.decision(seat)
        if awaited is None or not _present(board, seat):
            continue
        if not {("hand", seat, awaited), ("ping", seat, awaited)} & there:
            calls.append(Call("ask", seat, awaited))
        if seat in live.playing.warned and ("warning", seat, awaited) not in there:
            calls.append(Call("warn", seat, awaited))
    return calls


def decision_of(message: Message) -> Decision:
    """The decision that a message asks for."""
    return Decision(message.round or 0, message.turn or 0)


def _holds(board: Board, message: Message) -> bool:
    """Whether a seat's message may ask for something: the match goes on, and did since it came."""
    playing, seat = board.live.playing, message.seat or 0
    if playing.paused or not 1 <= seat <= len(playing.seats):
        return False
    return _present(board, seat) and message.sequence >= playing.seats[seat - 1].asked


def _present(board: Board, seat: int) -> bool:
    return board.live.playing.seats[seat - 1].control == "person"
