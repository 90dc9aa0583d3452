"""A server's ratings and tallies made anew from its finished matches, while all goes on.

They are made as a new generation beside the one that is read, step by step. What is over meanwhile
is counted in both; the last step enters the last few matches and makes the new generation the one
that is read. What a match did to the ratings (``rating_changes``) has no generation and is written
over on the way: of the matches from the first one on that is counted anew, so that a recount that
was broken off begins again where it began.

``guilds.recount_from`` says that there is something to do, and from which finish order on.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from itertools import islice
from typing import Literal

from sqlalchemy import case, func, select, text, update
from sqlalchemy.engine import Connection

from data.matches import matches
from data.standings import tables
from data.standings.ledger import (
    Ledger,
    Row,
    Standing,
    TallyKey,
    change_rows,
    put_changes,
    put_ratings,
    put_tallies,
)
from data.standings.periods import ALL, EVERYTHING, Touched, periods, touched
from data.standings.rating import Rating
from data.standings.repeats import Repeats
from data.standings.tables import Subject, Table
from data.store import schema
from data.store.work import Work, look, put, until_done

READ = 15
"""Matches that a step reads and rates."""

WRITTEN = 200
"""Rows that a step writes, copies or deletes."""

LAST = 20
"""So many matches the last step may enter, at most."""

_FINISHED = schema.matches.c.status == "finished"
_COULD_COUNT = schema.matches.c.unrated_reason.is_(None) | (
    schema.matches.c.unrated_reason == "repeated"
)


def ask(conn: Connection, guild_id: int, since: int = 1) -> None:
    """A server is to be counted anew from a finish order on, or from an earlier one if that was so.

    It is done when somebody does ``recount``.
    """
    rows = schema.guilds
    earliest = case((rows.c.recount_from < since, rows.c.recount_from), else_=since)
    conn.execute(update(rows).where(rows.c.id == guild_id).values(recount_from=earliest))


def asked(conn: Connection) -> tuple[int, ...]:
    """The servers that are to be counted anew."""
    rows = schema.guilds
    query = select(rows.c.id).where(rows.c.recount_from.is_not(None)).order_by(rows.c.id)
    return tuple(conn.scalars(query))


def recount(guild_id: int) -> Work[int]:
    """Count a server anew if that was asked for; how many matches were rated.

    One at a time: two at once would write the same generation.
    """
    while True:
        plan: _Plan | None = yield look(partial(_plan, guild_id=guild_id))
        if plan is None:
            return 0
        others = partial(_drop_others, guild_id=guild_id)
        yield from until_done(others)  # what a recount left that was broken off
        yield from _copy(plan)
        count: _Count = yield look(partial(_Count.open, plan=plan))
        outcome: Outcome = "behind"
        while outcome == "behind":
            yield from count.catch_up()
            outcome = yield put(count.switch)
        yield from until_done(others)
        if outcome == "done":
            return count.rated


Outcome = Literal["done", "behind", "asked"]
"""Of the last step: ``behind``: more matches are over than it may enter; ``asked``: something was
voided meanwhile, and it all begins again."""


@dataclass(frozen=True, slots=True)
class _Plan:
    """What is to be counted anew.

    Attributes:
        guild_id: the server.
        generation: the one that is read.
        since: from which finish order on matches are rated anew.
        voided: how many matches were voided before it began.
        touched: the months and weeks that are tallied anew.
        first: the finish order of the first match in them.
    """

    guild_id: int
    generation: int
    since: int
    voided: int
    touched: Touched
    first: int


def _plan(conn: Connection, guild_id: int) -> _Plan | None:
    state = _state(conn, guild_id)
    if state is None or state.since is None:
        return None
    rows = schema.matches
    here = rows.c.guild_id == guild_id
    at = conn.scalar(select(rows.c.finished_at).where(here, rows.c.finish_order == state.since))
    reach = EVERYTHING if at is None else touched(at)
    first = select(func.min(rows.c.finish_order)).where(here, rows.c.finished_at >= reach.since)
    return _Plan(
        guild_id,
        state.generation,
        since=state.since if at is not None else 1,
        voided=state.voided,
        touched=reach,
        first=conn.scalar(first) or 1,
    )


@dataclass(frozen=True, slots=True)
class _State:
    generation: int
    since: int | None
    voided: int


def _state(conn: Connection, guild_id: int) -> _State | None:
    row = conn.execute(_STATE, {"guild": guild_id}).first()
    return _State(*row) if row else None


def _copy(plan: _Plan) -> Work[None]:
    """Take the tallies of the months and weeks that stay as they are into the new generation."""
    if not plan.touched.month:
        return
    after: TallyKey = ("", 0)
    while True:
        unit = partial(_copy_some, plan=plan, after=after)
        copied: TallyKey | None = yield put(unit)
        if copied is None:
            return
        after = copied


def _copy_some(conn: Connection, plan: _Plan, after: TallyKey) -> TallyKey | None:
    values = {
        "guild": plan.guild_id,
        "generation": plan.generation,
        "new": plan.generation + 1,
        "month": plan.touched.month,
        "week": plan.touched.week,
        "period": after[0],
        "player": after[1],
        "limit": WRITTEN,
    }
    copied = conn.execute(_COPY, values).all()
    return max((row.period, row.player_id) for row in copied) if copied else None


def _drop_others(conn: Connection, guild_id: int) -> bool:
    """Delete some rows of generations that aren't read; whether there were any."""
    values = {"guild": guild_id, "limit": WRITTEN}
    return any(conn.execute(statement, values).rowcount for statement in _DROP_OTHERS)


