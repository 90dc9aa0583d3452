"""Units of work: whole functions that wait for a connection, run, and are answered.

A *unit* is a plain function of a connection. It must be short and repeatable: SQL and its own
arguments only, no clock, no cache, no network.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter, deque
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from time import perf_counter
from typing import Any, Generic, TypeVar

from sqlalchemy.engine import Connection

from data.store.driver import Wire, in_transaction, savepoint, transaction
from data.store.errors import DatabaseClosed

_log = logging.getLogger(__name__)

Result = TypeVar("Result")
Unit = Callable[[Connection], Result]

GROUP_S = 0.01
"""For so long, in seconds, a transaction takes on units that wait."""


@dataclass(frozen=True, slots=True)
class Stats:
    """What has been done since the database was opened; times in milliseconds.

    Attributes:
        units: writing units, those that raised included.
        transactions: they were done in.
        groups: how many transactions had so many units, by size.
        waited: by units from their coming to their turn, all together.
        longest_wait: of one of them.
        longest_unit: the time one took in its turn.
        reads: reading units that were asked for.
    """

    units: int
    transactions: int
    groups: tuple[tuple[int, int], ...]
    waited: float
    longest_wait: float
    longest_unit: float
    reads: int


class Job(Generic[Result]):
    """A unit and whoever waits for it."""

    def __init__(self, unit: Unit[Result]) -> None:
        self._unit = unit
        self._answer: asyncio.Future[Result] = asyncio.get_running_loop().create_future()
        self._result: Result
        self._error: BaseException | None = None
        self.came = perf_counter()

    def run(self, conn: Connection) -> None:
        """Do it, in the connection's thread; raises what the unit raises."""
        self._result = self._unit(conn)

    def fail(self, error: BaseException) -> None:
        """It hasn't been done."""
        self._error = error

    def tell(self) -> None:
        """Tell whoever waits what became of it, in the loop's thread."""
        if self._answer.done():  # they were cancelled; what was done stays done
            if self._error is not None:
                _log.info("a unit failed with nobody waiting: %s", type(self._error).__name__)
        elif self._error is not None:
            self._answer.set_exception(self._error)
        else:
            self._answer.set_result(self._result)

    async def told(self) -> Result:
        """What the unit returns, or raises."""
        return await self._answer


class Units:
    """The units that wait for some connections; each connection takes one turn after another.

    ``asked`` is how many have come so far.
    """

    def __init__(self, wires: Sequence[Wire]) -> None:
        self.asked = 0
        self._free = list(wires)
        self._waiting: tuple[deque[Job[Any]], deque[Job[Any]]] = (deque(), deque())
        self._serving: set[asyncio.Task[None]] = set()
        self._closed = False

    async def do(self, unit: Unit[Result], *, later: bool = False) -> Result:
        """What the unit returns, once that holds; raises what it raises.

        A caller who is cancelled doesn't cancel the unit.

        Args:
            unit: what to do.
            later: whether it stands behind all that aren't.

        Raises:
            DatabaseClosed: it came too late.
        """
        if self._closed:
            raise DatabaseClosed
        self.asked += 1
        job = Job(unit)
        self._waiting[later].append(job)
        if self._free:
            task = asyncio.create_task(self._serve(self._free.pop()), name="database")
            self._serving.add(task)
            task.add_done_callback(self._serving.discard)
        return await job.told()

    async def close(self) -> None:
        """Do what waits, then close the connections; nothing more is done."""
        if self._closed:
            return
        self._closed = True
        while self._serving:
            await asyncio.wait(self._serving)
        for wire in self._free:
            await wire.close()

    async def _serve(self, wire: Wire) -> None:
        taken: list[Job[Any]] = []
        try:
            while any(self._waiting):
                await wire.run(lambda conn: self._turn(conn, taken))
                for job in taken:
                    job.tell()
                taken.clear()
        except BaseException as error:
            # The thread or the loop is at its end: nobody may wait for ever.
            self._take_all(taken)
            for job in taken:
                job.fail(error)
                job.tell()
            if not isinstance(error, Exception):
                raise
        finally:
            self._free.append(wire)

    def _turn(self, conn: Connection, taken: list[Job[Any]]) -> None:
        """One turn, in the connection's thread: take jobs into ``taken`` and do them."""
        raise NotImplementedError

    def _take(self) -> Job[Any] | None:
        """The job whose turn it is; None if none waits."""
        for waiting in self._waiting:
            with suppress(IndexError):  # asking first would let another thread come between
                return waiting.popleft()
        return None

    def _take_all(self, taken: list[Job[Any]]) -> None:
        while (job := self._take()) is not None:
            taken.append(job)


