"""How long a decision may take, and which deadlines a match therefore has (PLAY: pace)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from bot.base.times import DAY, HOUR, MINUTE, SECOND
from bot.match.live import Live
from data.matches.deadlines import ASIDE, Deadline, Wanted
from data.matches.models import Pace

WARNING = "warning"
EXPIRY = "expiry"
LOBBY_IDLE = "lobby-idle"
ABANDONED = "abandoned"
COMPUTER = "computer"
"""A computer's turn: due as soon as it has it, so that a restart finds it."""

LOBBY_IDLE_MS = 15 * MINUTE
"""A lobby in which nothing happens for so long closes itself."""

ABANDONED_MS = 30 * DAY
"""A match that is paused or untimed, and in which nothing happens for so long, is over."""


@dataclass(frozen=True, slots=True)
class Limit:
    """A pace in milliseconds: all the time for a decision, and how long before its end we warn."""

    whole: int
    warning: int


LIMITS: dict[Pace, Limit | None] = {
    "live": Limit(90 * SECOND, 30 * SECOND),
    "relaxed": Limit(10 * MINUTE, 2 * MINUTE),
    "correspondence": Limit(24 * HOUR, 2 * HOUR),
    "untimed": None,
}


def wanted(live: Live, there: Iterable[Deadline], now: int) -> list[Wanted]:
    """The deadlines that the match must have now.

    Args:
        live: the match.
        there: those it has; a decision that is still open keeps its time.
        now: when a newly opened decision's time begins, UTC milliseconds.
    """
    if live.hosted is None or live.hosted.over:
        return []
    limit = LIMITS[live.row.options.pace]
    if live.hosted.paused:
        return [_abandoned(now, ASIDE if live.hosted.aside else ABANDONED)]
    known = {(one.kind, one.seat, one.round, one.turn): one.due_at for one in there}
    result = [_abandoned(now)] if limit is None else []
    for seat in live.hosted.awaited():
        decision = live.hosted.decision(seat)
        assert decision is not None
        key = (seat, decision.round, decision.turn)
        if live.hosted.seats[seat - 1].level is not None:
            result.append(Wanted(COMPUTER, known.get((COMPUTER, *key), now), *key))
        elif limit is not None:
            due = known.get((EXPIRY, *key), now + limit.whole)
            result.append(Wanted(EXPIRY, due, *key))
            if seat not in live.hosted.warned:
                result.append(Wanted(WARNING, due - limit.warning, *key))
    return result


def _abandoned(now: int, kind: str = ABANDONED) -> Wanted:
    # On the hour: within it nothing has to be written anew with every action.
    return Wanted(kind, now - now % HOUR + HOUR + ABANDONED_MS)


def due_at(there: Iterable[Deadline], seat: int) -> int | None:
    """When the seat's decision runs out, UTC milliseconds; None for no limit."""
    return next((one.due_at for one in there if one.kind == EXPIRY and one.seat == seat), None)
