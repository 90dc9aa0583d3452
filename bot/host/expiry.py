"""What happens when a deadline is reached, by kind."""

from __future__ import annotations

import secrets
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Literal

from bot.base import logs
from bot.host import lobby
from bot.match import limits
from bot.match.live import Live
from bot.match.refusal import Stale
from data.matches import log
from data.matches.deadlines import Deadline
from data.matches.hosted import MISSES_UNTIL_REPLACED, STAND_IN_LEVEL, Decision, SeatControl
from engine import KEEP, Action

if TYPE_CHECKING:
    from bot.host import Host

BUDGET_MS = 50.0


async def warn(host: Host, deadline: Deadline) -> None:
    """The time for a decision is nearly up."""
    decision = Decision(deadline.round, deadline.turn)

    def decide(live: Live) -> list[log.Entry]:
        _still_open(live, deadline.seat, decision)
        return [_entry(deadline, "warning")]

    await host.ledger.commit(deadline.match_id, deadline.cause, decide, claim=deadline.id)
    logs.record("warning", match=deadline.match_id, seat=deadline.seat)


async def expire(host: Host, deadline: Deadline) -> None:
    """The time is up: the bot keeps the orientation, or plays the easy computer's move."""
    decision = Decision(deadline.round, deadline.turn)
    live = await host.ledger.load(deadline.match_id)
    _still_open(live, deadline.seat, decision)
    action: Action = KEEP
    if decision.turn:
        view = live.view(deadline.seat)
        seed = secrets.randbits(63)
        action = await host.thinker.choose(STAND_IN_LEVEL, view, BUDGET_MS, seed)

    def decide(live: Live) -> list[log.Entry]:
        control = _still_open(live, deadline.seat, decision)
        entries: list[log.Entry] = [_entry(deadline, "expiry")]
        if control.misses + 1 >= MISSES_UNTIL_REPLACED:
            entries.append(log.Seat(seat=deadline.seat, change="take-over", by="clock"))
        entries.append(log.Action(seat=deadline.seat, text=str(action), by="stand-in"))
        return entries

    await host.ledger.commit(deadline.match_id, deadline.cause, decide, claim=deadline.id)
    logs.record("expiry", match=deadline.match_id, seat=deadline.seat)


async def close_lobby(host: Host, deadline: Deadline) -> None:
    """Nothing has happened in a lobby for a while."""
    await lobby.close(host, deadline.match_id, "idle", claim=deadline.id)


async def abandon(host: Host, deadline: Deadline) -> None:
    """Nothing has happened in a match without a clock for a month."""

    def decide(live: Live) -> list[log.Entry]:
        if live.hosted is None or live.hosted.over:
            raise Stale
        return [log.End(reason="deserted")]

    await host.ledger.commit(deadline.match_id, deadline.cause, decide, claim=deadline.id)
    logs.record("abandoned", match=deadline.match_id)


SERVED: dict[str, Callable[[Host, Deadline], Awaitable[None]]] = {
    limits.WARNING: warn,
    limits.EXPIRY: expire,
    limits.LOBBY_IDLE: close_lobby,
    limits.ABANDONED: abandon,
}


def _still_open(live: Live, seat: int, decision: Decision) -> SeatControl:
    if live.hosted is None or live.hosted.paused or live.decision(seat) != decision:
        raise Stale
    control = live.hosted.seats[seat - 1]
    if control.control != "person":
        raise Stale
    return control


def _entry(deadline: Deadline, change: Literal["warning", "expiry"]) -> log.Clock:
    return log.Clock(seat=deadline.seat, change=change, round=deadline.round, turn=deadline.turn)
