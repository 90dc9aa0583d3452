"""Clicks that no button of ours makes, and what they must not reach."""

from __future__ import annotations

import discord
import simcord
from simcord import interactions

from bot.entry import dispatch
from bot.entry.clicks.pages import MODERATORS_ONLY
from bot.match.ids import Click, Verb
from data.people import players
from tests.e2e.test_matches import started
from tests.e2e.world import World, text

FORGED = (
    "s1:hand:9999999999999999999:-",
    "s1:profile:-:-:99999999999999999999",
    "s1:matches:-:-:1:99999999999999999999",
    "s1:matches:-:-:1:0",
    "s1:pref:-:-:confirm:on",
    "s1:vote:1:-:start:yes",
    "s1:privacy:-:-:ask",
    "s1:start:1:-",
)


async def test_forged_clicks_are_answered_and_leave_the_table_alone(world: World) -> None:
    people = await started(world, 3, 2)
    cem = world.person("Cem")
    table = await world.message("table")
    before = text(table)
    for custom_id in FORGED:
        for person in (cem, people[0]):
            answer = await world.forge(person, table, custom_id)
            assert answer.ephemeral, custom_id
            assert "went wrong" not in text(answer.response), custom_id
            assert text(world.fresh(table)) == before, custom_id


async def test_a_lobby_and_a_table_are_their_servers(world: World) -> None:
    await world.person("Ada").slash("scout play")
    before = await world.row()
    world.guild = world.env.create_guild("Island")
    beach = world.guild.create_text_channel("beach")
    zoe = world.person("Zoe")
    await zoe.slash("scout play", channel=beach)
    lobby = await world.message("lobby", match=2)
    for verb in (Verb.JOIN, Verb.CANCEL, Verb.ADD_COMPUTER, Verb.START):
        answer = await world.forge(zoe, lobby, Click(verb, 1).custom_id)
        assert answer.ephemeral
        assert await world.row() == before
    answer = await zoe.slash("scout table", channel=beach, match=1)
    assert "Harbour" not in text(answer.response)


async def test_who_never_played_here_is_not_named(world: World) -> None:
    ada = world.person("Ada")
    await ada.slash("scout play", computers=1)
    world.guild = world.env.create_guild("Island")
    beach = world.guild.create_text_channel("beach")
    zoe = world.person("Zoe")
    await zoe.slash("scout play", channel=beach)
    page = await zoe.slash("scout matches", channel=beach)
    known = await world.bot.parts.desk.db.read(lambda conn: players.find(conn, ada.user.id))
    assert known is not None
    forged = Click(Verb.MATCHES, args=("1", str(known.id))).custom_id
    answer = await world.forge(zoe, page.response, forged)
    assert "Island" in text(answer.response)
    assert "Ada" not in text(answer.response)


async def test_settings_are_changed_on_their_own_page_alone(world: World) -> None:
    people = await started(world, 3, 2)
    setting = Click(Verb.SETTING, args=("threads", "off")).custom_id
    own_hand = await people[0].slash("scout hand")
    answer = await world.forge(people[0], own_hand.response, setting)
    assert text(answer.response) == MODERATORS_ONLY
    may = discord.Permissions(manage_guild=True)
    mod = world.person("Mod", roles=[world.guild.create_role("mods", permissions=may)])
    page = await mod.slash("scout-admin settings")
    # A server may let others use the command; then the page is theirs, with all that is on it.
    answer = await world.forge(people[0], page.response, setting)
    assert "settings" in text(answer.response)


async def test_a_command_that_comes_twice_opens_one_match(world: World) -> None:
    ada = world.person("Ada")
    backend = world.env.backend
    emit = backend.emit

    def twice(event: str, payload: object) -> None:
        emit(event, payload)
        if event == "INTERACTION_CREATE":
            emit(event, payload)

    backend.emit = twice
    try:
        await ada.slash("scout play", computers=2)
    finally:
        backend.emit = emit
    assert (await world.row(1)).status == "playing"
    assert await world.row(2) is None


async def test_an_option_that_is_no_longer_offered_is_refused_kindly(world: World) -> None:
    ada = world.person("Ada")
    backend = world.env.backend
    for name, options in (
        ("play", [{"name": "pace", "type": 3, "value": "sloth"}]),
        ("leaderboard", [{"name": "order", "type": 3, "value": "height"}]),
        ("dance", []),
    ):
        typed = [{"name": name, "type": 1, "options": options}]
        record, payload = interactions.base_payload(
            backend,
            type=2,
            channel_id=world.channel.id,
            guild_id=world.guild.id,
            user_id=ada.user.id,
            data={"id": "1", "name": "scout", "type": 1, "options": typed},
        )
        backend.emit("INTERACTION_CREATE", payload)
        await world.env.settle()
        answer = simcord.InteractionResult(world.env, record)
        assert answer.ephemeral
        assert text(answer.response) == dispatch.NOT_AS_OFFERED, name
    assert await world.row(1) is None
    world.env._errors_acknowledged = len(world.env._errors)  # what we answered ourselves
