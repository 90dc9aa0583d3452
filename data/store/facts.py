"""Facts about the whole bot, by name: the few things that belong to no server and no match."""

from __future__ import annotations

from sqlalchemy import delete, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from data.store import schema

_table = schema.facts


async def get(conn: AsyncConnection, key: str) -> str | None:
    """What is known under a name; None if nothing is."""
    value: str | None = await conn.scalar(select(_table.c.value).where(_table.c.key == key))
    return value


async def put(conn: AsyncConnection, key: str, value: str) -> None:
    """From now on this is known under that name."""
    await forget(conn, key)
    await conn.execute(insert(_table).values(key=key, value=value))


async def forget(conn: AsyncConnection, key: str) -> None:
    """Nothing is known under that name any more."""
    await conn.execute(delete(_table).where(_table.c.key == key))


async def starting_with(conn: AsyncConnection, beginning: str) -> dict[str, str]:
    """All facts whose names begin so, by name."""
    query = select(_table).where(_table.c.key.startswith(beginning, autoescape=True))
    return {row.key: row.value for row in await conn.execute(query)}
