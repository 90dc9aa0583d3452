"""SQLite by aiosqlite: connections that run whole functions, each in its own thread.

aiosqlite owns the thread and the connection; SQLAlchemy sits on that connection and builds the
statements. A function crosses over to the thread once, however many statements it has.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, cast

import aiosqlite
from sqlalchemy import create_engine
from sqlalchemy.engine import Connection
from sqlalchemy.pool import StaticPool

from data.store.errors import EmptyDatabase, NotOurDatabase

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


class Wire:
    """A connection in a thread of its own."""

    def __init__(self, driver: aiosqlite.Connection) -> None:
        """Use ``Wire.open``."""
        self._driver = driver
        self._conn: Connection | None = None

    @classmethod
    async def open(cls, path: str, name: str) -> Wire:
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


def in_transaction(conn: Connection) -> bool:
    """Whether SQLite itself is in a transaction: some errors make it leave on its own."""
    raw = conn.connection.driver_connection
    assert isinstance(raw, sqlite3.Connection)
    return raw.in_transaction


@contextmanager
def transaction(conn: Connection, begin: str) -> Iterator[None]:
    """A transaction: committed at the block's end, undone if the block or the commit fails.

    Args:
        conn: outside of a transaction.
        begin: ``BEGIN`` for a snapshot to read, ``BEGIN IMMEDIATE`` to write. A read that turns
            into a write would fail "locked" at once, whatever the busy timeout.
    """
    try:
        conn.exec_driver_sql(begin)
        yield
        conn.commit()
    except BaseException:
        conn.rollback()
        if in_transaction(conn):  # SQLAlchemy takes a commit that failed for the end of it
            conn.connection.rollback()
        raise


@contextmanager
def savepoint(conn: Connection) -> Iterator[None]:
    """A part of a transaction that is undone alone when it raises.

    ``Connection.begin_nested`` does the same, but builds its statements anew each time.
    """
    conn.exec_driver_sql("SAVEPOINT part")
    try:
        yield
    except Exception:
        if in_transaction(conn):
            conn.exec_driver_sql("ROLLBACK TO part")
            conn.exec_driver_sql("RELEASE part")
        raise
    conn.exec_driver_sql("RELEASE part")


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
