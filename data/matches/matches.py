"""Matches and their seats: rows in, dataclasses out.

Every function takes a connection first; those that change something need a writing transaction
(``Database.write``) and count once it is committed.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Sequence
from typing import Any

from pydantic import ValidationError
from sqlalchemy import RowMapping, delete, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection
from sqlalchemy.sql import ColumnElement

from data.matches import deadlines
from data.matches.models import FINAL, MatchOptions, Status, StoredMatch, StoredSeat
from data.store import schema
from data.store.errors import BrokenLog
from engine import RULES_VERSION
from engine.fairness import commitment

_log = logging.getLogger(__name__)

LIVE: tuple[Status, ...] = ("lobby", "playing")
"""The statuses in which something can still happen."""


async def create(
    conn: AsyncConnection,
    *,
    guild_id: int,
    channel_id: int,
    host_id: int | None,
    options: MatchOptions,
    secret: str,
    at: int,
) -> int:
    """Open a lobby without seats; its id, which is never used again.

    Args:
        conn: in a writing transaction.
        guild_id: the server.
        channel_id: where it was opened.
        host_id: the host's key in ``players``.
        options: what was chosen.
        secret: from a cryptographic source; its commitment is stored beside it.
        at: UTC milliseconds.
    """
    values = {
        "guild_id": guild_id,
        "channel_id": channel_id,
        "status": "lobby",
        "options": options.model_dump_json(),
        "host_id": host_id,
        "secret": secret,
        "commitment": commitment(secret),
        "rules_version": RULES_VERSION,
        "created_at": at,
    }
    query = insert(schema.matches).values(values).returning(schema.matches.c.id)
    match_id: int = (await conn.execute(query)).scalar_one()
    return match_id


async def get(conn: AsyncConnection, match_id: int) -> StoredMatch | None:
    """A match with its seats; None if there is none of that id.

    Raises:
        BrokenLog: the row is not what a match's can be.
    """
    query = select(schema.matches).where(schema.matches.c.id == match_id)
    row = (await conn.execute(query)).mappings().first()
    if row is None:
        return None
    seats = await _seats(conn, [match_id])
    return _match(row, seats.get(match_id, ()))


async def change(conn: AsyncConnection, match_id: int, **values: Any) -> None:
    """Set columns of a match's row: ``thread_id``, ``start_id``, ``started_at``, ``host_id`` ….

    ``options`` may be given as ``MatchOptions``.
    """
    options = values.get("options")
    if isinstance(options, MatchOptions):
        values["options"] = options.model_dump_json()
    await conn.execute(
        update(schema.matches).where(schema.matches.c.id == match_id).values(**values)
    )


async def set_status(
    conn: AsyncConnection, match_id: int, status: Status, *, at: int, reason: str | None = None
) -> bool:
    """Move a live match on; a final status also takes its deadlines away.

    Args:
        conn: in a writing transaction.
        match_id: which match.
        status: the new one.
        at: UTC milliseconds: when it started, or was over.
        reason: for a final status, why.

    Returns:
        Whether it was live, and so has changed.
    """
    values: dict[str, Any] = {"status": status}
    if status == "playing":
        values["started_at"] = at
    if status in FINAL:
        values |= {"finished_at": at, "end_reason": reason}
    result = await conn.execute(
        update(schema.matches)
        .where(schema.matches.c.id == match_id, schema.matches.c.status.in_(LIVE))
        .values(**values)
    )
    if result.rowcount and status in FINAL:
        await deadlines.clear(conn, match_id)
    return bool(result.rowcount)


async def replace_seats(
    conn: AsyncConnection, match_id: int, seats: Iterable[StoredSeat]
) -> tuple[StoredSeat, ...]:
    """Put these in place of a match's seats, numbered from 1 in the order given."""
    await conn.execute(delete(schema.seats).where(schema.seats.c.match_id == match_id))
    rows = [
        {
            "match_id": match_id,
            "seat": number,
            "player_id": seat.player_id,
            "level": seat.level,
            "name": seat.name,
            "status": seat.status,
            "points": seat.points,
            "rank": seat.rank,
        }
        for number, seat in enumerate(seats, start=1)
    ]
    if rows:
        await conn.execute(insert(schema.seats), rows)
    return (await _seats(conn, [match_id])).get(match_id, ())


