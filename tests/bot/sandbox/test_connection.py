"""The gateway and the clock: resume, invalid sessions, time limits, and what else can go wrong."""

import asyncio

import aiohttp
import discord
import pytest
import yarl

from bot.sandbox.server import Sandbox
from tests.bot.sandbox.conftest import wait_for
from tests.bot.sandbox.tab import Tab
from tests.bot.sandbox.tiny_bot import TinyBot
from tests.patience import PATIENCE_S


async def test_a_cut_connection_is_resumed_and_nothing_is_missed(
    sandbox: Sandbox, bot: TinyBot, ada: Tab
) -> None:
    await ada.slash("tiny play")
    message = await ada.message("3 seats")
    sandbox.gateway.drop()
    nonce = await ada.press(message, "update")
    await wait_for(lambda: "resumed" in bot.events)
    assert (await ada.became(nonce, "answered", "failed"))["state"] == "answered"
    assert bot.events.count("ready") == 1


async def test_an_invalid_session_means_a_new_identify(
    sandbox: Sandbox, bot: TinyBot, ada: Tab
) -> None:
    await sandbox.gateway.invalidate()
    await wait_for(lambda: bot.events.count("ready") == 2)
    await ada.slash("tiny play")
    await ada.message("3 seats")


async def test_an_unanswered_interaction_fails_and_a_late_answer_is_refused(
    sandbox: Sandbox, bot: TinyBot, ada: Tab
) -> None:
    await ada.slash("tiny play")
    message = await ada.message("3 seats")
    sandbox.interactions.answer_within = 0.2
    assert await ada.became(await ada.press(message, "silent"), "failed")
    assert await ada.became(await ada.press(message, "slow"), "failed")
    await wait_for(lambda: bool(bot.errors))
    assert isinstance(bot.errors[0], discord.NotFound)
    assert bot.errors[0].code == 10062
    assert any("did not answer a click" in line["text"] for line in ada.log)


async def test_a_second_answer_is_refused(bot: TinyBot, ada: Tab) -> None:
    await ada.slash("tiny play")
    await ada.press(await ada.message("3 seats"), "twice")
    await ada.message("once")
    await wait_for(lambda: bool(bot.errors))
    assert isinstance(bot.errors[0], discord.HTTPException)
    assert (bot.errors[0].status, bot.errors[0].code) == (400, 40060)


async def test_a_token_lives_for_fifteen_minutes(sandbox: Sandbox, bot: TinyBot, ada: Tab) -> None:
    await ada.slash("tiny play")
    await wait_for(lambda: bool(bot.answers))
    answer = bot.answers[0].resource
    assert isinstance(answer, discord.InteractionMessage)
    await answer.edit(content="in time")
    await ada.message("in time")
    now = sandbox.world.clock()
    sandbox.world.clock = lambda: now + 901
    with pytest.raises(discord.HTTPException) as late:
        await answer.edit(content="too late")
    assert (late.value.status, late.value.code) == (401, 50027)


async def test_an_unknown_route_says_so_here_and_on_the_page(bot: TinyBot, ada: Tab) -> None:
    with pytest.raises(discord.DiscordServerError) as unknown:
        await bot.guilds[0].bulk_ban([discord.Object(1)])
    assert unknown.value.status == 501
    await ada.see(lambda: [one for one in ada.log if "501" in one["text"]])


