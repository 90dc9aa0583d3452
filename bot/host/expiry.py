"""What happens when a deadline is reached, by kind."""

from __future__ import annotations

import secrets
from collections.abc import Awaitable, Callable
from typing import Literal

from bot.base import logs
from bot.host.computers import Computers
from bot.host.lobby import Lobbies
from bot.host.mailbox import Decide, Mailboxes
from bot.match import limits
from bot.match.live import Live
from bot.match.refusal import Stale
from bot.workers.thinking import Thinker
from data.matches import log
from data.matches.deadlines import ASIDE, Deadline
from data.matches.hosted import MISSES_UNTIL_REPLACED, STAND_IN_LEVEL, Decision, SeatControl
from engine import KEEP, Action

BUDGET_MS = 50.0


class Expiry:
    """Serves what is due."""

    def __init__(
        self, mailboxes: Mailboxes, lobbies: Lobbies, computers: Computers, thinker: Thinker
    ) -> None:
        self._mailboxes = mailboxes
        self._thinker = thinker
        self._served: dict[str, Callable[[Deadline], Awaitable[None]]] = {
            limits.WARNING: self._warn,
            limits.EXPIRY: self._expire,
            limits.COMPUTER: lambda deadline: computers.serve(deadline.match_id),
            limits.LOBBY_IDLE: lambda deadline: lobbies.close(
                deadline.match_id, "idle", claim=deadline.id
            ),
            limits.ABANDONED: self._abandon,
            ASIDE: self._abandon,
        }

    async def serve(self, deadline: Deadline) -> None:
        """Do what is due.

        Raises:
            Stale, Refusal: what it was about has happened.
        """
        await self._served[deadline.kind](deadline)

    async def _warn(self, deadline: Deadline) -> None:
        """The time for a decision is nearly up."""
        decision = Decision(deadline.round, deadline.turn)

        def decide(live: Live) -> list[log.Entry]:
            _still_open(live, deadline.seat, decision)
            return [_entry(deadline, "warning")]

        await self._commit(deadline, decide)
        logs.record("warning", match=deadline.match_id, seat=deadline.seat)

    async def _expire(self, deadline: Deadline) -> None:
        """The time is up: the bot keeps the orientation, or plays the easy computer's move."""
        decision = Decision(deadline.round, deadline.turn)
        live = await self._mailboxes.load(deadline.match_id)
        _still_open(live, deadline.seat, decision)
        action: Action = KEEP
        if decision.turn:
            view, seed = live.view(deadline.seat), secrets.randbits(63)
            action = await self._thinker.choose(STAND_IN_LEVEL, view, BUDGET_MS, seed)

        def decide(live: Live) -> list[log.Entry]:
            control = _still_open(live, deadline.seat, decision)
            entries: list[log.Entry] = [_entry(deadline, "expiry")]
            if control.misses + 1 >= MISSES_UNTIL_REPLACED:
                entries.append(log.Seat(seat=deadline.seat, change="take-over", by="clock"))
            entries.append(log.Action(seat=deadline.seat, text=str(action), by="stand-in"))
            return entries

        await self._commit(deadline, decide)
        logs.record("expiry", match=deadline.match_id, seat=deadline.seat)

    async def _abandon(self, deadline: Deadline) -> None:
        """Nothing has happened for a month in a match that has no clock, or whose clock stands."""

        def decide(live: Live) -> list[log.Entry]:
            if live.hosted is None or live.hosted.over:
                raise Stale
            return [log.End(reason="deserted")]

        await self._commit(deadline, decide)
        logs.record("abandoned", match=deadline.match_id)

    async def _commit(self, deadline: Deadline, decide: Decide) -> None:
        await self._mailboxes.commit(deadline.match_id, deadline.cause, decide, claim=deadline.id)


def _still_open(live: Live, seat: int, decision: Decision) -> SeatControl:
    if live.hosted is None or live.hosted.paused or live.decision(seat) != decision:
        raise Stale
    control = live.hosted.seats[seat - 1]
    if control.control != "person":
        raise Stale
    return control


def _entry(deadline: Deadline, change: Literal["warning", "expiry"]) -> log.Clock:
    return log.Clock(seat=deadline.seat, change=change, round=deadline.round, turn=deadline.turn)
