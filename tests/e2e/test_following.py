"""Open hands follow at once: a pause, its end, leaving, being replaced, being stood in for."""

from __future__ import annotations

import random
from typing import Any

import pytest
from simcord.backend import serializers

from bot.layouts.proposals import PAUSE
from bot.match.ids import Verb
from tests.e2e.test_faults import close_dms
from tests.e2e.test_matches import check_end, started
from tests.e2e.test_time import absent
from tests.e2e.test_votes import propose, vote
from tests.e2e.world import Person, World, controls, text


def deciding(message: Any) -> list[Any]:
    return [one for one in controls(message) if one.click.decision]


async def paused(world: World, ada: Person, *others: Person) -> None:
    await propose(ada, "Propose a pause")
    for person in others:
        await vote(world, person, "pause", "Agree")
    assert (await world.live()).playing.paused


async def go_on(world: World, ada: Person, *others: Person) -> None:
    await ada.press(await world.message("table"), "Go on")
    for person in others:
        await vote(world, person, "resume", "Agree")
    assert not (await world.live()).playing.paused


async def test_a_pause_takes_the_controls_away_and_its_end_brings_them_back(world: World) -> None:
    ada, berk = await started(world, 2, 2, pace="live", rounds=1)
    await world.env.advance_time(61)  # they have been warned
    hand = ada.hand()
    assert hand is not None
    await paused(world, ada, berk)
    said = world.fresh(hand)
    assert "The match is paused" in text(said)
    assert not deciding(said)
    assert not any("time is nearly up" in text(dm) for dm in ada.dms()), "the warning is gone"
    await go_on(world, ada, berk)
    anew = ada.hand()
    assert anew is not None
    assert anew.id != hand.id, "a new message is the notification"
    assert deciding(anew)
    assert not deciding(world.fresh(hand))
    await world.play_to_the_end([ada, berk])
    await check_end(world)


async def test_while_paused_my_hand_says_so_and_has_no_controls(world: World) -> None:
    ada, berk = await started(world, 2, 2)
    table = await world.message("table")
    opened = await ada.press(table, "My hand")
    await paused(world, ada, berk)
    for message in (world.fresh(opened.response), (await ada.slash("scout hand")).response):
        assert "Paused" in text(message)
        assert not deciding(message)
    await go_on(world, ada, berk)
    assert deciding(world.fresh((await ada.slash("scout hand")).response))


async def test_while_paused_the_table_offers_to_go_on_and_to_end(world: World) -> None:
    ada, berk = await started(world, 2, 2)
    table = await world.message("table")
    shown = await berk.press(table, PAUSE)
    assert shown.ephemeral
    labels = [one.label for one in controls(shown.response)]
    assert labels == ["Propose a pause", "Propose to end it"]
    await paused(world, ada, berk)
    table = await world.message("table")
    assert "the pause ends <t:" in text(table)
    assert [one.label for one in controls(table)][:2] == ["Go on", "End…"]


async def test_who_leaves_has_no_open_hand(world: World) -> None:
    ada, berk = await started(world, 3, 2)
    opened = await berk.press(await world.message("table"), "My hand")
    answer = await berk.slash("scout leave")
    await berk.press(answer.response, "Leave for good")
    assert berk.hand() is None
    assert "You left the match" in text(world.fresh(opened.response))
    assert not deciding(world.fresh(opened.response))
    del ada


async def test_who_is_replaced_is_told_at_once(world: World) -> None:
    ada, berk = await started(world, 3, 2)
    hand = berk.hand()
    seat = next(one.seat for one in (await world.row()).seats if one.name == "Berk")
    endings = world.bot.parts.desk.endings
    with world.env._bot_scope():
        await endings.leave(1, seat, "test:1", by="moderator")
    await world.env.settle()
    assert berk.hand() is None
    assert "A moderator gave your seat to the computer" in text(world.fresh(hand))
    del ada


async def test_who_is_stood_in_for_is_told_so_with_a_way_back(world: World) -> None:
    _, berk, seat = await absent(world)
    told = next(dm for dm in reversed(berk.dms()) if "missed three turns" in text(dm))
    assert "the computer plays for you until you are back" in text(told)
    await berk.press(told, "I'm back")
    assert (await world.live()).playing.seats[seat - 1].control == "person"
    assert "You play yourself again" in text(world.fresh(told))
    assert Verb.RETURN not in [one.click.verb for one in controls(world.fresh(told))]


async def test_without_direct_messages_the_ping_tells_so(world: World) -> None:
    ada, berk = await started(world, 3, 2, pace="live")
    close_dms(world, berk)
    rng = random.Random(5)
    seat = next(one.seat for one in (await world.row()).seats if one.name == "Berk")
    for _ in range(60):
        if (await world.live()).playing.seats[seat - 1].control == "stand-in":
            break
        if not await ada.act(rng):
            await world.env.advance_time(91)
    [thread] = world.channel.threads
    told = next(one for one in reversed(thread.history()) if "missed three turns" in text(one))
    assert berk.user.mention in text(told)
    refused = await ada.press(told, "I'm back")
    assert refused.ephemeral
    answer = await berk.press(told, "I'm back")
    assert answer.ephemeral
    assert (await world.live()).playing.seats[seat - 1].control == "person"


async def test_after_an_outage_hands_are_asked_for_anew(world: World) -> None:
    ada, berk = await started(world, 2, 2, pace="live")
    hand = ada.hand()
    assert hand is not None
    world.env.backend.emit("GUILD_DELETE", {"id": str(world.guild.id), "unavailable": True})
    await world.env.settle()
    await world.env.advance_time(120)
    backend = world.env.backend
    there = serializers.guild_create_payload(backend, backend.guilds[world.guild.id])
    backend.emit("GUILD_CREATE", {**there, "unavailable": False})
    await world.env.settle()
    anew = ada.hand()
    assert anew is not None
    assert anew.id != hand.id
    assert not deciding(world.fresh(hand))
    del berk


@pytest.mark.parametrize("restarted", [False, True])
async def test_what_was_asked_before_a_pause_is_asked_once_after_it(
    world: World, restarted: bool
) -> None:
    ada, berk = await started(world, 2, 2)
    before = len(ada.dms())
    await paused(world, ada, berk)
    if restarted:
        await world.restart()
    await go_on(world, ada, berk)
    assert len(ada.dms()) == before + 1
    assert len([dm for dm in ada.dms() if deciding(world.fresh(dm))]) == 1


async def test_an_incident_stands_where_it_happened(world: World) -> None:
    ada, berk = await started(world, 3, 2, pace="live")
    rng = random.Random(3)
    for person in (ada, berk):
        await person.act(rng)
    await world.env.advance_time(91)
    while not await ada.act(rng) and not await berk.act(rng):
        await world.env.advance_time(1)
    lines = text(await world.message("table")).splitlines()
    up = next(i for i, line in enumerate(lines) if "time was up" in line)
    acted = [i for i, line in enumerate(lines) if " showed " in line or " scouted " in line]
    assert acted
    assert up < max(acted), "what happened after it stands after it"
