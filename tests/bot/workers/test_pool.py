"""One at a time, the urgent first; a lost process is replaced, and nobody waits for ever."""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import sys
import threading
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from bot.workers import pool as pools
from bot.workers.pool import FIRST_REST_S, LONGEST_REST_S, LOW_PRIORITY, Lost, Pool, Rank, Work
from engine.errors import RuleError
from tests.bot.workers import deeds

posix = pytest.mark.skipif(sys.platform == "win32", reason="processes are killed by signals")


class Clock:
    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


@asynccontextmanager
async def pool_of(
    workers: int,
    prepare: Callable[[], None] = deeds.nothing,
    *,
    nice: int = 0,
    clock: Clock | None = None,
) -> AsyncIterator[Pool]:
    pool = Pool("testing", workers, prepare, nice=nice, clock=clock or Clock())
    try:
        yield pool
    finally:
        pool.close()


class Gate:
    """Work in a thread that waits to be let go, and notes who came when."""

    def __init__(self) -> None:
        self.open = threading.Event()
        self.came: list[str] = []

    def work(self, name: str, *, rank: Rank = Rank.NOW) -> Work[str]:
        return Work(partial(self._pass, name), rank)

    def _pass(self, name: str) -> str:
        self.came.append(name)
        assert self.open.wait(60)
        return name


def start(pool: Pool, *works: Work[Any]) -> list[asyncio.Task[Any]]:
    return [asyncio.create_task(pool.do(work)) for work in works]


async def turns() -> None:
    for _ in range(20):
        await asyncio.sleep(0)


async def test_the_urgent_go_first_and_otherwise_the_first() -> None:
    gate = Gate()
    async with pool_of(0) as pool:
        names = {"a": Rank.NOW, "b": Rank.LATER, "c": Rank.NOW, "d": Rank.SOON, "e": Rank.NOW}
        tasks = start(pool, *(gate.work(name, rank=names[name]) for name in names))
        await turns()
        assert (pool.waiting, pool.pending) == (4, 5)
        gate.open.set()
        assert await asyncio.gather(*tasks) == [*names]
        assert gate.came == ["a", "c", "e", "d", "b"]
        assert (pool.waiting, pool.pending) == (0, 0)


async def test_work_that_has_become_urgent_goes_before_what_is_not() -> None:
    gate = Gate()
    async with pool_of(0) as pool:
        late = gate.work("late", rank=Rank.LATER)
        tasks = start(pool, gate.work("now"), gate.work("b", rank=Rank.LATER), late)
        await turns()
        late.rank = Rank.NOW
        gate.open.set()
        await asyncio.gather(*tasks)
        assert gate.came == ["now", "late", "b"]


async def test_who_stops_waiting_is_passed_over() -> None:
    gate = Gate()
    async with pool_of(0) as pool:
        first, gone, last = start(pool, gate.work("a"), gate.work("b"), gate.work("c"))
        await turns()
        gone.cancel()
        gate.open.set()  # the worker may become free in the very turn of the loop
        assert await asyncio.gather(first, last) == ["a", "c"]
        assert gate.came == ["a", "c"]
        assert pool.pending == 0


async def test_who_goes_in_the_instant_of_their_turn_takes_no_worker_along() -> None:
    gate = Gate()
    gate.open.set()
    async with pool_of(0) as pool:
        worker = pool._idle.pop()
        gone, last = start(pool, gate.work("a"), gate.work("b"))
        await turns()
        pool._pass_on(worker)
        gone.cancel()
        assert await last == "b"
        assert pool.pending == 0


async def test_what_work_raises_reaches_who_asked_and_the_process_lives() -> None:
    async with pool_of(1) as pool:
        before = await pool.do(Work(deeds.pid))
        with pytest.raises(RuleError, match="there is no place 4") as refused:
            await pool.do(Work(deeds.refuse))
        assert refused.value.params == {"place": 4, "places": 3}
        assert await pool.do(Work(deeds.pid)) == before != os.getpid()


@posix
async def test_the_process_stands_behind_the_bot() -> None:
    async with pool_of(1, nice=LOW_PRIORITY) as pool:
        assert await pool.do(Work(deeds.niceness)) == min(os.nice(0) + LOW_PRIORITY, 19)


