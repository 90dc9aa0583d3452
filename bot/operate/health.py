"""The port for whoever watches the bot: ``/healthz``, ``/readyz`` and ``/metrics``, on loopback."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

from aiohttp import web
from prometheus_client import CONTENT_TYPE_PLAIN_0_0_4, generate_latest
from sqlalchemy import select

from bot.operate import metrics
from bot.settings import SettingsError
from data.matches import matches
from data.store.errors import DatabaseClosed

if TYPE_CHECKING:
    from bot.entry.desk import Desk
    from bot.publish.wire import Wire

HOST = "127.0.0.1"

PATIENCE_S = 3.0
"""Seconds the database may take to answer."""


class Health:
    """What is answered to whoever asks.

    ``/healthz``: 200 while loop and database answer; a process for which it isn't should be started
    anew. ``/readyz``: 200 while Discord is connected besides; an outage of Discord's is no reason
    to start anything anew.
    """

    def __init__(self, desk: Desk, wire: Wire) -> None:
        self._desk = desk
        self._wire = wire

    async def healthz(self, _: web.Request) -> web.Response:
        """Whether the process does its work."""
        return _answer(await self._database())

    async def readyz(self, _: web.Request) -> web.Response:
        """Whether clicks would be answered now."""
        problem = await self._database()
        if problem is None and self._desk.closing:
            problem = "stopping"
        if problem is None and not self._desk.client.is_ready():
            problem = "Discord isn't connected"
        return _answer(problem)

    async def metrics(self, _: web.Request) -> web.Response:
        """Numbers, in the format of Prometheus."""
        live = await self._desk.db.read(matches.count_live)
        every = metrics.registry(metrics.Parts(self._desk, self._wire, live))
        return web.Response(
            body=generate_latest(every), headers={"Content-Type": CONTENT_TYPE_PLAIN_0_0_4}
        )

    async def _database(self) -> str | None:
        """Why the database doesn't answer; None if it does."""
        try:
            async with asyncio.timeout(PATIENCE_S):
                await self._desk.db.read(lambda conn: conn.scalar(select(1)))
        except TimeoutError:
            return "the database doesn't answer"
        except DatabaseClosed:
            return "stopping"
        return None


def _answer(problem: str | None) -> web.Response:
    if problem is None:
        return web.Response(text="ok\n")
    return web.Response(status=503, text=f"{problem}\n")


@asynccontextmanager
async def serving(port: int | None, desk: Desk, wire: Wire) -> AsyncIterator[None]:
    """Within this block the port is open, if there is one.

    Raises:
        SettingsError: something else has it.
    """
    if port is None:
        yield
        return
    health = Health(desk, wire)
    app = web.Application()
    app.router.add_get("/healthz", health.healthz)
    app.router.add_get("/readyz", health.readyz)
    app.router.add_get("/metrics", health.metrics)
    runner = web.AppRunner(app, access_log=None, shutdown_timeout=1.0)
    await runner.setup()
    try:
        try:
            await web.TCPSite(runner, HOST, port).start()
        except OSError as error:
            raise SettingsError(f"METRICS_PORT can't be used: {error.strerror}") from error
        yield
    finally:
        await runner.cleanup()
