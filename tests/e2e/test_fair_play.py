"""The cards follow from the id of the match's first public message, chosen by nobody."""

from __future__ import annotations

import json
from typing import Any

import discord
import pytest
from sqlalchemy.engine import Connection

from bot.match.ids import Click, Verb
from bot.publish.delivery import Post
from data.matches import archive, log, matches
from data.matches.log import Deal, Lobby
from engine import deal_from_seed, fairness, new_match, seating
from tests.e2e.test_matches import started
from tests.e2e.world import Person, World, controls, text

MESSAGES = "/channels/*/messages"


async def entries(world: World) -> tuple[log.Logged, ...]:
    return await world.bot.parts.desk.db.read(lambda conn: log.load(conn, 1))


def posted(world: World, place: int) -> list[str]:
    """What the bot has posted in a place of its own accord, oldest first."""
    return [
        json.dumps(one.json)
        for one in world.env.http_requests
        if (one.method, one.path) == ("POST", f"/channels/{place}/messages")
    ]


async def ready(world: World) -> tuple[Person, Person]:
    """Two people in a lobby; Start is theirs to press."""
    ada, berk = world.people(2)
    await ada.slash("scout play", seats=2, rounds=1)
    await berk.click(await world.message("lobby"), Click(Verb.JOIN, 1).custom_id)
    return ada, berk


async def press_start(world: World, person: Person) -> Any:
    return await person.click(await world.message("lobby"), Click(Verb.START, 1).custom_id)


async def test_deals_and_seats_follow_from_the_first_public_message(world: World) -> None:
    people = await started(world, 3, 3, rounds=1)
    table, row = await world.message("table"), await world.row()
    assert row.start_id == str(table.id)
    assert table.id == min(one.message_id for one in await world.shown() if one.kind == "table")
    seed = fairness.seed(row.secret, str(table.id))
    [dealt] = [one.entry for one in await entries(world) if isinstance(one.entry, Deal)]
    match = new_match(3, row.options.for_engine(3))
    assert dealt.engine_deal() == deal_from_seed(match, seed)
    [order] = [
        one.entry.order
        for one in await entries(world)
        if isinstance(one.entry, Lobby) and one.entry.order
    ]
    assert order == seating(seed, 3)
    assert [seat.name for seat in row.seats] == [people[place - 1].name for place in order]
    await world.play_to_the_end(people)
    record = await world.record()
    assert f'[Start "{table.id}"]' in record
    assert archive.deals_check(record)


@pytest.mark.parametrize("alone", [False, True])
async def test_the_commitment_stands_in_the_message_from_whose_id_all_follows(
    world: World, alone: bool
) -> None:
    if alone:
        await world.person("Ada").slash("scout play", computers=2)
    else:
        await started(world, 2, 2)
    row = await world.row()
    [first, *_] = posted(world, row.place)
    assert row.commitment in first
    assert row.secret not in first
    table = await world.message("table")
    assert row.commitment not in text(table), "it isn't in the way of the play"


async def test_the_commitment_can_be_read_before_start_and_the_message_be_looked_up_after(
    world: World,
) -> None:
    ada, berk = await ready(world)
    row = await world.row()
    fair = Click(Verb.FAIRNESS, 1).custom_id
    before = await berk.click(await world.message("lobby"), fair)
    assert row.commitment in text(before.response)
    await press_start(world, ada)
    table = await world.message("table")
    after = await berk.click(await world.message("lobby"), fair)
    assert table.jump_url in text(after.response)
    assert row.secret not in text(after.response)


async def test_without_the_message_nothing_is_dealt_and_nothing_is_lost(world: World) -> None:
    ada, berk = await ready(world)
    world.env.inject_error("POST", MESSAGES, status=503, times=None)
    await press_start(world, ada)
    row = await world.row()
    assert (row.status, row.start_id) == ("starting", None)
    assert not [one for one in await entries(world) if isinstance(one.entry, Deal)]
    lobby = await world.message("lobby")
    assert "being dealt" in text(lobby)
    assert not [one for one in controls(lobby) if one.click.verb is Verb.JOIN]
    again = await world.forge(berk, lobby, Click(Verb.START, 1).custom_id)
    assert "started already" in text(again.response)
    await world.restart()
    await world.env.advance_time(60)
    assert (await world.row()).status == "starting"
    world.env.backend.faults.clear()
    await world.env.advance_time(120)
    row = await world.row()
    assert (row.status, row.start_id) == ("playing", str((await world.message("table")).id))
    await world.play_to_the_end([ada, berk])
    assert archive.deals_check(await world.record())


async def test_a_match_that_can_not_be_posted_for_long_is_closed_and_says_so(world: World) -> None:
    ada, berk = await ready(world)
    world.env.inject_error("POST", MESSAGES, status=503, times=None)
    await press_start(world, ada)
    await world.env.advance_time(15 * 60 + 30)
    row = await world.row()
    assert (row.status, row.end_reason) == ("cancelled", "unposted")
    world.env.backend.faults.clear()
    await world.env.advance_time(120)
    assert "nothing counts" in text(await world.message("lobby"))
    assert berk.hand() is None
    assert not [one for one in await world.shown() if one.kind == "table"]


async def test_while_it_waits_a_moderator_can_close_it(world: World) -> None:
    ada, _ = await ready(world)
    mods = world.guild.create_role("mods", permissions=discord.Permissions(manage_guild=True))
    moderator = world.person("Mod", roles=[mods])
    world.env.inject_error("POST", MESSAGES, status=503, times=None)
    await press_start(world, ada)
    await moderator.slash("scout-admin end", match=1)
    assert (await world.row()).status == "cancelled"


async def test_who_leaves_for_good_while_it_waits_takes_the_start_back(world: World) -> None:
    ada, berk = await ready(world)
    world.env.inject_error("POST", MESSAGES, status=503, times=None)
    await press_start(world, ada)
    page = await berk.slash("scout privacy")
    [ask] = [one for one in controls(page.response) if one.custom_id.endswith(":ask")]
    asked = await berk.click(page.response, ask.custom_id)
    [sure] = [one for one in controls(asked.response) if one.custom_id.endswith(":delete")]
    await berk.click(asked.response, sure.custom_id)
    row = await world.row()
    assert row.status == "lobby"
    assert [seat.name for seat in row.seats] == ["Ada"]
    world.env.backend.faults.clear()
    await world.env.advance_time(120)
    assert not [one for one in await world.shown() if one.kind == "table"]


async def test_a_message_whose_start_was_taken_back_is_taken_back_too(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada, _ = await ready(world)
    send = Post.send

    async def taken_back(post: Post, place: Any, layout: Any, what: str, *a: Any, **k: Any) -> int:
        message_id = await send(post, place, layout, what, *a, **k)
        if what == "table":
            desk = world.bot.parts.desk

            def back(conn: Connection) -> None:
                matches.set_status(conn, 1, "lobby", at=1)

            await desk.mailboxes.write(1, back)
        return message_id

    monkeypatch.setattr(Post, "send", taken_back)
    await press_start(world, ada)
    row = await world.row()
    assert (row.status, row.start_id) == ("lobby", None)
    assert not [one for one in await world.shown() if one.kind == "table"]
    [thread] = world.channel.threads
    assert not [one for one in thread.history() if "being dealt" in text(one)]
