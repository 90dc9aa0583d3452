"""Many tables with computers at once: how long people wait, and how soon their clicks are answered.

The real bot as ``python -m bot run`` starts it, with its defaults, connected to the pocket Discord,
which runs in this process. At each table one person plays against computers and takes some seconds
to click, now more, now less.

    python -m tests.benchmarks.busy_tables [TABLES [SECONDS [LEVEL [COMPUTERS [SECONDS A CLICK]]]]]
"""

from __future__ import annotations

import asyncio
import contextlib
import random
import sys
import tempfile
import time
from pathlib import Path

from bot.match import ids
from bot.sandbox.process import BotProcess
from bot.sandbox.server import Sandbox
from data.people import guilds
from data.people.models import GuildSettings
from data.store.database import Database
from tests.bot.sandbox.player import steps
from tests.bot.sandbox.tab import Json, Refused, Tab

PEOPLE = 8


class Waits:
    """Seconds that were waited, by what for."""

    def __init__(self) -> None:
        self.click: list[float] = []
        self.turn: list[float] = []
        self.failed = 0

    def report(self) -> str:
        """A line for each."""
        return "\n".join(
            (
                _line("a click answered", self.click),
                _line("asked again after one's turn", self.turn),
                f"clicks without an answer in 3 s: {self.failed}",
            )
        )


def _line(name: str, waited: list[float]) -> str:
    if not waited:
        return f"{name}: never"
    ranked = sorted(waited)
    half, most = (ranked[int(len(ranked) * share)] for share in (0.5, 0.99))
    return (
        f"{name}: {len(ranked)} times, median {half * 1000:.0f} ms, "
        f"99 % within {most * 1000:.0f} ms, longest {ranked[-1] * 1000:.0f} ms"
    )


def match_of(message: Json) -> int | None:
    """The match that a hand belongs to."""
    return ids.parse(steps(message)[0]["custom_id"]).match


def hands(tab: Tab) -> dict[int | None, Json]:
    """The hands that ask for something, by match."""
    there = list(tab.messages.values())
    asking = [one for one in there if one["channel_id"] == tab.dm and steps(one)]
    return {match_of(one): one for one in sorted(asking, key=lambda one: int(one["id"]))}


class Table:
    """One person's seat in one match."""

    def __init__(self, tab: Tab, match: int | None, rng: random.Random, waits: Waits) -> None:
        self.tab, self.match, self.rng, self.waits = tab, match, rng, waits

    async def play(self, patience: float) -> None:
        """Act whenever asked, about so many seconds after being asked, until the match is over."""
        acted: float | None = None
        while True:
            await self.tab.see(lambda: self.match in hands(self.tab), 600)
            if acted is not None:
                self.waits.turn.append(time.perf_counter() - acted)
            await asyncio.sleep(self.rng.expovariate(1 / patience))
            before = hands(self.tab).get(self.match)
            if before is not None:
                with contextlib.suppress(Refused):  # its message has just become another
                    await self._click(before)
            acted = None if self.match in hands(self.tab) else time.perf_counter()

    async def _click(self, message: Json) -> None:
        offered = steps(message)
        verbs = (ids.Verb.SHOW, ids.Verb.THEN_SHOW)
        shows = [one for one in offered if ids.parse(one["custom_id"]).verb in verbs]
        control = self.rng.choice(shows or offered)
        began = time.perf_counter()
        if control["type"] == 3:
            value = self.rng.choice(control["options"])["value"]
            nonce = await self.tab.choose(message, control["custom_id"], value)
        else:
            nonce = await self.tab.press(message, control["custom_id"])
        state = (await self.tab.became(nonce, "answered", "failed"))["state"]
        self.waits.click.append(time.perf_counter() - began)
        self.waits.failed += state == "failed"


async def measure(
    tables: int, seconds: float, level: str, computers: int, patience: float
) -> Waits:
    """Let all tables play for some seconds."""
    waits, rng = Waits(), random.Random(1)
    sandbox = Sandbox(people=PEOPLE, answer_within=3)
    await sandbox.start()
    with tempfile.TemporaryDirectory() as folder:
        await allow_many(sandbox, Path(folder))
        bot = BotProcess(sandbox, Path(folder), {"LOG_LEVEL": "WARNING"})
        sandbox.faults.process = bot
        await bot.start()
        openings = [Tab.open(sandbox, person.key) for person in sandbox.world.people][:PEOPLE]
        tabs = [await opening.__aenter__() for opening in openings]
        await tabs[0].see(lambda: tabs[0].overview["bot"]["connected"], 60)
        playing = []
        for number in range(tables):
            tab = tabs[number % len(tabs)]
            nonce = await tab.slash("scout play", computers=computers, level=level)
            await tab.became(nonce, "answered", "failed")
            match = number + 1
            table = Table(tab, match, random.Random(number), waits)
            playing.append(asyncio.create_task(table.play(patience)))
            await asyncio.sleep(rng.random())
        waits.click.clear()
        waits.turn.clear()
        await asyncio.wait(playing, timeout=seconds, return_when=asyncio.FIRST_EXCEPTION)
        for task in playing:
            if task.done():
                task.result()
            task.cancel()
        await asyncio.gather(*playing, return_exceptions=True)
        for opening in openings:
            await opening.__aexit__()
        await bot.stop()
    await sandbox.stop()
    return waits


async def allow_many(sandbox: Sandbox, folder: Path) -> None:
    """Let the server have more matches at once than it has by default."""
    db = await Database.open(f"sqlite:///{folder / 'scout.sqlite3'}")
    async with db.write() as conn:
        await guilds.get_or_create(conn, sandbox.world.guild.id, sandbox.world.guild.name, 0)
        await guilds.set_settings(conn, sandbox.world.guild.id, GuildSettings(max_matches=200))
    await db.close()


def main(words: list[str]) -> None:
    """Measure, and print what was waited."""
    given = dict(enumerate(words))
    tables, seconds = int(given.get(0, "30")), float(given.get(1, "60"))
    level, computers = given.get(2, "expert"), int(given.get(3, "3"))
    patience = float(given.get(4, "5"))
    waits = asyncio.run(measure(tables, seconds, level, computers, patience))
    sys.stdout.write(
        f"{tables} tables, each one person ({patience:g} s a click) and {computers} times {level}, "
        f"{seconds:g} s\n{waits.report()}\n"
    )


if __name__ == "__main__":
    main(sys.argv[1:])
