"""Deadlines: rows that say what becomes due and when.

One task sleeps to the earliest of them. Who serves one claims it in the transaction of its effect,
so that it is served once, and by a restart never missed.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, TypeVarTuple

from sqlalchemy import Select, bindparam, delete, insert, literal_column, select, update
from sqlalchemy.engine import Connection

from data.store import schema
from data.store.leases import Shards

Ts = TypeVarTuple("Ts")

_table = schema.deadlines

ASIDE = "aside"
"""The kind that a solo match has while it has stepped aside: nobody comes back to it by then."""


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


def replace(
    conn: Connection,
    match_id: int,
    wanted: Iterable[Wanted],
    before: Iterable[Deadline] | None = None,
) -> None:
    """Make these the match's deadlines: what stays keeps its row, the others go or come.

    One that is there for the same kind, seat, round and turn stays as it is when its time is the
    same too; else it is put anew. ``before``: what `of_match` says, if that has just been read.
    """
    if before is None:
        before = of_match(conn, match_id)
    there = {Wanted(one.kind, one.due_at, one.seat, one.round, one.turn): one.id for one in before}
    want = set(wanted)
    gone = [key for deadline, key in there.items() if deadline not in want]
    if gone:
        conn.execute(_REMOVE, {"ids": gone})
    new = [deadline for deadline in want if deadline not in there]
    if new:
        conn.execute(
            _ADD,
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


def of_match(conn: Connection, match_id: int) -> tuple[Deadline, ...]:
    """A match's unclaimed deadlines, earliest first."""
    return _read(conn, _OF_MATCH, {"match": match_id})


def due(
    conn: Connection,
    now: int,
    *,
    skip_matches: Iterable[int] = (),
    skip_servers: Iterable[int] = (),
    limit: int = 100,
    shards: Shards | None = None,
) -> tuple[Deadline, ...]:
    """What is due, earliest first.

    Args:
        conn: to read from.
        now: UTC milliseconds.
        skip_matches: matches that aren't asked for, because they are being served already.
        skip_servers: servers whose matches aren't, because nobody there can act.
        limit: how many at most.
        shards: only of matches in servers on these; None for all.
    """
    query, where = _where(_DUE, skip_matches, skip_servers, shards)
    return _read(conn, query, {"now": now, "limit": limit, **where})


def next_due(
    conn: Connection,
    *,
    after: int = 0,
    skip_matches: Iterable[int] = (),
    skip_servers: Iterable[int] = (),
    shards: Shards | None = None,
) -> int | None:
    """When the earliest deadline is due that is due later than ``after``; None if there is none.

    All times are UTC milliseconds; what else it is about, ``due`` says.
    """
    query, where = _where(_NEXT_DUE, skip_matches, skip_servers, shards)
    earliest: int | None = conn.scalar(query, {"after": after, **where})
    return earliest


def claim(conn: Connection, deadline_id: int, now: int) -> bool:
    """Take a deadline in the unit of its effect; False if it is taken or gone."""
    result = conn.execute(_CLAIM, {"deadline": deadline_id, "now": now})
    return result.rowcount == 1


def clear(conn: Connection, match_id: int) -> None:
    """Take all of a match's deadlines away, served ones too: the match is over."""
    conn.execute(_CLEAR, {"match": match_id})


def _where(
    query: Select[*Ts],
    skip_matches: Iterable[int],
    skip_servers: Iterable[int],
    shards: Shards | None,
) -> tuple[Select[*Ts], dict[str, Any]]:
    """The query for these matches alone, and the values for that."""
    values: dict[str, Any] = {"skip": list(skip_matches)}
    if servers := list(skip_servers):
        query, values = query.where(_elsewhere), {**values, "servers": servers}
    if shards is not None:
        there = {"shards": shards.count, "these": list(shards.ids)}
        query, values = query.where(_on_these_shards), {**values, **there}
    return query, values


def _read(
    conn: Connection, query: Select[*tuple[Any, ...]], values: dict[str, Any]
) -> tuple[Deadline, ...]:
    return tuple(Deadline(*row) for row in conn.execute(query, values))


_columns = (
    _table.c.id,
    _table.c.match_id,
    _table.c.kind,
    _table.c.seat,
    _table.c.round,
    _table.c.turn,
    _table.c.due_at,
)
_unclaimed = _table.c.claimed_at.is_(None)
_elsewhere = _table.c.match_id.not_in(
    select(schema.matches.c.id).where(
        schema.matches.c.guild_id.in_(bindparam("servers", expanding=True)),
        schema.matches.c.status.in_(("lobby", "playing")),
    )
)
_others = _table.c.match_id.not_in(bindparam("skip", expanding=True))
_OF_MATCH = (
    select(*_columns)
    .where(_table.c.match_id == bindparam("match"), _unclaimed)
    .order_by(_table.c.due_at, _table.c.id)
)
_DUE = (
    select(*_columns)
    .where(_unclaimed, _table.c.due_at <= bindparam("now"), _others)
    .order_by(_table.c.due_at, _table.c.id)
    .limit(bindparam("limit"))
)
_NEXT_DUE = (
    select(_table.c.due_at)
    .where(_unclaimed, _table.c.due_at > bindparam("after"), _others)
    .order_by(_table.c.due_at)
    .limit(1)
)
_on_these_shards = _table.c.match_id.in_(
    select(schema.matches.c.id).where(
        (schema.matches.c.guild_id.op(">>")(literal_column("22")) % bindparam("shards")).in_(
            bindparam("these", expanding=True)
        )
    )
)
_ADD = insert(_table)
_CLAIM = (
    update(_table)
    .where(_table.c.id == bindparam("deadline"), _unclaimed)
    .values(claimed_at=bindparam("now"))
)
_REMOVE = delete(_table).where(_table.c.id.in_(bindparam("ids", expanding=True)))
_CLEAR = delete(_table).where(_table.c.match_id == bindparam("match"))
