"""Opening, migrating, reading and writing: on real files, with real second processes."""

from __future__ import annotations

import asyncio
import os
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import Table, func, insert, select
from sqlalchemy.dialects import postgresql
from sqlalchemy.engine import Connection
from sqlalchemy.schema import CreateIndex, CreateTable

from data.matches import log
from data.people import guilds
from data.store import migrations, schema
from data.store.database import Database
from data.store.errors import (
    BadDatabaseUrl,
    DatabaseError,
    NewerDatabase,
    NotOurDatabase,
    UnwritableDatabase,
)
from data.store.units import Unit
from tests.data import factory
from tests.data.store.held import Held

pytestmark = pytest.mark.sqlite


def file_of(url: str) -> Path:
    return Path(url.removeprefix("sqlite:///"))


async def names(db: Database) -> list[str]:
    return await db.read(
        lambda conn: list(conn.scalars(select(schema.guilds.c.name).order_by(schema.guilds.c.id)))
    )


def guild(conn: Connection, number: int) -> None:
    guilds.get_or_create(conn, number, f"guild {number}", at=number)


async def add_guild(db: Database, number: int) -> None:
    await db.write(lambda conn: guild(conn, number))


async def test_a_new_database_gets_its_folder_and_the_whole_schema(tmp_path: Path) -> None:
    db = await Database.open(f"sqlite:///{tmp_path}/new/folder/scout.sqlite3")

    def differences(conn: Connection) -> list[object]:
        return compare_metadata(MigrationContext.configure(conn), schema.metadata)

    assert await db.read(differences) == []
    await db.close()
    assert (tmp_path / "new/folder/scout.sqlite3").exists()


async def test_opening_again_changes_nothing(url: str) -> None:
    first = await Database.open(url)
    await add_guild(first, 1)
    await first.close()
    before = sqlite3.connect(file_of(url)).execute("SELECT sql FROM sqlite_master").fetchall()
    again = await Database.open(url)
    assert await names(again) == ["guild 1"]
    await again.close()
    after = sqlite3.connect(file_of(url)).execute("SELECT sql FROM sqlite_master").fetchall()
    assert after == before


