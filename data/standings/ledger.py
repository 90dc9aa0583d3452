"""The ledger of a server's ratings: rated tables go in, ratings, changes and tallies come out.

The same code enters one match when it is over and all of them in a rebuild, so both agree.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from typing import Any, NamedTuple

from sqlalchemy import delete, exists, insert, select, text
from sqlalchemy.engine import Connection
from sqlalchemy.sql import ColumnElement

from data.standings.periods import periods
from data.standings.rating import NEW, Rating, rate
from data.standings.tables import Subject, Table, load
from data.store import schema


class Standing(NamedTuple):
    """A rating and from how many matches it is."""

    rating: Rating
    matches: int


class Change(NamedTuple):
    """A rating before and after a match."""

    before: Rating
    after: Rating


_TALLY = ("matches", "wins", "points", "rounds")
_TALLIES = (*_TALLY, *(f"solo_{name}" for name in _TALLY))


class Ledger:
    """A server's ratings while matches are entered; ``store`` writes what has changed."""

    def __init__(self, guild_id: int) -> None:
        self.guild_id = guild_id
        self._standings: dict[Subject, Standing] = {}
        self._touched: set[Subject] = set()
        self._changes: list[dict[str, Any]] = []
        self._tallies: defaultdict[tuple[str, int], list[int]] = defaultdict(lambda: [0] * 8)

    @classmethod
    def of_table(cls, conn: Connection, table: Table) -> Ledger:
        """The ledger with the ratings of those who sat at a table."""
        ledger = cls(table.guild_id)
        people = [seat.player_id for seat in table.seats if seat.level is None]
        levels = [seat.level for seat in table.seats if seat.level is not None]
        column = schema.ratings.c
        ledger._load(conn, column.player_id.in_(people) | column.level.in_(levels))
        return ledger

    @classmethod
    def as_before(cls, conn: Connection, guild_id: int, since: int) -> Ledger:
        """The ledger as it was before the match with finish order ``since``; 1 for empty.

        What it held of that match and later ones is taken out of the database.
        """
        ledger = cls(guild_id)
        if since > 1:
            ledger._load(conn)
            rated = exists().where(schema.rating_changes.c.match_id == schema.matches.c.id)
            undone: set[Subject] = set()
            for tables in load(conn, guild_id, since, rated):
                befores = _befores(conn, tables)
                for table in tables:
                    ledger._undo(table, befores, undone)
        else:
            for rows in (schema.ratings, schema.tallies):
                conn.execute(delete(rows).where(rows.c.guild_id == guild_id))
        matches = schema.matches.c
        gone = select(matches.id).where(matches.guild_id == guild_id, matches.finish_order >= since)
        changes = schema.rating_changes
        conn.execute(delete(changes).where(changes.c.match_id.in_(gone)))
        return ledger

    def enter(self, table: Table) -> tuple[Change, ...]:
        """Rate a match: the change for each seat, by seat."""
        subjects = table.subjects()
        standings = {name: self._standings.get(name, Standing(NEW, 0)) for name in subjects}
        before = {name: standing.rating for name, standing in standings.items()}
        after = rate(subjects, [seat.rank for seat in table.seats], before)
        for name, standing in standings.items():
            self._standings[name] = Standing(after[name], standing.matches + 1)
            self._touched.add(name)
        changes = tuple(Change(before[name], after[name]) for name in subjects)
        for seat, change in zip(table.seats, changes, strict=True):
            self._changes.append(
                {
                    "match_id": table.match_id,
                    "seat": seat.seat,
                    "mu_before": change.before.mu,
                    "sigma_before": change.before.sigma,
                    "mu": change.after.mu,
                    "sigma": change.after.sigma,
                }
            )
        self._tally(table, 1)
        return changes

    def flush(self, conn: Connection) -> None:
        """Write the changes that have gathered."""
        if self._changes:
            conn.execute(insert(schema.rating_changes), self._changes)
            self._changes.clear()

    def store(self, conn: Connection) -> None:
        """Write everything that has changed."""
        self.flush(conn)
        tallies = [
            {"guild_id": self.guild_id, "period": period, "player_id": player_id}
            | dict(zip(_TALLIES, counts, strict=True))
            for (period, player_id), counts in sorted(self._tallies.items())
            if any(counts)
        ]
        if tallies:
            conn.execute(_ADD_TO_TALLIES, tallies)
            conn.execute(_DROP_EMPTY_TALLIES, {"guild_id": self.guild_id})
        self._store_ratings(conn)
        self._tallies.clear()
        self._touched.clear()

    def _store_ratings(self, conn: Connection) -> None:
        people: list[dict[str, Any]] = []
        levels: list[dict[str, Any]] = []
        for name in sorted(self._touched, key=str):
            rating, matches = self._standings[name]
            level = name.kind == "level"
            row = {
                "guild_id": self.guild_id,
                "ladder": "solo" if name.kind == "solo" else "table",
                "player_id": None if level else name.key,
                "level": name.key if level else None,
                "mu": rating.mu,
                "sigma": rating.sigma,
                "matches": matches,
            }
            (levels if level else people).append(row)
        if people:
            conn.execute(_PUT_PERSON, people)
        if levels:
            conn.execute(_PUT_LEVEL, levels)
        if people or levels:
            conn.execute(
                delete(schema.ratings).where(
                    schema.ratings.c.guild_id == self.guild_id, schema.ratings.c.matches == 0
                )
            )

    def _load(self, conn: Connection, *conditions: ColumnElement[bool]) -> None:
        rows = schema.ratings
        query = select(rows).where(rows.c.guild_id == self.guild_id, *conditions)
        for row in conn.execute(query):
            name = (
                Subject("level", row.level)
                if row.level is not None
                else Subject(row.ladder, row.player_id)
            )
            self._standings[name] = Standing(Rating(row.mu, row.sigma), row.matches)

    def _undo(
        self,
        table: Table,
        befores: dict[tuple[int, int], Rating],
        undone: set[Subject],
    ) -> None:
        """Take a match out; of the matches of a subject the first to be undone counts."""
        self._tally(table, -1)
        counted: set[Subject] = set()
        for seat, name in zip(table.seats, table.subjects(), strict=True):
            if name in counted:
                continue
            counted.add(name)
            rating, matches = self._standings[name]
            if name not in undone:
                rating = befores[table.match_id, seat.seat]
            undone.add(name)
            self._standings[name] = Standing(rating, matches - 1)
            self._touched.add(name)

    def _tally(self, table: Table, sign: int) -> None:
        offset = 4 if table.solo else 0
        for seat in table.seats:
            if seat.player_id is None:
                continue
            counts = (1, int(seat.rank == 1), seat.points, table.rounds)
            for period in periods(table.finished_at):
                tally = self._tallies[period, seat.player_id]
                for index, count in enumerate(counts, start=offset):
                    tally[index] += sign * count


