"""A server's ratings made anew from its finished matches, while all goes on.

They are made as a new generation beside the one that is read, step by step. What is over meanwhile
is rated in both; the last step enters the last few matches and makes the new generation the one
that is read. What a match did to the ratings (``rating_changes``) has no generation and is written
over on the way: of the matches from the first one on that is rated anew, so that a recount that was
broken off begins again where it began. Tallies are always right; a recount of everything mends
them, should they not be.

``guilds.recount_from`` says that there is something to do, and from which finish order on.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from itertools import islice
from typing import Literal

from sqlalchemy import case, select, text, update
from sqlalchemy.engine import Connection

from data.standings import tables, tallies
from data.standings.ledger import Ledger, Row, Standing, change_rows, put_changes, put_ratings
from data.standings.rating import Rating
from data.standings.repeats import Repeats
from data.standings.tables import Subject, Table
from data.standings.tallies import Key, Tallies
from data.store import locks, schema
from data.store.units import Unit
from data.store.work import Work, look, put, until_done

READ = 15
"""Matches that a step reads and rates."""

WRITTEN = 200
"""Ratings that a step writes or deletes."""

MENDED = 100
"""Tallies that a step compares."""

LAST = 20
"""So many matches the last step may enter, at most."""

EVERYTHING = 1
"""The finish order from which on a recount is of all matches, and mends the tallies, too."""

_FINISHED = schema.matches.c.status == "finished"
_COULD_COUNT = schema.matches.c.unrated_reason.is_(None) | (
    schema.matches.c.unrated_reason == "repeated"
)


def ask(conn: Connection, guild_id: int, since: int = EVERYTHING) -> None:
    """A server is to be counted anew from a finish order on, or from an earlier one if that was so.

    It is done when somebody does ``recount``.
    """
    rows = schema.guilds
    earliest = case((rows.c.recount_from < since, rows.c.recount_from), else_=since)
    conn.execute(update(rows).where(rows.c.id == guild_id).values(recount_from=earliest))


def ask_where_behind(conn: Connection) -> None:
    """The servers are to be counted anew where a former version counted what it didn't know all of.

    It adds what it knows to a database that is shared with it, or was its own before.
    """
    for guild_id in tallies.behind(conn):
        ask(conn, guild_id)


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
        if plan is None or plan.since is None:
            return 0
        others = partial(_drop_others, guild_id=guild_id)
        yield from until_done(others)  # what a recount left that was broken off
        count: _Count = yield look(partial(_Count.open, plan=plan, since=plan.since))
        done = yield from count.steps()
        yield from until_done(others)
        if done:
            return count.rated


@dataclass(frozen=True, slots=True)
class _Plan:
    """What is to be counted anew.

    Attributes:
        guild_id: the server.
        generation: the one that is read.
        since: from which finish order on matches are rated anew; None: none is.
        voided: how many matches were voided so far.
    """

    guild_id: int
    generation: int
    since: int | None
    voided: int


def _plan(conn: Connection, guild_id: int) -> _Plan | None:
    row = conn.execute(_STATE, {"guild": guild_id}).first()
    return _Plan(*row) if row else None


def _drop_others(conn: Connection, guild_id: int) -> bool:
    """Delete some ratings of generations that aren't read; whether there were any."""
    values = {"guild": guild_id, "limit": WRITTEN}
    return any(conn.execute(statement, values).rowcount for statement in _DROP_OTHERS)


