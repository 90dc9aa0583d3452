"""SQLite by aiosqlite: connections that run whole functions, each in its own thread.

aiosqlite owns the thread and the connection; SQLAlchemy sits on that connection and builds the
statements. A function crosses over to the thread once, however many statements it has.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any, cast

import aiosqlite
from sqlalchemy import create_engine
from sqlalchemy.engine import Connection
from sqlalchemy.exc import DBAPIError
from sqlalchemy.pool import StaticPool

from data.store import migrations
from data.store.driver import transaction
from data.store.errors import DatabaseError, EmptyDatabase, NotOurDatabase, UnwritableDatabase
from data.store.units import Opened, Reads, Writes

READERS = 3
"""Connections that read; SQLite has one writer."""

READ, WRITE = "BEGIN", "BEGIN IMMEDIATE"
"""A read that turns into a write would fail "locked" at once, whatever the busy timeout."""

BUSY_TIMEOUT_MS = 5_000
"""How long SQLite waits for another process's write before it gives up."""

STATEMENTS_KEPT = 512
"""Prepared statements that a connection keeps."""

_SETTINGS = (
    "journal_mode = WAL",
    "synchronous = FULL",
    "foreign_keys = ON",
    "secure_delete = ON",  # what is deleted is overwritten, not only unlinked
)


class _Connection(sqlite3.Connection):
    """SQLite's connection; given a function in place of SQL, ``execute`` calls it here."""

    def execute(self, sql: Any, parameters: Any = (), /) -> sqlite3.Cursor:
        if callable(sql):
            sql(self)
            return self.cursor()
        return super().execute(sql, parameters)


class SqliteWire:
    """A connection in a thread of its own."""

    def __init__(self, driver: aiosqlite.Connection) -> None:
        """Use ``SqliteWire.open``."""
        self._driver = driver
        self._conn: Connection | None = None

    @classmethod
    async def open(cls, path: str, name: str) -> SqliteWire:
        """Connect to a file; the thread is called by the name.

        Raises:
            DBAPIError, sqlite3.Error: it is no database, or can't be used.
        """
        driver = aiosqlite.connect(
            path, factory=_Connection, isolation_level=None, cached_statements=STATEMENTS_KEPT
        )
        thread = driver._thread  # noqa: SLF001
        thread.daemon = True  # or a fault on the way to `close` hangs the exit
        thread.name = name
        await driver
        wire = cls(driver)
        try:
            await wire._enter(wire._set_up)
        except BaseException:
            await driver.close()
            raise
        return wire

    async def run(self, work: Callable[[Connection], None]) -> None:
        """Call a function with the connection, in its thread.

        If the caller is cancelled meanwhile, the function goes on.
        """
        conn = self._conn
        assert conn is not None
        await self._enter(lambda _: work(conn))

    async def close(self) -> None:
        """Wait for what runs, then let go of the file."""
        await self.run(lambda conn: conn.close())
        await self._driver.close()

    async def _enter(self, work: Callable[[sqlite3.Connection], None]) -> None:
        # What aiosqlite takes for SQL it hands to `execute` in its thread, unseen.
        await self._driver.execute(cast("str", work))

    def _set_up(self, raw: sqlite3.Connection) -> None:
        # The wait comes first: the other settings may need it.
        for setting in (f"busy_timeout = {BUSY_TIMEOUT_MS}", *_SETTINGS):
            raw.execute(f"PRAGMA {setting}").fetchall()  # an open cursor would hold the file
        engine = create_engine(
            "sqlite://", creator=lambda: raw, poolclass=StaticPool, hide_parameters=True
        )
        self._conn = engine.connect()


def prepare(path: Path) -> bool:
    """Make the folder of a database, if it isn't there; whether the file is to be made, too.

    Raises:
        EmptyDatabase: the file is there, and nothing is in it.
        NotOurDatabase: another program made it.
        OSError, sqlite3.Error: they can't be made, written or read.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    if not path.exists():
        return True
    with path.open("ab"):
        pass
    with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as raw:
        tables = tables_of(raw)
    if not tables:
        raise EmptyDatabase(
            f"the database {path} is there, but nothing is in it. Put a backup in its place with "
            "'python -m bot restore FILE'; or delete it, if the bot is to begin anew"
        )
    if "alembic_version" not in tables:
        raise NotOurDatabase(f"{path} is another program's database")
    return False


def tables_of(raw: sqlite3.Connection) -> set[str]:
    """What a database has for tables."""
    query = "SELECT name FROM sqlite_master WHERE type = 'table'"
    return {name for (name,) in raw.execute(query)}


async def open_at(path: Path) -> Opened:
    """Open the file, make it if it isn't there, and bring its schema up to date.

    Raises:
        DatabaseError: it can't be used.
    """
    wires: list[SqliteWire] = []
    try:
        if prepare(path):
            await _make(path)
        wires.append(await SqliteWire.open(str(path), "sqlite-writer"))
        await wires[0].run(_migrate)
        for _ in range(READERS):
            wires.append(await SqliteWire.open(str(path), "sqlite-reader"))  # noqa: PERF401
    except BaseException as error:
        for wire in wires:
            await wire.close()
        if isinstance(error, sqlite3.Error | DBAPIError | OSError):
            raise _explained(error, path) from error
        raise
    return Opened(Writes(wires[:1], WRITE), Reads(wires[1:], READ), lambda: _checkpoint(str(path)))


async def _make(path: Path) -> None:
    """Make a database; its name is there once it is whole, whenever we are killed."""
    partial = path.with_name(f".{path.name}.partial")
    for ending in ("", "-wal", "-shm"):  # of a start that was killed
        partial.with_name(partial.name + ending).unlink(missing_ok=True)
    wire = await SqliteWire.open(str(partial), "sqlite-other")
    try:
        await wire.run(_migrate)
    finally:
        await wire.close()
    partial.rename(path)


async def _checkpoint(path: str) -> bool:
    """As ``Database.checkpoint``."""
    empty = False

    def checkpoint(conn: Connection) -> None:
        nonlocal empty
        conn.exec_driver_sql("PRAGMA busy_timeout = 0").all()
        # Most of the work needs no lock; with it only what was written meanwhile is left.
        for mode in ("PASSIVE", "TRUNCATE"):
            busy, *_ = conn.exec_driver_sql(f"PRAGMA wal_checkpoint({mode})").one()
        empty = not busy

    wire = await SqliteWire.open(path, "sqlite-other")
    try:
        await wire.run(checkpoint)
    finally:
        await wire.close()
    return empty


def _migrate(conn: Connection) -> None:
    # Rebuilding a table drops it; with foreign keys on that would empty its children. The setting
    # can only be changed outside of a transaction.
    conn.exec_driver_sql("PRAGMA foreign_keys = OFF")
    conn.rollback()
    with transaction(conn, WRITE):
        migrations.upgrade(conn)
    conn.exec_driver_sql("PRAGMA foreign_keys = ON")
    conn.rollback()


def _explained(error: sqlite3.Error | DBAPIError | OSError, path: Path) -> DatabaseError:
    if isinstance(error, OSError):
        return UnwritableDatabase(
            f"the database {path} can't be written: {error.strerror or error}"
        )
    problem = error.orig if isinstance(error, DBAPIError) else error
    code = getattr(problem, "sqlite_errorcode", 0) & 0xFF
    if code in {sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_CORRUPT}:
        return NotOurDatabase(f"{path} is not a SQLite database, or it is damaged: {problem}")
    return UnwritableDatabase(f"the database {path} can't be used: {problem}")
