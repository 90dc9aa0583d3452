"""What goes wrong with Discord's HTTP side, as the bot meets it."""

import asyncio
import time

import discord
import pytest

from bot.sandbox.server import Sandbox
from bot.sandbox.troubles import Trouble
from tests.bot.sandbox.tab import Refused, Tab
from tests.bot.sandbox.tiny_bot import TinyBot


@pytest.mark.parametrize("status", [400, 403])
@pytest.mark.parametrize("code", [40003, 20026, 50007])
async def test_a_dm_is_refused_in_whatever_words(
    sandbox: Sandbox, bot: TinyBot, status: int, code: int
) -> None:
    ada, berk, _ = [await bot.fetch_user(one.id) for one in sandbox.world.people]
    trouble = Trouble("POST", "/users/@me/channels", status, code, person=ada.id, times=1)
    sandbox.troubles.add(trouble)
    await berk.send("not for you")
    with pytest.raises(discord.HTTPException) as refused:
        await ada.send("refused")
    assert (refused.value.status, refused.value.code) == (status, code)
    await ada.send("once only")
    sandbox.troubles.add(Trouble("POST", "/channels/*/messages", status, code, person=ada.id))
    with pytest.raises(discord.HTTPException):
        await ada.send("not even into the open DM")
    await berk.send("still not for you")


async def test_an_outage_lasts_until_it_is_over(sandbox: Sandbox, bot: TinyBot) -> None:
    channel = bot.guilds[0].text_channels[0]
    until = sandbox.world.clock() + 120
    sandbox.troubles.add(Trouble("POST", "/channels/*/messages", 503, until=until))
    for _ in range(2):
        with pytest.raises(discord.DiscordServerError) as gone:
            await channel.send("anyone?")
        assert gone.value.status == 503
    assert [one async for one in channel.history()] == []
    sandbox.world.clock = lambda: until + 1
    await channel.send("again")
    assert not sandbox.troubles.present


async def test_an_answer_gets_lost_after_the_effect(
    sandbox: Sandbox, bot: TinyBot, ada: Tab
) -> None:
    channel = bot.guilds[0].text_channels[0]
    sandbox.troubles.add(Trouble("POST", "/channels/*/messages", 503, after=True, times=1))
    with pytest.raises(discord.DiscordServerError):
        await channel.send("sent all the same")
    await ada.message("sent all the same")


async def test_a_slow_edit_holds_up_nothing_else(sandbox: Sandbox, bot: TinyBot, ada: Tab) -> None:
    channel = bot.guilds[0].text_channels[0]
    message = await channel.send("a table")
    slow = sandbox.troubles.add(Trouble("PATCH", f"/channels/*/messages/{message.id}", delay=0.4))
    began = time.perf_counter()
    edit = asyncio.create_task(message.edit(content="a table, late"))
    await channel.send("a hand")
    assert not edit.done()
    await ada.message("a hand")
    await edit
    assert time.perf_counter() - began >= 0.4
    await ada.message("a table, late")
    sandbox.troubles.end(slow)
    assert not sandbox.troubles.present


async def test_the_newest_trouble_is_met_and_clearing_ends_all(
    sandbox: Sandbox, bot: TinyBot
) -> None:
    channel = bot.guilds[0].text_channels[0]
    for code in (1, 2):
        sandbox.troubles.add(Trouble(path="/channels/*", status=403, code=code))
    with pytest.raises(discord.Forbidden) as refused:
        await channel.send("no")
    assert refused.value.code == 2
    sandbox.troubles.clear()
    await channel.send("yes")


async def test_a_storm_of_429_is_slept_out(sandbox: Sandbox, bot: TinyBot, ada: Tab) -> None:
    channel = bot.guilds[0].text_channels[0]
    sandbox.troubles.add(Trouble(status=429, times=2, retry_after=0.05))
    await channel.send("in the end")
    await ada.message("in the end")
    assert sandbox.calls.rate_limited == 2


async def test_the_page_switches_troubles_on_and_off(
    sandbox: Sandbox, bot: TinyBot, ada: Tab
) -> None:
    channel = bot.guilds[0].text_channels[0]
    name = "Sending and editing fail (503)"
    assert ada.overview["bot"]["switches"][name] is False
    for _ in range(2):
        await ada.do("switch", name=name, on=True)
    await ada.see(lambda: ada.overview["bot"]["switches"][name])
    with pytest.raises(discord.DiscordServerError):
        await channel.send("no")
    await ada.do("switch", name=name, on=False)
    await channel.send("yes")
    with pytest.raises(Refused, match="nonsense"):
        await ada.do("switch", name="The moon falls down", on=True)
    await ada.do("limit", on=True)
    await ada.see(lambda: ada.overview["bot"]["limited"])
    assert sandbox.rates.limits.overall.requests == 50
    await ada.do("limit", on=False)
    await ada.see(lambda: not ada.overview["bot"]["limited"])
