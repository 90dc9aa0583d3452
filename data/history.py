"""A server's matches that are over, newest first."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import func, select
from sqlalchemy.ext.asyncio import AsyncConnection

from data import matches, schema
from data.models import StoredMatch

PAGE = 10
"""Matches on a page."""


@dataclass(frozen=True, slots=True)
class History:
    """A page of matches, newest first; pages count from 1, and there is at least one."""

    rows: tuple[StoredMatch, ...]
    page: int
    pages: int
    total: int


async def history(
    conn: AsyncConnection, guild_id: int, *, player_id: int | None = None, page: int = 1
) -> History:
    """A page of a server's matches that were begun and are over, voided ones too.

    Args:
        conn: to read from.
        guild_id: the server.
        player_id: only those in which this person had a seat.
        page: from 1; beyond the last it is the last.
    """
    rows = schema.matches
    conditions = [rows.c.guild_id == guild_id, rows.c.finish_order.is_not(None)]
    if player_id is not None:
        seats = schema.seats
        mine = select(seats.c.match_id).where(seats.c.player_id == player_id)
        conditions.append(rows.c.id.in_(mine))
    total = await conn.scalar(select(func.count()).select_from(rows).where(*conditions)) or 0
    pages = max(1, -(-total // PAGE))
    page = min(max(1, page), pages)
    query = (
        select(rows.c.id)
        .where(*conditions)
        .order_by(rows.c.finish_order.desc())
        .limit(PAGE)
        .offset((page - 1) * PAGE)
    )
    ids = (await conn.scalars(query)).all()
    return History(await matches.readable(conn, ids), page, pages, total)
