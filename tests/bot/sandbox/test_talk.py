"""discord.py and the sandbox: every kind of interaction, there and back."""

import aiohttp
import discord
import pytest

from bot.sandbox.server import Sandbox
from tests.bot.sandbox.conftest import wait_for
from tests.bot.sandbox.tab import Refused, Tab, controls
from tests.bot.sandbox.tiny_bot import TinyBot


async def test_a_command_with_options_is_answered_with_a_picture(ada: Tab, bot: TinyBot) -> None:
    nonce = await ada.slash("tiny play", seats=4, friend=ada.person("berk"))
    message = await ada.message("4 seats, easy, Berk")
    assert (await ada.became(nonce, "answered"))["state"] == "answered"
    file = message["attachments"][0]
    assert (file["width"], file["height"], file["description"]) == (40, 20, "a hand: 3/7 1/2")
    async with aiohttp.ClientSession() as session, session.get(file["url"]) as response:
        assert response.content_type == "image/png"
        assert (await response.read()).startswith(b"\x89PNG")
    await wait_for(lambda: bool(bot.answers))
    assert bot.answers[0].message_id == int(message["id"])
    assert isinstance(bot.answers[0].resource, discord.InteractionMessage)


@pytest.mark.parametrize(
    ("options", "why"),
    [
        ({"seats": 6}, "out of the bounds"),
        ({"seats": "many"}, "does not fit"),
        ({"level": "hard"}, "not one of the choices"),
        ({"friend": "1"}, "no such person"),
    ],
)
async def test_what_discords_client_would_not_send_is_refused(
    ada: Tab, options: dict[str, object], why: str
) -> None:
    with pytest.raises(Refused, match=why):
        await ada.slash("tiny play", **options)
    with pytest.raises(Refused, match="required"):
        await ada.slash("tiny act")
    with pytest.raises(Refused, match="needs a subcommand"):
        await ada.slash("tiny")


async def test_autocomplete_offers_what_the_bot_says(ada: Tab) -> None:
    nonce = await ada.interact(
        "autocomplete",
        channel=ada.channel,
        command=ada.command("tiny")["id"],
        path=["act"],
        options={"action": "show"},
        focused="action",
    )
    offered = (await ada.became(nonce, "choices"))["choices"]
    assert [one["value"] for one in offered] == ["show 1", "show 2-3"]


async def test_only_the_person_sees_what_is_only_for_them(ada: Tab, berk: Tab) -> None:
    await ada.slash("tiny act", action="show 1")
    private = await ada.message("acted: show 1")
    assert private["ephemeral"]
    await ada.slash("tiny play")
    await berk.message("3 seats")
    assert private["id"] not in berk.messages
    with pytest.raises(Refused, match="gone"):
        await berk.interact("click", message=private["id"], custom_id="update")


async def test_a_click_updates_its_message(ada: Tab, berk: Tab) -> None:
    await ada.slash("tiny play")
    message = await ada.message("3 seats")
    old = message["attachments"][0]
    await berk.press(await berk.message("3 seats"), "update")
    changed = await ada.message("updated")
    assert changed["id"] == message["id"]
    assert changed["edited_timestamp"]
    assert changed["attachments"][0]["id"] != old["id"]
    # Who still loads the old picture gets it, as from Discord.
    async with aiohttp.ClientSession() as session, session.get(old["url"]) as response:
        assert response.status == 200


async def test_a_deferred_click_changes_its_message_later(ada: Tab) -> None:
    await ada.slash("tiny play")
    message = await ada.message("3 seats")
    await ada.press(message, "defer")
    assert (await ada.message("changed later"))["id"] == message["id"]


async def test_an_only_you_answer_has_live_buttons_of_its_own(ada: Tab) -> None:
    await ada.slash("tiny play")
    await ada.press(await ada.message("3 seats"), "private")
    private = await ada.message("for you", ephemeral=True)
    await ada.press(private, "update")
    assert (await ada.message("updated"))["id"] == private["id"]


