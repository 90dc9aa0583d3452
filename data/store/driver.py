"""What both engines' connections have in common: a thread each, transactions, savepoints.

SQLite's own ways are in ``data.store.sqlite``, PostgreSQL's in ``data.store.postgres``; nobody else
asks which one it is, but ``data.store.locks``.
"""

from __future__ import annotations

import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Protocol

from sqlalchemy.engine import Connection


class Wire(Protocol):
    """A connection in a thread of its own."""

    async def run(self, work: Callable[[Connection], None]) -> None:
        """Call a function with the connection, in its thread.

        If the caller is cancelled meanwhile, the function goes on.
        """

    async def close(self) -> None:
        """Wait for what runs, then let go of the database."""


def in_transaction(conn: Connection) -> bool:
    """Whether the database itself is in a transaction: some errors make it leave on its own."""
    if conn.invalidated:  # the server is gone, and its transaction with it
        return False
    raw = conn.connection.driver_connection
    assert raw is not None
    own: bool | None = getattr(raw, "in_transaction", None)  # SQLite's
    return bool(raw.info.transaction_status) if own is None else own


@contextmanager
def transaction(conn: Connection, begin: str) -> Iterator[None]:
    """A transaction: committed at the block's end, undone if the block or the commit fails.

    Args:
        conn: outside of a transaction.
        begin: the engine's word for one that reads a snapshot, or one that writes.
    """
    try:
        conn.exec_driver_sql(begin)
        yield
        conn.commit()
    except BaseException as error:
        _let_go(error)
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
    except Exception as error:
        _let_go(error)
        if in_transaction(conn):
            conn.exec_driver_sql("ROLLBACK TO part")
            conn.exec_driver_sql("RELEASE part")
        raise
    conn.exec_driver_sql("RELEASE part")


def _let_go(error: BaseException | None) -> None:
    """Close what a function that failed was reading, which its traceback would hold open.

    While a statement isn't read to its end, SQLite keeps the snapshot that it sees, beyond the end
    of the transaction: whoever reads next on this connection would see what was before.
    """
    while error is not None:
        traceback.clear_frames(error.__traceback__)
        error = error.__cause__ or error.__context__