class _Count:
    """The new generation while it is made."""

    def __init__(self, plan: _Plan, repeats: Repeats) -> None:
        self._plan = plan
        self._repeats = repeats
        self._ledger = Ledger(plan.guild_id, plan.generation + 1)
        self._next: int = min(plan.first, plan.since)
        self._changes: list[Row] = []
        self._reasons: dict[int, Literal["repeated"] | None] = {}
        self._ratings: dict[Subject, None] = {}  # to be written; sets in the order of their making
        self._tallies: dict[TallyKey, None] = {}
        self.rated = 0

    @classmethod
    def open(cls, conn: Connection, plan: _Plan) -> _Count:
        """As it was before the first match that is rated anew."""
        count = cls(plan, Repeats.before(conn, plan.guild_id, plan.since))
        if plan.since > 1:
            for row in conn.execute(_STANDINGS, {"guild": plan.guild_id, "since": plan.since}):
                name = (
                    Subject("level", row.level)
                    if row.level is not None
                    else Subject("solo" if row.alone else "table", row.player_id)
                )
                standing = Standing(Rating(row.mu, row.sigma), row.matches)
                count._ledger.standings[name] = standing
        values = {"guild": plan.guild_id, "generation": plan.generation + 1}
        for player_id, *counts in conn.execute(_SUMS, values):
            count._ledger.tallies[ALL, player_id] = counts
        count._ratings = dict.fromkeys(count._ledger.standings)
        count._tallies = dict.fromkeys(count._ledger.tallies)
        return count

    def catch_up(self) -> Work[None]:
        """Enter all matches that are over, and write what came of it."""
        more = True
        while more:
            more = yield look(partial(self._read, limit=READ))
            if self._changes or self._reasons:
                yield put(self._write_changes)
        yield from until_done(self._write_some)

    def switch(self, conn: Connection) -> Outcome:
        """Enter the last few matches, and let this be what is read."""
        plan = self._plan
        state = _state(conn, plan.guild_id)
        if state is None or (state.since, state.voided) != (plan.since, plan.voided):
            return "asked"
        more = self._read(conn, LAST)
        self._write_changes(conn)
        if more:
            return "behind"
        while self._write_some(conn):
            pass
        conn.execute(
            update(schema.guilds)
            .where(schema.guilds.c.id == plan.guild_id)
            .values(generation=plan.generation + 1, recount_from=None)
        )
        return "done"

    def _read(self, conn: Connection, limit: int) -> bool:
        """Enter some matches; whether there may be more."""
        conditions = (_FINISHED, _COULD_COUNT)
        found = tables.some(conn, self._plan.guild_id, self._next, limit, *conditions)
        self._next = found.after
        for table in found.tables:
            if table.finish_order < self._plan.since:
                self._tally(table)
            else:
                self._enter(table)
        self._leave_out_what_stands(conn)
        return found.more

    def _tally(self, table: Table) -> None:
        """Count a match that stays as it is, in the periods that are made anew."""
        if table.unrated_reason is not None:
            return
        everything, month, week = periods(table.finished_at)
        # All time has been given what is in the months that were copied.
        for period, within in ((everything, month), (month, month), (week, week)):
            if self._plan.touched.holds(within):
                self._ledger.tally(table, period)
                self._to_write(table, period)

    def _to_write(self, table: Table, period: str) -> None:
        for seat in table.seats:
            if seat.player_id is not None:
                self._tallies[period, seat.player_id] = None

    def _enter(self, table: Table) -> None:
        unrated: Literal["repeated"] | None = "repeated" if self._repeats.too_many(table) else None
        if unrated != table.unrated_reason:
            self._reasons[table.match_id] = unrated
        if unrated is not None:
            return
        self._changes += change_rows(table, self._ledger.enter(table))
        self._ratings |= dict.fromkeys(table.subjects())
        for period in periods(table.finished_at):
            self._to_write(table, period)
        self._repeats.add(table)
        self.rated += 1

    def _leave_out_what_stands(self, conn: Connection) -> None:
        """Of the changes that were computed keep those that differ from what is stored."""
        if not self._changes:
            return
        rows = schema.rating_changes
        ids = {row["match_id"] for row in self._changes}
        found = conn.execute(select(rows).where(rows.c.match_id.in_(ids))).mappings()
        stored = {(row["match_id"], row["seat"]): dict(row) for row in found}
        self._changes = [
            row for row in self._changes if stored.get((row["match_id"], row["seat"])) != row
        ]

    def _write_changes(self, conn: Connection) -> None:
        for match_id, reason in self._reasons.items():
            matches.change(conn, match_id, unrated_reason=reason)
            if reason is not None:
                conn.execute(_DROP_CHANGES, {"match": match_id})
        put_changes(conn, self._changes)
        self._reasons.clear()
        self._changes.clear()

    def _write_some(self, conn: Connection) -> bool:
        """Write some ratings and tallies; whether there were any to be written."""
        names = list(islice(self._ratings, WRITTEN))
        keys = list(islice(self._tallies, WRITTEN - len(names)))
        put_ratings(conn, self._ledger.rating_rows(names))
        put_tallies(conn, self._ledger.tally_rows(keys))
        for name in names:
            del self._ratings[name]
        for key in keys:
            del self._tallies[key]
        return bool(names or keys)