async def test_follow_ups_are_posted_edited_and_deleted(ada: Tab) -> None:
    await ada.slash("tiny play")
    await ada.press(await ada.message("3 seats"), "follow")
    await ada.message("second, edited")
    await ada.see(lambda: not any(m["content"] == "first" for m in ada.messages.values()))


async def test_a_public_answer_is_removed_by_a_button_of_its_own(
    sandbox: Sandbox, bot: TinyBot, ada: Tab, berk: Tab
) -> None:
    await ada.slash("tiny play")
    message = await berk.message("3 seats")
    await berk.press(message, "remove")
    await berk.see(lambda: message["id"] not in berk.messages)
    assert message["id"] not in ada.messages
    # Outside an answer, by its channel.
    await ada.slash("tiny play")
    again = await ada.message("3 seats")
    channel = bot.get_partial_messageable(int(ada.channel))
    await channel.get_partial_message(int(again["id"])).delete()
    await ada.see(lambda: again["id"] not in ada.messages)
    with pytest.raises(discord.NotFound) as gone:
        await bot.answers[0].resource.delete()
    assert gone.value.code == 10008


async def test_a_token_reaches_the_messages_of_its_interaction_alone(
    bot: TinyBot, ada: Tab
) -> None:
    for count in (1, 2):
        await ada.slash("tiny play")
        await wait_for(lambda count=count: len(bot.answers) == count)
    first, second = (one.resource for one in bot.answers)
    assert isinstance(first, discord.InteractionMessage)
    assert isinstance(second, discord.InteractionMessage)
    webhook = first._state._interaction.followup
    for change in (webhook.edit_message(second.id, content="x"), webhook.delete_message(second.id)):
        with pytest.raises(discord.NotFound) as foreign:
            await change
        assert foreign.value.code == 10008
    assert (await webhook.edit_message(first.id, content="mine")).content == "mine"


async def test_a_modal_is_shown_filled_in_and_answered(ada: Tab) -> None:
    await ada.slash("tiny play")
    nonce = await ada.press(await ada.message("3 seats"), "modal")
    shown = await ada.became(nonce, "modal")
    assert shown["modal"]["title"] == "A form"
    form = {"token": shown["token"], "modal": shown["modal"]}
    with pytest.raises(Refused, match="fill in"):
        await ada.interact("submit", **form, values={"word": ""})
    await ada.interact("submit", **form, values={"word": "scout"})
    await ada.message("the word is scout")


async def test_thinking_becomes_the_answer_and_stays_private(ada: Tab, berk: Tab) -> None:
    await ada.slash("tiny think")
    answer = await ada.message("thought of it")
    more = await ada.message("and one more")
    assert answer["ephemeral"]
    assert more["ephemeral"]
    assert answer["flags"] & 128 == 0
    assert not berk.messages


async def test_a_layout_comes_with_its_picture_and_its_menus_work(ada: Tab) -> None:
    await ada.slash("tiny table")
    message = await ada.message("Round 1")
    gallery = next(one for one in controls(message) if one["type"] == 12)
    media = gallery["items"][0]["media"]
    assert media["width"] == 40
    assert media["url"].startswith("http://127.0.0.1:")
    assert all(one["id"] > 0 for one in controls(message))
    await ada.choose(message, "pick", "b")
    changed = await ada.message("You chose b")
    assert changed["attachments"][0]["id"] == message["attachments"][0]["id"]
    with pytest.raises(Refused, match="not on the menu"):
        await ada.choose(changed, "pick", "z")
    await ada.choose(changed, "who", ada.person("berk"))
    await ada.message(f"You chose {ada.person('berk')}")
    await ada.press(await ada.message("You chose"), "rules")
    await ada.message("You chose nothing")


async def test_a_dm_arrives_or_is_refused_when_dms_are_closed(ada: Tab) -> None:
    await ada.slash("tiny dm")
    hand = await ada.message("your hand")
    assert hand["channel_id"] == ada.dm
    await ada.press(hand, "update")
    await ada.message("updated")
    await ada.do("close_dms", person=ada.person("ada"), on=True)
    await ada.slash("tiny dm")
    await ada.message("closed: 50007")
    await ada.do("kick", person=ada.person("berk"))