class _Count:
    """The new generation while it is made."""

    def __init__(self, plan: _Plan, since: int, repeats: Repeats) -> None:
        self._plan = plan
        self._next = since
        self._repeats = repeats
        self._ledger = Ledger(plan.guild_id, plan.generation + 1)
        self._tallies = Tallies() if since == EVERYTHING else None
        self._changes: list[Row] = []
        self._turned: list[Table] = []  # rated, and were not; or the other way round
        self._ratings: dict[Subject, None] = {}  # to be written, in the order of their making
        self.rated = 0

    @classmethod
    def open(cls, conn: Connection, plan: _Plan, since: int) -> _Count:
        """As it was before the first match that is rated anew."""
        count = cls(plan, since, Repeats.before(conn, plan.guild_id, since))
        for row in conn.execute(_STANDINGS, {"guild": plan.guild_id, "since": since}):
            name = (
                Subject("level", row.level)
                if row.level is not None
                else Subject("solo" if row.alone else "table", row.player_id)
            )
            count._ledger.standings[name] = Standing(Rating(row.mu, row.sigma), row.matches)
        count._ratings = dict.fromkeys(count._ledger.standings)
        return count

    def steps(self) -> Work[bool]:
        """Do it; False if something was voided meanwhile, and it all has to begin again."""
        yield from self._catch_up()
        if self._tallies is not None and not (yield from self._mend(self._tallies)):
            return False
        return (yield from self._at_the_head(self._switch))

    def _catch_up(self) -> Work[None]:
        """Enter all matches that are over, and write what came of it."""
        more = True
        while more:
            more = yield look(partial(self._read, limit=READ))
            if self._changes or self._turned:
                yield put(self._write_changes)
        yield from until_done(self._write_ratings)

    def _at_the_head(self, unit: Unit[object]) -> Work[bool]:
        """Do a unit at a moment at which all matches that are over have been entered.

        Returns:
            Whether that was done; False if something was voided meanwhile.
        """
        while True:
            outcome: Literal["done", "behind", "voided"]
            outcome = yield put(partial(self._enter_the_last, unit=unit))
            if outcome != "behind":
                return outcome == "done"
            yield from self._catch_up()

    def _enter_the_last(
        self, conn: Connection, unit: Unit[object]
    ) -> Literal["done", "behind", "voided"]:
        locks.server(conn, self._plan.guild_id)
        if _plan(conn, self._plan.guild_id) != self._plan:
            return "voided"
        more = self._read(conn, LAST)
        self._write_changes(conn)
        if more:
            return "behind"
        unit(conn)
        return "done"

    def _mend(self, sums: Tallies) -> Work[bool]:
        """Make the tallies what they should be."""
        guild_id, keys = self._plan.guild_id, sorted(sums.sums)
        for first in range(0, len(keys), MENDED):
            some = keys[first : first + MENDED]
            unit = partial(tallies.mend, guild_id=guild_id, tallies=sums, keys=some)
            if not (yield from self._at_the_head(unit)):
                return False
        after: Key | None = ("", 0)

        def drop(conn: Connection) -> None:
            nonlocal after
            assert after is not None
            after = tallies.drop_strays(conn, guild_id, sums, after, MENDED)

        while after is not None:
            if not (yield from self._at_the_head(drop)):
                return False
        return True

    def _switch(self, conn: Connection) -> None:
        """Let this be what is read."""
        while self._write_ratings(conn):
            pass
        conn.execute(
            update(schema.guilds)
            .where(schema.guilds.c.id == self._plan.guild_id)
            .values(generation=self._plan.generation + 1, recount_from=None)
        )

    def _read(self, conn: Connection, limit: int) -> bool:
        """Enter some matches; whether there may be more."""
        conditions = (_FINISHED, _COULD_COUNT)
        found = tables.some(conn, self._plan.guild_id, self._next, limit, *conditions)
        self._next = found.after
        for table in found.tables:
            self._enter(table)
        self._leave_out_what_stands(conn)
        return found.more

    def _enter(self, table: Table) -> None:
        rated = not self._repeats.too_many(table)
        if rated != (table.unrated_reason is None):
            self._turned.append(table)
        if not rated:
            return
        self._changes += change_rows(table, self._ledger.enter(table))
        self._ratings |= dict.fromkeys(table.subjects())
        self._repeats.add(table)
        if self._tallies is not None:
            self._tallies.add(table)
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
        locks.server(conn, self._plan.guild_id)
        for table in self._turned:
            _turn(conn, table)
        put_changes(conn, self._changes)
        self._turned.clear()
        self._changes.clear()

    def _write_ratings(self, conn: Connection) -> bool:
        """Write some ratings; whether there were any to be written."""
        names = list(islice(self._ratings, WRITTEN))
        put_ratings(conn, self._ledger.rating_rows(names))
        for name in names:
            del self._ratings[name]
        return bool(names)


def _turn(conn: Connection, table: Table) -> None:
    """A match that was one too many is rated now, or the other way round; unless it was voided."""
    before = table.unrated_reason
    after = None if before else "repeated"
    values = {"match": table.match_id, "before": before, "after": after}
    if not conn.execute(_TURN, values).rowcount:
        return
    if after is None:
        tallies.count_in(conn, table)
    else:
        tallies.count_out(conn, table)
        conn.execute(_DROP_CHANGES, {"match": table.match_id})


_STATE = text("""
    SELECT id, generation, recount_from,
           (SELECT COUNT(*) FROM matches WHERE guild_id = :guild AND status = 'void')
    FROM guilds
    WHERE id = :guild
""")

_TURN = text("""
    UPDATE matches SET unrated_reason = :after
    WHERE id = :match AND status = 'finished' AND unrated_reason IS NOT DISTINCT FROM :before
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
_DROP_OTHERS = [text(_DROP_RATINGS.format(other)) for other in ("<", ">")]

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
