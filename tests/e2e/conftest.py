"""Every end-to-end test gets a world of its own, and fails on any ERROR in the program's log."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
import pytest_asyncio
import simcord

from bot.app import ScoutBot
from tests.e2e import steady
from tests.e2e.world import World, settings, shut


@pytest.fixture(autouse=True)
def no_errors(request: pytest.FixtureRequest, caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """A test that doesn't announce errors (``expects_errors``) has none."""
    yield
    if request.node.get_closest_marker("expects_errors") is None:
        found = [
            record
            for when in ("setup", "call")
            for record in caplog.get_records(when)
            if record.levelno >= logging.ERROR
        ]
        assert not found, [record.getMessage() for record in found]


@pytest.fixture
def database(tmp_path: Path) -> Path:
    """Where the bot keeps its matches."""
    return tmp_path / "scout.sqlite3"


@pytest.fixture
def still(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """No test hangs on luck or haste: each has its own deals and whims, always the same."""
    steady.hold(monkeypatch, request.node.name)


@pytest_asyncio.fixture
async def env(
    request: pytest.FixtureRequest, database: Path, still: None
) -> AsyncIterator[simcord.Env]:
    """A Discord with the bot in it; what the bot raises and nobody looks at fails the test.

    It has one shard, or as many as the fixture's parameter says.
    """
    shards = getattr(request, "param", 1)
    env = simcord.Env(ScoutBot(settings(database, shards=shards)), settle_timeout=120)
    await env.start()
    try:
        yield env
    finally:
        bot = env.bot
        assert isinstance(bot, ScoutBot)
        await env.shutdown()
        await shut(bot)
    env._raise_errors_since(env._errors_acknowledged)


@pytest.fixture
def world(env: simcord.Env, database: Path) -> World:
    """A server, a channel, the bot."""
    return World(env, database)