class Reads(Units):
    """Units that only read: each sees one moment of the database."""

    def __init__(self, wires: Sequence[Wire], begin: str) -> None:
        """``begin``: what begins a transaction that reads a snapshot."""
        super().__init__(wires)
        self._begin = begin

    def _turn(self, conn: Connection, taken: list[Job[Any]]) -> None:
        job = self._take()
        if job is None:
            return  # another connection was quicker
        taken.append(job)
        try:
            self._do(conn, job)
        except Exception as error:  # noqa: BLE001  (it goes to whoever asked)
            job.fail(error)

    def _do(self, conn: Connection, job: Job[Any]) -> None:
        with transaction(conn, self._begin):
            job.run(conn)


class Writes(Units):
    """Units that write, in groups: a transaction for all that wait, a savepoint for each.

    Their callers are told after the commit. If that fails, or SQLite leaves the transaction before
    it (the disk is full, say), nothing of the group was done, and all of its callers are told so.
    """

    def __init__(self, wires: Sequence[Wire], begin: str) -> None:
        """``begin``: what begins a transaction that writes."""
        super().__init__(wires)
        self._begin = begin
        self._groups: Counter[int] = Counter()
        self._waited = self._longest_wait = self._longest_unit = 0.0

    def stats(self, reads: int) -> Stats:
        """What has been done so far, beside so many reads."""
        groups = dict(self._groups)
        return Stats(
            units=sum(size * count for size, count in groups.items()),
            transactions=sum(groups.values()),
            groups=tuple(sorted(groups.items())),
            waited=1000 * self._waited,
            longest_wait=1000 * self._longest_wait,
            longest_unit=1000 * self._longest_unit,
            reads=reads,
        )

    def _turn(self, conn: Connection, taken: list[Job[Any]]) -> None:
        until = perf_counter() + GROUP_S
        try:
            with transaction(conn, self._begin):
                while (job := self._take()) is not None:
                    taken.append(job)
                    self._run(conn, job)
                    if perf_counter() >= until:
                        break
        except Exception as error:  # noqa: BLE001  (it goes to whoever asked)
            if not taken:  # another process didn't let us begin
                self._take_all(taken)
            for job in taken:
                job.fail(error)
        self._groups[len(taken)] += 1

    def _run(self, conn: Connection, job: Job[Any]) -> None:
        """Do one; raises only when SQLite has left the transaction, and the others are undone."""
        began = perf_counter()
        try:
            with savepoint(conn):
                job.run(conn)
        except Exception as error:
            if not in_transaction(conn):
                raise
            job.fail(error)
        self._count(job, began)

    def _count(self, job: Job[Any], began: float) -> None:
        """Count one that began then, and is done."""
        self._waited += began - job.came
        self._longest_wait = max(self._longest_wait, began - job.came)
        self._longest_unit = max(self._longest_unit, perf_counter() - began)


@dataclass(frozen=True, slots=True)
class Opened:
    """What an engine opens: who writes, who reads, and how its log is emptied."""

    writes: Writes
    reads: Reads
    checkpoint: Callable[[], Awaitable[bool]]
