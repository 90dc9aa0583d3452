"""Computers' turns: thought about elsewhere, written one by one, shown together.

A run of computers' turns that follow one another is published as one update, ``RUN_MS`` after it
began at the latest. A turn is a deadline, due at once, so a restart takes up what it interrupts.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable

from bot.base import counts, logs
from bot.host import play
from bot.host.mailbox import Mailboxes
from bot.match.board import Board
from bot.match.live import Live
from bot.match.refusal import Refusal, Stale
from bot.workers.thinking import Thinker
from data.matches import log
from data.matches.hosted import Decision
from engine import legal_actions

RUN_MS = 2600
"""How long turns that follow one another may take until people see them, in milliseconds."""

BUDGETS_MS = {"expert": 200.0}
"""The most a level thinks about one action, well within a turn's pace; the others need next to
nothing."""

DEFAULT_BUDGET_MS = 50.0


class Computers:
    """Plays the seats of computers, and of those for whom one stands in."""

    def __init__(
        self,
        mailboxes: Mailboxes,
        thinker: Thinker,
        pace_ms: int,
        show: Callable[[Board], None],
    ) -> None:
        """``show`` is called when people shall see how far a run of turns has come."""
        self._mailboxes = mailboxes
        self._thinker = thinker
        self._pace_ms = pace_ms
        self._show = show
        self._stopped = False
        self._runs: dict[int, asyncio.Task[None]] = {}
        self._faulty: set[int] = set()

    def changed(self, board: Board) -> None:
        """See to it that the match's computers act, if it is on one of them.

        Where they failed the clock alone lets them try again: it knows when it is time. Those of a
        hidden match act when its person asks for it (``host.alone``).
        """
        if board.id not in self._faulty:
            self._begin(board)

    def _begin(self, board: Board) -> None:
        if self._stopped or board.live.row.hidden:
            return
        if board.id not in self._runs and next_seat(board.live) is not None:
            run = asyncio.create_task(self._run(board.id), name=f"computers-{board.id}")
            self._runs[board.id] = run
            run.add_done_callback(lambda task: self._ended(board.id, task))

    async def serve(self, match_id: int) -> None:
        """See to it after a restart, or a fault; done when the computers have acted.

        Raises:
            Stale: it is on nobody's turn of theirs.
        """
        board = await self._mailboxes.board(match_id)
        if next_seat(board.live) is None:
            raise Stale
        self._begin(board)
        if (run := self._runs.get(match_id)) is not None:
            await asyncio.shield(run)
        self._faulty.discard(match_id)

    def busy(self, match_id: int) -> bool:
        """Whether computers are acting in the match now, so that more is about to happen."""
        return match_id in self._runs

    def stop(self) -> None:
        """Act no more; the next start goes on."""
        self._stopped = True
        for run in self._runs.values():
            run.cancel()

    def _ended(self, match_id: int, task: asyncio.Task[None]) -> None:
        if self._runs.get(match_id) is task:
            del self._runs[match_id]
        if task.cancelled() or self._stopped:
            return
        error = task.exception()
        if error is not None and match_id not in self._faulty:
            self._faulty.add(match_id)  # from now on the clock tries, and tells when that fails
            logs.fault("computers-failed", error, match=match_id)

    async def _run(self, match_id: int) -> None:
        loop = asyncio.get_running_loop()
        shown_at = loop.time()
        while True:
            try:
                board = await self._mailboxes.board(match_id)
            except Refusal:
                return  # it is no longer kept
            seat = next_seat(board.live)
            if seat is None:
                del self._runs[match_id]  # a change from now on begins a new run
                self._show(board)
                return
            began = loop.time()
            await self._act(board.live, seat)
            if board.live.view(None).phase != "orient":
                await asyncio.sleep(max(0.0, self._share(board.live) - (loop.time() - began)))
            if loop.time() - shown_at > RUN_MS / 1000:
                self._show(await self._mailboxes.board(match_id))
                shown_at = loop.time()

    def _share(self, live: Live) -> float:
        """Seconds for one turn, so that a round of the table stays within ``RUN_MS``."""
        return min(self._pace_ms, RUN_MS / _turns(live)) / 1000

    async def _act(self, live: Live, seat: int) -> None:
        control = live.playing.seats[seat - 1]
        decision = live.decision(seat)
        assert control.level is not None
        assert decision is not None
        budget = min(BUDGETS_MS.get(control.level, DEFAULT_BUDGET_MS), RUN_MS / _turns(live))
        seed = secrets.randbits(63)
        action = await self._thinker.choose(control.level, live.view(seat), budget, seed)
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
            await self._mailboxes.commit(live.id, cause(seat, decision), decide)
        except Stale:
            return  # paused, ended, or the person is back: the next look tells
        logs.record("computer", match=live.id, seat=seat, did=play.kind(action))
        counts.ACTIONS.labels("computer", play.kind(action)).inc()


def _turns(live: Live) -> int:
    """How many turns computers have in a round of the table, one at least."""
    return max(1, sum(seat.level is not None for seat in live.playing.seats))


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
