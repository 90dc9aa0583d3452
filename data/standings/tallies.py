"""Tallies: what a person's rated matches in a server come to, of all time, by month and by week.

They are sums. Who changes whether a match is rated counts it in or out in the same unit, and so
they are right at any moment.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Any

from sqlalchemy import select, text, tuple_
from sqlalchemy.engine import Connection

from data.standings.periods import periods
from data.standings.tables import Table
from data.store import schema

Key = tuple[str, int]
"""A period and whose tally."""

_COUNTS = ("matches", "wins", "points", "rounds")
_COLUMNS = (*_COUNTS, *(f"solo_{name}" for name in _COUNTS))


class Tallies:
    """Sums over matches, by period and person: with others, and alone against computers."""

    def __init__(self) -> None:
        self.sums: defaultdict[Key, list[int]] = defaultdict(lambda: [0] * len(_COLUMNS))

    def add(self, table: Table, sign: int = 1) -> None:
        """Count a match in, or with -1 out."""
        offset = len(_COUNTS) if table.solo else 0
        for seat in table.seats:
            if seat.player_id is None:
                continue
            counts = (1, int(seat.rank == 1), seat.points, table.rounds)
            for period in periods(table.finished_at):
                tally = self.sums[period, seat.player_id]
                for index, count in enumerate(counts, start=offset):
                    tally[index] += sign * count


def count_in(conn: Connection, table: Table) -> None:
    """A match is rated from now on."""
    _count(conn, table, 1)


def count_out(conn: Connection, table: Table) -> None:
    """A match that was rated isn't any more."""
    for row in _count(conn, table, -1):
        conn.execute(_DROP_EMPTY, row)


def mend(conn: Connection, guild_id: int, tallies: Tallies, keys: Sequence[Key]) -> None:
    """Make some stored tallies what they should be at this moment."""
    rows = schema.tallies
    here = rows.c.guild_id == guild_id, tuple_(rows.c.period, rows.c.player_id).in_(keys)
    stored = {
        (row["period"], row["player_id"]): dict(row)
        for row in conn.execute(select(rows).where(*here)).mappings()
    }
    wanted = _rows(guild_id, tallies, keys)
    changed = [row for key, row in zip(keys, wanted, strict=True) if stored.get(key) != row]
    if changed:
        conn.execute(_PUT, changed)


def drop_strays(
    conn: Connection, guild_id: int, tallies: Tallies, after: Key, limit: int
) -> Key | None:
    """Delete stored tallies that are of no match.

    Args:
        conn: in a writing unit.
        guild_id: whose.
        tallies: what all of the server's should be at this moment.
        after: the last one that was looked at.
        limit: how many are looked at.

    Returns:
        The last one that was looked at; None if there are no more.
    """
    values = {"guild": guild_id, "period": after[0], "player": after[1], "limit": limit}
    found = [(period, player_id) for period, player_id in conn.execute(_KEYS, values)]
    strays = [key for key in found if key not in tallies.sums]
    if strays:
        conn.execute(
            _DROP,
            [{"guild": guild_id, "period": period, "player": player} for period, player in strays],
        )
    return found[-1] if len(found) == limit else None


def _count(conn: Connection, table: Table, sign: int) -> list[dict[str, Any]]:
    """Add a match to the stored tallies, or take it out; the rows that were added."""
    tallies = Tallies()
    tallies.add(table, sign)
    rows = _rows(table.guild_id, tallies, sorted(tallies.sums))
    if rows:
        conn.execute(_ADD, rows)
    return rows


def _rows(guild_id: int, tallies: Tallies, keys: Iterable[Key]) -> list[dict[str, Any]]:
    return [
        {
            "guild_id": guild_id,
            "period": period,
            "player_id": player_id,
            **dict(zip(_COLUMNS, tallies.sums[period, player_id], strict=True)),
        }
        for period, player_id in keys
    ]


_INTO = """
    INSERT INTO tallies (
        guild_id, period, player_id,
        matches, wins, points, rounds, solo_matches, solo_wins, solo_points, solo_rounds
    )
    VALUES (
        :guild_id, :period, :player_id,
        :matches, :wins, :points, :rounds, :solo_matches, :solo_wins, :solo_points, :solo_rounds
    )
    ON CONFLICT (guild_id, period, player_id) DO UPDATE SET
"""
_ADD = text(_INTO + ", ".join(f"{name} = tallies.{name} + excluded.{name}" for name in _COLUMNS))
_PUT = text(_INTO + ", ".join(f"{name} = excluded.{name}" for name in _COLUMNS))
_DROP_EMPTY = text("""
    DELETE FROM tallies
    WHERE guild_id = :guild_id AND period = :period AND player_id = :player_id
      AND matches = 0 AND solo_matches = 0
""")
_KEYS = text("""
    SELECT period, player_id
    FROM tallies
    WHERE guild_id = :guild AND (period, player_id) > (:period, :player)
    ORDER BY period, player_id
    LIMIT :limit
""")
_DROP = text("""
    DELETE FROM tallies WHERE guild_id = :guild AND period = :period AND player_id = :player
""")
