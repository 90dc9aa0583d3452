"""People to whom nothing refers any more."""

from __future__ import annotations

from collections.abc import Iterable

from sqlalchemy import delete, exists
from sqlalchemy.engine import Connection
from sqlalchemy.sql import ColumnElement

from data.store import locks, schema


def drop(
    conn: Connection, people: Iterable[int], *conditions: ColumnElement[bool]
) -> tuple[tuple[int, int], ...]:
    """Of these persons, delete those whom nothing refers to and who meet the conditions.

    Returns:
        Our keys and Discord's ids of those who are deleted.
    """
    ids = sorted(people)
    if not ids:
        return ()  # or SQLite would look at everybody
    for player_id in ids:
        locks.person(conn, player_id)
    players = schema.players
    references = (
        schema.seats.c.player_id,
        schema.matches.c.host_id,
        schema.messages.c.player_id,
        schema.members.c.player_id,
        schema.ratings.c.player_id,
        schema.tallies.c.player_id,
        schema.attempts.c.player_id,
    )
    unknown = [~exists().where(column == players.c.id) for column in references]
    gone = conn.execute(
        delete(players)
        .where(players.c.id.in_(ids), *unknown, *conditions)
        .returning(players.c.id, players.c.discord_id)
    )
    return tuple((player_id, discord_id) for player_id, discord_id in gone)
