"""A cluster and its people, with matches that have begun."""

from __future__ import annotations

import contextlib
import tempfile
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path

from bot.sandbox.cluster import Cluster
from bot.sandbox.postgres import running
from bot.sandbox.rates import UNLIMITED
from data.store.moving import move
from tests.benchmarks.tables.stage import Stage, stage

PEOPLE = 3
"""At each table."""

# The processes are measured, not Discord's limit of calls, which comes first (SCALING.md).
SETTINGS = {"CALLS_PER_S": "1000", "LOG_LEVEL": "WARNING"}


@dataclass(frozen=True, slots=True)
class Staged:
    """What is there: the pocket Discord, the processes, their database, its server's process."""

    stage: Stage
    cluster: Cluster
    database: str
    server: int


@contextlib.asynccontextmanager
async def staged(bots: int, thinkers: int, tables: int) -> AsyncIterator[Staged]:
    """So many tables in their middle, in PostgreSQL; the processes have not been started yet."""
    with running(durable=True) as server, tempfile.TemporaryDirectory() as folder:
        async with stage(tables, PEOPLE, text_only=True, limits=UNLIMITED) as (there, _):
            there.sandbox.gateway.shards = bots
            database = f"{server.address}/postgres"
            await move(f"sqlite:///{there.bot.folder}/scout.sqlite3", database)
            cluster = Cluster.on(
                database,
                there.sandbox,
                Path(folder),
                bots=bots,
                thinkers=thinkers,
                settings=SETTINGS,
            )
            try:
                yield Staged(there, cluster, database, server.pid)
            finally:
                await cluster.stop()
