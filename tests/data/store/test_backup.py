"""Copies of a database that is in use, whole or not there at all; and one put back."""

from __future__ import annotations

import resource
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from sqlalchemy.engine import Connection

from data.people import guilds
from data.store import schema
from data.store.backup import backup, restore, rotate
from data.store.database import Database
from data.store.errors import (
    BadDatabaseUrl,
    DatabaseError,
    DatabaseInUse,
    EmptyDatabase,
    NewerDatabase,
    NotOurDatabase,
    UnwritableDatabase,
)
from data.store.sole import sole_bot
from tests.data import factory

ROOT = Path(__file__).parents[3]
NIGHT = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)


def names(folder: Path) -> list[str]:
    return sorted(file.name for file in folder.iterdir())


async def with_matches(url: str, *numbers: int) -> None:
    """A database, closed, in which matches were played to their end."""
    db = await Database.open(url)
    for n in numbers:
        await db.write(lambda conn, n=n: factory.finished(conn, 1, 2, seed=n, at=n))
    await db.close()


def matches_of(file: Path) -> int:
    with closing(sqlite3.connect(file)) as raw:
        (count,) = raw.execute("SELECT COUNT(*) FROM matches").fetchone()
        return count


def in_a_process(
    code: str, *args: object, prepare: Callable[[], None] | None = None
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", code, *map(str, args)],
        check=False,
        capture_output=True,
        text=True,
        cwd=ROOT,
        preexec_fn=prepare,
    )


pytestmark = pytest.mark.sqlite


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
    with pytest.raises(BadDatabaseUrl, match="PostgreSQL"):
        backup("postgresql://localhost/scout", tmp_path / "copy.sqlite3")


BACK_UP = """
import sys
from pathlib import Path
from data.store.backup import backup
from data.store.errors import DatabaseError
try:
    backup(sys.argv[1], Path(sys.argv[2]))
except DatabaseError as error:
    sys.exit(str(error))
"""


async def test_a_backup_without_room_leaves_nothing_and_the_next_one_works(
    url: str, tmp_path: Path
) -> None:
    await with_matches(url, *range(1, 9))
    folder = tmp_path / "backups"
    folder.mkdir()
    small = 64 * 1024
    assert (tmp_path / "scout.sqlite3").stat().st_size > 2 * small

    def no_room() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (small, small))

    failed = in_a_process(BACK_UP, url, folder / "copy.sqlite3", prepare=no_room)
    assert "copy.sqlite3 can't be written" in failed.stderr
    assert names(folder) == []
    backup(url, folder / "copy.sqlite3")
    assert matches_of(folder / "copy.sqlite3") == 8


async def test_a_killed_backup_has_no_backups_name_and_the_next_one_clears_it_away(
    url: str, tmp_path: Path
) -> None:
    await with_matches(url, 1)
    folder = tmp_path / "backups"
    folder.mkdir()
    kill = (
        "import os; from data.store import backup as b; b._sync = lambda _: os.kill(os.getpid(), 9)"
    )
    killed = in_a_process(f"{kill}\n{BACK_UP}", url, folder / "copy.sqlite3")
    assert killed.returncode == -signal.SIGKILL
    assert names(folder) == [".copy.sqlite3.partial"]
    (folder / ".copy.sqlite3.partial-journal").write_text("of a kill in its middle")
    backup(url, folder / "copy.sqlite3")
    assert names(folder) == ["copy.sqlite3"]


async def test_every_night_a_dated_file_and_the_oldest_goes(url: str, tmp_path: Path) -> None:
    await with_matches(url, 1)
    folder = tmp_path / "backups" / "nightly"
    made = []
    for night in range(5):
        path, removed = rotate(url, folder, 3, NIGHT + timedelta(days=night))
        made.append(path)
        assert removed == made[-4:-3]
        if night == 1:
            (folder / "scout-before-the-update.sqlite3").write_text("somebody's own")
            (folder / ".scout-20260102T000000Z.sqlite3.partial").write_text("killed")
    assert names(folder) == [
        "scout-20260104T030405Z.sqlite3",
        "scout-20260105T030405Z.sqlite3",
        "scout-20260106T030405Z.sqlite3",
        "scout-before-the-update.sqlite3",
    ]


