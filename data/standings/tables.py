"""Finished matches as the ratings see them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from sqlalchemy import select
from sqlalchemy.engine import Connection
from sqlalchemy.sql import ColumnElement

from data.matches.models import UnratedReason
from data.store import schema


class Subject(NamedTuple):
    """Whose rating: a person's at tables with others, a person's alone, or a level's."""

    kind: Literal["table", "solo", "level"]
    key: int | str


@dataclass(frozen=True, slots=True)
class TableSeat:
    """A seat of a finished match; ``player_id`` or ``level`` is set."""

    seat: int
    player_id: int | None
    level: str | None
    points: int
    rank: int

    def subject(self, *, solo: bool) -> Subject:
        """Whose rating the match changes."""
        if self.level is not None:
            return Subject("level", self.level)
        if self.player_id is None:
            raise ValueError(f"seat {self.seat} is nobody's")
        return Subject("solo" if solo else "table", self.player_id)


@dataclass(frozen=True, slots=True)
class Table:
    """A match that was played to its end, as the ratings see it.

    Attributes:
        match_id: which.
        guild_id: whose ratings it changes.
        finish_order: its place in the history of all matches.
        finished_at: UTC milliseconds.
        rounds: how many it had.
        people: the persons' keys, ascending, as text.
        solo: whether one person played against computers.
        unrated_reason: as stored.
        seats: by seat.
    """

    match_id: int
    guild_id: int
    finish_order: int
    finished_at: int
    rounds: int
    people: str
    solo: bool
    unrated_reason: UnratedReason | None
    seats: tuple[TableSeat, ...]

    def subjects(self) -> list[Subject]:
        """Whose ratings it changes, by seat."""
        return [seat.subject(solo=self.solo) for seat in self.seats]


class Some(NamedTuple):
    """Some of a server's matches in the order of their finish.

    Attributes:
        tables: these matches.
        after: the finish order to go on with.
        more: whether there may be more.
    """

    tables: list[Table]
    after: int
    more: bool


def some(
    conn: Connection, guild_id: int, since: int, limit: int, *conditions: ColumnElement[bool]
) -> Some:
    """Some of a server's matches that were played to their end.

    Args:
        conn: to read from.
        guild_id: the server.
        since: the finish order to begin with.
        limit: how many at most.
        conditions: which of them.
    """
    rows = schema.matches
    query = (
        select(
            rows.c.id,
            rows.c.guild_id,
            rows.c.finish_order,
            rows.c.finished_at,
            rows.c.rounds,
            rows.c.people,
            rows.c.solo,
            rows.c.unrated_reason,
        )
        .where(rows.c.guild_id == guild_id, rows.c.finish_order >= since, *conditions)
        .order_by(rows.c.finish_order)
        .limit(limit)
    )
    found = conn.execute(query).all()
    seats = _seats(conn, [row.id for row in found])
    tables = [Table(*row, tuple(seats[row.id])) for row in found if row.id in seats]
    return Some(tables, found[-1].finish_order + 1 if found else since, len(found) == limit)


def rated(conn: Connection, match_id: int) -> Table | None:
    """A match that is rated; None if it isn't."""
    rows = schema.matches
    query = select(rows.c.guild_id, rows.c.finish_order).where(
        rows.c.id == match_id, rows.c.status == "finished", rows.c.unrated_reason.is_(None)
    )
    row = conn.execute(query).first()
    if row is None:
        return None
    found = some(conn, row.guild_id, row.finish_order, 1, rows.c.id == match_id)
    return found.tables[0]


def _seats(conn: Connection, ids: Sequence[int]) -> dict[int, list[TableSeat]]:
    rows = schema.seats
    query = (
        select(
            rows.c.match_id, rows.c.seat, rows.c.player_id, rows.c.level, rows.c.points, rows.c.rank
        )
        .where(rows.c.match_id.in_(ids), rows.c.rank.is_not(None))
        .order_by(rows.c.match_id, rows.c.seat)
    )
    seats: defaultdict[int, list[TableSeat]] = defaultdict(list)
    for match_id, *fields in conn.execute(query):
        seats[match_id].append(TableSeat(*fields))
    return seats
