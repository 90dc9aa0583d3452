"""Two real bots and a thinker on one PostgreSQL, killed while people play."""

from __future__ import annotations

import asyncio
import contextlib
import random
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.sandbox.cluster import Cluster
from bot.sandbox.server import Sandbox
from tests import postgres
from tests.bot.sandbox.conftest import wait_for
from tests.bot.sandbox.surviving import Seen, begin, check, kill, play
from tests.bot.sandbox.tab import Tab
from tests.bot.sandbox.test_real_bot import SETTINGS

PATIENCE_S = 90.0
"""A lease ends 15 seconds after a kill; a busy machine takes longer for all the rest."""


@pytest.fixture
def url() -> str:
    return postgres.emptied()


@pytest.fixture
async def wide() -> AsyncIterator[Sandbox]:
    place = Sandbox(people=2, servers=2, shards=2, answer_within=15)
    await place.start()
    yield place
    await place.stop()


@pytest.fixture
async def cluster(wide: Sandbox, url: str, tmp_path: Path) -> AsyncIterator[Cluster]:
    made = Cluster.on(url, wide, tmp_path, bots=2, thinkers=1, settings=SETTINGS)
    await made.start()
    yield made
    await made.stop()


async def test_matches_outlive_the_processes_that_host_them(
    wide: Sandbox, cluster: Cluster, url: str
) -> None:
    rng, seen = random.Random(1), Seen()
    await wait_for(lambda: len(wide.gateway.sessions) == 2, PATIENCE_S)
    channels = [
        str(next(one.id for one in wide.world.channels.values() if one.guild_id == guild))
        for guild in wide.world.guilds
    ]
    async with contextlib.AsyncExitStack() as stack:
        tabs = [await stack.enter_async_context(Tab.open(wide, who)) for who in ("ada", "berk")]
        await tabs[0].see(lambda: tabs[0].overview["bot"]["connected"], PATIENCE_S)
        for tab, channel in zip(tabs, channels, strict=True):
            await begin(tab, channel, rounds=2)
        playing = [
            asyncio.create_task(play(tab, random.Random(n), seen, patience_s=PATIENCE_S))
            for n, tab in enumerate(tabs)
        ]
        await asyncio.sleep(1)
        for one in cluster.bots:  # both, so that it matters which had which lease
            await kill(Cluster([one], []), rng, seen)
        await asyncio.gather(*playing)
        await check(wide, url, 2)
    assert len(seen.killed) == 2
