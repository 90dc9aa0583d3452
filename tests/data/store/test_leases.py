"""Leases, what follows from having one, and hearing what others commit: PostgreSQL's."""

from __future__ import annotations

import asyncio

import pytest
from sqlalchemy import text

from data.matches import deadlines, matches
from data.matches.deadlines import Wanted
from data.people import players
from data.store import leases
from data.store.database import Database
from data.store.leases import Shards
from tests import postgres
from tests.data import factory
from tests.patience import PATIENCE_S

NAMES = ("shard 0 of 4", "shard 1 of 4", "upkeep")


@pytest.fixture
def url() -> str:
    return postgres.emptied()


async def take(db: Database, holder: str, *names: str) -> set[str]:
    return await db.write(lambda conn: leases.take(conn, names or NAMES, holder))


async def let_time_pass(db: Database) -> None:
    """All leases end."""
    await db.write(lambda conn: conn.execute(text("UPDATE leases SET until = 1")))


async def test_one_has_it_until_it_ends_or_is_given_up(db: Database) -> None:
    assert not await db.read(leases.held)
    assert await take(db, "one") == set(NAMES)
    assert await take(db, "two") == set()
    assert await take(db, "one") == set(NAMES), "renewed"
    assert await db.read(leases.held)
    await let_time_pass(db)
    assert not await db.read(leases.held)
    assert await take(db, "two", "upkeep") == {"upkeep"}
    assert await take(db, "one") == set(NAMES) - {"upkeep"}
    await db.write(lambda conn: leases.give_up(conn, "two"))
    assert await take(db, "one") == set(NAMES)


async def test_of_many_at_once_one_gets_it(db: Database) -> None:
    asked = await asyncio.gather(*(take(db, f"process {n}") for n in range(8)))
    assert sorted(map(len, asked)) == [0] * 7 + [3]


async def test_nobody_reckons_with_another_number_of_shards(db: Database) -> None:
    assert await take(db, "one", "shard 0 of 4") == {"shard 0 of 4"}
    assert await take(db, "two", "shard 1 of 8", "upkeep") == {"upkeep"}
    await let_time_pass(db)
    assert await take(db, "two", "shard 1 of 8") == {"shard 1 of 8"}


def test_a_server_is_on_the_shard_that_discord_says() -> None:
    shards = Shards((0, 1), 4)
    assert shards.of(6 << 22 | 12345) == 2
    assert [(number << 22) in shards for number in range(5)] == [True, True, False, False, True]


async def test_what_is_due_and_what_lags_is_found_by_shard(db: Database) -> None:
    guild = [number << 22 for number in range(2)]

    def unit(conn: object) -> None:
        ids = [factory.lobby(conn, 1, guild=one) for one in guild]
        for match_id in ids:
            matches.change(conn, match_id, head=1)
        for match_id in ids:
            deadlines.replace(conn, match_id, [Wanted("expiry", 5 + match_id)])
        for shard, match_id in enumerate(ids):
            mine = Shards((shard,), 2)
            [due] = deadlines.due(conn, 100, shards=mine)
            assert due.match_id == match_id
            assert deadlines.next_due(conn, shards=mine) == 5 + match_id
            assert matches.behind(conn, 0, mine) == (match_id,)
        assert deadlines.next_due(conn, shards=Shards((), 2)) is None

    await db.write(unit)


async def test_what_is_committed_is_heard(db: Database) -> None:
    told: asyncio.Queue[tuple[str, str]] = asyncio.Queue()
    ready = asyncio.Event()
    hearing = db.hear(lambda channel, what: told.put_nowait((channel, what)), ready.set)
    async with asyncio.timeout(PATIENCE_S):
        await ready.wait()
        match_id = await db.write(lambda conn: factory.lobby(conn, 1))
        await db.write(lambda conn: matches.change(conn, match_id, head=1))
        person = await db.write(lambda conn: factory.person(conn, 1))
        heard = {await told.get() for _ in range(3)}
        assert heard == {
            ("server", str(factory.GUILD)),
            ("person", f"{person.id} {person.discord_id}"),
            ("match", f"{match_id} {factory.GUILD} 1 lobby"),
        }
        await db.write(lambda conn: matches.set_lanes(conn, match_id, shown=1))
        await db.write(lambda conn: players.change(conn, person.id, name="Ada L."))
        assert await told.get() == ("person", f"{person.id} {person.discord_id}")
        ready.clear()
        await db.write(
            lambda conn: conn.execute(
                text(
                    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                    "WHERE query LIKE 'LISTEN%'"
                )
            )
        )
        await ready.wait()  # something may have been missed
    hearing.stop()
