"""Where computer players think: off the loop, less each the more must wait, and never in vain."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
import threading
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.host.computers import BUDGETS_MS
from bot.workers import pool, thinking
from bot.workers.pool import LOW_PRIORITY, Work
from bot.workers.thinking import LEAST_MS, QUEUE_LIMIT, SIMPLE, Thinker
from engine import KEEP, Action, Move, View, apply, deal_from_seed, new_match, view
from engine.views import legal_actions
from tests.patience import PATIENCE_S


def a_turn() -> View:
    """The starter's view at the beginning of a round."""
    match = new_match(3)
    match = apply(match, deal_from_seed(match, "thinking")).match
    for seat in (1, 2, 3):
        match = apply(match, Move(seat, KEEP)).match
    assert match.round is not None
    return view(match, match.round.turn)


TURN = a_turn()


@pytest.fixture
async def thinker() -> AsyncIterator[Thinker]:
    one = Thinker(0)
    yield one
    one.close()


class Thoughts:
    """In place of thinking: notes what was asked of whom, and waits to be let go."""

    def __init__(self, *, go: bool = True) -> None:
        self.asked: list[tuple[str, float]] = []
        self.threads: set[int] = set()
        self.go = threading.Event()
        if go:
            self.go.set()

    def __call__(self, level: str, seen: View, budget_ms: float, seed: int) -> Action:
        del seed
        self.asked.append((level, budget_ms))
        self.threads.add(threading.get_ident())
        if level != SIMPLE:
            assert self.go.wait(30)
        return legal_actions(seen)[0]


async def test_a_thought_is_legal_and_not_the_loops(thinker: Thinker) -> None:
    action = await thinker.choose("medium", TURN, 50, 1)
    assert action in legal_actions(TURN)


async def test_the_more_must_wait_the_less_each_may_think(
    thinker: Thinker, monkeypatch: pytest.MonkeyPatch
) -> None:
    thoughts = Thoughts(go=False)
    monkeypatch.setattr(thinking, "_think", thoughts)
    waiting = [asyncio.create_task(thinker.choose("expert", TURN, 60, 1)) for _ in range(40)]
    await asyncio.sleep(0)
    thoughts.go.set()
    await asyncio.gather(*waiting)
    budgets = [budget for _, budget in thoughts.asked]
    assert budgets == [max(LEAST_MS, 60 / before) for before in range(1, 41)]
    assert sum(budgets) < 500, "the last of forty waits half a second, whoever asks for 60 ms"
    assert threading.get_ident() not in thoughts.threads
    await thinker.choose("expert", TURN, 60, 1)
    assert thoughts.asked[-1] == ("expert", 60), "alone again it has all its time"


async def test_the_last_that_may_wait_begins_within_two_seconds(
    thinker: Thinker, monkeypatch: pytest.MonkeyPatch
) -> None:
    thoughts = Thoughts(go=False)
    monkeypatch.setattr(thinking, "_think", thoughts)
    most = max(BUDGETS_MS.values())
    waiting = [
        asyncio.create_task(thinker.choose("expert", TURN, most, 1)) for _ in range(QUEUE_LIMIT)
    ]
    await asyncio.sleep(0)
    thoughts.go.set()
    await asyncio.gather(*waiting)
    assert sum(budget for _, budget in thoughts.asked) < 2000


async def test_the_queue_is_bounded(thinker: Thinker, monkeypatch: pytest.MonkeyPatch) -> None:
    thoughts = Thoughts(go=False)
    monkeypatch.setattr(thinking, "_think", thoughts)
    monkeypatch.setattr(thinking, "QUEUE_LIMIT", 3)
    waiting = [asyncio.create_task(thinker.choose("expert", TURN, 60, 1)) for _ in range(3)]
    await asyncio.sleep(0)
    action = await asyncio.wait_for(thinker.choose("expert", TURN, 60, 1), PATIENCE_S)
    assert action in legal_actions(TURN)
    assert (SIMPLE, LEAST_MS) in thoughts.asked
    thoughts.go.set()
    await asyncio.gather(*waiting)
    assert threading.get_ident() not in thoughts.threads