async def test_a_failed_migration_leaves_nothing(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(connection: Connection) -> None:
        real(connection)
        raise RuntimeError("the machine stops")

    real = migrations.upgrade
    monkeypatch.setattr(migrations, "upgrade", fails)
    with pytest.raises(RuntimeError, match="the machine stops"):
        await Database.open(url)
    assert not file_of(url).exists()
    monkeypatch.undo()
    await (await Database.open(url)).close()

    with closing(sqlite3.connect(file_of(url))) as raw:
        raw.execute("UPDATE alembic_version SET version_num = '0002'")  # made up
        raw.execute("DROP TABLE facts")
        raw.commit()
        before = raw.execute("SELECT * FROM sqlite_master").fetchall()

    def fails_midway(connection: Connection) -> None:
        real(connection, "0003")
        raise RuntimeError("the machine stops")

    monkeypatch.setattr(migrations, "upgrade", fails_midway)
    with pytest.raises(RuntimeError, match="the machine stops"):
        await Database.open(url)
    with closing(sqlite3.connect(file_of(url))) as raw:
        assert raw.execute("SELECT * FROM sqlite_master").fetchall() == before


async def test_the_settings_that_durability_and_privacy_rest_on(db: Database) -> None:
    def pragma(name: str) -> Unit[object]:
        return lambda conn: conn.exec_driver_sql(f"PRAGMA {name}").scalar()

    for run in (db.read, db.write):
        assert await run(pragma("journal_mode")) == "wal"
        assert await run(pragma("synchronous")) == 2  # FULL
        assert await run(pragma("foreign_keys")) == 1
        assert await run(pragma("secure_delete")) == 1
        assert await run(pragma("busy_timeout")) == 5_000


async def test_a_database_from_a_newer_version_is_refused(url: str) -> None:
    await (await Database.open(url)).close()
    with sqlite3.connect(file_of(url)) as raw:
        raw.execute("UPDATE alembic_version SET version_num = '9999'")
    with pytest.raises(NewerDatabase, match="revision 9999"):
        await Database.open(url)


@pytest.mark.parametrize(
    "url",
    [
        "no address",
        "sqlite://",
        "sqlite:///:memory:",
        "sqlite:///",
        "sqlite:///scout.sqlite3?mode=memory",
        "mysql://user:secret@localhost/scout",
    ],
)
async def test_an_address_that_keeps_nothing_is_refused(url: str) -> None:
    with pytest.raises(BadDatabaseUrl, match="DATABASE_URL") as caught:
        await Database.open(url)
    assert "secret" not in str(caught.value)


async def test_files_that_cannot_be_databases_are_refused(tmp_path: Path) -> None:
    text = tmp_path / "notes.txt"
    text.write_text("This is not a database, but long enough to look like something." * 30)
    with pytest.raises(NotOurDatabase, match=r"notes\.txt"):
        await Database.open(f"sqlite:///{text}")
    with pytest.raises(UnwritableDatabase, match="notes"):
        await Database.open(f"sqlite:///{text}/inside/scout.sqlite3")
    with pytest.raises(UnwritableDatabase):
        await Database.open(f"sqlite:///{tmp_path}")
    assert text.read_text().startswith("This is not a database")


async def test_errors_are_one_line_without_parameters(tmp_path: Path) -> None:
    with pytest.raises(DatabaseError) as caught:
        await Database.open(f"sqlite:///{tmp_path}")
    assert "\n" not in str(caught.value)


async def test_a_write_that_raises_is_undone(db: Database) -> None:
    def unit(conn: Connection) -> None:
        guild(conn, 1)
        raise RuntimeError

    with pytest.raises(RuntimeError):
        await db.write(unit)
    assert await names(db) == []
    await add_guild(db, 2)
    assert await names(db) == ["guild 2"]


async def test_readers_see_one_moment_and_nothing_uncommitted(db: Database) -> None:
    def count(conn: Connection) -> int | None:
        return conn.scalar(select(func.count()).select_from(schema.guilds))

    await add_guild(db, 1)
    reading, writing = Held(count, count), Held(lambda conn: guild(conn, 2), count)
    read = asyncio.create_task(db.read(reading))
    await reading.reached()
    written = asyncio.create_task(db.write(writing))
    await writing.reached()
    assert await db.read(count) == 1
    writing.go_on()
    assert (await written)[1] == 2
    reading.go_on()
    assert await read == (1, 1)
    assert await db.read(count) == 2


async def test_many_writers_at_once_all_get_their_turn(url: str) -> None:
    here, there = await Database.open(url), await Database.open(url)
    await asyncio.gather(
        *(
            add_guild(db, n)
            for db, start in ((here, 0), (there, 100))
            for n in range(start, start + 25)
        )
    )
    assert len(await names(here)) == 50
    await here.close()
    await there.close()


async def test_a_read_that_became_a_write_would_fail_but_ours_begin_immediate(url: str) -> None:
    """Two that read the same count and add to it: the second sees the first's."""
    here, there = await Database.open(url), await Database.open(url)

    def add_one(conn: Connection) -> None:
        taken = conn.scalar(select(func.count()).select_from(schema.guilds))
        conn.execute(
            insert(schema.guilds).values(id=taken + 1, name="x", settings="{}", joined_at=1)
        )

    await asyncio.gather(*(db.write(add_one) for db in (here, there) for _ in range(10)))
    assert len(await names(here)) == 20
    await here.close()
    await there.close()


KILLED = """
import asyncio, os, signal, sys
from data.matches import log
from data.store.database import Database

def main(url, match_id, moment):
    def die_at(now):
        if moment == now:
            os.kill(os.getpid(), signal.SIGKILL)

    def unit(conn):
        die_at("before")
        log.append(conn, match_id, [log.Logged(1, log.Lobby(change="open"), "test:1", 1)])
        die_at("between")
        log.append(conn, match_id, [log.Logged(2, log.Lobby(change="join"), "test:2", 1)])
        die_at("uncommitted")

    async def write():
        await (await Database.open(url)).write(unit)
        die_at("committed")

    asyncio.run(write())

main(sys.argv[1], int(sys.argv[2]), sys.argv[3])
"""


@pytest.mark.parametrize(
    ("moment", "entries"), [("before", 0), ("between", 0), ("uncommitted", 0), ("committed", 2)]
)
async def test_a_kill_keeps_what_was_committed_and_nothing_else(
    url: str, moment: str, entries: int
) -> None:
    db = await Database.open(url)
    match_id = await db.write(lambda conn: factory.lobby(conn, 1, 2))
    await db.close()
    killed = subprocess.run(
        [sys.executable, "-c", KILLED, url, str(match_id), moment],
        check=False,
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[3])},
    )
    assert killed.returncode == -signal.SIGKILL
    db = await Database.open(url)

    def unit(conn: Connection) -> None:
        assert len(log.load(conn, match_id)) == entries

    await db.read(unit)
    await db.close()


async def test_a_checkpoint_empties_the_write_ahead_log(db: Database, url: str) -> None:
    await add_guild(db, 1)
    await db.checkpoint()
    assert Path(f"{file_of(url)}-wal").stat().st_size == 0
    await add_guild(db, 2)
    assert await names(db) == ["guild 1", "guild 2"]


@pytest.mark.parametrize("table", schema.metadata.sorted_tables, ids=lambda table: table.name)
def test_the_schema_is_one_that_postgresql_could_have(table: Table) -> None:
    dialect = postgresql.dialect()
    statements = [CreateTable(table), *(CreateIndex(index) for index in table.indexes)]
    for statement in statements:
        sql = str(statement.compile(dialect=dialect))
        assert "ROWID" not in sql
        assert "AUTOINCREMENT" not in sql
