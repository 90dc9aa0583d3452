"""Matches played through a cluster whose processes are killed at random."""

from __future__ import annotations

import asyncio
import random
import time
from typing import Any

from sqlalchemy import func, select

from data.store import schema
from data.store.database import Database
from tests.benchmarks.cluster.staging import staged
from tests.benchmarks.tables.crowd import Crowd
from tests.benchmarks.tables.measures import spread
from tests.bot.sandbox.surviving import Seen, check, kill

PAUSE_S = 2.0
"""A person's, on average."""

LOST_AFTER_S = 900.0
"""A match that isn't over by then is lost."""


async def outlive(
    matches: int, bots: int, thinkers: int, every_s: float, seed: int
) -> dict[str, Any]:
    """Play so many matches at once to their end, and kill a process now and then.

    Raises:
        AssertionError: a match was lost, or something in one was done twice.
    """
    rng, seen = random.Random(seed), Seen()
    async with staged(bots, thinkers, matches) as there:
        people = [one.id for one in there.stage.sandbox.world.people]
        crowd = Crowd(there.stage, people, rng)
        await there.cluster.start()
        playing = asyncio.create_task(crowd.play(None, PAUSE_S))
        began = time.monotonic()
        while await _on(there.database):
            assert time.monotonic() < began + LOST_AFTER_S, "a match is lost"
            await asyncio.sleep(rng.uniform(0.5, 1.5) * every_s)
            await kill(there.cluster, rng, seen)
        playing.cancel()
        await asyncio.gather(playing, return_exceptions=True)
        await check(there.stage.sandbox, there.database, matches)
        counts = crowd.counts
    return {
        "kills": len(seen.killed),
        "actions": counts.actions.total(),
        "clicks_unanswered": counts.unanswered,
        "hand_ms": spread(counts.hands),
        "longest_wait_s": round(max(counts.hands, default=0.0), 1),
        "seconds": round(time.monotonic() - began),
    }


async def _on(database: str) -> int:
    """How many matches aren't over."""
    db = await Database.open(database)
    table = schema.matches
    query = select(func.count()).where(table.c.status == "playing")
    count: int = await db.read(lambda conn: conn.scalar(query) or 0)
    await db.close()
    return count