async def test_a_process_that_is_not_prepared_works_and_it_is_told(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async with pool_of(1, deeds.unprepared) as pool:
        assert await pool.do(Work(deeds.pid)) != os.getpid()
    assert "worker-not-ready of=testing" in caplog.text
    assert "not today" in caplog.text


@posix
async def test_work_whose_process_dies_is_done_in_another(tmp_path: Path) -> None:
    async with pool_of(1) as pool:
        before = await pool.do(Work(deeds.pid))
        after = await pool.do(Work(partial(deeds.die_the_first_time, str(tmp_path / "mark"))))
        assert after != before
        assert await pool.do(Work(deeds.pid)) == after


@posix
async def test_one_of_two_processes_dies_and_the_others_work_goes_on(tmp_path: Path) -> None:
    async with pool_of(2) as pool:
        pids = set(await asyncio.gather(*start(pool, Work(deeds.pid), Work(deeds.pid))))
        assert len(pids) == 2
        with pytest.raises(Lost):
            await pool.do(Work(deeds.die))
        there = set(await asyncio.gather(*start(pool, Work(deeds.pid), Work(deeds.pid))))
        assert len(there) == 2
        assert len(there & pids) == 1


@posix
async def test_one_loss_stops_nobody_and_the_second_is_followed_by_longer_and_longer_rests(
    caplog: pytest.LogCaptureFixture,
) -> None:
    clock = Clock()
    caplog.set_level(logging.WARNING, "scout")
    async with pool_of(1, clock=clock) as pool:
        with pytest.raises(Lost):
            await pool.do(Work(deeds.die))
        assert await pool.do(Work(deeds.pid)), "one may have been the work's own fault"
        waiting = start(pool, Work(deeds.die), Work(deeds.die), Work(deeds.pid))
        *_, kept_waiting = await asyncio.gather(*waiting, return_exceptions=True)
        assert isinstance(kept_waiting, Lost), "what waits is told at once"
        lines = len(caplog.records)
        for _ in range(5):
            with pytest.raises(Lost):
                await pool.do(Work(deeds.pid))
        assert len(caplog.records) == lines == 3, "a line for each loss, none while it rests"
        clock.now += FIRST_REST_S
        with pytest.raises(Lost):
            await pool.do(Work(deeds.die))
        clock.now += FIRST_REST_S
        with pytest.raises(Lost):
            await pool.do(Work(deeds.pid))
        clock.now += FIRST_REST_S
        assert await pool.do(Work(deeds.pid))
        assert pool.pending == 0


async def test_a_rest_has_a_longest() -> None:
    clock = Clock()
    async with pool_of(0, clock=clock) as pool:
        for _ in range(2000):
            pool._lose()
        clock.now += LONGEST_REST_S
        assert await pool.do(Work(deeds.pid)) == os.getpid()


@posix
async def test_a_process_that_hangs_is_ended_and_its_work_not_tried_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with pool_of(1) as pool:
        hanging = await pool.do(Work(deeds.pid))
        monkeypatch.setattr(pools, "PATIENCE_S", 0.05)
        with pytest.raises(Lost, match="stuck"):
            await pool.do(Work(deeds.hang))
        monkeypatch.setattr(pools, "PATIENCE_S", 60.0)
        assert await pool.do(Work(deeds.pid)) != hanging
        await gone(hanging)


@posix
async def test_whose_work_nobody_waits_for_any_more_is_ended() -> None:
    async with pool_of(1) as pool:
        before = await pool.do(Work(deeds.pid))
        [unwanted] = start(pool, Work(deeds.hang))
        await turns()
        unwanted.cancel()
        assert await pool.do(Work(deeds.pid)) != before
        await gone(before)


@posix
async def test_a_closed_pool_ends_its_process_and_starts_none(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async with pool_of(1) as pool:
        there = await pool.do(Work(deeds.pid))
        under_way, waiting = start(pool, Work(deeds.hang), Work(deeds.pid))
        await turns()
        pool.close()
        for task in (under_way, waiting):
            with pytest.raises(Lost):
                await task
        await gone(there)
        assert pool._workers[0]._executor is None
    assert not caplog.records, "that it ends is no loss"


async def gone(pid: int) -> None:
    """Wait until there is no such process."""
    while True:
        try:
            os.kill(pid, 0)
            await asyncio.sleep(0.01)
        except ProcessLookupError:
            return
        except BaseException:
            os.kill(pid, signal.SIGKILL)  # or else this test's process would wait for it
            raise
