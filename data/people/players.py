"""People: one row each, which alone knows their Discord id."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from typing import Any

from pydantic import ValidationError
from sqlalchemy import Row, bindparam, select, text, update
from sqlalchemy.engine import Connection

from data.people.models import Preferences
from data.store import schema

_log = logging.getLogger(__name__)
_table = schema.players


@dataclass(frozen=True, slots=True)
class Player:
    """A person.

    Attributes:
        id: our own key, which every other table uses.
        discord_id: None once they had their data deleted.
        name: as last seen; for people a match names them as its server does (``seats.name``).
        preferences: theirs.
        dm_blocked_at: when a DM was refused (UTC milliseconds); None: DMs are tried.
        dm_channel_id: of their DMs; None if it isn't known.
        first_match_at: when their first match began; None before it.
        lessons: which lessons they have finished, a bit each.
    """

    id: int
    discord_id: int | None
    name: str | None
    preferences: Preferences
    dm_blocked_at: int | None
    dm_channel_id: int | None
    first_match_at: int | None
    lessons: int = 0

    @property
    def may_ping(self) -> bool:
        """Whether an invitation may mention them."""
        return self.preferences.challenges and self.preferences.pings != "none"


def by_discord(conn: Connection, discord_id: int, name: str, at: int) -> Player:
    """The person with this Discord id, known by ``name`` from now on; made if new.

    Needs a writing transaction, to whose end the row stays as it is; ``find`` doesn't.
    """
    row = conn.execute(_TAKE, {"discord": discord_id}).first()
    found = _player(row) if row else None
    if found is None:
        values = {"discord": discord_id, "name": name, "at": at}
        conn.execute(_MAKE, values | {"preferences": Preferences().model_dump_json()})
    elif found.name != name:
        change(conn, found.id, name=name)
    else:
        return found
    row = conn.execute(_FIND, {"discord": discord_id}).one()
    return _player(row)


def find(conn: Connection, discord_id: int) -> Player | None:
    """The person with this Discord id; None if we don't know them."""
    row = conn.execute(_FIND, {"discord": discord_id}).first()
    return _player(row) if row else None


def get(conn: Connection, player_id: int) -> Player | None:
    """The person with our key."""
    row = conn.execute(_GET, {"player": player_id}).first()
    return _player(row) if row else None


def change(conn: Connection, player_id: int, **values: Any) -> None:
    """Set columns: ``name``, ``dm_blocked_at``, ``first_match_at``."""
    conn.execute(update(_table).where(_table.c.id == player_id).values(**values))


def set_preferences(conn: Connection, player_id: int, preferences: Preferences) -> None:
    """Store a person's preferences."""
    change(conn, player_id, preferences=preferences.model_dump_json())


def note_locale(conn: Connection, player_id: int, locale: str) -> None:
    """Store which language a person's client was last seen in."""
    player = get(conn, player_id)
    if player is None or player.discord_id is None:
        return  # they have just had their data deleted
    if player.preferences.seen_locale != locale:
        noted = player.preferences.model_copy(update={"seen_locale": locale})
        set_preferences(conn, player_id, noted)


def set_dm_channel(conn: Connection, player_id: int, channel_id: int | None) -> None:
    """Remember the channel of a person's DMs; None: it is no longer good."""
    conn.execute(_SET_DM_CHANNEL, {"player": player_id, "to": channel_id})


def _player(row: Row[*tuple[Any, ...]]) -> Player:
    try:
        preferences = Preferences.model_validate_json(row.preferences)
    except ValidationError as error:
        # A person must not be locked out of their matches by a row that was edited by hand.
        _log.error("player %d: unreadable preferences, defaults instead: %s", row.id, error)
        preferences = Preferences()
    return Player(
        id=row.id,
        discord_id=row.discord_id,
        name=row.name,
        preferences=preferences,
        dm_blocked_at=row.dm_blocked_at,
        dm_channel_id=row.dm_channel_id,
        first_match_at=row.first_match_at,
        lessons=row.lessons,
    )


_FIND = select(_table).where(_table.c.discord_id == bindparam("discord"))
_TAKE = _FIND.with_for_update(key_share=True)  # SQLite leaves that out; see data.store.locks
_MAKE = text("""
    INSERT INTO players (discord_id, name, preferences, created_at)
    VALUES (:discord, :name, :preferences, :at)
    ON CONFLICT (discord_id) DO NOTHING
""")
_GET = select(_table).where(_table.c.id == bindparam("player"))
_SET_DM_CHANNEL = (
    update(_table).where(_table.c.id == bindparam("player")).values(dm_channel_id=bindparam("to"))
)
