"""Inviting people: by options, by the lobby's menu, by a challenge; and not against their will."""

from __future__ import annotations

from typing import Any

import discord
import pytest
from sqlalchemy import func, select

from bot.host import clock, daily, inviting, roster
from bot.match.ids import Click, Verb
from data.people import players
from data.store import schema
from tests.e2e.world import Person, World, controls, text


@pytest.fixture(autouse=True)
def long_days(monkeypatch: pytest.MonkeyPatch) -> None:
    """The bot looks when something is due; else a day would be thousands of looks."""
    for looking in (clock, daily):
        monkeypatch.setattr(looking, "LONGEST_S", 30 * DAY)


CHALLENGE = "Challenge to SCOUT"
DAY = 24 * 3600


async def challenged(person: Person, other: Person) -> str:
    """What a person is told who challenges another one."""
    answer = await person.member.context_menu(person.world.channel, CHALLENGE, other.member)
    assert answer.ephemeral
    return text(answer.response)


async def lobby(world: World, match: int = 1) -> Any:
    return await world.message("lobby", match)


async def invite(world: World, host: Person, *guests: Person, match: int = 1) -> Any:
    """Choose people in the lobby's menu."""
    message = await lobby(world, match)
    [menu] = [one for one in controls(message) if one.click.verb is Verb.INVITE]
    people = [guest.member for guest in guests]
    return await host.member.select(message, people, custom_id=menu.custom_id)


def mentions(world: World, person: Person) -> int:
    """How many messages in the channel have pinged somebody."""
    path = f"/channels/{world.channel.id}/messages"
    sent = [one.json for one in world.env.http_requests if (one.method, one.path) == ("POST", path)]
    allowed = [one["allowed_mentions"] for one in sent]
    assert all(one["parse"] == [] for one in allowed)
    return sum(str(person.user.id) in map(str, one.get("users", ())) for one in allowed)


async def press(person: Person, message: Any, verb: Verb, match: int = 1) -> Any:
    return await person.click(message, Click(verb, match).custom_id)


async def prefer(person: Person, name: str, value: str) -> None:
    page = (await person.slash("scout preferences")).response
    await person.world.forge(person, page, Click(Verb.PREFERENCE, args=(name, value)).custom_id)


async def known(world: World, person: Person) -> bool:
    """Whether there is a row about somebody."""
    return await world.bot.parts.desk.db.read(
        lambda conn: players.find(conn, person.user.id) is not None
    )


async def seats(world: World, match: int = 1) -> list[tuple[str, str]]:
    return [(seat.name, seat.status) for seat in (await world.row(match)).seats]


async def test_play_names_up_to_four_people(world: World) -> None:
    ada, *guests = world.people(5)
    named = {f"player{n}": one.member for n, one in enumerate(guests, start=2)}
    answer = await ada.slash("scout play", **named)
    message = await lobby(world)
    assert f"[Match 1]({message.jump_url}) is open." in text(answer.response)
    assert await seats(world) == [("Ada", "seated")] + [(one.name, "invited") for one in guests]
    assert [mentions(world, one) for one in guests] == [1, 1, 1, 1]
    for guest in guests:
        await press(guest, message, Verb.ACCEPT)
    await press(ada, world.fresh(message), Verb.START)
    assert (await world.row()).status == "playing"


async def test_whom_play_can_not_invite(world: World) -> None:
    ada, berk = world.people(2)
    robot = world.guild.add_member(world.env.create_user("robot", bot=True))
    for chosen, said in (
        ({"player2": ada.member}, "yourself"),
        ({"player2": robot}, "Bots"),
        ({"player2": berk.member, "computers": 4}, "6 players"),
        ({"player2": berk.member, "seats": 2, "computers": 1}, "more than 2 seats"),
    ):
        answer = await ada.slash("scout play", **chosen)
        assert answer.ephemeral
        assert said in text(answer.response)
    assert await world.row() is None
    assert not await known(world, berk)


async def test_the_host_invites_in_the_lobby_that_only_the_invited_can_join(world: World) -> None:
    ada, berk, cem = world.people(3)
    await ada.slash("scout play", seats=3, open=False)
    refused = await world.forge(berk, await lobby(world), Click(Verb.JOIN, 1).custom_id)
    assert roster.INVITED_ONLY in text(refused.response)
    await invite(world, ada, berk, cem)
    message = await lobby(world)
    assert [mentions(world, one) for one in (berk, cem)] == [1, 1]
    [told] = [one for one in world.channel.history() if "holds a seat for you" in text(one)]
    assert message.jump_url in str(told.components)
    assert Verb.INVITE not in {one.click.verb for one in controls(message)}  # no seat is free
    await press(berk, message, Verb.ACCEPT)
    assert await seats(world) == [("Ada", "seated"), ("Berk", "seated"), ("Cem", "invited")]


