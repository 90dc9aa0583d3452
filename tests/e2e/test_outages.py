"""Time in which nobody could act is nobody's miss: server away, gateway silent, bot down."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable
from types import SimpleNamespace
from typing import Any
from unittest.mock import AsyncMock

import pytest
from simcord.backend import serializers

from bot.app import ScoutBot
from bot.base import gateway
from bot.host import clock, daily
from tests.e2e.test_matches import started
from tests.e2e.world import World, settings, shut, text

Sides = tuple[Callable[[World], Awaitable[None]], Callable[[World], Awaitable[None]]]
AGAIN = "Nobody could act for a while"


async def server_away(world: World) -> None:
    world.env.backend.emit("GUILD_DELETE", {"id": str(world.guild.id), "unavailable": True})
    await world.env.settle()


async def server_back(world: World) -> None:
    backend = world.env.backend
    there = serializers.guild_create_payload(backend, backend.guilds[world.guild.id])
    backend.emit("GUILD_CREATE", {**there, "unavailable": False})
    await world.env.settle()


async def disconnected(world: World) -> None:
    shard = world.bot.get_shard(0)
    assert shard is not None
    with world.env._bot_scope():
        await shard.disconnect()
    await world.env.settle()


async def connected(world: World) -> None:
    shard = world.bot.get_shard(0)
    assert shard is not None
    with world.env._bot_scope():
        await shard.connect()
    await world.env.settle()


async def half_open(world: World) -> None:
    """The connection is dead, and discord.py can't know yet: its last heartbeat was answered."""
    shard = world.bot.get_shard(0)
    assert shard is not None
    socket: Any = shard._parent.ws
    heard = time.perf_counter() - 30
    socket._keep_alive = SimpleNamespace(interval=41.25, _last_recv=heard, beat=dict)
    socket.send_heartbeat = AsyncMock()


async def whole(world: World) -> None:
    """The connection was made anew."""
    shard = world.bot.get_shard(0)
    assert shard is not None
    socket: Any = shard._parent.ws
    socket.send_heartbeat.assert_awaited()
    socket._keep_alive = None


async def down(world: World) -> None:
    """The process is killed; its Discord goes on."""
    await world.bot.parts.upkeep.stop()
    await world.bot.parts.daily.stop()
    await shut(world.bot)


async def up(world: World) -> None:
    await world.env.restart_bot(ScoutBot(settings(world.database)))
    await world.env.settle()


WAYS: dict[str, Sides] = {
    "server": (server_away, server_back),
    "gateway": (disconnected, connected),
    "half-open": (half_open, whole),
    "process": (down, up),
}


def misses(playing: object) -> list[int]:
    return [seat.misses for seat in playing.seats]  # type: ignore[attr-defined]


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize(("pace", "away"), [("live", 20 * 60), ("correspondence", 30 * 3600)])
async def test_what_runs_out_while_nobody_can_act_has_its_whole_time_again(
    world: World, monkeypatch: pytest.MonkeyPatch, way: str, pace: str, away: int
) -> None:
    monkeypatch.setattr(gateway, "ANSWER_S", 0.1)
    if pace == "correspondence":
        for module in (clock, daily):
            monkeypatch.setattr(module, "LONGEST_S", 600)
    await started(world, 3, 3, pace=pace)
    begin, end = WAYS[way]
    await begin(world)
    await world.env.advance_time(away)
    await end(world)
    await world.env.advance_time(clock.LONGEST_S + 1)  # the clock has looked
    live = await world.live()
    assert (await world.row()).status == "playing"
    assert live.view(None).phase == "orient", "nobody is played for"
    assert misses(live.playing) == [0, 0, 0]
    told = text(await world.message("table"))
    assert told.count(AGAIN) == 1
    whole = 90 if pace == "live" else 24 * 3600
    await world.env.advance_time(whole - clock.LONGEST_S - 30)
    assert (await world.live()).view(None).phase == "orient", "they have their whole time"
    await world.env.advance_time(clock.LONGEST_S + 31)
    assert (await world.live()).view(None).phase == "play"
    assert misses((await world.live()).playing) == [1, 1, 1]


async def test_what_runs_out_within_a_minute_after_an_outage_has_its_time_again(
    world: World,
) -> None:
    await started(world, 2, 2, pace="live")
    await world.env.advance_time(20)
    await server_away(world)
    await world.env.advance_time(40)
    await server_back(world)  # half a minute is left
    await world.env.advance_time(35)
    live = await world.live()
    assert live.view(None).phase == "orient"
    assert AGAIN in text(await world.message("table"))


async def test_nobody_is_warned_of_a_time_that_is_given_again(world: World) -> None:
    people = await started(world, 2, 2, pace="live")
    await server_away(world)
    await world.env.advance_time(70)
    await server_back(world)
    for person in people:
        assert not any("time is nearly up" in text(dm) for dm in person.dms())


async def test_another_servers_clock_goes_on(world: World) -> None:
    other = World(world.env, world.database)
    await started(world, 2, 2, pace="live")
    ada, berk = other.people(2)
    await ada.slash("scout play", seats=2, pace="live")
    lobby = await other.message("lobby", 2)
    await berk.press(lobby, "Join")
    await ada.press(other.fresh(lobby), "Start")
    await server_away(world)
    await world.env.advance_time(100)
    assert (await world.live(1)).view(None).phase == "orient"
    assert (await world.live(2)).view(None).phase == "play"


async def test_a_lobby_closes_itself_after_its_whole_time_again(world: World) -> None:
    await world.person("Ada").slash("scout play")
    await server_away(world)
    await world.env.advance_time(20 * 60)
    await server_back(world)
    assert (await world.row()).status == "lobby"
    await world.env.advance_time(15 * 60)
    assert (await world.row()).end_reason == "idle"
