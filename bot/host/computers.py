"""Computers' turns: thought about elsewhere, written one by one, shown together.

A run of computers' turns that follow one another is published as one update, ``RUN_MS`` after it
began at the latest. What a restart interrupts is taken up again by the next ``wake``.
"""

from __future__ import annotations

import asyncio
import secrets
from typing import TYPE_CHECKING

from bot.base import logs
from bot.host import play
from bot.match.live import Live
from bot.match.refusal import Stale
from data.matches import log
from data.matches.hosted import Decision
from engine import legal_actions

if TYPE_CHECKING:
    from bot.host import Host

RUN_MS = 2600
"""How long turns that follow one another may take until people see them, in milliseconds."""

BUDGETS_MS = {"expert": 200.0}
"""The most a level thinks about one action, well within a turn's pace; the others need next to
nothing."""

DEFAULT_BUDGET_MS = 50.0

WRITES = 6
"""Computers' actions that may wait for the database at once: no click waits for more of them."""

AGAIN_S = 10.0
"""Seconds until a run that a fault ended is taken up again."""


class Computers:
    """Plays the seats of computers, and of those for whom one stands in."""

    def __init__(self, host: Host, pace_ms: int) -> None:
        self._host = host
        self._pace_ms = pace_ms
        self._runs: dict[int, asyncio.Task[None]] = {}
        self._writing = asyncio.Semaphore(WRITES)

    def wake(self, live: Live) -> None:
        """See to it that the match's computers act, if it is on one of them."""
        if live.id not in self._runs and next_seat(live) is not None:
            run = self._host.spawn(self._run(live.id), f"computers-{live.id}")
            self._runs[live.id] = run
            run.add_done_callback(lambda task: self._ended(live.id, task))

    def busy(self, match_id: int) -> bool:
        """Whether computers are acting in the match now, so that more is about to happen."""
        return match_id in self._runs

    def _ended(self, match_id: int, task: asyncio.Task[None]) -> None:
        del self._runs[match_id]
        if task.cancelled() or self._host.closing:
            return
        # Something may have happened after its last look, while it still counted as busy.
        self._host.look_at(match_id)
        if task.exception() is not None:  # it stands in the log; nobody else would try again
            asyncio.get_running_loop().call_later(AGAIN_S, self._host.look_at, match_id)

    async def _run(self, match_id: int) -> None:
        loop = asyncio.get_running_loop()
        shown_at = loop.time()
        while True:
            live = await self._host.ledger.load(match_id)
            seat = next_seat(live)
            if seat is None:
                return
            began = loop.time()
            await self._act(live, seat)
            orientation = live.view(None).phase == "orient"
            if not orientation:
                await asyncio.sleep(max(0.0, self._share(live) - (loop.time() - began)))
            if loop.time() - shown_at > RUN_MS / 1000:
                self._host.publisher.wake(match_id)
                shown_at = loop.time()

    def _share(self, live: Live) -> float:
        """Seconds for one turn, so that a round of the table stays within ``RUN_MS``."""
        turns = max(1, sum(seat.level is not None for seat in live.playing.seats))
        return min(self._pace_ms, RUN_MS / turns) / 1000

    async def _act(self, live: Live, seat: int) -> None:
        control = live.playing.seats[seat - 1]
        decision = live.decision(seat)
        assert control.level is not None
        assert decision is not None
        turns = max(1, sum(one.level is not None for one in live.playing.seats))
        budget = min(BUDGETS_MS.get(control.level, DEFAULT_BUDGET_MS), RUN_MS / turns)
        seed = secrets.randbits(63)
        action = await self._host.thinker.choose(control.level, live.view(seat), budget, seed)
        legal = legal_actions(live.playing.match, seat)
        if action not in legal:
            logs.fault("illegal-thought", match=live.id, level=control.level)
            action = legal[0]

        def decide(now: Live) -> list[log.Entry]:
            if now.decision(seat) != decision or now.playing.paused:
                raise Stale
            if now.playing.seats[seat - 1] != control:
                raise Stale
            by = "seat" if control.control == "computer" else "stand-in"
            return [log.Action(seat=seat, text=str(action), by=by)]

        try:
            async with self._writing:
                await self._host.ledger.commit(live.id, cause(seat, decision), decide)
        except Stale:
            return  # paused, ended, or the person is back: the next look tells
        logs.record("computer", match=live.id, seat=seat, did=play.kind(action))


def next_seat(live: Live) -> int | None:
    """The seat that a computer must act for now; None if it is on people, or on nobody."""
    if live.hosted is None or live.hosted.over or live.hosted.paused:
        return None
    for seat in live.hosted.awaited():
        if live.hosted.seats[seat - 1].level is not None:
            return seat
    return None


def cause(seat: int, decision: Decision) -> str:
    """What the log calls a computer's turn."""
    return f"computer:{decision.round}.{decision.turn}.{seat}"
