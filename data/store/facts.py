"""Facts about the whole bot, by name: the few things that belong to no server and no match."""

from __future__ import annotations

from sqlalchemy import delete, select, text
from sqlalchemy.engine import Connection

from data.store import schema

_table = schema.facts


def get(conn: Connection, key: str) -> str | None:
    """What is known under a name; None if nothing is."""
    value: str | None = conn.scalar(select(_table.c.value).where(_table.c.key == key))
    return value


def put(conn: Connection, key: str, value: str) -> None:
    """From now on this is known under that name."""
    conn.execute(_PUT, {"key": key, "value": value})


def forget(conn: Connection, key: str) -> None:
    """Nothing is known under that name any more."""
    conn.execute(delete(_table).where(_table.c.key == key))


def starting_with(conn: Connection, beginning: str) -> dict[str, str]:
    """All facts whose names begin so, by name."""
    query = select(_table).where(_table.c.key.startswith(beginning, autoescape=True))
    return {row.key: row.value for row in conn.execute(query)}


_PUT = text("""
    INSERT INTO facts (key, value) VALUES (:key, :value)
    ON CONFLICT (key) DO UPDATE SET value = excluded.value
""")
