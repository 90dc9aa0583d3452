"""One measured run: tables are played at a pace, and everything is counted."""

from __future__ import annotations

import asyncio
import gc
import time
from collections import Counter
from dataclasses import dataclass
from random import Random
from typing import Any

from tests.benchmarks.tables import machine
from tests.benchmarks.tables.crowd import Crowd
from tests.benchmarks.tables.measures import Counts, Lag, quantile, spread
from tests.benchmarks.tables.stage import Stage, Stats, stage

LAG_LIMIT_MS = 20.0
"""A driver whose own loop is later than this at p99 measures itself: the run doesn't count."""

OPENED_WITHIN_S = 400.0
QUIET_S, AT_REST_CORES = 3.0, 0.2
DRAIN_S = 5.0
BY_TOKEN = ("/interactions/", "/webhooks/")
"""Routes that Discord doesn't count among the bot's calls."""


@dataclass(frozen=True, slots=True)
class Play:
    """What is played.

    Attributes:
        tables: how many at once.
        people: at each of them.
        levels: computers at each of them, by level.
        rate: actions a second, all together; None: everybody takes ``pause`` seconds on average.
        pause: seconds.
        seconds: how long is measured.
        warm: how long is played before that.
        text_only: what all people prefer.
    """

    tables: int
    people: int
    levels: tuple[str, ...]
    rate: float | None
    pause: float
    seconds: float
    warm: float
    text_only: bool


async def play(asked: Play, seed: int) -> dict[str, Any]:
    """Play, and tell what was counted.

    Raises:
        Failed: the bot ended, or doesn't tell about itself.
    """
    async with stage(asked.tables, asked.people, asked.levels, text_only=asked.text_only) as (
        there,
        tables,
    ):
        people = [person for table in tables for person in table.people]
        crowd = Crowd(there, people, Random(seed))
        began = time.perf_counter()
        await there.bot.start()
        await _opened(there, crowd)
        opened = time.perf_counter() - began
        gc.freeze()  # servers and people by the thousand: no collector need look at them again
        playing = asyncio.create_task(crowd.play(asked.rate, asked.pause))
        await asyncio.sleep(asked.warm)
        told = await _measure(there, crowd, asked.seconds)
        playing.cancel()
        await crowd.finish(DRAIN_S)
        return {"opened_s": round(opened, 1), **told, **_waits(crowd.counts)}


async def _opened(there: Stage, crowd: Crowd) -> None:
    """Wait until hands and tables stand and the bot is at rest, or it takes too long."""
    end = time.perf_counter() + OPENED_WITHIN_S
    while time.perf_counter() < end:
        before = machine.usage(there.pid)
        await asyncio.sleep(1)
        busy = machine.usage(there.pid).since(before)[0].total() > AT_REST_CORES
        if crowd.asked and not busy and time.perf_counter() - crowd.last_message > QUIET_S:
            return


async def _measure(there: Stage, crowd: Crowd, seconds: float) -> dict[str, Any]:
    """What was spent in so many seconds; ``crowd.counts`` has the rest."""
    told = await there.stats()
    load, lag = machine.load(), Lag()
    crowd.counts = counts = Counts()
    there.sandbox.calls.reset()
    before, (ran, waited), began = machine.usage(there.pid), machine.own(), time.perf_counter()
    await asyncio.sleep(seconds)
    took, now = time.perf_counter() - began, machine.own()
    own = {
        "cpu_cores": round((now[0] - ran) / took, 2),
        "cpu_wait": round((now[1] - waited) / took, 2),
    }
    lag.stop()
    calls, actions = there.sandbox.calls, counts.actions.total()
    spent = {
        "actions_per_s": round(actions / took, 2),
        "interactions_per_s": round(counts.interactions / took, 2),
        "actions": dict(counts.actions.most_common()),
        "actions_no_table_shows": crowd.unseen,
        **_calls(calls.by_route, max(actions, 1)),
        "rate_limited": calls.rate_limited,
        "refused_calls": _refused(calls.refused),
    }
    afterwards = await there.stats()  # first: threads may have come
    after = machine.usage(there.pid)
    cpu, cpu_wait = after.since(before)
    return {
        **spent,
        "calls_per_action_by_kind": _each(_since(told, afterwards, "calls"), actions),
        "cpu_ms_per_action": _each(cpu, actions, 1000),
        "cpu_wait_ms_per_action": _each(cpu_wait, actions, 1000),
        "cpu_cores": round(cpu.total() / took, 2),
        "rss_mib": {process: round(kib / 1024) for process, kib in after.rss.items()},
        "writer": _writer(told, afterwards, actions),
        "driver": {"lag_ms": spread(lag.seconds), **own},
        "counts": quantile(sorted(lag.seconds), 0.99) * 1000 <= LAG_LIMIT_MS,
        "load": load,
    }


def _waits(counts: Counts) -> dict[str, Any]:
    """How long everything took, in milliseconds, and what went wrong."""
    return {
        "answer_ms": spread(counts.answers),
        "shown_ms": spread(counts.shown),
        "hand_ms": spread(counts.hands),
        "table_ms": spread(counts.tables),
        "again_ms": spread(counts.again),
        "deferred": counts.deferred,
        "unanswered": counts.unanswered,
        "refused": counts.refused,
        "nobody_asked": counts.idle,
    }


def _calls(routes: Counter[str], actions: int) -> dict[str, Any]:
    own = sum(count for route, count in routes.items() if not any(one in route for one in BY_TOKEN))
    return {
        "calls_per_action": round(own / actions, 2),
        "calls_per_action_by_route": _each(routes, actions),
    }


def _writer(before: Stats, after: Stats, actions: int) -> dict[str, Any]:
    """What the database's one writer has done; times in milliseconds."""
    new = {
        name: after[name] - before[name] for name in ("units", "transactions", "waited", "reads")
    }
    return {
        "units_per_action": round(new["units"] / max(actions, 1), 2),
        "transactions_per_action": round(new["transactions"] / max(actions, 1), 2),
        "reads_per_action": round(new["reads"] / max(actions, 1), 2),
        "groups": dict(_since(before, after, "groups")),
        "mean_wait_ms": round(new["waited"] / max(new["units"], 1), 2),
        "longest_wait_ms": after["longest_wait"],
        "longest_unit_ms": after["longest_unit"],
    }


def _since(before: Stats, after: Stats, name: str) -> Counter[str]:
    return Counter(after[name]) - Counter(before.get(name))


def _refused(refused: Counter[tuple[str, int, int]]) -> dict[str, int]:
    return {f"{route} {status} {code}": count for (route, status, code), count in refused.items()}


def _each(counted: Counter[str], actions: int, scale: float = 1.0) -> dict[str, float]:
    shares = {key: round(value * scale / max(actions, 1), 2) for key, value in counted.items()}
    return dict(sorted(((key, one) for key, one in shares.items() if one), key=lambda one: -one[1]))
