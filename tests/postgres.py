"""A PostgreSQL of the tests' own: a server and a database a test process, emptied in between."""

from __future__ import annotations

import atexit
from contextlib import ExitStack
from functools import cache
from itertools import count

import pytest
from sqlalchemy import Connection, create_engine, text
from sqlalchemy.pool import NullPool

from bot.sandbox.postgres import NoPostgres, running
from data.store import migrations, schema, shared
from data.store.address import address_of
from data.store.locks import FINISH_ORDER

_numbers = count(1)


def emptied() -> str:
    """The address of a database with the whole schema and nothing in it; always the same one."""
    address = _ready()
    engine = create_engine(address_of(address), poolclass=NullPool)
    with engine.begin() as conn:
        conn.exec_driver_sql("SET lock_timeout = '10s'")
        for table in (*reversed(schema.metadata.sorted_tables), *shared.metadata.sorted_tables):
            conn.execute(table.delete())
        for name in _sequences(conn):
            conn.execute(text(f"ALTER SEQUENCE {name} RESTART"))
    return address


def new() -> str:
    """The address of a database without anything; a new one each time."""
    server, name = _server(), f"test{next(_numbers)}"
    engine = create_engine(
        address_of(f"{server}/postgres"), poolclass=NullPool, isolation_level="AUTOCOMMIT"
    )
    with engine.connect() as conn:
        conn.exec_driver_sql(f"CREATE DATABASE {name}")
    return f"{server}/{name}"


def _sequences(conn: Connection) -> list[str]:
    return list(conn.scalars(text("SELECT sequencename FROM pg_sequences")))


@cache
def _ready() -> str:
    address = new()
    engine = create_engine(address_of(address), poolclass=NullPool)
    with engine.begin() as conn:
        migrations.upgrade(conn)
        assert FINISH_ORDER.name in _sequences(conn)
    return address


@cache
def _server() -> str:
    """The server's address; it ends with the test process."""
    stack = ExitStack()
    try:
        address = stack.enter_context(running()).address
    except NoPostgres as error:
        pytest.skip(str(error))
    atexit.register(stack.close)
    return address
