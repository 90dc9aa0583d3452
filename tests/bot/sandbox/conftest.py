"""A sandbox on a free port, and the tiny bot connected to it over real sockets.

The sandbox of the tests is patient: what takes long on a busy machine is not yet a failure. The
tests of Discord's three seconds shorten them.
"""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable

import discord
import pytest
import yarl
from discord.gateway import DiscordWebSocket

from bot.sandbox.server import Sandbox
from tests.bot.sandbox.tab import Tab
from tests.bot.sandbox.tiny_bot import TinyBot
from tests.patience import PATIENCE_S


@pytest.fixture
async def sandbox() -> AsyncIterator[Sandbox]:
    place = Sandbox(people=3, answer_within=15)
    await place.start()
    yield place
    await place.stop()


def point_at(sandbox: Sandbox, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let discord.py take the sandbox for Discord."""
    monkeypatch.setattr(discord.http.Route, "BASE", sandbox.api)
    monkeypatch.setattr(DiscordWebSocket, "DEFAULT_GATEWAY", yarl.URL(sandbox.gateway_url))


@contextlib.asynccontextmanager
async def running(sandbox: Sandbox, client: TinyBot) -> AsyncIterator[TinyBot]:
    """The bot, connected and ready."""
    running = asyncio.create_task(client.start(sandbox.world.token))
    ready = asyncio.create_task(wait_for(client.is_ready))
    await asyncio.wait({running, ready}, return_when=asyncio.FIRST_COMPLETED)
    if running.done():
        await running
    try:
        yield client
    finally:
        await client.close()
        with contextlib.suppress(asyncio.CancelledError):
            await running


@pytest.fixture
async def bot(sandbox: Sandbox, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[TinyBot]:
    point_at(sandbox, monkeypatch)
    async with running(sandbox, TinyBot()) as client:
        yield client


@pytest.fixture
async def ada(sandbox: Sandbox, bot: TinyBot) -> AsyncIterator[Tab]:
    async with Tab.open(sandbox, "ada") as tab:
        yield tab


@pytest.fixture
async def berk(sandbox: Sandbox, bot: TinyBot) -> AsyncIterator[Tab]:
    async with Tab.open(sandbox, "berk") as tab:
        yield tab


async def wait_for(condition: Callable[[], bool], seconds: float = PATIENCE_S) -> None:
    async with asyncio.timeout(seconds):
        while not condition():  # the bot's state has no event to wait for
            await asyncio.sleep(0.01)
