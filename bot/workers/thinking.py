"""Where computer players think: processes of their own, so that the bot never waits for them."""

from __future__ import annotations

import asyncio
import contextlib
import multiprocessing
import os
import signal
import sys
import threading
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool

from bot.base import logs
from engine.actions import Action
from engine.views import View

QUEUE_LIMIT = 256
"""Thoughts that may wait at once; beyond it a move is made without thinking ahead."""

ADVICE_LIMIT = 16
"""Thoughts that may wait when somebody asks for advice; beyond it there is none."""

ADVISER = "expert"
"""The level that gives advice: the strongest."""

LEAST_MS = 5.0
"""However busy it is, a player may think this long."""

SIMPLE = "greedy"
"""Who moves where nobody can think: it needs neither tables nor time."""

LOW_PRIORITY = 10
"""How far behind the others a thread stands that makes machine code (added to the nice value)."""

PATIENCE_S = 10.0
"""After this long a thought is given up: the process is stuck, not slow."""


class Thinker:
    """Asks computer players for actions, off the loop, with less time each the more must wait."""

    def __init__(self, workers: int) -> None:
        self._workers = workers
        self._pool: Executor | None = None
        self._waiting = 0

    async def choose(self, level: str, view: View, budget_ms: float, seed: int) -> Action:
        """A legal action for the view's seat by the computer player of that level.

        Args:
            level: the player's name, as the engine knows it.
            view: what the seat knows.
            budget_ms: milliseconds it may think while nobody else wants to; shrinks under load.
            seed: the source of its chance.
        """
        if self._waiting >= QUEUE_LIMIT:
            logs.warn("thinking-queue-full", waiting=self._waiting)
            return await asyncio.to_thread(_think, SIMPLE, view, LEAST_MS, seed)
        self._waiting += 1
        try:
            action = await self._thought(level, view, self._share(budget_ms), seed)
        finally:
            self._waiting -= 1
        if action is None:
            action = await asyncio.to_thread(_think, SIMPLE, view, LEAST_MS, seed)
        return action

    async def advise(self, view: View, budget_ms: float, seed: int) -> Action | None:
        """What ``ADVISER`` would do, for somebody who asks; None while too many tables think.

        The tables' own turns come first, and no other player's move is passed off as its advice.
        """
        if self._waiting >= ADVICE_LIMIT:
            return None
        self._waiting += 1
        try:
            return await self._thought(ADVISER, view, self._share(budget_ms), seed)
        finally:
            self._waiting -= 1

    def _share(self, budget_ms: float) -> float:
        """What is left of so much time for each of those who wait."""
        workers = max(self._workers, 1)
        return max(LEAST_MS, budget_ms * workers / max(self._waiting, workers))

    async def _thought(self, level: str, view: View, budget_ms: float, seed: int) -> Action | None:
        """An action thought of in the pool; None, and a line in the log, if that fails."""
        loop = asyncio.get_running_loop()
        try:
            thought = loop.run_in_executor(self._open(), _think, level, view, budget_ms, seed)
            return await asyncio.wait_for(thought, PATIENCE_S)
        except (BrokenProcessPool, TimeoutError):
            logs.warn("thinking-process-lost", level=level)
            self._drop()
        except Exception as error:  # noqa: BLE001  (whatever it was, the table must go on)
            logs.fault("thinking-failed", error, level=level)
        return None

    def _open(self) -> Executor:
        if self._pool is None:
            if self._workers == 0:
                self._pool = ThreadPoolExecutor(1, thread_name_prefix="thinking")
            else:
                # Not forked: a copy of the bot's sockets and threads is no place to think in.
                self._pool = ProcessPoolExecutor(
                    self._workers,
                    mp_context=multiprocessing.get_context("spawn"),
                    initializer=_start_worker,
                )
        return self._pool

    def warm_up(self) -> None:
        """Start the processes now, so that the first computer's turn doesn't wait for them."""
        pool = self._open()
        for _ in range(self._workers):
            pool.submit(_get_ready)

    def _drop(self) -> None:
        pool, self._pool = self._pool, None
        if pool is not None:
            pool.shutdown(wait=False, cancel_futures=True)

    def close(self) -> None:
        """Stop the processes, in whatever they are."""
        pool = self._pool
        processes = list((getattr(pool, "_processes", None) or {}).values())
        self._drop()
        for process in processes:
            with contextlib.suppress(OSError):
                process.terminate()


def _start_worker() -> None:
    # Ctrl-C reaches the whole group; the bot decides when its workers end.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_the_bot, daemon=True).start()


def _end_with_the_bot() -> None:
    """A bot that is killed can't end its workers, and they would wait for work for ever."""
    bot = multiprocessing.parent_process()
    if bot is not None:
        bot.join()
        os._exit(0)


def _get_ready() -> None:
    """Load what the computer players need, before anybody waits for it.

    Where there is no machine code yet, a thread begins to make it, and is told to take its time.
    """
    from engine.players import NAMES, create  # noqa: PLC0415  (in the worker alone)

    before = set(threading.enumerate())
    for name in NAMES:
        create(name)
    if sys.platform == "linux":  # elsewhere a thread has no priority of its own
        for thread in set(threading.enumerate()) - before:
            if thread.native_id is not None:
                before_it = os.getpriority(os.PRIO_PROCESS, 0)
                os.setpriority(os.PRIO_PROCESS, thread.native_id, before_it + LOW_PRIORITY)


def _think(level: str, view: View, budget_ms: float, seed: int) -> Action:
    from engine.players import NAMES, think  # noqa: PLC0415  (numpy and tables load in the worker)

    # An old match may have a level that there is no longer.
    return think(level if level in NAMES else SIMPLE, view, budget_ms, seed)
