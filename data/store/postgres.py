"""PostgreSQL by psycopg: several connections that write, each unit in a transaction of its own.

Writing transactions are READ COMMITTED: what must not change between a unit's look and its write
is locked by it first (``data.store.locks``), and the unique keys decide the rest. SERIALIZABLE
would do without locks, but judges by pages of indexes: two decisions in different matches would
undo each other all the time. Reading ones are snapshots. What PostgreSQL calls off to end a
deadlock or a long wait for a lock, or because it loses the connection before the commit, is done
again: units are repeatable.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from time import perf_counter, sleep
from typing import Any

from sqlalchemy import URL, Engine, create_engine, event
from sqlalchemy.engine import Connection
from sqlalchemy.exc import DBAPIError
from sqlalchemy.pool import NullPool

from data.store import migrations
from data.store.driver import transaction
from data.store.errors import BadDatabaseUrl, DatabaseError, UnwritableDatabase
from data.store.units import Job, Opened, Reads, Writes

READERS = 3
WRITERS = 4
"""Connections of a process."""

READ = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
WRITE = "BEGIN ISOLATION LEVEL READ COMMITTED"

_SETTINGS = {
    "lock_timeout": "2s",  # a deadlock over two transactions' locks is found sooner
    # Locks of a process that is cut off from the network are free after this.
    "idle_in_transaction_session_timeout": "10s",
    "synchronous_commit": "on",
    "timezone": "UTC",
}

STATEMENTS_KEPT = 512
"""Prepared statements that a connection keeps."""

TRIES = 10
"""How often a unit is tried."""

PAUSE_S = 0.005
"""After the first try; doubled each time, and a share of it by chance."""

_OLD_PLAN = "0A000"
"""A newer version has changed a table for which the connection has prepared statements."""

_CALLED_OFF = {"40001", "40P01", "55P03", _OLD_PLAN}  # serialization, deadlock, lock timeout

_MIGRATING = 0x5C007  # the advisory lock's number: any, but always this one


class PostgresWire:
    """A connection in a thread of its own; made anew when the server has closed it."""

    def __init__(self, engine: Engine, name: str) -> None:
        self._thread = ThreadPoolExecutor(1, thread_name_prefix=name)
        self._engine = engine
        self._conn: Connection | None = None

    async def run(self, work: Callable[[Connection], None]) -> None:
        """Call a function with the connection, in its thread.

        If the caller is cancelled meanwhile, the function goes on.
        """
        await asyncio.get_running_loop().run_in_executor(self._thread, self._work, work)

    async def close(self) -> None:
        """Wait for what runs, then disconnect."""
        if self._conn is not None:
            await self.run(lambda conn: conn.close())
        self._thread.shutdown()

    def _work(self, work: Callable[[Connection], None]) -> None:
        if self._conn is None:
            self._conn = self._engine.connect()
        work(self._conn)


class Snapshots(Reads):
    """Units that only read: each sees one moment of the database."""

    def _do(self, conn: Connection, job: Job[Any]) -> None:
        attempt(conn, self._begin, job.run, again_when_lost=True)


class Transactions(Writes):
    """Units that write, each in a transaction of its own: PostgreSQL commits several at once."""

    def _turn(self, conn: Connection, taken: list[Job[Any]]) -> None:
        job = self._take()
        if job is None:
            return  # another connection was quicker
        taken.append(job)
        began = perf_counter()
        try:
            attempt(conn, self._begin, job.run)
        except Exception as error:  # noqa: BLE001  (it goes to whoever asked)
            job.fail(error)
        self._count(job, began)
        self._groups[1] += 1


def attempt(
    conn: Connection,
    begin: str,
    run: Callable[[Connection], None],
    *,
    again_when_lost: bool = False,
) -> None:
    """Do something in a transaction, again when that was called off; in the connection's thread.

    Args:
        conn: outside of a transaction.
        begin: what begins it.
        run: what to do.
        again_when_lost: also when the connection was lost in the commit, and nobody knows whether
            it was done; lost before that, it wasn't.
    """
    for number in range(1, TRIES + 1):
        committing = False
        try:
            with transaction(conn, begin):
                run(conn)
                committing = True
            return  # noqa: TRY300
        except DBAPIError as error:
            lost = error.connection_invalidated and (again_when_lost or not committing)
            state = getattr(error.orig, "sqlstate", None)
            if number == TRIES or not (lost or state in _CALLED_OFF):
                raise
            if state == _OLD_PLAN:
                conn.invalidate()
        sleep(PAUSE_S * 2 ** (number - 1) * (0.5 + random.random()))


async def open_at(url: URL) -> Opened:
    """Connect, and bring the schema up to date; one process at a time does that.

    Raises:
        DatabaseError: it can't be used.
    """
    engine = engine_at(url)
    wires = [PostgresWire(engine, "postgres-writer") for _ in range(WRITERS)]
    readers = [PostgresWire(engine, "postgres-reader") for _ in range(READERS)]
    try:
        await wires[0].run(_migrate)
    except BaseException as error:
        for wire in (*wires, *readers):
            await wire.close()
        if isinstance(error, DBAPIError):
            raise explained(error, url) from error
        raise
    return Opened(Transactions(wires, WRITE), Snapshots(readers, READ), _nothing_to_empty)


def engine_at(url: URL) -> Engine:
    """SQLAlchemy's engine; each connection is set up as we want it.

    Raises:
        BadDatabaseUrl: psycopg isn't installed.
    """
    try:
        engine = create_engine(
            url, poolclass=NullPool, isolation_level="AUTOCOMMIT", hide_parameters=True
        )
    except ImportError as error:
        raise BadDatabaseUrl(
            "DATABASE_URL names PostgreSQL, for which a package is missing; "
            "install it with: pip install 'scout-bot[postgres]'"
        ) from error

    @event.listens_for(engine, "connect")
    def set_up(raw: Any, _: object) -> None:
        raw.prepared_max = STATEMENTS_KEPT
        raw.autocommit = True
        for name, to in _SETTINGS.items():
            raw.execute(f"SET {name} = '{to}'")

    return engine


def _migrate(conn: Connection) -> None:
    with transaction(conn, WRITE):
        # Another process's migration may take longer than we wait for any other lock.
        conn.exec_driver_sql("SET LOCAL lock_timeout = 0")
        conn.exec_driver_sql(f"SELECT pg_advisory_xact_lock({_MIGRATING})")
        migrations.upgrade(conn)


async def _nothing_to_empty() -> bool:
    """PostgreSQL keeps its log itself, for as long as it needs it."""
    return True


def check(url: URL) -> str | None:
    """The revision of a server's database, if this version can use it; None before a first start.

    Raises:
        DatabaseError: it can't be reached, or a newer version made it.
    """
    try:
        with engine_at(url).connect() as conn:
            revision = migrations.current(conn)
    except DBAPIError as error:
        raise explained(error, url) from error
    if revision is not None:
        migrations.check_known(revision)
    return revision


def explained(error: DBAPIError, url: URL) -> DatabaseError:
    """What a server says, in words for whoever runs the bot."""
    # The driver's text may run over several lines; of these none has the password.
    problem = " ".join(str(error.orig).split())
    return UnwritableDatabase(
        f"the database {url.database} at {url.host or 'this machine'} can't be used: {problem}"
    )
