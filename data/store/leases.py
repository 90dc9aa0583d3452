"""Leases: what one process at a time does of itself, for as long as it says again and again.

A lease is a row with an end, by the database's clock. It is renewed every ``RENEWED_S`` seconds;
its holder stops by its own clock ``TRUSTED_S`` after it last asked, before the row ends at
``LEASE_S`` and another may take it. So however one is cut off, never two believe they have it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from sqlalchemy import text
from sqlalchemy.engine import Connection

LEASE_S = 15.0
TRUSTED_S = 10.0
RENEWED_S = 5.0
WANTED_S = 1.0
"""So often it is looked whether a shard's lease that another has, perhaps a dead one, is over."""


@dataclass(frozen=True, slots=True)
class Shards:
    """Some of Discord's shards: their numbers, from 0, and how many there are in all."""

    ids: tuple[int, ...]
    count: int

    def of(self, guild_id: int) -> int:
        """The shard that a server is on, whoever has it."""
        return (guild_id >> 22) % self.count

    def __contains__(self, guild_id: int) -> bool:
        return self.of(guild_id) in self.ids

    def name(self, shard: int) -> str:
        """What a shard's lease is called."""
        return f"shard {shard} of {self.count}"


def take(conn: Connection, names: Iterable[str], holder: str) -> set[str]:
    """Take or renew leases; the names of those that the holder has now.

    None of a shard is taken while somebody reckons with another number of shards: the same server
    would have two owners.
    """
    values = {"names": sorted(names), "holder": holder, "lease_ms": round(1000 * LEASE_S)}
    return set(conn.scalars(_TAKE, values))


def give_up(conn: Connection, holder: str) -> None:
    """The holder stops: others need not wait for its leases to end."""
    conn.execute(_GIVE_UP, {"holder": holder})


def held(conn: Connection) -> bool:
    """Whether any process has a shard: whether a bot runs."""
    return conn.scalar(_HELD) is not None


_NOW = "CAST(extract(epoch FROM clock_timestamp()) * 1000 AS BIGINT)"
_TAKE = text(f"""
    INSERT INTO leases AS l (name, holder, until)
    SELECT wanted.name, :holder, {_NOW} + :lease_ms
    FROM unnest(CAST(:names AS TEXT[])) AS wanted(name)
    WHERE NOT EXISTS (
        SELECT 1 FROM leases AS other
        WHERE other.until > {_NOW} AND wanted.name LIKE 'shard %' AND other.name LIKE 'shard %'
          AND split_part(other.name, ' ', 4) <> split_part(wanted.name, ' ', 4)
    )
    ORDER BY wanted.name
    ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, until = excluded.until
    WHERE l.holder = excluded.holder OR l.until <= {_NOW}
    RETURNING name
""")  # noqa: S608 - the clock's words are our own
_GIVE_UP = text("DELETE FROM leases WHERE holder = :holder")
_HELD = text(f"SELECT 1 FROM leases WHERE until > {_NOW} AND name LIKE 'shard %' LIMIT 1")  # noqa: S608
