"""A server that removed the bot keeps its data for 30 days, then it goes."""

from __future__ import annotations

from functools import partial

from sqlalchemy import delete, select, tuple_
from sqlalchemy.engine import Connection

from data.people import strangers
from data.store import locks, schema
from data.store.work import Work, look, until_done

KEPT_MS = 30 * 24 * 60 * 60 * 1000
"""Milliseconds from the removal on."""

MATCHES = 10
"""Matches that a step deletes, with their logs and all that belongs to them."""

ROWS = 200
"""Rows of standings that a step deletes."""

PEOPLE = 25
"""Members that a step deletes; for each it is looked whether anything else refers to them."""


def purge(now: int) -> Work[int]:
    """Delete what is due; how many servers.

    Matches go first, with their seats, logs, messages and ratings; then the server's standings and
    members; then its row with its settings. The people who only ever played there go with them.

    Args:
        now: UTC milliseconds.
    """
    servers = 0
    while (guild_id := (yield look(partial(_due, now=now)))) is not None:
        yield from until_done(partial(_delete_some, guild_id=guild_id, now=now))
        servers += 1
    return servers


def _due(conn: Connection, now: int, guild_id: int | None = None) -> int | None:
    """A server that is due; or this one, if it is (still)."""
    guilds = schema.guilds
    query = select(guilds.c.id).where(guilds.c.removed_at <= now - KEPT_MS).limit(1)
    if guild_id is not None:
        query = query.where(guilds.c.id == guild_id)
    found: int | None = conn.scalar(query)
    return found


def _delete_some(conn: Connection, guild_id: int, now: int) -> bool:
    """Delete some of what a server left; whether there may be more."""
    locks.server(conn, guild_id)
    if _due(conn, now, guild_id) is None:
        return False  # it is gone, or the bot is back there
    if any(delete_rows(conn, guild_id) for delete_rows in (_matches, _standings, _members)):
        return True
    conn.execute(delete(schema.guilds).where(schema.guilds.c.id == guild_id))
    return False


def _matches(conn: Connection, guild_id: int) -> bool:
    matches, seats = schema.matches, schema.seats
    some = select(matches.c.id).where(matches.c.guild_id == guild_id).limit(MATCHES)
    ids = conn.scalars(some).all()
    sat = select(seats.c.player_id).where(seats.c.match_id.in_(ids))
    people = set(conn.scalars(sat.where(seats.c.player_id.is_not(None))))
    people |= set(conn.scalars(select(matches.c.host_id).where(matches.c.id.in_(ids)))) - {None}
    conn.execute(delete(matches).where(matches.c.id.in_(ids)))
    strangers.drop(conn, people)
    return bool(ids)


def _standings(conn: Connection, guild_id: int) -> bool:
    ratings, tallies = schema.ratings, schema.tallies
    rated = select(ratings.c.id).where(ratings.c.guild_id == guild_id).limit(ROWS)
    gone = conn.execute(delete(ratings).where(ratings.c.id.in_(rated))).rowcount
    key = tuple_(*tallies.primary_key.columns)
    counted = select(*tallies.primary_key.columns).where(tallies.c.guild_id == guild_id)
    gone += conn.execute(delete(tallies).where(key.in_(counted.limit(ROWS)))).rowcount
    return gone > 0


def _members(conn: Connection, guild_id: int) -> bool:
    members = schema.members
    some = select(members.c.player_id).where(members.c.guild_id == guild_id).limit(PEOPLE)
    people = set(conn.scalars(some))
    conn.execute(
        delete(members).where(members.c.guild_id == guild_id, members.c.player_id.in_(people))
    )
    strangers.drop(conn, people)
    return bool(people)
