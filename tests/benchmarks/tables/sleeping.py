"""Matches that sleep: what memory each takes, and how soon a bot with many of them is ready."""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass
from typing import Any

from tests.benchmarks.tables import machine
from tests.benchmarks.tables.begun import Table
from tests.benchmarks.tables.stage import Failed, Stage, Stats, stage, until

PEOPLE = 3
CROWD = 600
"""People in all; with many matches each is in several."""

FEW = 20
"""So many are looked at in any case: what the bot loads for the first of them is no match's."""

CONNECTED_WITHIN_S = 300.0
REST_WITHIN_S, AT_REST_S = 120.0, 0.05


@dataclass(frozen=True, slots=True)
class Started:
    """A bot that was started.

    Attributes:
        ready: seconds from there to the first answer to a person.
        settled: and until it had nothing more to do because of the start.
        at_start: what the bot told about itself then.
        asleep: KiB that it held when it had come to rest.
        woken: and after further matches had been looked at.
    """

    ready: float
    settled: float
    at_start: Stats
    asleep: int
    woken: int


async def sleep(matches: int, wake: int) -> dict[str, Any]:
    """Start a bot with so many live matches of which nothing is due, and one with few.

    Args:
        matches: how many there are.
        wake: in so many of them somebody then looks at their hand, and they sleep again.

    Raises:
        Failed: the bot doesn't come, or doesn't answer.
    """
    few, many = await _start(FEW, 0), await _start(matches, wake)
    return {
        "ready_s": round(many.ready, 2),
        "ready_with_few_s": round(few.ready, 2),
        "settled_s": round(many.settled, 2),
        "settled_with_few_s": round(few.settled, 2),
        "kib_a_sleeping_match": round((many.asleep - few.asleep) / (matches - FEW), 2),
        "kib_a_match_woken_once": round((many.woken - many.asleep) / wake, 2),
        "at_start": many.at_start,
        "at_start_with_few": few.at_start,
        "load": machine.load(),
    }


async def _start(matches: int, wake: int) -> Started:
    # Without pictures: those that are kept are bounded, and no match's either.
    world = stage(matches, PEOPLE, crowd=CROWD, text_only=True, shown=True)
    async with world as (there, tables):
        began = time.perf_counter()
        await there.bot.start()
        gateway = there.sandbox.gateway
        await until(lambda: gateway.connected, CONNECTED_WITHIN_S, "connected")
        while not await _look(there, tables[0], 1):
            pass  # it took more than three seconds, and the bot may yet come
        ready = time.perf_counter() - began
        await there.line("ready", 0, CONNECTED_WITHIN_S)  # some time after the last server came
        settled, _ = await _at_rest(there)
        at_start, held = await there.stats(), []
        for some in (slice(FEW), slice(FEW, FEW + wake)):
            for number, table in list(enumerate(tables, start=1))[some]:
                if not await _look(there, table, number):
                    raise Failed(f"no answer in match {number}")
            held.append((await _at_rest(there))[1])
        return Started(ready, settled - began, at_start, *held)


async def _look(there: Stage, table: Table, number: int) -> bool:
    """Somebody looks at their hand; whether the bot answers."""
    actions = there.acting(table.people[0])
    command = next(one for one in there.sandbox.world.commands.values() if one["name"] == "scout")
    told = await there.ask(
        lambda nonce: actions.command(
            table.place, command["id"], ["hand"], {"match": number}, nonce
        )
    )
    return bool(told["state"] == "answered")


async def _at_rest(there: Stage) -> tuple[float, int]:
    """Wait until the bot's own process does next to nothing; since when, and what KiB it holds."""
    end = time.perf_counter() + REST_WITHIN_S
    while (began := time.perf_counter()) < end:
        before = machine.usage(there.pid)
        await asyncio.sleep(1)
        now = machine.usage(there.pid)
        ran, _ = now.since(before)
        if sum(spent for name, spent in ran.items() if name.startswith("bot/")) <= AT_REST_S:
            return began, now.rss["bot"]
    raise Failed("the bot doesn't come to rest")
