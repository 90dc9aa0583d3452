"""Several shards, several processes: who is told what, and what goes wrong for one of them."""

from collections.abc import AsyncIterator

import aiohttp
import pytest

from bot.sandbox.interactions import COMPONENT
from bot.sandbox.model import Channel
from bot.sandbox.server import Sandbox
from tests.bot.sandbox.conftest import point_at, running, wait_for
from tests.bot.sandbox.shard import Json, Shard
from tests.bot.sandbox.tab import Tab
from tests.bot.sandbox.tiny_bot import TinyBot


@pytest.fixture
async def wide() -> AsyncIterator[Sandbox]:
    """Four servers and two shards."""
    place = Sandbox(people=2, servers=4, shards=2, answer_within=15)
    await place.start()
    yield place
    await place.stop()


def act(sandbox: Sandbox, channel: Channel) -> None:
    ada = sandbox.world.people[0]
    sandbox.interactions.begin(COMPONENT, ada.id, channel.id, {"custom_id": "x"}, "n")


def places(sandbox: Sandbox) -> list[Channel]:
    """A channel of each server, by the servers' shards among two."""
    guilds = sorted(sandbox.world.guilds, key=lambda one: (one >> 22) % 2)
    channels = sandbox.world.channels.values()
    return [next(one for one in channels if one.guild_id == guild) for guild in guilds]


async def test_how_many_shards_is_said(wide: Sandbox) -> None:
    headers = {"Authorization": f"Bot {wide.world.token}"}
    async with (
        aiohttp.ClientSession(headers=headers) as session,
        session.get(f"{wide.api}/gateway/bot") as response,
    ):
        assert (await response.json())["shards"] == 2


async def test_each_shard_is_told_of_its_servers_and_the_first_of_dms(wide: Sandbox) -> None:
    a, b, c, d = places(wide)
    async with Shard(wide, 0, 2) as first, Shard(wide, 1, 2) as second:
        for shard, own in ((first, (a, b)), (second, (c, d))):
            await shard.wait("GUILD_CREATE", 2)
            expected = {str(one.guild_id) for one in own}
            assert {one["id"] for one in shard.told("READY")[0]["guilds"]} == expected
            assert {one["id"] for one in shard.told("GUILD_CREATE")} == expected
        for place in (a, c, wide.world.dm(wide.world.people[0]), d):
            act(wide, place)
        await second.wait("INTERACTION_CREATE", 2)
        await first.wait("INTERACTION_CREATE", 2)
        heard = [
            [one.get("guild_id") for one in s.told("INTERACTION_CREATE")] for s in (first, second)
        ]
        assert heard == [[str(a.guild_id), None], [str(c.guild_id), str(d.guild_id)]]


