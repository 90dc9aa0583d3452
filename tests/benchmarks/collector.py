"""How long Python's collector holds the bot up, with and without what ``bot.app`` sets aside.

    python -m tests.benchmarks.collector

Each line is of a process of its own: a bot with its database and its words, and 119 matches that
are kept at hand. Milliseconds of processor time for a full collection, the median of nine.
"""

from __future__ import annotations

import asyncio
import gc
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from statistics import median
from time import process_time

from sqlalchemy.engine import Connection

from bot.app import ScoutBot, set_aside
from bot.texts import warm
from tests.data import factory
from tests.e2e.world import settings

MATCHES = 119


def collection_ms() -> float:
    """How long a full collection takes."""
    times = []
    for _ in range(9):
        began = process_time()
        gc.collect()
        times.append(1000 * (process_time() - began))
    return median(times)


async def measure(prepare: Callable[[], None]) -> tuple[float, float]:
    """A collection after the start, and with matches at hand."""
    with tempfile.TemporaryDirectory() as folder:
        bot = ScoutBot(settings(Path(folder) / "scout.sqlite3"))
        await bot.open()
        warm()
        prepare()
        empty = collection_ms()

        def play(conn: Connection) -> None:
            for n in range(1, MATCHES + 1):
                factory.finished(conn, n, n + 1000, seed=n, at=n)

        await bot.desk.db.write(play)
        boards = [await bot.desk.mailboxes.board(n) for n in range(1, MATCHES + 1)]
        kept = collection_ms()
        assert len(boards) == MATCHES
        await bot.shut()
        return empty, kept


if __name__ == "__main__":
    if sys.argv[1:]:
        empty, kept = asyncio.run(measure(set_aside if sys.argv[1] == "set aside" else gc.collect))
        sys.stdout.write(f"{sys.argv[1]}: {empty:.1f} ms, with {MATCHES} matches {kept:.1f} ms\n")
    else:
        for name in ("not set aside", "set aside"):
            subprocess.run([sys.executable, "-m", "tests.benchmarks.collector", name], check=True)
