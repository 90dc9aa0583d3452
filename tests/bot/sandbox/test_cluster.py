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
from data.store.database import Database
from tests import postgres
from tests.bot.sandbox.conftest import wait_for
from tests.bot.sandbox.surviving import Seen, act, begin, check, kill, play
from tests.bot.sandbox.tab import Tab
from tests.bot.sandbox.test_real_bot import SETTINGS
from tests.patience import PATIENCE_S


@pytest.fixture
async def url() -> str:
    """A database of one's own: one of the tests changes its schema."""
    address = postgres.new()
    await (await Database.open(address)).close()
    return address


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
        await let_leases_end(url)
        await asyncio.gather(*playing)
        await check(wide, url, 2)
    assert len(seen.killed) == 2


async def let_leases_end(url: str) -> None:
    """As fifteen seconds do."""
    db = await Database.open(url)
    await db.write(lambda conn: conn.exec_driver_sql("UPDATE leases SET until = 1"))
    await db.close()


async def test_an_update_goes_on_beside_a_match(url: str, tmp_path: Path) -> None:
    """Old and new process, one database, one match; the new version adds to the schema."""
    place = Sandbox(people=1, servers=1, answer_within=15)
    await place.start()
    old, new = (
        Cluster.on(url, place, tmp_path, bots=1, thinkers=0, settings=SETTINGS) for _ in "12"
    )
    try:
        await old.start()
        async with Tab.open(place, "ada") as ada:
            await ada.see(lambda: ada.overview["bot"]["connected"], PATIENCE_S)
            await begin(ada, ada.channel, rounds=2)
            rng, seen = random.Random(1), Seen()
            await act(ada, rng, seen, PATIENCE_S)
            await new.start()
            await expand(url)
            await wait_for(lambda: len(place.gateway.sessions) == 2, PATIENCE_S)
            for _ in range(2):  # both hear of each click, and it acts once
                await act(ada, rng, seen, PATIENCE_S)
            await old.stop()
            await play(ada, rng, seen, patience_s=PATIENCE_S)
        await check(place, url, 1)
        said = [line for line in place.world.journal if line["source"] == "bot"]
        assert not [line["text"] for line in said if line["level"] == "error"]
    finally:
        await asyncio.gather(old.stop(), new.stop())
        await place.stop()


async def expand(url: str) -> None:
    """What a next version's migration may do."""
    db = await Database.open(url)
    for statement in (
        "ALTER TABLE matches ADD COLUMN of_tomorrow TEXT DEFAULT 'x'",
        "ALTER TABLE log ADD COLUMN of_tomorrow INTEGER",
        "CREATE TABLE of_tomorrow (id BIGINT PRIMARY KEY)",
    ):
        await db.write(lambda conn, one=statement: conn.exec_driver_sql(one))
    await db.close()
