"""Copies of a database that is in use."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest
from sqlalchemy.engine import Connection

from data.people import guilds
from data.store import schema
from data.store.backup import backup
from data.store.database import Database
from data.store.errors import BadDatabaseUrl, UnwritableDatabase


async def test_the_copy_is_whole_while_the_bot_writes(
    db: Database, url: str, tmp_path: Path
) -> None:
    await db.write(
        lambda conn: guilds.get_or_create(conn, 1, "committed, still in the write-ahead log", at=1)
    )
    copy = tmp_path / "copy.sqlite3"

    def unit(conn: Connection) -> None:
        guilds.get_or_create(conn, 2, "not committed", at=2)
        backup(url, copy)

    await db.write(unit)
    assert sorted(file.name for file in tmp_path.glob("copy*")) == ["copy.sqlite3"]
    with sqlite3.connect(copy) as raw:
        assert raw.execute(f"SELECT id FROM {schema.guilds.name}").fetchall() == [(1,)]
    again = await Database.open(f"sqlite:///{copy}")
    await again.close()


async def test_an_older_schema_is_copied_as_it_is(url: str, tmp_path: Path) -> None:
    source = Path(url.removeprefix("sqlite:///"))
    with sqlite3.connect(source) as raw:
        raw.execute("CREATE TABLE of_long_ago (id INTEGER)")
    backup(url, tmp_path / "copy.sqlite3")
    for file in (source, tmp_path / "copy.sqlite3"):
        with sqlite3.connect(file) as raw:
            assert raw.execute("SELECT name FROM sqlite_master").fetchall() == [("of_long_ago",)]


async def test_what_cannot_be_copied_is_refused(db: Database, url: str, tmp_path: Path) -> None:
    there = tmp_path / "there.sqlite3"
    there.write_text("precious")
    with pytest.raises(UnwritableDatabase, match="never overwrites"):
        backup(url, there)
    assert there.read_text() == "precious"
    with pytest.raises(UnwritableDatabase, match="no database"):
        backup(f"sqlite:///{tmp_path}/nothing.sqlite3", tmp_path / "copy.sqlite3")
    assert not (tmp_path / "nothing.sqlite3").exists()
    with pytest.raises(UnwritableDatabase, match="can't be written"):
        backup(url, tmp_path / "no" / "folder" / "copy.sqlite3")
    with pytest.raises(BadDatabaseUrl, match="only SQLite"):
        backup("postgresql://localhost/scout", tmp_path / "copy.sqlite3")