async def test_who_is_not_the_host_invites_nobody(world: World) -> None:
    ada, berk, cem = world.people(3)
    await ada.slash("scout play", seats=4)
    await press(berk, await lobby(world), Verb.JOIN)
    refused = await invite(world, berk, cem)
    assert refused.ephemeral
    assert roster.HOSTS_ONLY in text(refused.response)
    for guest, said in ((berk, "sits here already"), (ada, "yourself")):
        assert said in text((await invite(world, ada, guest)).response)
    assert len(await seats(world)) == 2


async def test_more_than_there_is_room_for_are_not_invited(world: World) -> None:
    ada, berk, cem = world.people(3)
    await ada.slash("scout play", seats=2)
    custom_id = Click(Verb.INVITE, 1).custom_id
    ids = tuple(str(one.user.id) for one in (berk, cem))
    refused = await world.forge(ada, await lobby(world), custom_id, ids)
    assert roster.NO_ROOM in text(refused.response)
    assert await seats(world) == [("Ada", "seated")]
    assert not await known(world, berk)


async def test_a_challenge_joins_the_challengers_open_lobby(world: World) -> None:
    ada, berk, cem = world.people(3)
    await ada.slash("scout play", seats=3)
    said = await challenged(ada, berk)
    assert f"[match 1]({(await lobby(world)).jump_url})" in said
    assert await world.row(2) is None
    assert await seats(world) == [("Ada", "seated"), ("Berk", "invited")]
    assert mentions(world, berk) == 1
    await challenged(ada, cem)
    assert len(await seats(world)) == 3
    # It is full; the next one gets a lobby of their own.
    duru = world.person("Duru")
    await challenged(ada, duru)
    assert await seats(world, 2) == [("Ada", "seated"), ("Duru", "invited")]


async def test_one_invitation_is_open_between_two_people(world: World) -> None:
    ada, berk = world.people(2)
    for _ in range(12):
        said = await challenged(ada, berk)
    assert inviting.TOO_SOON.partition("{")[0] in said
    await world.env.advance_time(inviting.AGAIN_MS / 1000)
    url = (await lobby(world)).jump_url
    assert f"[match 1]({url})" in await challenged(ada, berk)
    assert f"[match 1]({url})" in await challenged(berk, ada)
    answer = await ada.slash("scout play", player2=berk.member)
    assert f"[match 1]({url})" in text(answer.response)
    assert await world.row(2) is None
    assert mentions(world, berk) == 1
    assert mentions(world, ada) == 0


async def test_cancelling_and_inviting_anew_is_no_way_to_ping_somebody_again(world: World) -> None:
    ada, berk = world.people(2)
    await challenged(ada, berk)
    await press(ada, await lobby(world), Verb.CANCEL)
    assert "a moment ago" in await challenged(ada, berk)
    assert mentions(world, berk) == 1
    await world.env.advance_time(inviting.AGAIN_MS / 1000)
    await challenged(ada, berk)
    assert await seats(world, 2) == [("Ada", "seated"), ("Berk", "invited")]


async def test_after_a_decline_there_is_no_other_challenge_for_a_day(world: World) -> None:
    ada, berk = world.people(2)
    await challenged(ada, berk)
    await press(berk, await lobby(world), Verb.DECLINE)
    await press(ada, await lobby(world), Verb.CANCEL)
    await world.env.advance_time(DAY - 60)
    refused = await challenged(ada, berk)
    assert "declined" in refused
    assert "<t:" in refused
    answer = await ada.slash("scout play", player2=berk.member)
    assert "declined" in text(answer.response)
    assert await world.row(2) is None
    # Berk may ask her, and she him when the day is over.
    await challenged(berk, ada)
    await press(berk, await lobby(world, 2), Verb.CANCEL, 2)
    await world.env.advance_time(61)
    await challenged(ada, berk)
    assert (await world.row(3)).status == "lobby"
    assert mentions(world, berk) == 2