async def test_a_night_that_fails_removes_no_older_backup(url: str, tmp_path: Path) -> None:
    await with_matches(url, 1)
    rotate(url, tmp_path / "nights", 1, NIGHT)
    (tmp_path / "scout.sqlite3").write_bytes(b"")
    with pytest.raises(NotOurDatabase, match="nothing to back up"):
        rotate(url, tmp_path / "nights", 1, NIGHT + timedelta(days=1))
    assert names(tmp_path / "nights") == ["scout-20260102T030405Z.sqlite3"]


async def test_a_backup_is_put_back_and_what_was_there_is_kept(url: str, tmp_path: Path) -> None:
    await with_matches(url, 1, 2)
    backup(url, tmp_path / "copy")
    await with_matches(url, 3)
    with sqlite3.connect(tmp_path / "scout.sqlite3") as raw:  # what a kill leaves in the log
        raw.execute("PRAGMA wal_autocheckpoint = 0")
        raw.execute("UPDATE guilds SET name = 'still in the write-ahead log'")
        raw.commit()
        for ending in ("", "-wal"):
            there = tmp_path / f"scout.sqlite3{ending}"
            (tmp_path / f"lost{ending}").write_bytes(there.read_bytes())
    raw.close()
    for ending in ("", "-wal"):
        (tmp_path / f"lost{ending}").rename(tmp_path / f"scout.sqlite3{ending}")
    assert (tmp_path / "scout.sqlite3-wal").stat().st_size

    put_back = restore(url, tmp_path / "copy", NIGHT)
    assert put_back.now.matches == 2
    assert put_back.before is not None
    assert put_back.before.matches == 3
    assert put_back.kept == tmp_path / "scout.sqlite3.before-20260102T030405Z"
    assert matches_of(tmp_path / "scout.sqlite3") == 2
    with closing(sqlite3.connect(put_back.kept)) as raw:
        assert raw.execute("SELECT name FROM guilds").fetchall() == [
            ("still in the write-ahead log",)
        ]
    assert [name for name in names(tmp_path) if name.endswith(("-wal", "partial"))] == []
    db = await Database.open(url)
    assert await db.read(lambda conn: factory.stored(conn, 2)) is not None
    await db.close()


async def test_a_damaged_database_is_replaced_and_kept_as_it_is(url: str, tmp_path: Path) -> None:
    await with_matches(url, 1)
    backup(url, tmp_path / "copy")
    for damaged in (b"", b"no database at all, " * 1000):
        (tmp_path / "scout.sqlite3").write_bytes(damaged)
        (tmp_path / "scout.sqlite3-wal").write_bytes(b"of the one that is damaged")
        put_back = restore(url, tmp_path / "copy", NIGHT)
        assert put_back.before is None
        assert put_back.kept is not None
        assert put_back.kept.read_bytes() == damaged
        assert matches_of(tmp_path / "scout.sqlite3") == 1
        put_back.kept.unlink()


async def test_where_nothing_was_nothing_is_kept(url: str, tmp_path: Path) -> None:
    await with_matches(url, 1)
    backup(url, tmp_path / "copy")
    there = restore(f"sqlite:///{tmp_path}/new/scout.sqlite3", tmp_path / "copy", NIGHT)
    assert (there.before, there.kept) == (None, None)
    assert matches_of(tmp_path / "new" / "scout.sqlite3") == 1


def newer(path: Path) -> None:
    with closing(sqlite3.connect(path)) as raw:
        raw.execute("UPDATE alembic_version SET version_num = '9999'")
        raw.commit()


def without_its_end(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:20_000])


