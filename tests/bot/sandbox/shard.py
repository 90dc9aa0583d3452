"""A shard of a bot by hand: the gateway's frames, without discord.py's patience."""

import asyncio
import json
from typing import Any, Self

import aiohttp

from bot.sandbox.gateway import GUILDS
from bot.sandbox.server import Sandbox
from tests.patience import PATIENCE_S

Json = dict[str, Any]


class Shard:
    """``async with Shard(sandbox, 1, 4) as shard``: identified, and told what it was told."""

    def __init__(self, sandbox: Sandbox, number: int = 0, count: int = 1) -> None:
        self.sandbox = sandbox
        self.shard = [number, count]
        self.events: list[Json] = []
        self.acks = 0
        self.changed = asyncio.Condition()

    async def __aenter__(self) -> Self:
        identify = {"token": self.sandbox.world.token, "intents": GUILDS, "shard": self.shard}
        await self.connect({"op": 2, "d": identify})
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.disconnect()

    async def connect(self, first: Json) -> None:
        self.session = aiohttp.ClientSession()
        self.socket = await self.session.ws_connect(self.sandbox.gateway_url)
        assert (await self.socket.receive_json())["op"] == 10
        await self.socket.send_json(first)
        self.listener = asyncio.create_task(self._listen())

    async def disconnect(self) -> None:
        self.listener.cancel()
        await self.session.close()

    async def resume(self) -> None:
        """Connect again and ask for what was missed."""
        ready, last = self.events[0]["d"], self.events[-1]["s"]
        token, session = self.sandbox.world.token, ready["session_id"]
        await self.connect({"op": 6, "d": {"token": token, "session_id": session, "seq": last}})

    async def beat(self) -> None:
        await self.socket.send_json({"op": 1, "d": None})

    async def _listen(self) -> None:
        async for message in self.socket:
            frame = json.loads(message.data)
            async with self.changed:
                self.acks += frame["op"] == 11
                if frame["op"] == 0:
                    self.events.append(frame)
                self.changed.notify_all()

    def told(self, event: str) -> list[Json]:
        """The data of every event of this name so far."""
        return [one["d"] for one in self.events if one["t"] == event]

    async def wait(self, event: str, count: int = 1) -> Json:
        """Wait for an event; its data."""
        async with asyncio.timeout(PATIENCE_S), self.changed:
            await self.changed.wait_for(lambda: len(self.told(event)) >= count)
        return self.told(event)[-1]

    async def acked(self, count: int) -> None:
        async with asyncio.timeout(PATIENCE_S), self.changed:
            await self.changed.wait_for(lambda: self.acks >= count)
