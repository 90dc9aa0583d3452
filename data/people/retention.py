"""A server that removed the bot keeps its data for 30 days, then it goes."""

from __future__ import annotations

from sqlalchemy import delete, exists, select
from sqlalchemy.engine import Connection

from data.store import schema

KEPT_MS = 30 * 24 * 60 * 60 * 1000
"""Milliseconds from the removal on."""

STEP = 200
"""Matches that one step deletes, so that no writer waits long for it."""


def purge_step(conn: Connection, now: int) -> bool:
    """Delete some of what is due: call it in a transaction of its own until it says False.

    Matches go first, with their seats, logs, messages and ratings; then the server's row with its
    settings and standings; then the people who only ever played there.

    Args:
        conn: in a writing transaction.
        now: UTC milliseconds.

    Returns:
        Whether there was something to delete.
    """
    guilds, matches = schema.guilds, schema.matches
    guild_id = conn.scalar(select(guilds.c.id).where(guilds.c.removed_at <= now - KEPT_MS).limit(1))
    if guild_id is None:
        return False
    some = select(matches.c.id).where(matches.c.guild_id == guild_id).limit(STEP)
    ids = (conn.scalars(some)).all()
    seats = schema.seats
    people = set(
        conn.scalars(
            select(seats.c.player_id).where(
                seats.c.match_id.in_(ids), seats.c.player_id.is_not(None)
            )
        )
    )
    conn.execute(delete(matches).where(matches.c.id.in_(ids)))
    if len(ids) < STEP:
        members = schema.members
        people |= set(
            conn.scalars(select(members.c.player_id).where(members.c.guild_id == guild_id))
        )
        conn.execute(delete(guilds).where(guilds.c.id == guild_id))
    if people:
        _drop_strangers(conn, people)
    return True


def _drop_strangers(conn: Connection, people: set[int]) -> None:
    """Of these persons, delete those whom nothing refers to any more."""
    players = schema.players
    references = (
        schema.seats.c.player_id,
        schema.matches.c.host_id,
        schema.messages.c.player_id,
        schema.members.c.player_id,
        schema.ratings.c.player_id,
        schema.tallies.c.player_id,
    )
    unknown = [~exists().where(column == players.c.id) for column in references]
    conn.execute(delete(players).where(players.c.id.in_(people), *unknown))