async def test_a_thread_is_opened_written_into_and_shown(ada: Tab, bot: TinyBot) -> None:
    await ada.slash("tiny thread")
    message = await ada.message("the table, edited")
    thread = ada.channels[message["channel_id"]]
    assert (thread["type"], thread["name"]) == (11, "Match 1")
    assert thread["parent_id"] == ada.channel
    await wait_for(lambda: bot.get_channel(int(thread["id"])) is not None)
    await ada.do("delete_channel", channel=thread["id"])
    await wait_for(lambda: "thread deleted" in bot.events)
    assert thread["id"] not in ada.channels


async def test_a_context_menu_command_names_its_target(ada: Tab, berk: Tab) -> None:
    command = ada.command("Challenge")["id"]
    await ada.interact("menu", channel=ada.channel, command=command, target=ada.person("berk"))
    message = await berk.message("is challenged")
    # The bot allows no mentions by default: the text names Berk and pings nobody.
    assert message["content"].startswith(f"<@{ada.person('berk')}>")
    assert message["mentions"] == []
    assert not message["pinged"]


async def test_commands_are_offered_where_and_to_whom_they_belong(ada: Tab, berk: Tab) -> None:
    assert ada.command("admin")["type"] == 1
    with pytest.raises(StopIteration):
        berk.command("admin")
    with pytest.raises(StopIteration):
        ada.command("admin", ada.dm)
    assert berk.command("tiny", berk.dm)


async def test_the_bot_finds_people_messages_and_leavers(
    sandbox: Sandbox, bot: TinyBot, ada: Tab
) -> None:
    guild = bot.guilds[0]
    berk = int(ada.person("berk"))
    assert (await guild.fetch_member(berk)).display_name == "Berk"
    await ada.do("kick", person=str(berk))
    with pytest.raises(discord.NotFound) as left:
        await guild.fetch_member(berk)
    assert left.value.code == 10007
    user = await bot.fetch_user(berk)
    with pytest.raises(discord.Forbidden) as refused:
        await user.send("hello?")
    assert refused.value.code == 50278
    await ada.do("join", person=str(berk))
    await guild.fetch_member(berk)

    channel = guild.text_channels[0]
    sent = [await channel.send(f"line {number}") for number in range(5)]
    found = [one.content async for one in channel.history(limit=3)]
    assert found == ["line 4", "line 3", "line 2"]
    later = [one.content async for one in channel.history(after=sent[2], oldest_first=True)]
    assert later == ["line 3", "line 4"]
    earlier = [one.content async for one in channel.history(before=sent[1])]
    assert earlier == ["line 0"]
    await sent[0].delete()
    with pytest.raises(discord.NotFound) as gone:
        await sent[0].edit(content="again")
    assert gone.value.code == 10008
    again = channel.get_partial_message(sent[1].id)
    await again.edit(content="line 1, edited")
    assert (await channel.fetch_message(sent[1].id)).content == "line 1, edited"


async def test_nonsense_from_a_page_is_refused_in_words(sandbox: Sandbox, ada: Tab) -> None:
    for nonsense, why in (
        ({}, "does not know"),
        ({"do": "fly"}, "does not know"),
        ({"do": "say"}, "nonsense"),
        ({"do": "click", "message": "x", "custom_id": "y", "nonce": "n"}, "nonsense"),
        ({"do": "say", "channel": "1", "text": "hello"}, "can't see"),
        ({"do": "click", "message": "1", "custom_id": "y", "nonce": "n"}, "gone"),
        ({"do": "delete_channel", "channel": "1"}, "gone"),
    ):
        with pytest.raises(Refused, match=why):
            await ada.do(nonsense.pop("do", ""), **nonsense)
    async with (
        aiohttp.ClientSession() as session,
        session.ws_connect(f"{sandbox.address}/people?as=berk") as socket,
    ):
        await socket.receive()  # what is there
        for text in ("[]", "{", "7"):
            await socket.send_str(text)
            answer = await socket.receive_json()
            while answer["t"] != "done":
                answer = await socket.receive_json()
            assert "does not know" in answer["error"]
