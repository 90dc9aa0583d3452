"""The ledger of a server's ratings: rated tables go in, ratings and their changes come out.

The same code enters one match when it is over and all of them in a recount, so both agree.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from sqlalchemy import bindparam, insert, select, text
from sqlalchemy.engine import Connection

from data.standings.rating import NEW, Rating, rate
from data.standings.tables import Subject, Table
from data.standings.tallies import count_in
from data.store import schema

Row = dict[str, Any]


class Standing(NamedTuple):
    """A rating and from how many matches it is."""

    rating: Rating
    matches: int


class Change(NamedTuple):
    """A rating before and after a match."""

    before: Rating
    after: Rating


class Ledger:
    """A server's ratings, of one generation, while matches are entered.

    ``standings`` are the ratings by subject; who is missing is new.
    """

    def __init__(self, guild_id: int, generation: int) -> None:
        self.guild_id = guild_id
        self.generation = generation
        self.standings: dict[Subject, Standing] = {}

    @classmethod
    def of_table(cls, conn: Connection, table: Table) -> Ledger:
        """The ledger that is read now, with the ratings of those who sit at a table."""
        generation = conn.scalar(_GENERATION, {"guild": table.guild_id}) or 0
        ledger = cls(table.guild_id, generation)
        values = {
            "guild": table.guild_id,
            "generation": generation,
            "people": [seat.player_id for seat in table.seats if seat.level is None],
            "levels": [seat.level for seat in table.seats if seat.level is not None],
        }
        for row in conn.execute(_RATINGS, values):
            name = (
                Subject("level", row.level)
                if row.level is not None
                else Subject(row.ladder, row.player_id)
            )
            ledger.standings[name] = Standing(Rating(row.mu, row.sigma), row.matches)
        return ledger

    def enter(self, table: Table) -> tuple[Change, ...]:
        """Rate a match: the change for each seat, by seat."""
        subjects = table.subjects()
        standings = {name: self.standings.get(name, Standing(NEW, 0)) for name in subjects}
        before = {name: standing.rating for name, standing in standings.items()}
        after = rate(subjects, [seat.rank for seat in table.seats], before)
        for name, standing in standings.items():
            self.standings[name] = Standing(after[name], standing.matches + 1)
        return tuple(Change(before[name], after[name]) for name in subjects)

    def rating_rows(self, names: Iterable[Subject]) -> list[Row]:
        """Rows for some subjects' ratings."""
        return [self._rating_row(name) for name in names]

    def _rating_row(self, name: Subject) -> Row:
        rating, matches = self.standings[name]
        level = name.kind == "level"
        return {
            "guild_id": self.guild_id,
            "generation": self.generation,
            "ladder": "solo" if name.kind == "solo" else "table",
            "player_id": None if level else name.key,
            "level": name.key if level else None,
            "mu": rating.mu,
            "sigma": rating.sigma,
            "matches": matches,
        }


def change_rows(table: Table, changes: Iterable[Change]) -> list[Row]:
    """Rows for what a match did to the ratings."""
    return [
        {
            "match_id": table.match_id,
            "seat": seat.seat,
            "mu_before": change.before.mu,
            "sigma_before": change.before.sigma,
            "mu": change.after.mu,
            "sigma": change.after.sigma,
        }
        for seat, change in zip(table.seats, changes, strict=True)
    ]


def enter(conn: Connection, table: Table) -> tuple[Change, ...]:
    """Rate a match that was just over, in the generation that is read; the change by seat."""
    ledger = Ledger.of_table(conn, table)
    changes = ledger.enter(table)
    conn.execute(_ADD_CHANGES, change_rows(table, changes))
    count_in(conn, table)
    put_ratings(conn, ledger.rating_rows(dict.fromkeys(table.subjects())))
    return changes


def put_ratings(conn: Connection, rows: Iterable[Row]) -> None:
    """Write ratings in place of those that are there."""
    rows = list(rows)
    people = [row for row in rows if row["level"] is None]
    levels = [row for row in rows if row["level"] is not None]
    if people:
        conn.execute(_PUT_PERSON, people)
    if levels:
        conn.execute(_PUT_LEVEL, levels)


def put_changes(conn: Connection, rows: list[Row]) -> None:
    """Write what matches did to the ratings in place of what was written; not of void ones."""
    if rows:
        conn.execute(_PUT_CHANGES, rows)


_GENERATION = select(schema.guilds.c.generation).where(schema.guilds.c.id == bindparam("guild"))
_RATINGS = select(schema.ratings).where(
    schema.ratings.c.guild_id == bindparam("guild"),
    schema.ratings.c.generation == bindparam("generation"),
    schema.ratings.c.player_id.in_(bindparam("people", expanding=True))
    | schema.ratings.c.level.in_(bindparam("levels", expanding=True)),
)
_ADD_CHANGES = insert(schema.rating_changes)

_PUT = """
    INSERT INTO ratings (guild_id, generation, ladder, player_id, level, mu, sigma, matches)
    VALUES (:guild_id, :generation, :ladder, :player_id, :level, :mu, :sigma, :matches)
    ON CONFLICT (guild_id, generation, {key}) DO UPDATE
    SET mu = excluded.mu, sigma = excluded.sigma, matches = excluded.matches
"""
_PUT_PERSON = text(_PUT.format(key="ladder, player_id"))
_PUT_LEVEL = text(_PUT.format(key="level"))

_PUT_CHANGES = text("""
    INSERT INTO rating_changes (match_id, seat, mu_before, sigma_before, mu, sigma)
    SELECT id, :seat, :mu_before, :sigma_before, :mu, :sigma
    FROM matches
    WHERE id = :match_id AND status = 'finished'
    ON CONFLICT (match_id, seat) DO UPDATE
    SET mu_before = excluded.mu_before, sigma_before = excluded.sigma_before,
        mu = excluded.mu, sigma = excluded.sigma
""")