def scratched(path: Path) -> None:
    held = bytearray(path.read_bytes())
    for page in range(2 * 4096, len(held), 4096):
        held[page : page + 8] = b"\xff" * 8
    path.write_bytes(held)


def somebody_elses(path: Path) -> None:
    path.unlink()
    with closing(sqlite3.connect(path)) as raw:
        raw.execute("CREATE TABLE recipes (id INTEGER)")


@pytest.mark.parametrize(
    ("harm", "error", "said"),
    [
        (lambda path: path.unlink(), UnwritableDatabase, "no file"),
        (lambda path: path.write_bytes(b""), NotOurDatabase, "empty"),
        (lambda path: path.write_text("words, " * 1000), NotOurDatabase, "no SQLite database"),
        (without_its_end, NotOurDatabase, "damaged"),
        (scratched, NotOurDatabase, "damaged"),
        (somebody_elses, NotOurDatabase, "no database of this bot"),
        (newer, NewerDatabase, "9999"),
    ],
)
async def test_what_is_no_whole_backup_is_not_put_back(
    url: str, tmp_path: Path, harm: Callable[[Path], None], error: type[DatabaseError], said: str
) -> None:
    await with_matches(url, 1)
    backup(url, tmp_path / "copy")
    harm(tmp_path / "copy")
    before = (tmp_path / "scout.sqlite3").read_bytes()
    with pytest.raises(error, match=said) as caught:
        restore(url, tmp_path / "copy", NIGHT)
    assert "\n" not in str(caught.value)
    assert (tmp_path / "scout.sqlite3").read_bytes() == before
    assert not [name for name in names(tmp_path) if "before" in name or "partial" in name]


async def test_nothing_is_put_back_under_a_running_bot(url: str, tmp_path: Path) -> None:
    await with_matches(url, 1)
    backup(url, tmp_path / "copy")
    await with_matches(url, 2)
    with sole_bot(url), pytest.raises(DatabaseInUse, match="stop that one first"):
        restore(url, tmp_path / "copy", NIGHT)
    assert matches_of(tmp_path / "scout.sqlite3") == 2
    with pytest.raises(UnwritableDatabase, match="the database itself"):
        restore(url, tmp_path / "scout.sqlite3", NIGHT)


@pytest.mark.parametrize(
    ("harm", "error", "said"),
    [
        (lambda path: path.write_bytes(b""), EmptyDatabase, "nothing is in it"),
        (
            lambda path: (path.unlink(), sqlite3.connect(path).execute("VACUUM")),
            EmptyDatabase,
            "nothing is",
        ),
        (without_its_end, NotOurDatabase, "damaged"),
        (somebody_elses, NotOurDatabase, "another program"),
    ],
)
async def test_a_start_on_what_is_no_database_of_ours_says_so_and_changes_nothing(
    url: str, tmp_path: Path, harm: Callable[[Path], None], error: type[DatabaseError], said: str
) -> None:
    await with_matches(url, 1)
    path = tmp_path / "scout.sqlite3"
    harm(path)
    before = path.read_bytes()
    with pytest.raises(error, match=said) as caught:
        await Database.open(url)
    assert "\n" not in str(caught.value)
    assert path.read_bytes() == before


async def test_a_first_start_that_is_killed_leaves_no_database(url: str, tmp_path: Path) -> None:
    die = """
import asyncio, os, sys
from data.store import migrations
from data.store.database import Database
done = migrations.upgrade
def upgrade(conn):
    done(conn)
    os.kill(os.getpid(), 9)
migrations.upgrade = upgrade
asyncio.run(Database.open(sys.argv[1]))
"""
    assert in_a_process(die, url).returncode == -signal.SIGKILL
    assert "scout.sqlite3" not in names(tmp_path)
    assert names(tmp_path)  # it had begun
    db = await Database.open(url)
    await db.close()
    assert names(tmp_path) == ["scout.sqlite3"]