async def test_two_processes_of_discord_py_share_the_servers(
    wide: Sandbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    point_at(wide, monkeypatch)
    a, b, c, d = places(wide)
    async with (
        running(wide, TinyBot(shard_ids=[0], shard_count=2)) as first,
        running(wide, TinyBot(shard_ids=[1], shard_count=2)) as second,
        Tab.open(wide, "ada") as ada,
    ):
        assert {one.id for one in first.guilds} == {a.guild_id, b.guild_id}
        assert {one.id for one in second.guilds} == {c.guild_id, d.guild_id}
        for bot, place in ((first, a), (second, d), (first, wide.world.dm(wide.world.people[0]))):
            nonce = await ada.slash("tiny play", channel=str(place.id))
            assert (await ada.became(nonce, "answered", "failed"))["state"] == "answered"
            await wait_for(lambda bot=bot: bool(bot.answers))
            [answer] = bot.answers
            assert int(ada.messages[str(answer.message_id)]["channel_id"]) == place.id
            bot.answers.clear()
        wide.gateway.drop(1)
        await wait_for(lambda: "resumed" in second.events)
        await wide.gateway.invalidate(0)
        await wait_for(lambda: first.events.count("ready") == 2)
        assert "resumed" not in first.events
        assert second.events.count("ready") == 1


async def test_the_same_shard_twice_is_told_twice(wide: Sandbox) -> None:
    """As when an old process still runs beside the new one."""
    a = places(wide)[0]
    async with Shard(wide, 0, 2) as old, Shard(wide, 0, 2) as new:
        await new.wait("GUILD_CREATE", 2)
        act(wide, a)
        assert await old.wait("INTERACTION_CREATE") == await new.wait("INTERACTION_CREATE")
    async with Shard(wide, 0, 2) as newest:
        await newest.wait("READY")
        # Whose sockets are gone are forgotten when their shard connects anew.
        assert len(wide.gateway.sessions) == 1


async def test_a_shard_that_there_is_not_is_refused(wide: Sandbox) -> None:
    async with Shard(wide, 2, 2) as nowhere:
        await nowhere.listener
        assert nowhere.socket.close_code == 4010


async def test_one_shard_is_cut_and_resumes_by_itself(wide: Sandbox) -> None:
    a, _, c, _ = places(wide)
    async with Shard(wide, 0, 2) as first, Shard(wide, 1, 2) as second:
        await first.wait("GUILD_CREATE", 2)
        await second.wait("GUILD_CREATE", 2)
        wide.gateway.drop(1)
        await second.listener
        await second.disconnect()
        act(wide, c)
        act(wide, a)
        await first.wait("INTERACTION_CREATE")
        await second.resume()
        await second.wait("RESUMED")
        assert len(second.told("INTERACTION_CREATE")) == 1
        assert len(second.told("READY")) == 1
        await wide.gateway.invalidate(1)
        assert [one.shard for one in wide.gateway.sessions.values()] == [(0, 2)]


async def test_nothing_is_heard_for_a_while_and_then_all_of_it(wide: Sandbox) -> None:
    a = places(wide)[0]
    async with Shard(wide, 0, 2) as shard:
        await shard.wait("GUILD_CREATE", 2)
        wide.gateway.hush()
        assert wide.gateway.silent
        act(wide, a)
        act(wide, a)
        for number in range(3):
            await shard.beat()
            await shard.acked(number + 1)
        assert not shard.told("INTERACTION_CREATE")
        wide.gateway.speak()
        await shard.wait("INTERACTION_CREATE", 2)
        wide.gateway.hush(0.05)
        act(wide, a)
        await shard.wait("INTERACTION_CREATE", 3)
        assert not wide.gateway.silent


def ready(shard: Shard) -> list[str]:
    return [one["id"] for one in shard.told("READY")[0]["guilds"]]


async def test_a_server_without_the_bot_is_not_in_the_next_ready(wide: Sandbox) -> None:
    a, b, *_ = places(wide)
    assert a.guild_id is not None
    gone = wide.world.guilds[a.guild_id]
    async with Shard(wide, 0, 2) as before:
        await before.wait("GUILD_CREATE", 2)
        assert str(gone.id) in ready(before)
    wide.faults.expel_bot(gone)
    async with Shard(wide, 0, 2) as after:
        await after.wait("GUILD_CREATE")
        assert ready(after) == [str(b.guild_id)]
        wide.faults.invite_bot(gone)
        joined = await after.wait("GUILD_CREATE", 2)
        assert joined["id"] == str(gone.id)
        assert "unavailable" not in joined


async def test_an_unavailable_server_is_announced_and_silent(wide: Sandbox) -> None:
    a, b, *_ = places(wide)
    assert a.guild_id is not None
    out = wide.world.guilds[a.guild_id]
    async with Shard(wide, 0, 2) as shard:
        await shard.wait("GUILD_CREATE", 2)
        wide.faults.outage(out, begin=True)
        assert await shard.wait("GUILD_DELETE") == {"id": str(out.id), "unavailable": True}
        act(wide, a)
        act(wide, b)
        heard: Json = await shard.wait("INTERACTION_CREATE")
        assert heard["guild_id"] == str(b.guild_id)
    async with Shard(wide, 0, 2) as again:
        await again.wait("GUILD_CREATE")
        assert {*ready(again)} == {str(out.id), str(b.guild_id)}
        assert len(again.told("GUILD_CREATE")) == 1
        wide.faults.outage(out, begin=False)
        back = await again.wait("GUILD_CREATE", 2)
        assert (back["id"], back["unavailable"]) == (str(out.id), False)
