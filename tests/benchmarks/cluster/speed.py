"""What so many processes do in a second, and what an action costs each of them."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from random import Random
from typing import Any

from bot.sandbox.cluster import Cluster
from tests.benchmarks.cluster.staging import staged
from tests.benchmarks.tables import machine
from tests.benchmarks.tables.crowd import Crowd
from tests.benchmarks.tables.measures import Counts, Lag, spread

WARM_S, QUIET_S, OPENED_WITHIN_S = 10.0, 5.0, 400.0


async def measure(processes: int, tables: int, rate: float, seconds: float) -> dict[str, Any]:
    """Let people act as fast as ``rate`` wants, if the bots keep up."""
    async with staged(processes, 0, tables) as staging:
        there, cluster, server = staging.stage, staging.cluster, staging.server
        people = list(there.sandbox.world.users)[1:]
        crowd = Crowd(there, people, Random(1))
        await cluster.start()
        await _opened(crowd, tables)
        playing = asyncio.create_task(crowd.play(rate, 1.0))
        await asyncio.sleep(WARM_S)
        crowd.counts = counts = Counts()
        there.sandbox.calls.reset()
        before, lag, began = _usage(cluster, server), Lag(), time.perf_counter()
        await asyncio.sleep(seconds)
        took, after = time.perf_counter() - began, _usage(cluster, server)
        lag.stop()
        playing.cancel()
        await asyncio.gather(playing, return_exceptions=True)
    actions = max(1, counts.actions.total())
    return {
        "actions_per_s": round(actions / took, 1),
        "cpu_ms_per_action": {
            who: round(1000 * (spent - before[who]) / actions, 1) for who, spent in after.items()
        },
        "calls_per_action": round(sum(there.sandbox.calls.by_route.values()) / actions, 2),
        "answer_ms": spread(counts.answers),
        "hand_ms": spread(counts.hands),
        "unanswered": counts.unanswered,
        "driver_lag_ms": spread(lag.seconds),
        "load": machine.load(),
    }


async def _opened(crowd: Crowd, tables: int) -> None:
    """Wait until hands and tables stand, and nothing more is sent."""
    end = time.perf_counter() + OPENED_WITHIN_S
    while time.perf_counter() < end:
        await asyncio.sleep(1)
        if len(crowd.asked) >= tables and time.perf_counter() - crowd.last_message > QUIET_S:
            return


def _usage(cluster: Cluster, server: int) -> Counter[str]:
    """CPU seconds so far: of all bots together, and of PostgreSQL."""
    spent: Counter[str] = Counter()
    for who, pid in [("bots", one.pid or 0) for one in cluster.bots] + [("postgres", server)]:
        spent[who] += sum(thread.cpu for thread in machine.usage(pid).threads.values())
    return spent
