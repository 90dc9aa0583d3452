"""A whole database moved from one engine to the other, and compared row by row."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from itertools import islice, zip_longest
from typing import Any

from sqlalchemy import Row, Table, Text, collate, create_engine, event, func, insert, select, text
from sqlalchemy.engine import Connection
from sqlalchemy.exc import DBAPIError
from sqlalchemy.pool import NullPool

from data.store import leases, postgres, schema
from data.store.address import address_of, is_postgres
from data.store.database import Database
from data.store.errors import DatabaseError, DatabaseInUse, UnwritableDatabase
from data.store.locks import FINISH_ORDER
from data.store.sole import sole_bot

ROWS = 1000
"""Rows that are read at a time."""


class NotTheSame(DatabaseError):  # noqa: N818 - it says what happened
    """A row didn't arrive as it was; nothing was kept."""


async def move(source: str, target: str) -> dict[str, int]:
    """Copy everything into an empty database; how many rows, by table.

    Both are brought to this version's schema first. The copy is one transaction of the target: it
    is whole, and every row in it is the same as in the source, or nothing is there.

    Args:
        source: a database's address; it is left as it is.
        target: another one's; made if it is a file.

    Raises:
        DatabaseInUse: a bot runs on one of them.
        DatabaseError: one can't be used, or the target isn't empty.
    """
    with ExitStack() as stack:
        for url in (source, target):
            stack.enter_context(sole_bot(url))
            await (await Database.open(url)).close()
        try:
            here = stack.enter_context(_connected(source))
            there = stack.enter_context(_connected(target))
            return _copied(here, there)
        except DBAPIError as error:
            problem = " ".join(str(error.orig).split())
            raise UnwritableDatabase(f"the database can't be copied: {problem}") from error


def _copied(here: Connection, there: Connection) -> dict[str, int]:
    for conn in (here, there):
        if conn.dialect.name == "postgresql" and leases.held(conn):
            raise DatabaseInUse("a bot is running on the PostgreSQL database; stop it first")
    tables = schema.metadata.sorted_tables
    for table in tables:
        if there.execute(select(table).limit(1)).first() is not None:
            raise UnwritableDatabase(f"the new database isn't empty: there is something in {table}")
    for table in tables:
        rows = _rows(here, table)
        while some := list(islice(rows, ROWS)):
            there.execute(insert(table), [row._asdict() for row in some])
    counts = {table.name: _compared(here, there, table) for table in tables}
    for table in tables:
        if table.autoincrement_column is not None:
            _go_on_from(there, table, _last_given(here, table))
    if there.dialect.name == "postgresql":
        last = there.scalar(select(func.max(schema.matches.c.finish_order))) or 0
        _set_sequence(there, FINISH_ORDER.name, last)
    there.commit()
    return counts


def _rows(conn: Connection, table: Table) -> Iterator[Row[*tuple[Any, ...]]]:
    """All rows of a table, in the order of its key; of text, in that of its bytes."""
    key = [
        collate(column, "C")
        if conn.dialect.name == "postgresql" and isinstance(column.type, Text)
        else column
        for column in table.primary_key.columns
    ]
    query = select(table).order_by(*key)
    yield from conn.execution_options(yield_per=ROWS).execute(query)


def _compared(here: Connection, there: Connection, table: Table) -> int:
    """How many rows a table has, the same in both."""
    count = 0
    for one, other in zip_longest(_rows(here, table), _rows(there, table)):
        if one is None or other is None or tuple(one) != tuple(other):
            raise NotTheSame(f"not every row of {table} arrived as it was; nothing was kept")
        count += 1
    return count


def _last_given(conn: Connection, table: Table) -> int:
    """The last key that a table gave; higher than all that are there, if the last was deleted."""
    if conn.dialect.name == "sqlite":
        query = text("SELECT seq FROM sqlite_sequence WHERE name = :name")
        given: int | None = conn.scalar(query, {"name": table.name})
    else:
        query = text("SELECT last_value FROM pg_sequences WHERE sequencename = :name")
        given = conn.scalar(query, {"name": f"{table.name}_id_seq"})
    highest: int | None = conn.scalar(select(func.max(table.c.id)))
    return max(given or 0, highest or 0)


def _go_on_from(conn: Connection, table: Table, last: int) -> None:
    """The next key that a table gives is the one after ``last``."""
    if conn.dialect.name == "postgresql":
        _set_sequence(conn, f"{table.name}_id_seq", last)
    elif table.dialect_options["sqlite"]["autoincrement"]:
        values = {"name": table.name, "last": last}
        conn.execute(text("DELETE FROM sqlite_sequence WHERE name = :name"), values)
        conn.execute(text("INSERT INTO sqlite_sequence VALUES (:name, :last)"), values)


def _set_sequence(conn: Connection, name: str, last: int) -> None:
    values = {"name": name, "last": max(last, 1), "given": last > 0}
    conn.execute(text("SELECT setval(CAST(:name AS REGCLASS), :last, :given)"), values)


@contextmanager
def _connected(url: str) -> Iterator[Connection]:
    """A connection of its own, in a transaction that sees one moment."""
    if is_postgres(url):
        engine = postgres.engine_at(address_of(url))
        with engine.connect() as conn:
            # One waits while the other is written.
            conn.exec_driver_sql("SET idle_in_transaction_session_timeout = 0")
            conn.commit()
            yield conn.execution_options(isolation_level="REPEATABLE READ")
        return
    engine = create_engine(address_of(url), poolclass=NullPool)

    @event.listens_for(engine, "connect")
    def keep_keys(raw: object, _: object) -> None:
        raw.execute("PRAGMA foreign_keys = ON")  # type: ignore[attr-defined]

    with engine.connect() as conn:
        yield conn
