"""PostgreSQL alone: several connections that write, and processes that come together."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import func, select, text
from sqlalchemy.engine import Connection
from sqlalchemy.exc import DBAPIError

from data.people import guilds, players
from data.standings import standings
from data.store import facts, locks, schema, shared
from data.store.database import Database
from data.store.errors import UnwritableDatabase
from tests import postgres
from tests.data import factory


@pytest.fixture
def url() -> str:
    return postgres.emptied()


@pytest.fixture
async def there(url: str) -> AsyncIterator[Database]:
    """Another process's, on the same database as ``db``."""
    other = await Database.open(url)
    yield other
    await other.close()


class Meeting:
    """Two units wait for each other in their middle, unless one of them is locked out."""

    def __init__(self) -> None:
        self._both = threading.Barrier(2)

    def __call__(self) -> None:
        try:
            self._both.wait(0.2)
        except threading.BrokenBarrierError:
            return  # the other one waits for our lock


async def test_processes_that_start_at_once_migrate_once() -> None:
    url = postgres.new()
    opened = await asyncio.gather(*(Database.open(url) for _ in range(3)))

    def differences(conn: Connection) -> list[object]:
        return compare_metadata(
            MigrationContext.configure(conn), [schema.metadata, shared.metadata]
        )

    assert await opened[0].read(differences) == []
    for db in opened:
        await db.close()


async def test_a_server_that_is_not_there_is_one_line_without_the_password() -> None:
    with pytest.raises(UnwritableDatabase, match="scout at 127") as caught:
        await Database.open("postgresql://me:secret@127.0.0.1:1/scout")
    assert "secret" not in str(caught.value)
    assert "\n" not in str(caught.value)


async def test_two_processes_count_a_servers_matches_one_after_the_other(
    db: Database, there: Database
) -> None:
    """Both look how many there are and add one; without the lock both would see none."""
    await db.write(lambda conn: guilds.get_or_create(conn, factory.GUILD, "Harbour", at=1))
    meet = Meeting()

    def unit(conn: Connection) -> int | None:
        locks.server(conn, factory.GUILD)
        seen = conn.scalar(select(func.count()).select_from(schema.matches))
        meet()
        factory.lobby(conn, 1)
        return seen

    seen = await asyncio.gather(db.write(unit), there.write(unit))
    assert sorted(seen) == [0, 1]


async def test_matches_that_end_at_once_are_rated_one_after_the_other(
    db: Database, there: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    meet, lock = Meeting(), locks.server

    def held(conn: Connection, guild_id: int) -> None:
        lock(conn, guild_id)
        meet()

    monkeypatch.setattr(standings.locks, "server", held)
    await asyncio.gather(
        db.write(lambda conn: factory.finished(conn, 1, 2, seed=1, at=1)),
        there.write(lambda conn: factory.finished(conn, 1, 2, seed=2, at=2)),
    )

    def changes(conn: Connection) -> list[dict[int, standings.Changed]]:
        ids = conn.scalars(select(schema.matches.c.id).order_by(schema.matches.c.finish_order))
        return [standings.changes_of(conn, match_id) for match_id in ids.all()]

    early, late = await db.read(changes)
    assert late[1].before == early[1].after


async def test_a_person_who_comes_at_two_doors_is_one(db: Database, there: Database) -> None:
    meet = Meeting()

    def come(conn: Connection) -> int:
        players.find(conn, 77)
        meet()
        return players.by_discord(conn, 77, "Ada", at=1).id

    assert len(set(await asyncio.gather(db.write(come), there.write(come)))) == 1


async def test_a_fact_put_twice_at_once_stands_once(db: Database, there: Database) -> None:
    await asyncio.gather(
        *(
            one.write(lambda conn, n=n: facts.put(conn, "key", str(n)))
            for n, one in enumerate((db, there) * 5)
        )
    )
    assert len(await db.read(lambda conn: facts.starting_with(conn, "k"))) == 1


async def test_a_deadlock_is_nobodys_fault(db: Database, there: Database) -> None:
    """Two lock two servers in turn: one is called off, and done again."""
    for number in (1, 2):
        await db.write(lambda conn, n=number: guilds.get_or_create(conn, n, "x", at=1))
    meet = Meeting()
    tries = 0

    def both(first: int, second: int) -> object:
        def unit(conn: Connection) -> None:
            nonlocal tries
            tries += 1
            locks.server(conn, first)
            meet()
            locks.server(conn, second)
            conn.execute(
                schema.guilds.update()
                .where(schema.guilds.c.id == second)
                .values(joined_at=schema.guilds.c.joined_at + 1)
            )

        return unit

    await asyncio.gather(db.write(both(1, 2)), there.write(both(2, 1)))
    assert tries == 3
    joined = await db.read(lambda conn: list(conn.scalars(select(schema.guilds.c.joined_at))))
    assert joined == [2, 2]


async def test_a_connection_that_the_server_drops_is_made_anew(db: Database) -> None:
    """As when PostgreSQL is started anew between two clicks, or in the middle of one."""
    killed = 0

    def unit(conn: Connection) -> int:
        nonlocal killed
        guilds.get_or_create(conn, 5, "Harbour", at=1)
        if not killed:
            killed += 1
            mine = conn.scalar(select(func.pg_backend_pid()))
            conn.execute(text("SELECT pg_terminate_backend(:pid)"), {"pid": mine})
        return conn.scalar(select(func.count()).select_from(schema.guilds)) or 0

    assert await db.write(unit) == 1
    assert await db.read(guilds.known) == (5,)


async def test_what_fails_by_itself_is_not_tried_again(db: Database) -> None:
    tries = 0

    def unit(conn: Connection) -> None:
        nonlocal tries
        tries += 1
        conn.execute(text("SELECT 1 / 0"))

    with pytest.raises(DBAPIError, match="division"):
        await db.write(unit)
    assert tries == 1


async def test_of_eight_that_write_at_once_one_raises_and_seven_stand(db: Database) -> None:
    def unit(number: int) -> object:
        def write(conn: Connection) -> None:
            guilds.get_or_create(conn, number, "x", at=1)
            if number == 3:
                raise RuntimeError

        return write

    done = await asyncio.gather(*(db.write(unit(n)) for n in range(8)), return_exceptions=True)
    assert [type(one) for one in done if one] == [RuntimeError]
    assert await db.read(guilds.known) == (0, 1, 2, 4, 5, 6, 7)


async def test_a_reader_sees_one_moment(db: Database, there: Database) -> None:
    met, go_on = threading.Event(), threading.Event()

    def twice(conn: Connection) -> tuple[object, object]:
        first = guilds.known(conn)
        met.set()
        assert go_on.wait(60)
        return first, guilds.known(conn)

    reading = asyncio.create_task(db.read(twice))
    await asyncio.to_thread(met.wait, 60)
    await there.write(lambda conn: guilds.get_or_create(conn, 1, "x", at=1))
    go_on.set()
    assert await reading == ((), ())


async def test_a_table_that_a_newer_version_changes_is_read_on() -> None:
    """Prepared statements know its columns of before."""
    db = await Database.open(postgres.new())
    await db.write(lambda conn: factory.finished(conn, 1, 2, seed=1, at=1))
    for _ in range(20):  # every connection has prepared it
        await db.read(lambda conn: conn.execute(text("SELECT * FROM matches")).all())
    await db.write(
        lambda conn: conn.execute(text("ALTER TABLE matches ADD COLUMN new TEXT DEFAULT 'x'"))
    )
    for _ in range(8):
        rows = await db.read(lambda conn: conn.execute(text("SELECT * FROM matches")).all())
        assert rows[0].new == "x"
    await db.close()
