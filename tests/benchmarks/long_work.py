"""Long work on a large server's database while people click: does anybody wait for it?

    python -m tests.benchmarks.long_work FILE [PLAYERS [MATCHES]]

The file is made if it isn't there (``big_server``; a minute or two), and copied before each piece
of work, which is then done as a running bot does it, while a click's unit is written every 20 ms.
A line of JSON each, times in milliseconds: how long it took, how long its writing units by the
clock and by the processor time of their thread, and how long clicks and the event loop waited;
first without any work, for comparison. On a busy machine the clock tells of the others, too.
"""

from __future__ import annotations

import asyncio
import gc
import json
import shutil
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from statistics import quantiles
from time import perf_counter, thread_time

from sqlalchemy.engine import Connection

from data.matches import log, matches
from data.matches.models import MatchOptions, StoredSeat
from data.people import guilds, privacy
from data.people.retention import KEPT_MS, purge
from data.standings import recount, standings
from data.store.database import Database
from data.store.work import Step, Work
from tests.benchmarks import big_server

Unit = Callable[[Connection], object]

ELSEWHERE = big_server.GUILD + 1
EVERY_S = 0.02
IDLE_S = 20.0
LEAST_S = 3.0
LONGEST_S = 100.0
"""What takes longer is broken off; its line says so."""


def open_lobby(conn: Connection) -> int:
    """A match in another server, in which somebody clicks."""
    guilds.get_or_create(conn, ELSEWHERE, "Elsewhere", 1)
    match_id = matches.create(
        conn,
        guild_id=ELSEWHERE,
        channel_id=1,
        host_id=1,
        options=MatchOptions(),
        secret="secret",
        at=1,
    )
    matches.replace_seats(conn, match_id, [StoredSeat(1, player_id=None, level="easy")])
    return match_id


def click(conn: Connection, match_id: int, number: int) -> None:
    """About what a click writes."""
    head = log.head(conn, match_id)
    entry = log.Logged(head + 1, log.Lobby(change="join"), f"click:{number}", 1)
    log.append(conn, match_id, [entry])
    matches.set_lanes(conn, match_id, called=head)


class Timed:
    """Some long work, with the times of its writing steps."""

    def __init__(self, work: Work[object]) -> None:
        self._work = work
        self.steps: list[tuple[float, float, str]] = []

    def go_on(self) -> Work[object]:
        answer: object = None
        try:
            while True:
                step = self._work.send(answer)
                if step.writes:
                    step = Step(partial(self._run, step.unit), writes=True)
                answer = yield step
        except StopIteration as end:
            return end.value

    def _run(self, unit: Unit, conn: Connection) -> object:
        began, cpu = perf_counter(), thread_time()
        result = unit(conn)
        name = getattr(getattr(unit, "func", unit), "__name__", "?")
        self.steps.append((1000 * (perf_counter() - began), 1000 * (thread_time() - cpu), name))
        return result

    def longest(self) -> dict[str, object]:
        if not self.steps:
            return {}
        return {
            "longest_step": max(self.steps, key=lambda step: step[1])[2],
            "clock": spread([clock for clock, _, _ in self.steps]),
            "cpu": spread([cpu for _, cpu, _ in self.steps]),
        }


class Clicks:
    """Somebody who clicks all the time, and how long that takes and how late the loop is."""

    def __init__(self, db: Database, match_id: int) -> None:
        self._db, self._match_id = db, match_id
        self.waits: list[float] = []
        self.lags: list[float] = []

    async def go_on(self) -> None:
        number = 0
        while True:
            number += 1
            began = perf_counter()
            await self._db.write(partial(click, match_id=self._match_id, number=number))
            self.waits.append(1000 * (perf_counter() - began))
            began = perf_counter()
            await asyncio.sleep(EVERY_S)
            self.lags.append(1000 * (perf_counter() - began - EVERY_S))


async def measure(what: str, file: Path, work: Work[object] | None, *asks: Unit) -> None:
    """Do some work on a copy of the file, and print what it meant for others."""
    copy = file.with_suffix(".copy")
    shutil.copyfile(file, copy)
    db = await Database.open(f"sqlite:///{copy}")
    clicks = Clicks(db, await db.write(open_lobby))
    for ask in asks:
        await db.write(ask)
    clicking = asyncio.create_task(clicks.go_on())
    timed = Timed(work) if work is not None else None
    began, done = perf_counter(), True
    try:
        async with asyncio.timeout(LONGEST_S):
            await (db.work(timed.go_on()) if timed else asyncio.sleep(IDLE_S))
    except TimeoutError:
        done = False
    took = perf_counter() - began
    await asyncio.sleep(LEAST_S - took)
    clicking.cancel()
    await db.close()
    line = {
        "work": what,
        "done": done,
        "took_s": round(took, 1),
        "writing": timed.longest() if timed else {},
        "click": spread(clicks.waits),
        "loop_lag": spread(clicks.lags),
    }
    print(json.dumps(line), flush=True)  # noqa: T201


def spread(times: list[float]) -> dict[str, float]:
    cuts = quantiles(times, n=100) if len(times) > 1 else times * 99
    shown = {"p50": cuts[49], "p99": cuts[98], "max": max(times)}
    return {"count": len(times)} | {name: round(time, 1) for name, time in shown.items()}


async def main(file: Path, players: int, count: int) -> None:
    url = f"sqlite:///{file}"
    if not file.exists():
        db = await Database.open(url)
        await big_server.generate(db, players, count)
        await db.checkpoint()
        await db.close()
    gc.collect()
    gc.freeze()  # or collecting what was made for the file would be counted, some 40 ms once
    guild = big_server.GUILD
    now = big_server.START + KEPT_MS
    await measure("nothing", file, None)
    for part, match_id in (("recent", count - 100), ("old", count // 2)):
        void = partial(standings.void, match_id=match_id)
        await measure(f"void of a match ({part})", file, recount.recount(guild), void)
    await measure("rebuild", file, recount.recount(guild), partial(recount.ask, guild_id=guild))
    await measure("deletion of a person", file, privacy.forget(1))
    removed = partial(guilds.mark_removed, guild_id=guild, at=big_server.START)
    await measure("purge of the server", file, purge(now), removed)


if __name__ == "__main__":
    path, *sizes = sys.argv[1:]
    asyncio.run(main(Path(path), *(map(int, sizes) if sizes else (5_000, 200_000))))
