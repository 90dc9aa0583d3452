"""How long a decision may take, and which deadlines a match therefore has (PLAY: pace)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from bot.base.times import DAY, HOUR, MINUTE, SECOND
from bot.match.live import Live
from data.matches import log
from data.matches.deadlines import ASIDE, Deadline, Wanted
from data.matches.log import Logged
from data.matches.models import Pace, StoredMatch

WARNING = "warning"
EXPIRY = "expiry"
LOBBY_IDLE = "lobby-idle"
ABANDONED = "abandoned"
COMPUTER = "computer"
"""A computer's turn: due as soon as it has it, so that a restart finds it."""
OVERDUE = "overdue"
"""A decision without a time limit is waited for all too long."""
PAUSE_END = "pause-end"
PAUSE_WARNING = "pause-warning"
VOTE = "vote-"
"""Begins the kind of a proposal's deadline, which ends with what the proposal is about."""

NOBODYS = frozenset({COMPUTER, PAUSE_WARNING, PAUSE_END})
"""What no person runs out of time by: it is served whoever could act meanwhile."""

LOBBY_IDLE_MS = 15 * MINUTE
"""A lobby in which nothing happens for so long closes itself."""

ABANDONED_MS = 30 * DAY
"""A match that is paused or untimed, and in which nothing happens for so long, is over."""

OVERDUE_MS = 3 * DAY
"""So long the others of an untimed match wait until they may have the computer play."""


@dataclass(frozen=True, slots=True)
class Limit:
    """How long something may take, and how long before its end we warn, in milliseconds."""

    whole: int
    warning: int


LIMITS: dict[Pace, Limit | None] = {
    "live": Limit(90 * SECOND, 30 * SECOND),
    "relaxed": Limit(10 * MINUTE, 2 * MINUTE),
    "correspondence": Limit(24 * HOUR, 2 * HOUR),
    "untimed": None,
}
"""A decision's, by pace."""

PAUSES: dict[Pace, Limit] = {
    "live": Limit(DAY, HOUR),
    "relaxed": Limit(DAY, HOUR),
    "correspondence": Limit(7 * DAY, DAY),
    "untimed": Limit(DAY, HOUR),
}
"""An agreed pause's, by pace."""

VOTES_MS: dict[Pace, int] = {
    "live": 3 * MINUTE,
    "relaxed": 10 * MINUTE,
    "correspondence": DAY,
    "untimed": DAY,
}
"""How long a proposal waits for answers, by pace, paused or not."""

Key = tuple[str, int, int, int]


OWED_MS = DAY
"""How a match ended is told for so long at most; then it is news no more."""


def owed(row: StoredMatch, now: int) -> bool:
    """Whether what a match has to say is still to be told: it is on, or over not for long."""
    return row.finished_at is None or now - row.finished_at <= OWED_MS


def wanted(live: Live, there: Iterable[Deadline], now: int) -> list[Wanted]:
    """The deadlines that the match must have now.

    Args:
        live: the match.
        there: those it has; what is still open keeps its time.
        now: when the time of what was newly opened begins, UTC milliseconds.
    """
    if live.hosted is None or live.hosted.over:
        return []
    known = {(one.kind, one.seat, one.round, one.turn): one.due_at for one in there}
    result = _of_proposals(live, known, now)
    if not live.row.hidden:  # its computers act when its person asks for it
        result += (_of_a_pause if live.hosted.paused else _of_decisions)(live, known, now)
    if live.hosted.paused or live.row.options.pace == "untimed":
        # On the hour: within it nothing has to be written anew with every action.
        # What the clock says is nothing that happens.
        kind = ASIDE if live.hosted.paused_by == "aside" else ABANDONED
        due = now - now % HOUR + HOUR + ABANDONED_MS
        by_the_clock = live.recent and live.recent[-1].entry.kind == "clock"
        result.append(Wanted(kind, known.get((kind, 0, 0, 0), due) if by_the_clock else due))
    return result


def _of_proposals(live: Live, known: Mapping[Key, int], now: int) -> list[Wanted]:
    whole = VOTES_MS[live.row.options.pace]
    kinds = [VOTE + one.about for one in live.playing.open_proposals()]
    return [Wanted(kind, known.get((kind, 0, 0, 0), now + whole)) for kind in kinds]


def _of_a_pause(live: Live, known: Mapping[Key, int], now: int) -> list[Wanted]:
    if live.playing.paused_by != "agreement":
        return []
    limit = PAUSES[live.row.options.pace]
    due = known.get((PAUSE_END, 0, 0, 0), now + limit.whole)
    warning = [] if live.playing.reminded else [Wanted(PAUSE_WARNING, due - limit.warning)]
    return [Wanted(PAUSE_END, due), *warning]


def _of_decisions(live: Live, known: Mapping[Key, int], now: int) -> list[Wanted]:
    hosted, limit = live.playing, LIMITS[live.row.options.pace]
    several, result = len(hosted.people()) > 1, list[Wanted]()
    for seat in hosted.awaited():
        decision = hosted.decision(seat)
        assert decision is not None
        key = (seat, decision.round, decision.turn)
        if hosted.seats[seat - 1].level is not None:
            result.append(Wanted(COMPUTER, known.get((COMPUTER, *key), now), *key))
        elif limit is not None:
            due = known.get((EXPIRY, *key), now + limit.whole)
            result.append(Wanted(EXPIRY, due, *key))
            if seat not in hosted.warned:
                result.append(Wanted(WARNING, due - limit.warning, *key))
        elif several and seat not in hosted.overdue:
            result.append(Wanted(OVERDUE, known.get((OVERDUE, *key), now + OVERDUE_MS), *key))
    return result


def due_at(there: Iterable[Deadline], seat: int) -> int | None:
    """When the seat's decision runs out, UTC milliseconds; None for no limit."""
    return next((one.due_at for one in there if one.kind == EXPIRY and one.seat == seat), None)


def due_of(there: Iterable[Deadline], kind: str) -> int | None:
    """When the match's deadline of a kind is due, UTC milliseconds; None if it has none."""
    return next((one.due_at for one in there if one.kind == kind), None)


def ends_at(live: Live, deadline: Deadline) -> int:
    """When what a deadline is about runs out, UTC milliseconds: of a warning, what it warns of."""
    limit = LIMITS[live.row.options.pace]
    before = limit.warning if limit is not None and deadline.kind == WARNING else 0
    return deadline.due_at + before


def standing(
    there: Iterable[Deadline], entries: Iterable[Logged], claimed: int | None
) -> list[Deadline]:
    """The deadlines that keep their time: not what is served, nor what has all its time again."""
    again = {
        seat for one in entries if isinstance(one.entry, log.Outage) for seat in one.entry.seats
    }
    return [
        one
        for one in there
        if one.id != claimed and not (one.kind in {EXPIRY, WARNING} and one.seat in again)
    ]
