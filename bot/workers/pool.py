"""Processes of the bot's own: one piece of work at a time each, replaced when they are lost."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Callable
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Any, Generic, TypeVar

from bot.base import logs, threads

T = TypeVar("T")

PATIENCE_S = 10.0
"""After this long a process is stuck, not slow: it is ended, and replaced."""

TRIES = 2
"""How often a piece of work is tried whose process dies."""

LOW_PRIORITY = 10
"""How far behind the others something stands that nobody waits for (added to the nice value)."""

FIRST_REST_S, LONGEST_REST_S = 1.0, 60.0
"""For how long no process is started after two losses on end; twice as long with each further."""


class Lost(Exception):  # noqa: N818  (the name says what happened)
    """Work came to nothing: its processes died, one was stuck, or none is started just now."""


class Closed(Lost):
    """The bot is ending, and its processes with it."""


class Rank(IntEnum):
    """What goes first when a worker is free."""

    NOW = 0
    """Somebody looks at the screen: a click, a computer's turn."""

    SOON = 1
    """What asks a person for something."""

    LATER = 2
    """What shows something, or is looked at some day."""


@dataclass(eq=False, slots=True)
class Work(Generic[T]):
    """A piece of work.

    Attributes:
        call: a named function of some module, or a ``partial`` of one: it is pickled.
        rank: what it goes before; may change while it waits.
    """

    call: Callable[[], T]
    rank: Rank = Rank.NOW
    turn: asyncio.Future[Worker] | None = field(default=None, init=False)


class Pool:
    """Some workers, and whatever waits for one of them.

    Args:
        name: what is done here, for logs, threads and processes.
        workers: how many processes; 0 for one thread instead (tests).
        prepare: what a process does first, before there is work for it.
        nice: how far behind the bot the processes stand.
        clock: seconds, of which only differences matter.
    """

    def __init__(
        self,
        name: str,
        workers: int,
        prepare: Callable[[], None],
        *,
        nice: int = 0,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.size = max(workers, 1)
        self._name = name
        self._workers = [
            Worker(name, prepare, process=workers > 0, nice=nice) for _ in range(self.size)
        ]
        self._idle = self._workers.copy()
        self._waiting: list[Work[Any]] = []
        self._clock = clock
        self._rests_until = clock()
        self._rest_s = 0.0

    @property
    def waiting(self) -> int:
        """How many pieces of work have not begun."""
        return len(self._waiting)

    @property
    def pending(self) -> int:
        """How many pieces of work are not done."""
        return self.waiting + self.size - len(self._idle)

    def warm_up(self) -> None:
        """Start the processes now, so that the first work doesn't wait for them."""
        for worker in self._workers:
            worker.start()

    async def do(self, work: Work[T]) -> T:
        """The result of some work, when its turn has come.

        Who stops waiting for it while it is being done ends its process, too.

        Raises:
            Lost: it died twice or was stuck, or others just before it.
            Exception: whatever the work raises.
        """
        worker = await self._turn(work)
        try:
            result = await worker.do(work.call)
        except Closed:
            raise
        except Lost:
            self._lose()
            raise
        finally:
            self._pass_on(worker)
        self._rest_s = 0.0
        return result

    async def _turn(self, work: Work[Any]) -> Worker:
        if self._clock() < self._rests_until:
            raise Lost(f"{self._name} rests")
        if self._idle:
            return self._idle.pop()
        work.turn = asyncio.get_running_loop().create_future()
        self._waiting.append(work)
        try:
            return await work.turn
        except asyncio.CancelledError:
            if work.turn.done() and not work.turn.cancelled() and not work.turn.exception():
                self._pass_on(work.turn.result())  # it had its turn in the same instant
            raise
        finally:
            if work in self._waiting:
                self._waiting.remove(work)

    def _pass_on(self, worker: Worker) -> None:
        """A worker is free: for the first of those that go first."""
        there = [one for one in self._waiting if one.turn and not one.turn.done()]
        work = min(there, key=lambda one: one.rank, default=None)
        if work is None or work.turn is None:
            self._idle.append(worker)
        else:
            self._waiting.remove(work)
            work.turn.set_result(worker)

    def _lose(self) -> None:
        """Once may be the work's own fault; with the second loss on end, nothing is tried a while.

        What waits is not kept waiting for that.
        """
        rest, self._rest_s = self._rest_s, min(max(FIRST_REST_S, 2 * self._rest_s), LONGEST_REST_S)
        logs.warn("work-lost", of=self._name, rests_s=rest)
        if rest:
            self._rests_until = self._clock() + rest
            for work in self._waiting:
                if work.turn and not work.turn.done():
                    work.turn.set_exception(Lost(f"{self._name} rests"))

    def close(self) -> None:
        """End the processes, whatever they are doing."""
        for worker in self._workers:
            worker.close()


class Worker:
    """One process, started when it is needed; or a thread in its place."""

    def __init__(self, name: str, prepare: Callable[[], None], *, process: bool, nice: int) -> None:
        self._name = name
        self._prepare = prepare
        self._process = process
        self._nice = nice
        self._executor: Executor | None = None
        self._closed = False

    def start(self) -> Executor:
        """Start it, unless it runs.

        Raises:
            Closed: it was ended for good.
        """
        if self._closed:
            raise Closed(f"{self._name} has ended")
        if self._executor is None and self._process:
            # Not forked: a copy of the bot's sockets and threads is no place to work in.
            spawn = multiprocessing.get_context("spawn")
            self._executor = ProcessPoolExecutor(1, spawn, _begin, (self._name, self._nice))
            self._executor.submit(self._prepare).add_done_callback(self._prepared)
        elif self._executor is None:
            self._executor = ThreadPoolExecutor(1, thread_name_prefix=self._name)
        return self._executor

    def _prepared(self, ready: Future[None]) -> None:
        error = None if ready.cancelled() else ready.exception()
        if error is not None and not isinstance(error, BrokenProcessPool):
            logs.fault("worker-not-ready", error, of=self._name)

    async def do(self, call: Callable[[], T]) -> T:
        """What the call returns; it is tried in another process, if its own dies.

        Raises:
            Lost: that one died as well, or the work was stuck.
            Exception: whatever the call raises.
        """
        for _ in range(TRIES):
            try:
                return await self._try(call)
            except BrokenProcessPool:
                self._end()
        raise Lost(f"{self._name} died")

    async def _try(self, call: Callable[[], T]) -> T:
        doing = asyncio.get_running_loop().run_in_executor(self.start(), call)
        try:
            await asyncio.wait({doing}, timeout=PATIENCE_S)
            if not doing.done():
                raise Lost(f"{self._name} was stuck")
            return doing.result()
        finally:
            if not doing.done():
                doing.cancel()
                self._end()

    def _end(self) -> None:
        executor, self._executor = self._executor, None
        if executor is not None:
            # The executor waits for its process; for one that is stuck, that would be for ever.
            processes = list((getattr(executor, "_processes", None) or {}).values())
            executor.shutdown(wait=False, cancel_futures=True)
            for process in processes:
                process.kill()

    def close(self) -> None:
        """End it for good, whatever it is doing."""
        self._closed = True
        self._end()


def _begin(name: str, nice: int) -> None:
    threads.show_process(name)
    # Ctrl-C reaches the whole group; the bot decides when its workers end.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_the_bot, daemon=True).start()
    if nice and hasattr(os, "nice"):
        os.nice(nice)


def _end_with_the_bot() -> None:
    """A bot that is killed can't end its workers, and they would wait for work for ever."""
    bot = multiprocessing.parent_process()
    if bot is not None:
        bot.join()
        os._exit(0)
