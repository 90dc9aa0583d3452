"""Deadlines: rows that say what becomes due and when.

One task sleeps to the earliest of them. Who serves one claims it in the transaction of its effect,
so that it is served once, and by a restart never missed.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Select, delete, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from data.store import schema

_table = schema.deadlines


@dataclass(frozen=True, slots=True)
class Wanted:
    """A deadline to be: what, for which seat's decision (0: of none), and when (UTC ms)."""

    kind: str
    due_at: int
    seat: int = 0
    round: int = 0
    turn: int = 0


@dataclass(frozen=True, slots=True)
class Deadline:
    """A deadline that is still to be served; its log entry's cause is ``deadline:ID``."""

    id: int
    match_id: int
    kind: str
    seat: int
    round: int
    turn: int
    due_at: int

    @property
    def cause(self) -> str:
        """What the log calls it."""
        return f"deadline:{self.id}"


async def replace(
    conn: AsyncConnection,
    match_id: int,
    wanted: Iterable[Wanted],
    before: Iterable[Deadline] | None = None,
) -> None:
    """Make these the match's deadlines: what stays keeps its row, the others go or come.

    One that is there for the same kind, seat, round and turn stays as it is when its time is the
    same too; else it is put anew. ``before``: what `of_match` says, if that has just been read.
    """
    if before is None:
        before = await of_match(conn, match_id)
    there = {Wanted(one.kind, one.due_at, one.seat, one.round, one.turn): one.id for one in before}
    want = set(wanted)
    gone = [key for deadline, key in there.items() if deadline not in want]
    if gone:
        await conn.execute(delete(_table).where(_table.c.id.in_(gone)))
    new = [deadline for deadline in want if deadline not in there]
    if new:
        await conn.execute(
            insert(_table),
            [
                {
                    "match_id": match_id,
                    "kind": deadline.kind,
                    "seat": deadline.seat,
                    "round": deadline.round,
                    "turn": deadline.turn,
                    "due_at": deadline.due_at,
                }
                for deadline in sorted(new, key=lambda deadline: deadline.due_at)
            ],
        )


async def of_match(conn: AsyncConnection, match_id: int) -> tuple[Deadline, ...]:
    """A match's unclaimed deadlines, earliest first."""
    query = (
        select(_table)
        .where(_table.c.match_id == match_id, _table.c.claimed_at.is_(None))
        .order_by(_table.c.due_at, _table.c.id)
    )
    return await _read(conn, query)


async def due(conn: AsyncConnection, now: int, limit: int = 100) -> tuple[Deadline, ...]:
    """What is due at ``now`` (UTC milliseconds), earliest first."""
    query = (
        select(_table)
        .where(_table.c.claimed_at.is_(None), _table.c.due_at <= now)
        .order_by(_table.c.due_at, _table.c.id)
        .limit(limit)
    )
    return await _read(conn, query)


async def next_due(conn: AsyncConnection) -> int | None:
    """When the earliest deadline is due (UTC milliseconds); None if there is none."""
    query = select(func.min(_table.c.due_at)).where(_table.c.claimed_at.is_(None))
    earliest: int | None = await conn.scalar(query)
    return earliest


async def claim(conn: AsyncConnection, deadline_id: int, now: int) -> bool:
    """Take a deadline in the transaction of its effect; False if it is taken or gone."""
    result = await conn.execute(
        update(_table)
        .where(_table.c.id == deadline_id, _table.c.claimed_at.is_(None))
        .values(claimed_at=now)
    )
    return result.rowcount == 1


async def clear(conn: AsyncConnection, match_id: int) -> None:
    """Take all of a match's deadlines away, served ones too: the match is over."""
    await conn.execute(delete(_table).where(_table.c.match_id == match_id))


async def _read(conn: AsyncConnection, query: Select[*tuple[Any, ...]]) -> tuple[Deadline, ...]:
    return tuple(
        Deadline(row.id, row.match_id, row.kind, row.seat, row.round, row.turn, row.due_at)
        for row in await conn.execute(query)
    )
