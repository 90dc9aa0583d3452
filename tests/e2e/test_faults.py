"""What goes wrong in Discord, and what the bot does about it."""

from __future__ import annotations

import asyncio
import logging
import random
from typing import Any

import discord
import pytest
from sqlalchemy import text as sql
from sqlalchemy.engine import Connection

from bot.entry.clicks import HANDLERS
from bot.match import follow
from bot.match.ids import Click, Verb
from bot.match.limits import LOBBY_IDLE_MS
from bot.match.typed import written
from data.matches import deadlines as stored_deadlines
from data.matches import log
from data.people import guilds
from data.people.models import GuildSettings
from data.store.database import Database
from data.store.units import Unit
from engine import views
from tests.e2e.test_matches import check_end, started
from tests.e2e.world import Person, World, controls, text


def close_dms(world: World, person: Person, code: int = 50007) -> None:
    channel = world.env.backend.get_dm_channel(person.user.id)
    world.env.inject_error(
        "POST", f"/channels/{channel.id}/messages", status=403, code=code, times=None
    )


async def act_through_my_hand(world: World, person: Person, rng: random.Random) -> bool:
    """Act by the table's My hand alone."""
    table = await world.message("table")
    answer = await person.click(table, Click(Verb.HAND, 1).custom_id)
    for _ in range(12):
        message = world.fresh(answer.response)
        steps = [one for one in controls(message) if one.click.decision]
        if not steps:
            return False
        before = (await world.live()).head
        await person.use(message, rng.choice(steps), rng)
        if (await world.live()).head != before:
            return True
    raise AssertionError("twelve steps and no action")


async def test_with_closed_dms_nothing_is_lost(world: World) -> None:
    ada = world.person("Ada")
    close_dms(world, ada)
    await ada.slash("scout play", computers=2, rounds=1)
    [thread] = world.channel.threads
    ping = await world.message("ping")
    assert ping.channel.id == thread.id
    assert [user.id for user in ping.mentions] == [ada.user.id]
    rng = random.Random(4)
    for _ in range(60):
        if (await world.row()).status != "playing":
            break
        await act_through_my_hand(world, ada, rng)
    await check_end(world)
    dm = world.env.backend.get_dm_channel(ada.user.id)
    tried = [one for one in world.env.http_requests if one.path == f"/channels/{dm.id}/messages"]
    assert len(tried) == 1, "their DM is tried once and not again"
    assert not [one for one in thread.history() if ada.user.mention in text(one)], "pings go away"


