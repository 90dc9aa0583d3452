"""How soon clicks on a daily deal are answered, and what showing a match around takes.

    python -m tests.benchmarks.daily [PEOPLE]

Everything but Discord: the database on the disk, a process that thinks, one that draws. First so
many people begin at once, then they play on, some at a time, each as soon as the last answer came.
Times are milliseconds from the click to the finished message.
"""

from __future__ import annotations

import asyncio
import random
import sys
import tempfile
from datetime import date
from statistics import quantiles
from time import perf_counter
from typing import Any
from unittest.mock import MagicMock

from bot import render
from bot.app import ScoutBot
from bot.base import times
from bot.entry import deals as pages
from bot.host import play
from bot.match.refusal import Refusal
from bot.match.replaying import replay
from bot.match.visitor import Visitor
from bot.pictures import Style
from bot.pictures.film import film_picture
from bot.settings import Settings
from bot.texts import texts_for
from data.daily import days
from data.matches import log, matches
from engine import legal_actions, view

LEVEL, TURN_MS = "medium", 50.0
"""Who plays at a table, how long they may think, and how long they aren't asked after that."""

AT_A_TIME = 3
"""Clicks that are answered at the same time: more than one, and no queue."""


def visitor(number: int) -> Visitor:
    """Somebody who has never played."""
    return Visitor(number, f"Person {number}", None, texts_for("en"), "en", 1, 2, False)


async def main(people: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        bot = ScoutBot(
            Settings(
                discord_token="x",
                database_url=f"sqlite:///{folder}/scout.sqlite3",
                par_runs=0,
                _env_file=None,
            )
        )
        await bot.open()
        desk = bot.parts.desk
        desk.client = MagicMock()
        bot.parts.thinker.warm_up()
        bot.parts.studio.warm_up()
        day = days.date_at(times.now())
        await bot.parts.daily.tick()
        while True:
            try:
                await begun(desk, day, 1)  # whoever comes first waits for the processes
                break
            except Refusal as refusal:
                print(refusal.message)
        began = perf_counter()
        first = await asyncio.gather(*(begun(desk, day, number) for number in range(2, people + 2)))
        print(
            f"{people} beginning at once: all answered in {1000 * (perf_counter() - began):.0f} ms"
        )
        told("each of them", [took for _, took in first])
        limit, clicks = asyncio.Semaphore(AT_A_TIME), list[float]()
        await asyncio.gather(*(played(desk, match, limit, clicks) for match, _ in first))
        told(f"clicks, {AT_A_TIME} at a time", clicks)
        await shown(desk, first[0][0])
        await reviewed(desk, first[0][0])
        await bot.parts.close()


async def begun(desk: Any, day: date, number: int) -> tuple[int, float]:
    """Begin the day's deal; the match's number, and how long its message took."""
    began, who = perf_counter(), visitor(number)
    found = await pages.find(desk, who, day)
    match = await desk.daily.attempt(who, "A server", found.deal, number)
    await answered(desk, match)
    return match, 1000 * (perf_counter() - began)


async def answered(desk: Any, match: int) -> None:
    """The message as it is shown to its person."""
    board = await desk.alone.resume(match)
    if board.live.on:
        scene = await desk.scenes.of(board)
        await render.alone_layout(desk.kit, scene, texts_for("en"))


async def played(desk: Any, match: int, limit: asyncio.Semaphore, clicks: list[float]) -> None:
    """Play an attempt to its end."""
    rng = random.Random(match)
    while True:
        async with limit:
            began, board = perf_counter(), await desk.mailboxes.board(match)
            if not board.live.on:
                return
            decision = board.live.decision(1)
            legal = legal_actions(board.live.playing.match, 1)
            shows = [action for action in legal if str(action).startswith("show")]
            action = rng.choice(shows or legal)
            cause = f"interaction:{rng.getrandbits(60)}"
            await play.act(desk.mailboxes, match, 1, decision, action, cause=cause)
            await answered(desk, match)
            clicks.append(1000 * (perf_counter() - began))


async def stored(desk: Any, match: int) -> Any:
    """A match's row and log."""
    return await desk.db.read(lambda conn: (matches.get(conn, match), log.load(conn, match)))


async def reviewed(desk: Any, match: int) -> None:
    """What a seat's decisions cost, and how long a table's computer takes meanwhile."""
    row, entries = await stored(desk, match)
    moments = [step.match for step in replay(row, entries).steps]
    seen = view(next(one for one in moments if legal_actions(one, 1)), 1)

    async def turns(until: asyncio.Future[Any]) -> list[float]:
        took = []
        while not until.done():
            began = perf_counter()
            await desk.thinker.choose(LEVEL, seen, TURN_MS, 1)
            took.append(1000 * (perf_counter() - began))
            await asyncio.sleep(TURN_MS / 1000)
        return took

    quiet = await turns(asyncio.ensure_future(asyncio.sleep(5)))
    began = perf_counter()
    review = desk.reviews.begin(row, entries, 1)
    busy = await turns(review)
    found = await review
    decisions = 0 if found is None else len(found.decisions)
    print(f"review of {decisions} decisions: {perf_counter() - began:.1f} s")
    told(f"a turn of {LEVEL} without it", quiet)
    told(f"a turn of {LEVEL} meanwhile", busy)


async def shown(desk: Any, match: int) -> None:
    """A film of sixty steps, and the page."""
    row, entries = await stored(desk, match)
    steps = replay(row, entries).steps
    moments = tuple(step.match for step in (steps * 60)[:60])
    names = (await desk.mailboxes.load(match)).names
    began = perf_counter()
    picture = await desk.kit.studio.draw(film_picture, moments, names, Style())
    size = len(picture.data) if picture else 0
    print(f"film of 60 steps: {1000 * (perf_counter() - began):.0f} ms, {size / 2**20:.2f} MiB")
    began = perf_counter()
    data = await asyncio.to_thread(render.page, texts_for("en"), row, steps)
    print(f"page: {1000 * (perf_counter() - began):.0f} ms, {len(data) / 1000:.0f} kB")


def told(what: str, took: list[float]) -> None:
    """Median and the ninety-ninth of a hundred."""
    cuts = quantiles(took, n=100)
    print(f"{what}: p50 {cuts[49]:.0f} ms, p99 {cuts[98]:.0f} ms ({len(took)})")


if __name__ == "__main__":
    asyncio.run(main(int(sys.argv[1]) if len(sys.argv) > 1 else 200))
