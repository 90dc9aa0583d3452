"""Servers: their settings, and when the bot came and went."""

from __future__ import annotations

import logging
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from typing import Any

from pydantic import ValidationError
from sqlalchemy import Row, bindparam, select, text, update
from sqlalchemy.engine import Connection

from data.matches.matches import LIVE
from data.people.models import GuildSettings
from data.store import schema

_log = logging.getLogger(__name__)
_table = schema.guilds


@dataclass(frozen=True, slots=True)
class Guild:
    """A server; ``removed_at``: when the bot was removed (UTC ms), None while it is there."""

    id: int
    name: str
    settings: GuildSettings
    joined_at: int
    removed_at: int | None


@dataclass(frozen=True, slots=True)
class Shard:
    """A share of all servers, as Discord deals them out among ``count`` connections."""

    number: int
    count: int

    def has(self, guild_id: int) -> bool:
        """Whether a server is of this share."""
        return (guild_id >> 22) % self.count == self.number


def get_or_create(conn: Connection, guild_id: int, name: str, at: int) -> Guild:
    """The server, known by ``name`` from now on; made if new, back if it was removed.

    Needs a writing transaction; ``get`` doesn't.
    """
    found = get(conn, guild_id)
    if found and found.name == name and found.removed_at is None:
        return found
    if found:
        values = {"name": name, "removed_at": None}
        conn.execute(update(_table).where(_table.c.id == guild_id).values(values))
        return Guild(guild_id, name, found.settings, found.joined_at, None)
    settings = GuildSettings()
    made = {"guild": guild_id, "name": name, "settings": settings.model_dump_json(), "at": at}
    conn.execute(_MAKE, made)
    return Guild(guild_id, name, settings, at, None)


def get(conn: Connection, guild_id: int) -> Guild | None:
    """The server; None if we don't know it."""
    row = conn.execute(_GET, {"guild": guild_id}).first()
    return _guild(row) if row else None


def known(conn: Connection) -> tuple[int, ...]:
    """The ids of every server we know, ascending."""
    return tuple(conn.scalars(select(_table.c.id).order_by(_table.c.id)))


def told(conn: Connection) -> tuple[Guild, ...]:
    """The servers that are told something on the bot's own account."""
    found = (_guild(row) for row in conn.execute(_PRESENT))
    return tuple(guild for guild in found if guild.settings.told)


def set_settings(conn: Connection, guild_id: int, settings: GuildSettings) -> None:
    """Store a server's settings."""
    conn.execute(
        update(_table).where(_table.c.id == guild_id).values(settings=settings.model_dump_json())
    )


def mark_removed(conn: Connection, guild_id: int, at: int) -> None:
    """The bot was removed from a server; its data goes 30 days later."""
    conn.execute(
        update(_table)
        .where(_table.c.id == guild_id, _table.c.removed_at.is_(None))
        .values(removed_at=at)
    )


def mark_present(
    conn: Connection, shard: Shard, present: AbstractSet[int], at: int
) -> tuple[int, ...]:
    """Compare with the servers of a shard that the bot is in, after it was away.

    Returns:
        The servers that it was removed from meanwhile, now marked so; and those from which it was
        removed before, if it was stopped before it had ended their matches.
    """
    every = conn.execute(select(_table.c.id, _table.c.removed_at)).all()
    known = [row for row in every if shard.has(row.id)]
    live = set(conn.scalars(_WITH_LIVE_MATCHES))
    gone = tuple(
        row.id
        for row in known
        if row.id not in present and (row.removed_at is None or row.id in live)
    )
    back = [row.id for row in known if row.removed_at is not None and row.id in present]
    for guild_id in gone:
        mark_removed(conn, guild_id, at)
    for guild_id in back:
        conn.execute(update(_table).where(_table.c.id == guild_id).values(removed_at=None))
    return gone


def _guild(row: Row[*tuple[Any, ...]]) -> Guild:
    try:
        settings = GuildSettings.model_validate_json(row.settings)
    except ValidationError as error:
        # A server must stay playable, and its settings command usable, to put it right.
        _log.error("guild %d: unreadable settings, defaults instead: %s", row.id, error)
        settings = GuildSettings()
    return Guild(row.id, row.name, settings, row.joined_at, row.removed_at)


_WITH_LIVE_MATCHES = (
    select(schema.matches.c.guild_id).where(schema.matches.c.status.in_(LIVE)).distinct()
)
_GET = select(_table).where(_table.c.id == bindparam("guild"))
_MAKE = text("""
    INSERT INTO guilds (id, name, settings, joined_at) VALUES (:guild, :name, :settings, :at)
    ON CONFLICT (id) DO NOTHING
""")
_PRESENT = select(_table).where(_table.c.removed_at.is_(None)).order_by(_table.c.id)
