"""Who of a server's players is still there, found out lazily and remembered."""

from __future__ import annotations

from collections.abc import Iterable

from sqlalchemy import select, text, update
from sqlalchemy.engine import Connection

from data.matches.hosted import Hosted
from data.store import schema

FRESH_MS = 24 * 60 * 60 * 1000
"""For how long a look-up holds, in milliseconds."""


def met(conn: Connection, hosted: Hosted, at: int) -> None:
    """The persons of a match that was played to its end, with the names they had there.

    Who gave their seat up may have left the server; nothing is learnt about them.
    """
    for seat, who in zip(hosted.row.seats, hosted.seats, strict=True):
        if seat.player_id is not None and seat.name is not None:
            known = {"guild": hosted.row.guild_id, "player": seat.player_id, "name": seat.name}
            conn.execute(_MEET if who.control == "left" else _SEE, known | {"at": at})


def see(conn: Connection, guild_id: int, player_id: int, name: str, at: int) -> None:
    """A person is a member of a server, under this name there."""
    known = {"guild": guild_id, "player": player_id, "name": name, "at": at}
    conn.execute(_SEE, known)


def gone(conn: Connection, guild_id: int, player_id: int, at: int) -> None:
    """A person has left a server: standings hide them until they are seen again."""
    rows = schema.members
    conn.execute(
        update(rows)
        .where(rows.c.guild_id == guild_id, rows.c.player_id == player_id)
        .values(left_at=at, checked_at=at)
    )


def back(conn: Connection, guild_id: int, player_id: int, at: int) -> bool:
    """A person is seen in a server; whether they were thought to have left it."""
    rows = schema.members
    result = conn.execute(
        update(rows)
        .where(
            rows.c.guild_id == guild_id,
            rows.c.player_id == player_id,
            rows.c.left_at.is_not(None),
        )
        .values(left_at=None, checked_at=at)
    )
    return bool(result.rowcount)


def to_check(
    conn: Connection, guild_id: int, player_ids: Iterable[int], now: int
) -> dict[int, int]:
    """Those of some persons who haven't been looked up for a day: key to Discord id."""
    rows, people = schema.members, schema.players
    query = (
        select(rows.c.player_id, people.c.discord_id)
        .join(people, people.c.id == rows.c.player_id)
        .where(
            rows.c.guild_id == guild_id,
            rows.c.player_id.in_(list(player_ids)),
            rows.c.checked_at < now - FRESH_MS,
            people.c.discord_id.is_not(None),
        )
    )
    return {row.player_id: row.discord_id for row in conn.execute(query)}


_INSERT = """
    INSERT INTO members (guild_id, player_id, name, left_at, checked_at)
    VALUES (:guild, :player, :name, NULL, :at)
    ON CONFLICT (guild_id, player_id) DO UPDATE SET name = excluded.name
"""
_MEET = text(_INSERT)
_SEE = text(f"{_INSERT}, left_at = NULL, checked_at = excluded.checked_at")
