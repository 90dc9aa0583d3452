"""Every end-to-end test gets a world of its own, and fails on any ERROR in the program's log."""

from __future__ import annotations

import logging
import random
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
import simcord
from simcord.gateway import FakeGateway
from simcord.http.routes import messages as routes

from bot.app import ScoutBot
from bot.entry.clicks import hands
from bot.host import computers, expiry, lobby
from tests.e2e.world import World, servers_of, settings, shut


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
def nonces(monkeypatch: pytest.MonkeyPatch) -> None:
    """As in Discord, a nonce that was sent before brings the message of then, and no new one."""
    send, sent = routes.bot_message, {}

    def once(ctx: Any, channel: int) -> Any:
        nonce = ctx.body()["nonce"]
        if nonce not in sent or not ctx.body()["enforce_nonce"]:
            sent[nonce] = send(ctx, channel)
        return sent[nonce]

    monkeypatch.setattr(routes, "bot_message", once)


class Chance:
    """What the bot uses of ``secrets``, but the same with every run."""

    def __init__(self, seed: str) -> None:
        self._random = random.Random(seed)

    def randbits(self, count: int) -> int:
        return self._random.getrandbits(count)

    def token_hex(self, count: int) -> str:
        return self._random.randbytes(count).hex()


@pytest.fixture
def chance(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """No test hangs on luck: each has its own deals and computers' whims, always the same."""
    fixed = Chance(request.node.name)
    for module in (lobby, computers, expiry, hands):
        monkeypatch.setattr(module, "secrets", fixed)


@pytest.fixture
def named(monkeypatch: pytest.MonkeyPatch) -> None:
    """As in Discord, a READY names the servers of its shard; SimCord's names none."""
    feed = FakeGateway.feed

    def naming(gateway: Any, event: str, payload: Any) -> None:
        if event == "READY":
            payload |= {"guilds": servers_of(gateway._backend, *payload["shard"])}
        feed(gateway, event, payload)

    monkeypatch.setattr(FakeGateway, "feed", naming)


@pytest_asyncio.fixture
async def env(
    request: pytest.FixtureRequest, database: Path, nonces: None, named: None, chance: None
) -> AsyncIterator[simcord.Env]:
    """A Discord with the bot in it; what the bot raises and nobody looks at fails the test.

    It has one shard, or as many as the fixture's parameter says.
    """
    shards = getattr(request, "param", 1)
    # Well below the clock's 30 seconds: what sleeps for longer than this isn't waited for.
    env = simcord.Env(ScoutBot(settings(database, shards=shards)), settle_timeout=20)
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