async def test_advice_gives_way_to_the_tables(
    thinker: Thinker, monkeypatch: pytest.MonkeyPatch
) -> None:
    thoughts = Thoughts(go=False)
    monkeypatch.setattr(thinking, "_think", thoughts)
    monkeypatch.setattr(thinking, "ADVICE_LIMIT", 3)
    waiting = [asyncio.create_task(thinker.choose("easy", TURN, 60, 1)) for _ in range(3)]
    await asyncio.sleep(0)
    assert await thinker.advise(TURN, 60, 1) is None
    thoughts.go.set()
    await asyncio.gather(*waiting)
    assert await thinker.advise(TURN, 60, 1) in legal_actions(TURN)
    assert thoughts.asked[-1] == (thinking.ADVISER, 60)


async def test_the_tables_turns_come_before_advice(
    thinker: Thinker, monkeypatch: pytest.MonkeyPatch
) -> None:
    thoughts = Thoughts(go=False)
    monkeypatch.setattr(thinking, "_think", thoughts)
    waiting = [
        asyncio.create_task(one)
        for one in (
            thinker.choose("easy", TURN, 60, 1),
            thinker.advise(TURN, 60, 1),
            thinker.choose("medium", TURN, 60, 1),
        )
    ]
    await asyncio.sleep(0)
    assert thinker.waiting == 2
    thoughts.go.set()
    await asyncio.gather(*waiting)
    assert [level for level, _ in thoughts.asked] == ["easy", "medium", thinking.ADVISER]


@pytest.mark.parametrize("stuck", [False, True])
async def test_a_thought_that_comes_to_nothing_is_replaced_for_a_table_alone(
    thinker: Thinker, monkeypatch: pytest.MonkeyPatch, stuck: bool
) -> None:
    thoughts = Thoughts(go=False)

    def think(level: str, seen: View, budget_ms: float, seed: int) -> Action:
        if level != SIMPLE and not stuck:
            raise ZeroDivisionError
        return thoughts(level, seen, budget_ms, seed)

    monkeypatch.setattr(thinking, "_think", think)
    monkeypatch.setattr(pool, "PATIENCE_S", 0.05)
    assert await thinker.choose("expert", TURN, 60, 1) in legal_actions(TURN)
    assert await thinker.advise(TURN, 60, 1) is None, "nobody else's move is given as expert's"
    thoughts.go.set()


async def test_an_old_level_that_is_no_more_still_plays(thinker: Thinker) -> None:
    assert await thinker.choose("grandmaster", TURN, 50, 1) in legal_actions(TURN)


@pytest.mark.skipif(sys.platform != "linux", reason="looks at a process's threads in /proc")
async def test_the_process_makes_machine_code_with_low_priority_and_may_die(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    one = Thinker(1)
    one.warm_up()
    try:
        assert await one.choose("medium", TURN, 50, 1) in legal_actions(TURN)
        pid = await one._pool.do(Work(os.getpid))
        tasks = [int(task.name) for task in Path(f"/proc/{pid}/task").iterdir()]
        mine = os.getpriority(os.PRIO_PROCESS, 0)
        priorities = {os.getpriority(os.PRIO_PROCESS, task) - mine for task in tasks}
        assert os.getpriority(os.PRIO_PROCESS, pid) == mine
        pytest.importorskip("numba")
        assert max(priorities) == min(LOW_PRIORITY, 19 - mine)
        os.kill(pid, signal.SIGKILL)
        assert await one.advise(TURN, 50, 1) in legal_actions(TURN), "expert itself, in another"
        assert await one._pool.do(Work(os.getpid)) != pid
    finally:
        one.close()
