"""Matches played through a cluster whose processes are killed at random."""

from __future__ import annotations

import asyncio
import contextlib
import random
import tempfile
from pathlib import Path
from typing import Any

from bot.sandbox.cluster import Cluster
from bot.sandbox.model import TEXT_CHANNEL
from bot.sandbox.postgres import running
from bot.sandbox.server import Sandbox
from tests.bot.sandbox.surviving import Seen, begin, check, kill, play
from tests.bot.sandbox.tab import Tab

SETTINGS = {
    "THINK_WORKERS": "0",
    "DRAW_WORKERS": "0",
    "COMPUTER_PACE_MS": "0",
    "LOG_LEVEL": "WARNING",
}

PATIENCE_S = 180.0
"""Nobody waits for a hand for longer, or the match counts as lost."""


async def outlive(
    matches: int, bots: int, thinkers: int, every_s: float, seed: int
) -> dict[str, Any]:
    """Play so many matches at once to their end, and kill a process now and then.

    Raises:
        AssertionError: a match was lost, or something in one was done twice.
    """
    rng, seen = random.Random(seed), Seen()
    sandbox = Sandbox(matches, servers=bots, shards=bots, answer_within=15)
    await sandbox.start()
    with running() as server, tempfile.TemporaryDirectory() as folder:
        database = f"{server.address}/postgres"
        cluster = Cluster.on(
            database, sandbox, Path(folder), bots=bots, thinkers=thinkers, settings=SETTINGS
        )
        await cluster.start()
        try:
            await _play(sandbox, cluster, rng, seen, every_s)
            await check(sandbox, database, matches)
        finally:
            await cluster.stop()
            await sandbox.stop()
    waited = sorted(seen.waited)
    return {
        "kills": len(seen.killed),
        "clicks_unanswered": seen.failed,
        "waits_after_a_kill": len(waited),
        "median_wait_s": round(waited[len(waited) // 2], 1) if waited else 0.0,
        "longest_wait_s": round(waited[-1], 1) if waited else 0.0,
    }


async def _play(
    sandbox: Sandbox, cluster: Cluster, rng: random.Random, seen: Seen, every_s: float
) -> None:
    world = sandbox.world
    channels = [one.id for one in world.channels.values() if one.type == TEXT_CHANNEL]
    async with contextlib.AsyncExitStack() as stack:
        tabs = [await stack.enter_async_context(Tab.open(sandbox, one.key)) for one in world.people]
        while len({one.shard for one in sandbox.gateway.sessions.values()}) < len(cluster.bots):
            await asyncio.sleep(0.1)
        for number, tab in enumerate(tabs):
            await begin(tab, str(channels[number % len(channels)]), rounds=2)
        playing = [
            asyncio.create_task(play(tab, random.Random(n), seen, patience_s=PATIENCE_S))
            for n, tab in enumerate(tabs)
        ]
        everybody = asyncio.gather(*playing)
        while not everybody.done():
            await asyncio.wait({everybody}, timeout=rng.uniform(0.5, 1.5) * every_s)
            if not everybody.done():
                await kill(cluster, rng, seen)
        await everybody
