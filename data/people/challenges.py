"""Who invited whom to a lobby, and what is left of it: a Decline for a day, a stranger not at all.

The person who invites is the lobby's host; the invited person's seat is held for them.
"""

from __future__ import annotations

from collections.abc import Iterable

from sqlalchemy import bindparam, delete, select, text
from sqlalchemy.engine import Connection

from data.people import strangers
from data.people.models import Preferences
from data.store import schema

DECLINED_MS = 24 * 60 * 60 * 1000
"""For so long nobody who declined is asked again by the same person, in milliseconds."""

_table = schema.declines


def declined(conn: Connection, challenger_id: int, challenged_id: int, at: int) -> None:
    """A person declined another one's challenge (our keys; UTC milliseconds)."""
    values = {"challenger": challenger_id, "challenged": challenged_id, "at": at}
    conn.execute(_DECLINED, values)


def declined_at(conn: Connection, challenger_id: int, challenged_id: int) -> int | None:
    """When a person last declined another one's challenge, if that is still kept."""
    at: int | None = conn.scalar(
        _DECLINED_AT, {"challenger": challenger_id, "challenged": challenged_id}
    )
    return at


def forget_declines(conn: Connection, now: int) -> None:
    """Delete what is older than a day (``now``: UTC milliseconds)."""
    conn.execute(delete(_table).where(_table.c.at <= now - DECLINED_MS))


def between(conn: Connection, one: int, other: int) -> int | None:
    """The number of a lobby in which one of two persons waits for the other's answer."""
    found: int | None = conn.scalar(_BETWEEN, {"one": one, "other": other})
    return found


def forget_unanswered(conn: Connection, people: Iterable[int]) -> tuple[tuple[int, int], ...]:
    """Of persons whose held seats are gone, delete those who never did anything themselves.

    Returns:
        Our keys and Discord's ids of those who are deleted.
    """
    players = schema.players
    return strangers.drop(
        conn,
        people,
        players.c.first_match_at.is_(None),
        players.c.dm_blocked_at.is_(None),
        players.c.preferences == Preferences().model_dump_json(),
    )


_PAIR = (
    _table.c.challenger_id == bindparam("challenger"),
    _table.c.challenged_id == bindparam("challenged"),
)
_DECLINED_AT = select(_table.c.at).where(*_PAIR)
_DECLINED = text("""
    INSERT INTO declines (challenger_id, challenged_id, at)
    VALUES (:challenger, :challenged, :at)
    ON CONFLICT (challenger_id, challenged_id) DO UPDATE SET at = excluded.at
""")
_BETWEEN = text("""
    SELECT MAX(m.id)
    FROM matches AS m JOIN seats AS s ON s.match_id = m.id
    WHERE m.status = 'lobby' AND s.status = 'invited'
      AND (m.host_id = :one AND s.player_id = :other OR m.host_id = :other AND s.player_id = :one)
""")
