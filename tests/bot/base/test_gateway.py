"""Which shards hear Discord, asked of discord.py's own heartbeats."""

from __future__ import annotations

import asyncio
import time
from types import SimpleNamespace
from typing import Any

import pytest

from bot.base import gateway, times
from bot.base.gateway import Gateway

INTERVAL_S = 41.25


class Socket:
    """A shard's connection, as discord.py has it; it answers heartbeats or is dead."""

    def __init__(self, quiet_s: float, *, dead: bool = False) -> None:
        self.dead = dead
        self.asked = 0
        self._keep_alive = SimpleNamespace(
            interval=INTERVAL_S, _last_recv=time.perf_counter() - quiet_s, beat=lambda: {"op": 1}
        )

    async def send_heartbeat(self, beat: dict[str, int]) -> None:
        assert beat == {"op": 1}
        self.asked += 1
        if not self.dead:
            self.hear()

    def hear(self) -> None:
        self._keep_alive._last_recv = time.perf_counter()


def of(*sockets: Socket) -> Gateway:
    shards = {n: SimpleNamespace(_parent=SimpleNamespace(ws=one)) for n, one in enumerate(sockets)}
    client: Any = SimpleNamespace(shards=shards)
    return Gateway(client)


@pytest.fixture(autouse=True)
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gateway, "ANSWER_S", 0.05)


def test_who_has_missed_an_answer_is_silent_since_it_last_heard() -> None:
    known = of(Socket(INTERVAL_S + gateway.PATIENCE_S - 5), Socket(INTERVAL_S + 20))
    assert set(known.silent()) == {1}
    assert times.now() - known.silent()[1] == pytest.approx(1000 * (INTERVAL_S + 20), abs=2000)


async def test_who_heard_lately_need_not_ask() -> None:
    socket = Socket(1, dead=True)
    assert await of(socket).answers(0)
    assert not socket.asked


async def test_who_is_answered_hears() -> None:
    socket = Socket(30)
    known = of(socket)
    assert await known.answers(0)
    assert not known.silent()


async def test_a_dead_connection_is_found_at_once_and_asked_once_by_all() -> None:
    dead, well = Socket(30, dead=True), Socket(30)
    known = of(dead, well)
    assert not known.silent(), "its last heartbeat was answered"
    assert await asyncio.gather(*(known.answers(0) for _ in range(5))) == [False] * 5
    assert dead.asked == 1
    assert set(known.silent()) == {0}
    assert await known.answers(1)
    dead.hear()
    assert not known.silent()


async def test_a_closed_connection_does_not_answer() -> None:
    known = of(Socket(0))
    known.closed(0)
    assert not await known.answers(0)
    known.connected(0)
    assert await known.answers(0)