_STATE = text("""
    SELECT generation, recount_from,
           (SELECT COUNT(*) FROM matches WHERE guild_id = :guild AND status = 'void')
    FROM guilds
    WHERE id = :guild
""")

_COPY = text("""
    INSERT INTO tallies (
        guild_id, generation, period, player_id,
        matches, wins, points, rounds, solo_matches, solo_wins, solo_points, solo_rounds
    )
    SELECT guild_id, :new, period, player_id,
           matches, wins, points, rounds, solo_matches, solo_wins, solo_points, solo_rounds
    FROM tallies
    WHERE guild_id = :guild AND generation = :generation
      AND (period, player_id) > (:period, :player)
      AND period <> 'all'
      AND CASE WHEN period LIKE '%W%' THEN period < :week ELSE period < :month END
    ORDER BY period, player_id
    LIMIT :limit
    RETURNING period, player_id
""")

# Below and above apart: each goes along an index.
_DROP_RATINGS = """
    DELETE FROM ratings WHERE id IN (
        SELECT r.id
        FROM guilds AS g
        JOIN ratings AS r ON r.guild_id = g.id AND r.generation {} g.generation
        WHERE g.id = :guild
        LIMIT :limit
    )
"""
_DROP_TALLIES = """
    DELETE FROM tallies WHERE (guild_id, generation, period, player_id) IN (
        SELECT t.guild_id, t.generation, t.period, t.player_id
        FROM guilds AS g
        JOIN tallies AS t ON t.guild_id = g.id AND t.generation {} g.generation
        WHERE g.id = :guild
        LIMIT :limit
    )
"""
_DROP_OTHERS = [
    text(statement.format(other))
    for statement in (_DROP_RATINGS, _DROP_TALLIES)
    for other in ("<", ">")
]

_DROP_CHANGES = text("DELETE FROM rating_changes WHERE match_id = :match")

# The rating after the last match before ``since``, and from how many matches it is. A level that
# sits at a table more than once has the same change at each of its seats.
_STANDINGS = text("""
    SELECT b.level, b.player_id, b.alone, b.matches, c.mu, c.sigma
    FROM (
        SELECT s.level, s.player_id,
               CASE WHEN m.solo AND s.level IS NULL THEN 1 ELSE 0 END AS alone,
               COUNT(DISTINCT m.id) AS matches, MAX(m.finish_order) AS last
        FROM matches AS m
        JOIN seats AS s ON s.match_id = m.id
        WHERE m.guild_id = :guild AND m.finish_order < :since
          AND m.status = 'finished' AND m.unrated_reason IS NULL
        GROUP BY s.level, s.player_id, alone
    ) AS b
    JOIN matches AS m ON m.finish_order = b.last
    JOIN seats AS s ON s.match_id = m.id AND (s.player_id = b.player_id OR s.level = b.level)
    JOIN rating_changes AS c ON c.match_id = m.id AND c.seat = s.seat
""")

# All time, as far as it is in the months that were copied.
_SUMS = text("""
    SELECT player_id, SUM(matches), SUM(wins), SUM(points), SUM(rounds),
           SUM(solo_matches), SUM(solo_wins), SUM(solo_points), SUM(solo_rounds)
    FROM tallies
    WHERE guild_id = :guild AND generation = :generation AND period NOT LIKE '%W%'
    GROUP BY player_id
""")