async def test_a_wrong_token_is_refused(sandbox: Sandbox, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(discord.http.Route, "BASE", sandbox.api)
    client = TinyBot()
    with pytest.raises(discord.LoginFailure):
        await client.login("wrong")
    await client.close()


async def test_privileged_intents_are_refused(
    sandbox: Sandbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(discord.http.Route, "BASE", sandbox.api)
    gateway = yarl.URL(sandbox.gateway_url)
    monkeypatch.setattr(discord.gateway.DiscordWebSocket, "DEFAULT_GATEWAY", gateway)
    client = discord.Client(intents=discord.Intents.all())
    with pytest.raises(discord.PrivilegedIntentsRequired):
        await asyncio.wait_for(client.start(sandbox.world.token), PATIENCE_S)
    await client.close()


async def test_the_server_goes_and_comes_back(sandbox: Sandbox, bot: TinyBot, ada: Tab) -> None:
    await ada.do("outage", on=True)
    await wait_for(lambda: "guild unavailable" in bot.events)
    assert not ada.channels[ada.channel]["commands"]
    await ada.do("outage", on=False)
    await wait_for(lambda: "guild available" in bot.events)
    await ada.do("expel_bot")
    await wait_for(lambda: "guild removed" in bot.events)
    with pytest.raises(discord.Forbidden) as gone:
        await bot.get_partial_messageable(int(ada.channel)).send("anyone?")
    assert gone.value.code == 50001
    await ada.do("invite_bot")
    await wait_for(lambda: "guild joined" in bot.events)
    await ada.slash("tiny play")
    await ada.message("3 seats")


async def test_a_rate_limit_is_slept_out(sandbox: Sandbox, bot: TinyBot, ada: Tab) -> None:
    channel = bot.guilds[0].text_channels[0]
    message = await channel.send("a table")
    sandbox.faults.rate_limit(0.5)
    [trouble] = sandbox.troubles.present
    await message.edit(content="a table, later")
    assert sandbox.world.clock() > trouble.until
    await ada.message("a table, later")
    await ada.see(lambda: [one for one in ada.log if "429" in one["text"]])


async def test_commands_are_synced_for_one_server_too(bot: TinyBot, ada: Tab) -> None:
    guild = bot.guilds[0]

    @discord.app_commands.command(name="here", description="in this server alone")
    async def here(interaction: discord.Interaction) -> None:
        await interaction.response.send_message("here")

    bot.tree.add_command(here, guild=guild)
    [synced] = await bot.tree.sync(guild=guild)
    assert [one.name for one in await bot.tree.fetch_commands(guild=guild)] == ["here"]
    assert {one.name for one in await bot.tree.fetch_commands()} == {"tiny", "Challenge", "admin"}
    await ada.see(lambda: [c for c in ada.channels[ada.channel]["commands"] if c["name"] == "here"])
    await ada.slash("here")
    await ada.message("here")
    await synced.edit(description="edited")
    assert (await bot.tree.fetch_command(synced.id, guild=guild)).description == "edited"
    await synced.delete()
    assert await bot.tree.fetch_commands(guild=guild) == []
    bot.tree.clear_commands(guild=guild)
    with pytest.raises(discord.NotFound) as gone:
        await bot.tree.fetch_command(synced.id, guild=guild)
    assert gone.value.code == 10063


async def test_lost_permissions_show_before_and_after(
    sandbox: Sandbox, bot: TinyBot, ada: Tab
) -> None:
    channel = bot.guilds[0].text_channels[0]
    message = await channel.send("a table")
    await ada.do("forbid", channel=ada.channel, permission="send_messages", on=True)
    await wait_for(lambda: not channel.permissions_for(channel.guild.me).send_messages)
    with pytest.raises(discord.Forbidden) as refused:
        await channel.send("another")
    assert refused.value.code == 50013
    await message.edit(content="still mine")
    await ada.do("forbid", channel=ada.channel, permission="view_channel", on=True)
    with pytest.raises(discord.Forbidden) as blind:
        await message.edit(content="unseen")
    assert blind.value.code == 50001
    await ada.do("forbid", channel=ada.channel, permission="view_channel", on=False)
    await ada.do("forbid", channel=ada.channel, permission="send_messages", on=False)
    await channel.send("another")


async def test_threads_lock_archive_and_vanish_with_their_channel(bot: TinyBot, ada: Tab) -> None:
    channel = bot.guilds[0].text_channels[0]
    start = await channel.send("start here")
    thread = await start.create_thread(name="Match 2")
    assert thread.id == start.id
    message = await thread.send("the table")
    await thread.edit(archived=True)
    await wait_for(lambda: "thread updated" in bot.events)
    with pytest.raises(discord.HTTPException) as archived:
        await message.edit(content="no")
    assert archived.value.code == 50083
    await thread.send("awake again")
    await message.edit(content="yes")
    await ada.do("lock", channel=str(thread.id), on=True)
    with pytest.raises(discord.Forbidden) as locked:
        await thread.send("locked")
    assert locked.value.code == 160005
    await ada.do("archive", channel=str(thread.id), on=True)
    with pytest.raises(discord.HTTPException) as asleep:
        await thread.send("locked and archived")
    assert (asleep.value.status, asleep.value.code) == (400, 50083)
    await ada.do("delete_channel", channel=str(channel.id))
    await wait_for(lambda: "deleted scout-table" in bot.events)
    with pytest.raises(discord.NotFound) as gone:
        await message.edit(content="gone")
    assert gone.value.code == 10003


async def test_the_page_is_for_this_machine_and_this_page_only(sandbox: Sandbox) -> None:
    async with aiohttp.ClientSession() as session:
        async with session.get(sandbox.address) as fine:
            assert fine.status == 200
        for headers in ({"Host": "evil.example"}, {"Origin": "http://evil.example"}):
            async with session.get(sandbox.address, headers=headers) as refused:
                assert refused.status == 403
        # A page elsewhere must not be able to act for somebody here either.
        with pytest.raises(aiohttp.WSServerHandshakeError):
            await session.ws_connect(f"{sandbox.address}/people", origin="http://evil.example")