async def change_seat(conn: AsyncConnection, match_id: int, seat: int, **values: Any) -> None:
    """Set columns of one seat: ``status``, ``name``, ``points``, ``rank`` …."""
    table = schema.seats
    await conn.execute(
        update(table).where(table.c.match_id == match_id, table.c.seat == seat).values(**values)
    )


async def in_channel(conn: AsyncConnection, channel_id: int) -> tuple[StoredMatch, ...]:
    """The live matches of a channel or thread, newest first."""
    table = schema.matches
    by_channel = await _live(conn, (table.c.channel_id == channel_id) & table.c.thread_id.is_(None))
    return (*await _live(conn, table.c.thread_id == channel_id), *by_channel)


async def in_guild(conn: AsyncConnection, guild_id: int) -> tuple[StoredMatch, ...]:
    """The live matches of a server, newest first."""
    return await _live(conn, schema.matches.c.guild_id == guild_id)


async def of_player(conn: AsyncConnection, player_id: int) -> tuple[StoredMatch, ...]:
    """The live matches in which a person has a seat, newest first, those left included."""
    table = schema.seats
    mine = select(table.c.match_id).where(table.c.player_id == player_id)
    return await _live(conn, schema.matches.c.id.in_(mine))


async def live(conn: AsyncConnection) -> tuple[StoredMatch, ...]:
    """Every live match, newest first."""
    return await _live(conn)


async def live_ids(conn: AsyncConnection) -> tuple[int, ...]:
    """The numbers of every live match, newest first; of those whose rows can't be read too."""
    table = schema.matches
    query = select(table.c.id).where(table.c.status.in_(LIVE)).order_by(table.c.id.desc())
    return tuple(await conn.scalars(query))


async def count_live(conn: AsyncConnection, guild_id: int) -> int:
    """How many matches are on in a server, lobbies included."""
    table = schema.matches
    query = select(func.count()).where(table.c.guild_id == guild_id, table.c.status.in_(LIVE))
    return await conn.scalar(query) or 0


async def readable(conn: AsyncConnection, match_ids: Sequence[int]) -> tuple[StoredMatch, ...]:
    """These matches, in this order, without those whose rows can't be read (these are logged)."""
    found = {row.id: row for row in await _readable(conn, schema.matches.c.id.in_(match_ids))}
    return tuple(found[match_id] for match_id in match_ids if match_id in found)


async def _live(conn: AsyncConnection, *conditions: ColumnElement[bool]) -> tuple[StoredMatch, ...]:
    return await _readable(conn, schema.matches.c.status.in_(LIVE), *conditions)


async def _readable(
    conn: AsyncConnection, *conditions: ColumnElement[bool]
) -> tuple[StoredMatch, ...]:
    """Matches whose rows can be read, newest first; a broken one must not harm the others."""
    query = select(schema.matches).where(*conditions).order_by(schema.matches.c.id.desc())
    rows = (await conn.execute(query)).mappings().all()
    seats = await _seats(conn, [row["id"] for row in rows])
    found = []
    for row in rows:
        try:
            found.append(_match(row, seats.get(row["id"], ())))
        except BrokenLog as error:
            _log.error("passed over: %s", error)
    return tuple(found)


async def _seats(
    conn: AsyncConnection, match_ids: Sequence[int]
) -> dict[int, tuple[StoredSeat, ...]]:
    table = schema.seats
    query = (
        select(table)
        .where(table.c.match_id.in_(match_ids))
        .order_by(table.c.match_id, table.c.seat)
    )
    seats: dict[int, tuple[StoredSeat, ...]] = {}
    if not match_ids:
        return seats
    for row in (await conn.execute(query)).mappings():
        fields = dict(row)
        match_id = fields.pop("match_id")
        seats[match_id] = (*seats.get(match_id, ()), StoredSeat(**fields))
    return seats


def _match(row: RowMapping, seats: tuple[StoredSeat, ...]) -> StoredMatch:
    fields = dict(row)
    try:
        options = MatchOptions.model_validate_json(fields.pop("options"))
    except ValidationError as error:
        raise BrokenLog(row["id"], None, f"its options: {str(error).splitlines()[0]}") from error
    return StoredMatch(**fields, options=options, seats=seats)
