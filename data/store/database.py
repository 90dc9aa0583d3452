"""The one way to the database: open it, read from it, write to it.

>>> async def example() -> None:
...     db = await Database.open("sqlite:///scout.sqlite3")
...     match_id = await db.write(lambda conn: matches.create(conn, ...))  # once it is committed
...     row = await db.read(lambda conn: matches.get(conn, match_id))  # of one moment
...     await db.close()

What is done is a *unit* (``data.store.units``): a whole function, run in one hop in a connection's
own thread. Nobody holds a connection between two of them.
"""

from __future__ import annotations

import asyncio
import sqlite3
from pathlib import Path
from time import perf_counter, sleep

from sqlalchemy import make_url
from sqlalchemy.engine import Connection
from sqlalchemy.exc import ArgumentError, DBAPIError

from data.store import driver, migrations
from data.store.driver import Wire
from data.store.errors import BadDatabaseUrl, DatabaseError, NotOurDatabase, UnwritableDatabase
from data.store.units import Reads, Result, Stats, Unit, Writes
from data.store.work import Work

READERS = 3
"""Connections that read."""


class Database:
    """An open database whose schema is up to date."""

    def __init__(self, path: Path, writer: Wire, readers: list[Wire]) -> None:
        """Use ``Database.open``."""
        self._path = path
        self._writes = Writes([writer])  # SQLite has one writer
        self._reads = Reads(readers)

    @classmethod
    async def open(cls, url: str) -> Database:
        """Open the database, make it if it isn't there, and bring its schema up to date.

        Args:
            url: as SQLAlchemy writes it, ``sqlite:///folder/file``.

        Raises:
            DatabaseError: one of its subclasses, in words for whoever runs the bot.
        """
        path = file_of(url)
        wires: list[Wire] = []
        try:
            if driver.prepare(path):
                await _make(path)
            wires.append(await Wire.open(str(path), "sqlite-writer"))
            await wires[0].run(_migrate)
            for _ in range(READERS):
                wires.append(await Wire.open(str(path), "sqlite-reader"))  # noqa: PERF401
        except BaseException as error:
            for wire in wires:
                await wire.close()
            if isinstance(error, sqlite3.Error | DBAPIError | OSError):
                raise _explained(error, path) from error
            raise
        return cls(path, wires[0], wires[1:])

    async def read(self, unit: Unit[Result]) -> Result:
        """What a unit that only reads returns; it sees one moment of the database."""
        return await self._reads.do(unit)

    async def write(self, unit: Unit[Result], *, later: bool = False) -> Result:
        """What a unit that writes returns, once that is committed; undone if it raises.

        A caller who is cancelled doesn't cancel it.

        Args:
            unit: what to do. It stands beside others in one transaction, each in a savepoint.
            later: for bookkeeping: it stands behind what somebody waits for.

        Raises:
            DBAPIError: nothing was done: the disk didn't let us, or another process for longer than
                ``driver.BUSY_TIMEOUT_MS``.
        """
        return await self._writes.do(unit, later=later)

    async def work(self, work: Work[Result], *, gently: bool = True) -> Result:
        """Do some long work, step by step, each behind what somebody waits for.

        Args:
            work: what to do; once it has ended, its result is this function's.
            gently: whether it rests after each step for as long as that took: the others need the
                writer, the disk and the interpreter, too.
        """
        answer: object = None
        try:
            while True:
                step = work.send(answer)
                began = perf_counter()
                if step.writes:
                    answer = await self.write(step.unit, later=True)
                else:
                    answer = await self.read(step.unit)
                if gently:
                    await asyncio.to_thread(sleep, perf_counter() - began)
        except StopIteration as end:
            result: Result = end.value
            return result
        finally:
            work.close()

    def stats(self) -> Stats:
        """What has been done so far."""
        return self._writes.stats(reads=self._reads.asked)

    async def checkpoint(self) -> bool:
        """Move the write-ahead log into the file and empty it; whether it is empty now.

        It isn't while somebody reads what was before, a backup say, or writes: try again later.
        Nobody's write waits for those who read.
        """
        empty = False

        def checkpoint(conn: Connection) -> None:
            nonlocal empty
            conn.exec_driver_sql("PRAGMA busy_timeout = 0").all()
            # Most of the work needs no lock; with it only what was written meanwhile is left.
            for mode in ("PASSIVE", "TRUNCATE"):
                busy, *_ = conn.exec_driver_sql(f"PRAGMA wal_checkpoint({mode})").one()
            empty = not busy

        wire = await Wire.open(str(self._path), "sqlite-other")
        try:
            await wire.run(checkpoint)
        finally:
            await wire.close()
        return empty

    async def close(self) -> None:
        """Wait for what is being done, then close every connection."""
        await self._writes.close()
        await self._reads.close()


def file_of(url: str) -> Path:
    """The file that holds a database.

    Raises:
        BadDatabaseUrl: it names no file that we can open.
    """
    try:
        target = make_url(url)
    except (ArgumentError, ValueError) as error:
        raise BadDatabaseUrl(
            "DATABASE_URL is not a database address; write sqlite:///folder/file.sqlite3"
        ) from error
    backend = target.get_backend_name()
    if backend != "sqlite":
        raise BadDatabaseUrl(
            f"DATABASE_URL names {backend!r}, and only SQLite is supported; "
            "write sqlite:///folder/file.sqlite3"
        )
    if target.database in {None, "", ":memory:"}:
        raise BadDatabaseUrl(
            "DATABASE_URL names no file, and matches must survive a restart; "
            "write sqlite:///folder/file.sqlite3"
        )
    if target.query:
        raise BadDatabaseUrl("DATABASE_URL has options behind a '?'; SQLite's are set by the bot")
    return Path(target.database)


async def _make(path: Path) -> None:
    """Make a database; its name is there once it is whole, whenever we are killed."""
    partial = path.with_name(f".{path.name}.partial")
    for ending in ("", "-wal", "-shm"):  # of a start that was killed
        partial.with_name(partial.name + ending).unlink(missing_ok=True)
    wire = await Wire.open(str(partial), "sqlite-other")
    try:
        await wire.run(_migrate)
    finally:
        await wire.close()
    partial.rename(path)


def _migrate(conn: Connection) -> None:
    # Rebuilding a table drops it; with foreign keys on that would empty its children. The setting
    # can only be changed outside of a transaction.
    conn.exec_driver_sql("PRAGMA foreign_keys = OFF")
    conn.rollback()
    with driver.transaction(conn, "BEGIN IMMEDIATE"):
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