async def test_one_persons_trouble_holds_nobody_else_up(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Simulated time is quick, and less is waited.
    monkeypatch.setattr("bot.publish.messenger.AGAIN_S", (60.0, 900.0))
    people = world.people(4)
    dm = world.env.backend.get_dm_channel(people[0].user.id)
    path = f"/channels/{dm.id}/messages"
    # The one fault of a server that discord.py doesn't try again itself, for 16 seconds.
    world.env.inject_error("POST", path, status=503, times=None)
    await people[0].slash("scout play", seats=4)
    message = await world.message("lobby")
    for person in people[1:]:
        await person.click(message, Click(Verb.JOIN, 1).custom_id)
    await people[0].click(world.fresh(message), Click(Verb.START, 1).custom_id)
    assert all(person.hand() for person in people[1:])
    assert controls(await world.message("table"))
    assert {one.click.verb for one in controls(world.fresh(message))} <= {Verb.FAIRNESS}
    world.env.backend.faults.clear()
    await world.env.advance_time(61)
    assert people[0].hand()


async def test_a_deleted_table_is_posted_anew(world: World) -> None:
    ada = world.person("Ada")
    await ada.slash("scout play", computers=1, rounds=1)
    table = await world.message("table")
    world.env.backend.delete_message(table.channel.id, table.id)
    await ada.act(random.Random(1))
    anew = await world.message("table")
    assert anew.id != table.id
    await world.play_to_the_end([ada])
    await check_end(world)


async def test_a_deleted_hand_message_can_be_opened_again(world: World) -> None:
    ada = world.person("Ada")
    await ada.slash("scout play", computers=1, rounds=1)
    hand = ada.hand()
    world.env.backend.delete_message(hand.channel.id, hand.id)
    assert await act_through_my_hand(world, ada, random.Random(2))
    await world.play_to_the_end([ada])
    await check_end(world)


async def test_a_deleted_thread_moves_the_match_to_the_channel(world: World) -> None:
    ada = world.person("Ada")
    await ada.slash("scout play", computers=1, rounds=1)
    [thread] = world.channel.threads
    world.env.backend.delete_channel(thread.id)
    await world.env.settle()
    assert (await world.row()).place == world.channel.id
    assert (await world.message("table")).channel.id == world.channel.id
    await world.play_to_the_end([ada])
    await check_end(world)


async def test_a_deleted_channel_ends_its_matches(world: World) -> None:
    people = await started(world, 2, 2)
    other = world.guild.create_text_channel("other")
    await people[0].slash("scout play", channel=other, computers=1)
    world.env.backend.delete_channel(world.channel.id)
    await world.env.settle()
    row = await world.row(1)
    assert (row.status, row.end_reason) == ("ended", "gone")
    assert (await world.row(2)).status == "playing"


async def test_a_lobby_dies_with_its_channel(world: World) -> None:
    ada = world.person("Ada")
    await ada.slash("scout play")
    world.env.backend.delete_channel(world.channel.id)
    await world.env.settle()
    assert (await world.row()).end_reason == "gone"


async def test_removed_from_the_server_the_matches_end(world: World) -> None:
    await started(world, 2, 2)
    world.env.backend.emit("GUILD_DELETE", {"id": str(world.guild.id)})
    await world.env.settle()
    assert (await world.row()).end_reason == "gone"


async def test_an_outage_costs_nothing(world: World) -> None:
    people = await started(world, 2, 2)
    world.env.backend.emit("GUILD_DELETE", {"id": str(world.guild.id), "unavailable": True})
    await world.env.settle()
    assert (await world.row()).status == "playing"
    await people[0].act(random.Random(1))
    assert (await world.live()).view(None).ready.count(True) == 1


async def test_removed_while_away_is_noticed_at_the_start(world: World) -> None:
    await started(world, 2, 2)
    del world.env.backend.guilds[world.guild.id]
    await world.restart()
    assert (await world.row()).end_reason == "gone"


async def test_removed_during_a_long_disconnection_is_noticed_after_it(world: World) -> None:
    await started(world, 2, 2)
    del world.env.backend.guilds[world.guild.id]
    await world.ready()
    assert (await world.row()).end_reason == "gone"
    assert world.bot.get_guild(world.guild.id) is None


@pytest.mark.parametrize("env", [2], indirect=True)
async def test_a_shard_that_connects_anew_speaks_for_its_own_servers(world: World) -> None:
    here = (world.guild.id >> 22) % 2
    await started(world, 2, 2)
    del world.env.backend.guilds[world.guild.id]
    await world.ready(1 - here)
    assert (await world.row()).status == "playing"
    await world.ready(here)
    assert (await world.row()).end_reason == "gone"


async def test_a_server_that_is_only_unavailable_is_no_removed_one(world: World) -> None:
    await started(world, 2, 2)
    world.env.backend.emit("GUILD_DELETE", {"id": str(world.guild.id), "unavailable": True})
    await world.ready()
    assert (await world.row()).status == "playing"


async def test_a_lobby_closed_in_the_last_instant_is_shown_so_after_the_restart(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await world.person("Ada").slash("scout play")
    message = await world.message("lobby")
    monkeypatch.setattr(world.bot.parts.publisher, "changed", lambda *_, **__: None)
    await world.bot.parts.desk.lobbies.close(1, "idle")
    assert controls(world.fresh(message))
    await world.restart()
    await world.env.settle()
    assert not controls(world.fresh(message))


@pytest.mark.parametrize(("code", "apart"), [(160004, True), (160006, False)])
async def test_no_hand_waits_for_a_thread(world: World, code: int, apart: bool) -> None:
    people = world.people(2)
    await people[0].slash("scout play", seats=2)
    message = await world.message("lobby")
    await people[1].click(message, Click(Verb.JOIN, 1).custom_id)
    if apart:  # opened before a restart that forgot it
        [thread] = [await message.create_thread(name="SCOUT")]
    world.env.inject_error("POST", "/channels/*/threads", status=400, code=code, times=None)
    await people[0].click(world.fresh(message), Click(Verb.START, 1).custom_id)
    assert all(person.hand() for person in people)
    place = (await world.message("table")).channel.id
    assert place == (thread.id if apart else world.channel.id)


@pytest.mark.expects_errors
async def test_deadlines_that_could_not_be_read_are_read_again(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await started(world, 2, 2, pace="live")

    def unreadable(*_: object) -> None:
        raise OSError("the disk is away")

    with monkeypatch.context() as broken:
        broken.setattr(stored_deadlines, "due", unreadable)
        await world.env.advance_time(61)
    await world.env.advance_time(31)
    await world.env.advance_time(31)
    assert all((await world.live()).view(None).ready)


async def test_who_left_the_server_is_played_for(world: World) -> None:
    ada, berk = await started(world, 3, 2, rounds=1)
    await ada.act(random.Random(1))
    world.guild.remove_member(berk.member)
    close_dms(world, berk, 50278)
    await world.env.settle()
    hand = berk.hand()
    await berk.user.click(hand, custom_id=orient(hand))
    rng = random.Random(3)
    for _ in range(80):
        live = await world.live()
        if (await world.row()).status != "playing":
            break
        seat = live.row.seats
        berks = next(one.seat for one in seat if one.name == "Berk")
        if live.playing.seats[berks - 1].control == "left":
            break
        assert await ada.act(rng)
    assert (await world.live()).playing.seats[berks - 1].control == "left"
    await world.play_to_the_end([ada])
    await check_end(world)


def orient(hand: object) -> str:
    return next(one.custom_id for one in controls(hand) if one.click.verb is Verb.ORIENT)


async def test_a_place_that_refuses_is_left_alone_until_it_may_be_open(world: World) -> None:
    ada = world.person("Ada")
    await ada.slash("scout play", computers=1, rounds=1)
    table = await world.message("table")
    path = f"/channels/{table.channel.id}/messages/{table.id}"
    before = text(world.fresh(table))
    tried = len([one for one in world.env.http_requests if one.path == path])
    world.env.inject_error("PATCH", path, status=403, code=50001, times=None)
    for _ in range(6):
        await ada.act(random.Random(1))
    refused = [one for one in world.env.http_requests if one.path == path][tried:]
    assert 1 <= len(refused) <= 3
    assert text(world.fresh(table)) == before
    world.env.backend.faults.clear()
    await world.env.advance_time(601)  # the probe
    assert text(world.fresh(table)) != before
    await world.play_to_the_end([ada])
    await check_end(world)


@pytest.mark.expects_errors
async def test_a_broken_log_closes_that_match_alone(
    world: World, caplog: pytest.LogCaptureFixture
) -> None:
    _, berk = await started(world, 2, 2, rounds=1)
    other = world.guild.create_text_channel("other")
    cem = world.person("Cem")
    await cem.slash("scout play", channel=other, computers=1, rounds=1)

    def unit(conn: Connection) -> None:
        broken = """UPDATE log SET payload = '{"round": 1}' WHERE kind = 'deal' AND match_id = 1"""
        conn.execute(sql(broken))

    await world.bot.parts.desk.db.write(unit)
    world.bot.parts.desk.mailboxes.drop(1)
    answer = await berk.user.click(berk.hand(), custom_id=orient(berk.hand()))
    assert "can't be replayed" in text(answer.response)
    row = await world.row(1)
    assert (row.status, row.end_reason) == ("broken", "broken")
    assert any("broken-log" in record.getMessage() for record in caplog.records)
    [thread] = world.channel.threads
    assert "can't be replayed" in text(thread.last_message)
    await world.play_to_the_end([cem], match=2)
    assert (await world.row(2)).status == "finished"


@pytest.mark.expects_errors
async def test_a_match_whose_row_is_broken_is_closed_when_something_is_due(world: World) -> None:
    await world.person("Ada").slash("scout play")
    await world.bot.parts.desk.db.write(
        lambda conn: conn.execute(sql("UPDATE matches SET options = 'nothing' WHERE id = 1"))
    )
    await world.restart()
    await world.env.advance_time(LOBBY_IDLE_MS / 1000)

    def unit(conn: Connection) -> None:
        assert conn.scalar(sql("SELECT status FROM matches WHERE id = 1")) == "broken"

    await world.bot.parts.desk.db.read(unit)


@pytest.mark.expects_errors
async def test_a_command_that_finds_a_broken_match_explains_it(world: World) -> None:
    _, berk = await started(world, 2, 2, rounds=1)
    await world.bot.parts.desk.db.write(
        lambda conn: conn.execute(sql("UPDATE log SET kind = 'nothing' WHERE match_id = 1"))
    )
    world.bot.parts.desk.mailboxes.drop(1)
    answer = await berk.slash("scout hand")
    assert "can't be replayed" in text(answer.response)


@pytest.mark.expects_errors
async def test_a_fault_is_answered_with_a_reference(
    world: World, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    people = await started(world, 2, 2)

    async def broken(*_: object) -> None:
        raise ZeroDivisionError("a secret in the text")

    monkeypatch.setitem(HANDLERS, Verb.HAND, broken)
    table = await world.message("table")
    answer = await people[0].click(table, Click(Verb.HAND, 1).custom_id)
    assert answer.ephemeral
    said = text(answer.response)
    assert "secret" not in said
    [record] = [one for one in caplog.records if one.levelno >= logging.ERROR]
    reference = record.getMessage().split("reference=")[1].split()[0]
    assert reference in said
    assert record.exc_info is not None


async def test_an_endless_round_ends_the_match_unrated(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(follow, "ROUND_ACTIONS_LIMIT", 4)
    ada = world.person("Ada")
    await ada.slash("scout play", computers=2)
    rng = random.Random(1)
    for _ in range(6):
        if (await world.row()).status != "playing":
            break
        await ada.act(rng)
    row = await world.row()
    assert (row.status, row.end_reason) == ("ended", "endless")
    assert row.unrated_reason is not None
    assert "1,000" in text(await world.message("final"))


async def test_a_double_click_acts_once(world: World) -> None:
    ada, berk = await started(world, 2, 2)
    hand = ada.hand()
    click = orient(hand)
    first = await world.emit_click(ada, hand, click)
    second = await world.emit_click(ada, hand, click)
    await world.env.settle()
    assert first.acknowledged
    assert second.acknowledged
    live = await world.live()
    assert sum(entry.entry.kind == "action" for entry in live.recent) == 1
    del berk


async def test_a_delivery_that_comes_twice_acts_once(world: World) -> None:
    ada, _ = await started(world, 2, 2)
    hand = ada.hand()
    sent: list[tuple[str, object]] = []
    backend = world.env.backend
    emit = backend.emit

    def twice(event: str, payload: object) -> None:
        emit(event, payload)
        if event == "INTERACTION_CREATE":
            sent.append((event, payload))
            emit(event, payload)

    backend.emit = twice
    try:
        await world.forge(ada, hand, orient(hand))
    finally:
        backend.emit = emit
    assert sent
    live = await world.live()
    assert sum(entry.entry.kind == "action" for entry in live.recent) == 1


async def test_two_people_act_at_once(world: World) -> None:
    people = await started(world, 4, 4)
    for person in people:
        await world.emit_click(person, person.hand(), orient(person.hand()))
    await world.env.settle()
    assert (await world.live()).view(None).phase == "play"


async def test_a_table_that_scrolled_far_up_is_posted_anew(world: World) -> None:
    ada = world.person("Ada")

    def unit(conn: Connection) -> None:
        guilds.get_or_create(conn, world.guild.id, "Harbour", 0)
        guilds.set_settings(conn, world.guild.id, GuildSettings(threads=False))

    await world.bot.parts.desk.db.write(unit)
    await ada.slash("scout play", computers=1)
    old = await world.message("table")
    assert old.channel.id == world.channel.id
    for number in range(20):
        await ada.member.send(world.channel, f"chatter {number}")
    await world.env.advance_time(61)
    await ada.act(random.Random(1))
    new = await world.message("table")
    assert new.id > old.id
    assert "moved down" in text(world.fresh(old))
    assert not controls(world.fresh(old))


async def test_leaving_the_match_hands_the_seat_over(world: World) -> None:
    ada, berk = await started(world, 3, 2, rounds=1)
    answer = await berk.slash("scout leave")
    await berk.press(answer.response, "Leave for good")
    live = await world.live()
    seat = next(one.seat for one in live.row.seats if one.name == "Berk")
    assert live.playing.seats[seat - 1].control == "left"
    assert berk.hand() is None
    refused = await berk.click(await world.message("table"), Click(Verb.HAND, 1).custom_id)
    assert "gave up" in text(refused.response)
    await world.play_to_the_end([ada])
    await check_end(world)


async def test_the_last_person_leaving_ends_the_match(world: World) -> None:
    ada, berk = await started(world, 3, 2)
    for person in (ada, berk):
        answer = await person.slash("scout leave")
        await person.press(answer.response, "Leave for good")
    row = await world.row()
    assert (row.status, row.end_reason) == ("ended", "deserted")


async def test_the_host_leaving_hands_nothing_but_the_seat_over(world: World) -> None:
    ada, berk = await started(world, 3, 2, rounds=1)
    answer = await ada.slash("scout leave")
    await ada.press(answer.response, "Leave for good")
    await world.play_to_the_end([berk])
    await check_end(world)


async def test_moderators_pause_replace_end_and_void(world: World) -> None:
    mods = world.guild.create_role("mods", permissions=discord.Permissions(manage_guild=True))
    ada, berk = await started(world, 3, 2, rounds=1)
    mod = world.person("Mod", roles=[mods])
    [thread] = world.channel.threads
    await mod.slash("scout-admin pause", channel=thread)
    assert (await world.live()).playing.paused
    await mod.slash("scout-admin pause", channel=thread)
    assert not (await world.live()).playing.paused
    live = await world.live()
    seat = next(one.seat for one in live.row.seats if one.name == "Berk")
    await mod.slash("scout-admin replace", channel=thread, seat=seat)
    assert (await world.live()).playing.seats[seat - 1].control == "left"
    refused = await mod.slash("scout-admin void", channel=thread, match=1)
    assert "over" in text(refused.response)
    await world.play_to_the_end([ada])
    await mod.slash("scout-admin void", match=1)
    assert (await world.row()).status == "void"
    await ada.slash("scout play", seats=3)
    await mod.slash("scout-admin end", match=2)
    assert (await world.row(2)).end_reason == "moderator"
    del berk


async def test_an_archived_thread_is_opened_again(world: World) -> None:
    ada = world.person("Ada")
    await ada.slash("scout play", computers=1, rounds=1)
    [thread] = world.channel.threads
    path = f"/channels/{thread.id}/messages/*"
    world.env.inject_error("PATCH", path, status=400, code=50083)
    await ada.act(random.Random(1))
    [row] = [one for one in await world.shown() if one.kind == "table"]
    assert row.state == "live"
    assert row.sequence == (await world.live()).head
    asked = [one for one in world.env.http_requests if one.path == f"/channels/{thread.id}"]
    opened = [one for one in asked if one.method == "PATCH"]
    assert [one.json for one in opened] == [{"archived": False}]


def sent_to(world: World, channel_id: int) -> list[object]:
    path = f"/channels/{channel_id}/messages"
    return [one for one in world.env.http_requests if one.path.startswith(path)]


async def test_a_locked_thread_is_left_alone_and_the_match_goes_on(world: World) -> None:
    ada = world.person("Ada")
    await ada.slash("scout play", computers=1, rounds=1)
    [thread] = world.channel.threads
    path = f"/channels/{thread.id}/messages*"
    for method in ("PATCH", "POST"):
        world.env.inject_error(method, path, status=400, code=50083, times=None)
    world.env.inject_error("PATCH", f"/channels/{thread.id}", status=403, code=50013, times=None)
    before = len(sent_to(world, thread.id))
    await world.play_to_the_end([ada])
    assert len(sent_to(world, thread.id)) - before <= 3
    world.env.backend.faults.clear()
    await world.env.advance_time(601)
    await check_end(world)


async def test_a_slow_commit_is_deferred_and_answered_later(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.entry.answer.PATIENCE_S", 0.05)
    people = await started(world, 2, 2)
    hand = people[0].hand()
    write = Database.write

    async def slow(db: Database, unit: Unit[Any], **how: Any) -> Any:
        await asyncio.sleep(0.4)  # somebody else is writing, and takes long
        return await write(db, unit, **how)

    monkeypatch.setattr(Database, "write", slow)
    result = await people[0].click(hand, orient(hand))
    assert result.deferred
    assert "You" in text(world.fresh(hand))
    assert not controls(world.fresh(hand))
    assert (await world.live()).view(None).ready.count(True) == 1


async def test_a_kill_before_anything_was_shown_costs_nothing(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada = world.person("Ada")
    await ada.slash("scout play", computers=1, rounds=1)
    rng = random.Random(2)
    monkeypatch.setattr(type(world.bot.parts.publisher), "changed", lambda *_, **__: None)
    while (await world.row()).status == "playing":
        hand = ada.hand()
        if hand is None:
            seat = (await world.live()).seat_of(1)
            seen = (await world.live()).view(seat)
            await ada.slash(
                "scout act", action=written(seen, rng.choice(views.legal_actions(seen)))
            )
        else:
            await ada.act(rng)
    monkeypatch.undo()
    assert not [one for one in await world.shown() if one.kind == "final"]
    await world.restart()
    await check_end(world)


async def test_when_the_bot_may_write_again_the_table_catches_up(world: World) -> None:
    ada = world.person("Ada")
    await ada.slash("scout play", computers=1, rounds=1)
    table = await world.message("table")
    path = f"/channels/{table.channel.id}/messages/{table.id}"
    world.env.inject_error("PATCH", path, status=403, code=50013, times=None)
    await ada.act(random.Random(1))
    old = text(world.fresh(table))
    world.env.backend.faults.clear()
    role = world.guild.create_role("writers")
    world.env.backend.edit_role(world.guild.id, role.id, {"name": "authors"})
    await world.env.settle()
    assert text(world.fresh(table)) != old


@pytest.mark.parametrize("restarted", [False, True])
async def test_how_a_match_ended_is_shown_once_the_bot_may_write_again(
    world: World, restarted: bool
) -> None:
    [ada] = await started(world, 2, 1)
    place = (await world.row()).place
    role = world.guild.create_role("writers")
    world.env.inject_error(
        "POST", f"/channels/{place}/messages", status=403, code=50013, times=None
    )
    await world.forge(ada, await world.message("table"), "s1:quit:1:-")
    assert (await world.row()).status == "ended"
    assert "final" not in [one.kind for one in await world.shown()]
    world.env.backend.faults.clear()
    if restarted:
        await world.restart()
    else:
        world.env.backend.edit_role(world.guild.id, role.id, {"name": "authors"})
        await world.env.settle()
    assert [one.kind for one in await world.shown()].count("final") == 1


async def test_a_nudge_notices_who_left_the_server(world: World) -> None:
    ada, berk = await started(world, 3, 2, rounds=1, pace="untimed")
    await ada.act(random.Random(1))
    world.guild.remove_member(berk.member)
    await ada.click(await world.message("table"), Click(Verb.NUDGE, 1).custom_id)
    live = await world.live()
    seat = next(one.seat for one in live.row.seats if one.name == "Berk")
    assert live.playing.seats[seat - 1].control == "left"
    await world.play_to_the_end([ada])
    await check_end(world)


async def test_a_decision_that_can_not_be_harms_nothing(world: World) -> None:
    people = await started(world, 2, 2, rounds=1)
    nonsense = log.Action(seat=1, text="show 99")
    with pytest.raises(RuntimeError):
        await world.bot.parts.desk.mailboxes.commit(1, "test:1", lambda _: [nonsense])
    assert (await world.row()).status == "playing"
    await world.play_to_the_end(people)
    await check_end(world)