@pytest.mark.parametrize("way", ["challenge", "play", "invite"])
async def test_who_wants_no_pings_has_a_seat_but_no_ping(world: World, way: str) -> None:
    ada, berk = world.people(2)
    await prefer(berk, "pings", "none")
    if way == "challenge":
        said = await challenged(ada, berk)
    elif way == "play":
        said = text((await ada.slash("scout play", player2=berk.member)).response)
    else:
        await ada.slash("scout play", seats=2)
        said = text((await invite(world, ada, berk)).response)
    assert "wants no pings" in said
    assert await seats(world) == [("Ada", "seated"), ("Berk", "invited")]
    assert mentions(world, berk) == 0
    assert berk.user.mention in text(await lobby(world))


@pytest.mark.parametrize("way", ["challenge", "play", "invite"])
async def test_who_wants_no_invitations_gets_none(world: World, way: str) -> None:
    ada, berk = world.people(2)
    await prefer(berk, "challenges", "off")
    if way == "challenge":
        said = await challenged(ada, berk)
    elif way == "play":
        said = text((await ada.slash("scout play", player2=berk.member)).response)
    else:
        await ada.slash("scout play", seats=2)
        said = text((await invite(world, ada, berk)).response)
    assert "doesn't take invitations" in said
    assert mentions(world, berk) == 0
    assert ("Berk", "invited") not in [
        seat for n in (1,) if await world.row(n) for seat in await seats(world, n)
    ]


@pytest.mark.parametrize("end", ["cancelled", "idle", "host left", "started"])
async def test_who_never_answered_leaves_no_row_behind(world: World, end: str) -> None:
    ada, berk = world.people(2)
    await ada.slash("scout play", seats=3, player2=berk.member)
    assert await known(world, berk)
    message = await lobby(world)
    if end == "cancelled":
        await press(ada, message, Verb.CANCEL)
    elif end == "idle":
        await world.env.advance_time(15 * 60 + 1)
    elif end == "host left":
        await press(ada, message, Verb.LEAVE)
    else:
        await press(ada, message, Verb.ADD_COMPUTER)
        await press(ada, world.fresh(message), Verb.START)
    assert (await world.row()).status == ("playing" if end == "started" else "cancelled")
    assert not await known(world, berk)
    assert berk.user.mention not in text(world.fresh(message))
    # He can be met anew; and who answered stays known.
    await world.env.advance_time(inviting.AGAIN_MS / 1000)
    await challenged(ada, berk)
    await press(berk, await lobby(world, 2), Verb.DECLINE, 2)
    await press(ada, await lobby(world, 2), Verb.CANCEL, 2)
    assert await known(world, berk)


async def test_who_has_chosen_something_is_not_forgotten_with_a_lobby(world: World) -> None:
    ada, berk = world.people(2)
    await prefer(berk, "pings", "none")
    await challenged(ada, berk)
    await press(ada, await lobby(world), Verb.CANCEL)
    person = await world.bot.parts.desk.people.find(berk.user.id)
    assert person is not None
    assert person.preferences.pings == "none"


async def test_a_rematch_holds_seats_whatever_was_said_about_invitations(world: World) -> None:
    ada, berk = world.people(2)
    await challenged(ada, berk)
    message = await lobby(world)
    await press(berk, message, Verb.ACCEPT)
    await press(ada, world.fresh(message), Verb.START)
    await prefer(berk, "challenges", "off")
    role = world.guild.create_role("mods", permissions=discord.Permissions(manage_guild=True))
    await world.person("Mod", roles=[role]).slash("scout-admin end", match=1)
    answer = await press(ada, await world.message("final"), Verb.REMATCH)
    assert (await lobby(world, 2)).jump_url in text(answer.response)
    assert sorted(await seats(world, 2)) == [("Ada", "seated"), ("Berk", "invited")]
    assert mentions(world, berk) == 1  # the first one's


async def test_declines_are_forgotten_after_a_day(world: World) -> None:
    ada, berk = world.people(2)
    await challenged(ada, berk)
    await press(berk, await lobby(world), Verb.DECLINE)
    desk = world.bot.parts.desk
    count = select(func.count()).select_from(schema.declines)
    await desk.upkeep.tidy()
    assert await desk.db.read(lambda conn: conn.scalar(count)) == 1
    await world.env.advance_time(DAY)
    await desk.upkeep.tidy()
    assert await desk.db.read(lambda conn: conn.scalar(count)) == 0