def _befores(conn: Connection, tables: Iterable[Table]) -> dict[tuple[int, int], Rating]:
    rows = schema.rating_changes
    query = select(rows).where(rows.c.match_id.in_([table.match_id for table in tables]))
    return {
        (row.match_id, row.seat): Rating(row.mu_before, row.sigma_before)
        for row in conn.execute(query)
    }


_ADD_TO_TALLIES = text("""
    INSERT INTO tallies (
        guild_id, period, player_id,
        matches, wins, points, rounds, solo_matches, solo_wins, solo_points, solo_rounds
    )
    VALUES (
        :guild_id, :period, :player_id,
        :matches, :wins, :points, :rounds, :solo_matches, :solo_wins, :solo_points, :solo_rounds
    )
    ON CONFLICT (guild_id, period, player_id) DO UPDATE SET
        matches = tallies.matches + excluded.matches,
        wins = tallies.wins + excluded.wins,
        points = tallies.points + excluded.points,
        rounds = tallies.rounds + excluded.rounds,
        solo_matches = tallies.solo_matches + excluded.solo_matches,
        solo_wins = tallies.solo_wins + excluded.solo_wins,
        solo_points = tallies.solo_points + excluded.solo_points,
        solo_rounds = tallies.solo_rounds + excluded.solo_rounds
""")

_DROP_EMPTY_TALLIES = text("""
    DELETE FROM tallies WHERE guild_id = :guild_id AND matches = 0 AND solo_matches = 0
""")

_PUT = """
    INSERT INTO ratings (guild_id, ladder, player_id, level, mu, sigma, matches)
    VALUES (:guild_id, :ladder, :player_id, :level, :mu, :sigma, :matches)
    ON CONFLICT ({key}) DO UPDATE
    SET mu = excluded.mu, sigma = excluded.sigma, matches = excluded.matches
"""
_PUT_PERSON = text(_PUT.format(key="guild_id, ladder, player_id"))
_PUT_LEVEL = text(_PUT.format(key="guild_id, level"))
