"""The one way to the database: open it, read from it, write to it.

>>> async def example() -> None:
...     db = await Database.open("sqlite:///scout.sqlite3")
...     async with db.write() as conn:  # one transaction; commits when the block ends well
...         ...
...     async with db.read() as conn:  # one snapshot
...         ...
...     await db.close()

This file holds all that is particular to SQLite; everything else is SQL that PostgreSQL speaks too.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import URL, event, make_url
from sqlalchemy.engine import Connection
from sqlalchemy.exc import ArgumentError, DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from data.store import migrations
from data.store.errors import BadDatabaseUrl, DatabaseError, NotOurDatabase, UnwritableDatabase

BUSY_TIMEOUT_MS = 5_000
"""How long SQLite waits for another process's write before it gives up."""

_BEGIN = "scout_begin"
_DRIVERS = {"sqlite": "sqlite+aiosqlite", "postgresql": "postgresql+asyncpg"}


class Database:
    """An open database whose schema is up to date."""

    def __init__(self, engine: AsyncEngine) -> None:
        """Use ``Database.open``."""
        self.engine = engine
        # SQLite has one writer. Waiting for our own turn here is fair and costs no thread, which
        # SQLite's busy handler would do by sleeping.
        self._writing = asyncio.Lock()

    @classmethod
    async def open(cls, url: str) -> Database:
        """Open the database, make it if it isn't there, and bring its schema up to date.

        Args:
            url: as SQLAlchemy writes it, ``sqlite:///folder/file`` or ``postgresql://…``.

        Raises:
            DatabaseError: one of its subclasses, in words for whoever runs the bot.
        """
        target = target_of(url)
        if target.get_backend_name() == "sqlite":
            _prepare_file(Path(target.database or ""))
        try:
            engine = create_async_engine(target, pool_size=5, max_overflow=0, hide_parameters=True)
        except ModuleNotFoundError as error:
            raise BadDatabaseUrl(
                f"DATABASE_URL names {target.get_backend_name()}, which needs the package "
                f"{error.name} to be installed"
            ) from error
        if target.get_backend_name() == "sqlite":
            event.listen(engine.sync_engine, "connect", _on_connect)
            event.listen(engine.sync_engine, "begin", _on_begin)
        db = cls(engine)
        try:
            await db._migrate()
        except DBAPIError as error:
            await engine.dispose()
            raise _explained(error, target) from error
        except OSError as error:
            await engine.dispose()
            raise UnwritableDatabase(f"the database can't be reached: {error.strerror}") from error
        except BaseException:
            await engine.dispose()
            raise
        return db

    @asynccontextmanager
    async def read(self) -> AsyncGenerator[AsyncConnection]:
        """A connection that sees one moment of the database from its first query on."""
        async with self.engine.connect() as conn, conn.begin():
            yield conn

    @asynccontextmanager
    async def write(self) -> AsyncGenerator[AsyncConnection]:
        """A writing transaction: committed when the block ends, undone when it raises.

        One at a time in this process; another process's is waited for (``BUSY_TIMEOUT_MS``).
        """
        async with self._writing, self.engine.connect() as conn:
            await conn.execution_options(**{_BEGIN: "IMMEDIATE"})
            async with conn.begin():
                yield conn

    async def checkpoint(self, *, vacuum: bool = False) -> None:
        """Move the write-ahead log into the file and empty it.

        Args:
            vacuum: also rewrite the file, so that nothing deleted is left in unused pages.
        """
        if self.engine.dialect.name != "sqlite":
            return
        async with self._writing, self.engine.connect() as conn:
            bare = await conn.execution_options(**{_BEGIN: ""})
            if vacuum:
                await bare.exec_driver_sql("VACUUM")
            await bare.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")

    async def close(self) -> None:
        """Wait for the write that is on, then close every connection."""
        async with self._writing:
            await self.engine.dispose()

    async def _migrate(self) -> None:
        async with self._writing, self.engine.connect() as conn:
            if self.engine.dialect.name == "sqlite":
                # Rebuilding a table drops it; with foreign keys on that would empty its children.
                # The setting can only be changed outside a transaction.
                bare = await conn.execution_options(**{_BEGIN: ""})
                await bare.exec_driver_sql("PRAGMA foreign_keys = OFF")
                await bare.commit()
            try:
                await conn.execution_options(**{_BEGIN: "IMMEDIATE"})
                async with conn.begin():
                    await conn.run_sync(migrations.upgrade)
            finally:
                # This connection's settings differ; it isn't given back to the pool.
                await conn.invalidate()


def target_of(url: str) -> URL:
    """What a database's URL means, with the driver that we use.

    Raises:
        BadDatabaseUrl: it names no database that we can open.
    """
    try:
        target = make_url(url)
    except (ArgumentError, ValueError) as error:
        raise BadDatabaseUrl(
            "DATABASE_URL is not a database address; write sqlite:///folder/file.sqlite3"
        ) from error
    backend = target.get_backend_name()
    if backend not in _DRIVERS:
        raise BadDatabaseUrl(
            f"DATABASE_URL names {backend!r}; write sqlite:///folder/file.sqlite3 or postgresql://…"
        )
    if backend == "sqlite" and target.database in {None, "", ":memory:"}:
        raise BadDatabaseUrl(
            "DATABASE_URL names no file, and matches must survive a restart; "
            "write sqlite:///folder/file.sqlite3"
        )
    if backend == "sqlite" and target.query:
        raise BadDatabaseUrl("DATABASE_URL has options behind a '?'; SQLite's are set by the bot")
    return target.set(drivername=_DRIVERS[backend])


def _prepare_file(path: Path) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("ab"):
            pass
    except OSError as error:
        raise UnwritableDatabase(
            f"the database {path} can't be written: {error.strerror or error}"
        ) from error


def _explained(error: DBAPIError, target: URL) -> DatabaseError:
    where = target.render_as_string(hide_password=True)
    if target.get_backend_name() == "sqlite":
        where = target.database or ""
    code = getattr(error.orig, "sqlite_errorcode", 0) & 0xFF
    if code in {sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_CORRUPT}:
        return NotOurDatabase(f"{where} is not a SQLite database, or it is damaged: {error.orig}")
    return UnwritableDatabase(f"the database {where} can't be used: {error.orig}")


def _on_connect(dbapi_connection: Any, _record: object) -> None:
    # The driver would begin transactions by its own rules; we begin them ourselves (_on_begin).
    dbapi_connection.isolation_level = None
    cursor = dbapi_connection.cursor()
    try:
        for pragma in (
            f"busy_timeout = {BUSY_TIMEOUT_MS}",  # first: the others may have to wait
            "journal_mode = WAL",
            "synchronous = FULL",
            "foreign_keys = ON",
            "secure_delete = ON",  # what is deleted is overwritten, not only unlinked
        ):
            cursor.execute(f"PRAGMA {pragma}")
    finally:
        cursor.close()


def _on_begin(conn: Connection) -> None:
    # A read that turns into a write fails "locked" at once, whatever the busy timeout; so writers
    # say so at the beginning.
    mode = conn.get_execution_options().get(_BEGIN, "DEFERRED")
    if mode:
        conn.exec_driver_sql(f"BEGIN {mode}")
