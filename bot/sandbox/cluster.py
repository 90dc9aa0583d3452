"""Several processes of the bot, and some that only think, on one PostgreSQL."""

from __future__ import annotations

import asyncio
from pathlib import Path

from bot.sandbox.process import BotProcess
from bot.sandbox.server import Sandbox


class Cluster:
    """The processes that make up a bot; the pocket Discord's page may end and start each."""

    def __init__(self, bots: list[BotProcess], thinkers: list[BotProcess]) -> None:
        self.bots, self.thinkers = bots, thinkers

    @classmethod
    def alone(cls, sandbox: Sandbox, folder: Path) -> Cluster:
        """One bot, with a SQLite database in ``folder``."""
        bot = BotProcess(sandbox, folder)
        sandbox.faults.processes.append(bot)
        return cls([bot], [])

    @classmethod
    def on(
        cls,
        database: str,
        sandbox: Sandbox,
        folder: Path,
        *,
        bots: int,
        thinkers: int,
        settings: dict[str, str] | None = None,
    ) -> Cluster:
        """Several bots that share a database, and processes that only think.

        Args:
            database: the address of a PostgreSQL database.
            sandbox: where they connect to; must have been started.
            folder: an existing folder; nothing is kept in it.
            bots: how many, each with its share of the sandbox's shards.
            thinkers: how many.
            settings: further environment variables for all of them.
        """
        common = {"DATABASE_URL": database, **(settings or {})}
        shards = {"SHARD_COUNT": str(sandbox.gateway.shards)}
        made = cls(
            [
                BotProcess(sandbox, folder, common | shards | {"SHARD_GROUP": f"{one}/{bots}"})
                for one in range(1, bots + 1)
            ],
            [BotProcess(sandbox, folder, common, program="think") for _ in range(thinkers)],
        )
        sandbox.faults.processes += [*made.bots, *made.thinkers]
        return made

    async def start(self) -> None:
        """Start all of them."""
        await asyncio.gather(*(one.start() for one in (*self.bots, *self.thinkers)))

    async def stop(self) -> None:
        """Ask all of them to end, and insist."""
        await asyncio.gather(*(one.stop() for one in (*self.bots, *self.thinkers)))
