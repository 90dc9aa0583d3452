"""Whether the gateway is heard: of a connection that is open and dead nobody tells for long."""

from __future__ import annotations

import time

import discord

from bot.base import times

PATIENCE_S = 15.0
"""Seconds that Discord's answer to a heartbeat may take until a shard counts as silent."""


class Gateway:
    """Which shards hear nothing from Discord, and since when."""

    def __init__(self, client: discord.AutoShardedClient) -> None:
        self._client = client
        self._closed: dict[int, int] = {}

    def closed(self, shard: int) -> None:
        """A shard's connection is lost."""
        self._closed.setdefault(shard, times.now())

    def connected(self, shard: int) -> None:
        """A shard's connection is there, and told what came meanwhile."""
        self._closed.pop(shard, None)

    def silent(self) -> dict[int, int]:
        """The shards that hear nothing, and since when (UTC milliseconds)."""
        now, silent = times.now(), dict(self._closed)
        for number, shard in self._client.shards.items():
            if number not in silent and (for_s := _quiet_s(shard)) is not None:
                silent[number] = now - round(1000 * for_s)
        return silent


def _quiet_s(shard: discord.ShardInfo) -> float | None:
    """For how many seconds a shard has heard nothing; None if that is as it should be."""
    # Even a quiet connection hears its heartbeats answered, but discord.py tells nobody when.
    alive = getattr(shard._parent.ws, "_keep_alive", None)  # noqa: SLF001
    if alive is None:
        return None
    quiet_s: float = time.perf_counter() - alive._last_recv  # noqa: SLF001
    return quiet_s if quiet_s > alive.interval + PATIENCE_S else None
