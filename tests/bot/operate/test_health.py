"""The port for whoever watches: over a real socket, before Discord is there."""

from __future__ import annotations

import socket
from pathlib import Path

import aiohttp
import pytest

from bot.app import ScoutBot
from bot.operate.health import HOST, Health, serving
from bot.settings import SettingsError
from tests.e2e.world import settings


def free_port() -> int:
    with socket.socket() as found:
        found.bind((HOST, 0))
        return int(found.getsockname()[1])


async def get(port: int, path: str) -> tuple[int, str]:
    url = f"http://{HOST}:{port}{path}"
    async with aiohttp.ClientSession() as session, session.get(url) as answer:
        return answer.status, await answer.text()


async def test_who_watches_is_told_what_is_there_and_what_isnt(tmp_path: Path) -> None:
    bot = ScoutBot(settings(tmp_path / "scout.sqlite3"))
    await bot.open()
    desk, port = bot.desk, free_port()
    async with serving(port, desk, bot.wire):
        assert await get(port, "/healthz") == (200, "ok\n")
        assert await get(port, "/readyz") == (503, "Discord isn't connected\n")
        status, told = await get(port, "/metrics")
        assert status == 200
        assert 'scout_matches{status="playing"} 0.0' in told
        assert (await get(port, "/"))[0] == 404
        await desk.db.close()
        assert await get(port, "/healthz") == (503, "stopping\n")
    with pytest.raises(aiohttp.ClientConnectorError):
        await get(port, "/healthz")
    await bot.shut()


async def test_a_database_that_hangs_is_unhealthy(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bot = ScoutBot(settings(tmp_path / "scout.sqlite3"))
    await bot.open()
    monkeypatch.setattr("bot.operate.health.PATIENCE_S", 0.0)
    answer = await Health(bot.desk, bot.wire).healthz(None)
    assert (answer.status, answer.text) == (503, "the database doesn't answer\n")
    await bot.shut()


async def test_it_listens_on_loopback_alone_and_says_when_the_port_is_taken(tmp_path: Path) -> None:
    bot = ScoutBot(settings(tmp_path / "scout.sqlite3"))
    await bot.open()
    with socket.socket() as other:
        other.bind((HOST, 0))
        other.listen()
        port = other.getsockname()[1]
        with pytest.raises(SettingsError, match="METRICS_PORT can't be used"):
            async with serving(port, bot.desk, bot.wire):
                pass
    async with serving(None, bot.desk, bot.wire):
        pass
    assert HOST == "127.0.0.1"
    await bot.shut()
