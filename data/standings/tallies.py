"""Tallies: what a person's rated matches in a server come to, of all time, by month and by week.

Who changes whether a match is rated counts it in or out in the same unit, and so they are right at
any moment. All of it are sums, but ``best``, which follows from them: shares of opponents ranked
below are counted in 24ths, which every share of up to five seats is a whole number of.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from pydantic import TypeAdapter
from sqlalchemy import select, text, tuple_
from sqlalchemy.engine import Connection

from data.standings.periods import periods
from data.standings.tables import Table, TableSeat
from data.store import schema

Key = tuple[str, int]
"""A period and whose tally."""

_COUNTS = ("matches", "wins", "points", "rounds")
_COLUMNS = (*_COUNTS, *(f"solo_{name}" for name in _COUNTS))

WHOLE = 24
"""The share of somebody who ranked ahead of all opponents: it is counted in such parts."""

BEST = 12
"""So many of somebody's matches count in a season: who plays more gets more chances, and no more
points."""

_SHARES = TypeAdapter(dict[int, int])


@dataclass(slots=True)
class Tally:
    """What somebody's matches come to.

    Attributes:
        counts: by column.
        shares: how many matches with others gave which share, in parts of ``WHOLE``.
    """

    counts: list[int] = field(default_factory=lambda: [0] * len(_COLUMNS))
    shares: Counter[int] = field(default_factory=Counter)

    def row(self) -> dict[str, Any]:
        """Its columns."""
        shares = {share: count for share, count in sorted(self.shares.items()) if count}
        return {
            **dict(zip(_COLUMNS, self.counts, strict=True)),
            "shares": _SHARES.dump_json(shares).decode(),
            "shares_of": sum(shares.values()),
            "best": sum(sorted(self.shares.elements())[-BEST:]),
        }


def share(table: Table, seat: TableSeat) -> int:
    """The share of a seat's opponents that are ranked below it, ties half, in parts of ``WHOLE``.

    >>> from data.standings.tables import TableSeat
    >>> seats = tuple(TableSeat(n, n, None, 0, rank) for n, rank in ((1, 1), (2, 2), (3, 2)))
    >>> table = Table(1, 1, 1, 1, 1, "1 2 3", False, None, seats)
    >>> [share(table, seat) / WHOLE for seat in seats]
    [1.0, 0.25, 0.25]
    """
    ranks = [other.rank for other in table.seats if other.seat != seat.seat]
    halves = 2 * sum(rank > seat.rank for rank in ranks) + ranks.count(seat.rank)
    return WHOLE * halves // (2 * len(ranks))


class Tallies:
    """Sums over matches, by period and person: with others, and alone against computers."""

    def __init__(self) -> None:
        self.sums: defaultdict[Key, Tally] = defaultdict(Tally)

    @classmethod
    def stored(cls, conn: Connection, guild_id: int, keys: Sequence[Key]) -> Tallies:
        """What is stored of some."""
        found = cls()
        for (period, player_id), row in _stored(conn, guild_id, keys).items():
            counts = [row[name] for name in _COLUMNS]
            shares = Counter(_SHARES.validate_json(row["shares"]))
            found.sums[period, player_id] = Tally(counts, shares)
        return found

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
                    tally.counts[index] += sign * count
                if not table.solo:
                    tally.shares[share(table, seat)] += sign


def count_in(conn: Connection, table: Table) -> None:
    """A match is rated from now on."""
    _count(conn, table, 1)


def count_out(conn: Connection, table: Table) -> None:
    """A match that was rated isn't any more."""
    for row in _count(conn, table, -1):
        conn.execute(_DROP_EMPTY, row)


def behind(conn: Connection) -> tuple[int, ...]:
    """The servers of which a tally doesn't know all its shares: a former version counted there."""
    return tuple(conn.scalars(_BEHIND))


def mend(conn: Connection, guild_id: int, tallies: Tallies, keys: Sequence[Key]) -> None:
    """Make some stored tallies what they should be at this moment."""
    stored = _stored(conn, guild_id, keys)
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


def _stored(conn: Connection, guild_id: int, keys: Sequence[Key]) -> dict[Key, dict[str, Any]]:
    rows = schema.tallies
    here = rows.c.guild_id == guild_id, tuple_(rows.c.period, rows.c.player_id).in_(keys)
    found = conn.execute(select(rows).where(*here)).mappings()
    return {(row["period"], row["player_id"]): dict(row) for row in found}


def _count(conn: Connection, table: Table, sign: int) -> list[dict[str, Any]]:
    """Add a match to the stored tallies, or take it out; the rows as they are then.

    Whoever does has the server's lock: nobody else counts meanwhile.
    """
    people = [seat.player_id for seat in table.seats if seat.player_id is not None]
    keys = [(period, player_id) for period in periods(table.finished_at) for player_id in people]
    tallies = Tallies.stored(conn, table.guild_id, keys)
    tallies.add(table, sign)
    rows = _rows(table.guild_id, tallies, sorted(tallies.sums))
    if rows:
        conn.execute(_PUT, rows)
    return rows


def _rows(guild_id: int, tallies: Tallies, keys: Iterable[Key]) -> list[dict[str, Any]]:
    return [
        {
            "guild_id": guild_id,
            "period": period,
            "player_id": player_id,
            **tallies.sums[period, player_id].row(),
        }
        for period, player_id in keys
    ]


_WRITTEN = tuple(Tally().row())
_PUT = text(f"""
    INSERT INTO tallies (guild_id, period, player_id, {", ".join(_WRITTEN)})
    VALUES (:guild_id, :period, :player_id, {", ".join(f":{name}" for name in _WRITTEN)})
    ON CONFLICT (guild_id, period, player_id)
    DO UPDATE SET {", ".join(f"{name} = excluded.{name}" for name in _WRITTEN)}
""")  # noqa: S608 - the parts are ours
_BEHIND = text("SELECT DISTINCT guild_id FROM tallies WHERE shares_of <> matches")
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
