"""Whether the gateway is heard: of a connection that is open and dead nobody tells for long."""

from __future__ import annotations

import asyncio
import time
from typing import Any

import discord

from bot.base import times

PATIENCE_S = 15.0
"""Seconds that Discord's answer to a heartbeat may take until a shard counts as silent."""


FRESH_S = 5.0
"""Who has heard something so lately needn't ask."""

ANSWER_S = 3.0
"""So long Discord's answer to a heartbeat that we ask for may take."""


class Gateway:
    """Which shards hear nothing from Discord, and since when."""

    def __init__(self, client: discord.AutoShardedClient) -> None:
        self._client = client
        self._closed: dict[int, int] = {}
        self._mute: dict[int, float] = {}  # what they heard last, by discord.py's clock
        self._asking: dict[int, asyncio.Task[bool]] = {}

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
            alive = _alive(shard)
            if number in silent or alive is None:
                continue
            quiet_s = _quiet_s(alive)
            if self._mute.get(number) == _heard(alive) or quiet_s > alive.interval + PATIENCE_S:
                silent[number] = now - round(1000 * quiet_s)
            else:
                self._mute.pop(number, None)
        return silent

    async def answers(self, number: int) -> bool:
        """Whether Discord hears a shard, and is heard: it is asked, unless that is clear.

        Its heartbeats are 41 s apart: a connection that died after one looks alive for so long.
        """
        shard = self._client.shards.get(number)
        alive = _alive(shard) if shard is not None else None
        if shard is None or alive is None or _quiet_s(alive) <= FRESH_S:
            return number not in self._closed
        if number not in self._asking:
            task = self._asking[number] = asyncio.create_task(self._ask(number, shard, alive))
            task.add_done_callback(lambda _: self._asking.pop(number, None))
        return await asyncio.shield(self._asking[number])

    async def _ask(self, number: int, shard: discord.ShardInfo, alive: Any) -> bool:
        before = _heard(alive)
        try:
            async with asyncio.timeout(ANSWER_S):
                await shard._parent.ws.send_heartbeat(alive.beat())  # noqa: SLF001
                while _heard(alive) == before:  # noqa: ASYNC110  (discord.py tells nobody)
                    await asyncio.sleep(0.05)
        except (TimeoutError, OSError, RuntimeError, discord.DiscordException):
            self._mute[number] = before
            return False
        return True


def _alive(shard: discord.ShardInfo) -> Any:
    """What sends a shard's heartbeats and notes when something comes; None before there is any."""
    # Even a quiet connection hears its heartbeats answered, but discord.py tells nobody when.
    return getattr(shard._parent.ws, "_keep_alive", None)  # noqa: SLF001


def _heard(alive: Any) -> float:
    heard: float = alive._last_recv  # noqa: SLF001
    return heard


def _quiet_s(alive: Any) -> float:
    return time.perf_counter() - _heard(alive)


def call_through(proxy: object | None) -> None:
    """From now on discord.py calls the proxy, if there is one, instead of Discord.

    Args:
        proxy: its address, ``http://HOST:PORT``.
    """
    if proxy is not None:
        discord.http.Route.BASE = f"{str(proxy).rstrip('/')}/api/v10"
