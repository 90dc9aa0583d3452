"""How much may be on at once, and what is said when there is no room for more."""

from __future__ import annotations

import random

import pytest

from bot.host import clock, crowding, daily
from bot.match.ids import Click, Verb
from tests.e2e.world import Person, World, controls, text


async def aside(world: World, count: int) -> list[int]:
    """Which of so many matches have stepped aside."""
    return [n for n in range(1, count + 1) if (await world.live(n)).playing.aside]


async def four_alone(world: World, **options: object) -> Person:
    """A person who began four solo matches, of which the first has stepped aside."""
    ada = world.person("Ada")
    for _ in range(4):
        await ada.slash("scout play", computers=1, **options)
        await world.env.advance_time(1)
    return ada


async def test_solo_matches_that_were_left_lying_lock_nobody_out(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    for looking in (clock, daily):  # they look when something is due, and not all the time
        monkeypatch.setattr(looking, "LONGEST_S", 30 * 24 * 3600)
    for number in range(20):
        await world.person(f"Guest {number}").slash("scout play", computers=2)
    await world.person("Newcomer").slash("scout play", computers=2)
    await world.person("Another").slash("scout play", seats=2)
    assert [(await world.row(n)).status for n in (20, 21, 22)] == ["playing", "playing", "lobby"]
    await world.env.advance_time(7 * 24 * 3600)
    await world.person("Late").slash("scout play", seats=2)
    assert (await world.row(23)).status == "lobby"


async def test_of_four_solo_matches_the_idlest_steps_aside(world: World) -> None:
    ada = await four_alone(world)
    assert await aside(world, 4) == [1]
    assert "Set aside" in text(await world.message("table", 1))
    # Others' solo matches are none of hers.
    await world.person("Berk").slash("scout play", computers=1)
    assert await aside(world, 5) == [1]
    # It is the idlest, not the oldest, that makes room.
    hand = await ada.slash("scout hand", match=2)
    await world.env.advance_time(1)
    rng = random.Random(1)
    keep = next(one for one in controls(hand.response) if one.click.decision)
    await ada.use(hand.response, keep, rng)
    await ada.slash("scout play", computers=1)
    assert await aside(world, 6) == [1, 3]


@pytest.mark.parametrize("way", ["hand", "table", "act", "click"])
async def test_a_match_that_stepped_aside_is_taken_up_where_it_was(world: World, way: str) -> None:
    ada = await four_alone(world)
    before = (await world.live(1)).playing
    if way in ("hand", "table"):
        await ada.slash(f"scout {way}", match=1)
    elif way == "act":
        await ada.slash("scout act", action="keep", match=1)
    else:
        await ada.click(await world.message("table", 1), Click(Verb.HAND, 1).custom_id)
    after = (await world.live(1)).playing
    assert not after.paused
    assert (after.match == before.match) is (way != "act")
    assert await aside(world, 4) == [2]
    assert "Set aside" not in text(await world.message("table", 1)).splitlines()[0]


async def test_somebody_else_does_not_take_it_up(world: World) -> None:
    await four_alone(world)
    berk = world.person("Berk")
    await berk.click(await world.message("table", 1), Click(Verb.RULES, 1, None, ("0",)).custom_id)
    assert await aside(world, 4) == [1]


async def test_the_clock_of_a_match_that_stepped_aside_stands_still(world: World) -> None:
    await four_alone(world, pace="live")
    await world.env.advance_time(600)
    live = await world.live(1)
    assert (live.on, live.playing.aside) == (True, True)
    assert live.playing.seats[0].misses == live.playing.seats[1].misses == 0


async def test_a_lobby_that_only_its_host_sat_in_is_a_solo_match_once_it_starts(
    world: World,
) -> None:
    ada = await four_alone(world)
    await ada.slash("scout play", seats=2)
    lobby = await world.message("lobby", 5)
    await ada.click(lobby, Click(Verb.ADD_COMPUTER, 5).custom_id)
    await ada.click(world.fresh(lobby), Click(Verb.START, 5).custom_id)
    assert (await world.row(5)).solo is True
    assert await aside(world, 5) == [1, 2]


async def test_a_third_lobby_is_refused_and_the_two_are_linked(world: World) -> None:
    ada = world.person("Ada")
    for _ in range(2):
        await ada.slash("scout play", seats=2)
    refused = await ada.slash("scout play", seats=2)
    assert refused.ephemeral
    for match in (1, 2):
        assert f"[{match}]({(await world.message('lobby', match)).jump_url})" in text(
            refused.response
        )
    assert await world.row(3) is None
    # Somebody else may, and alone she may.
    await world.person("Berk").slash("scout play", seats=2)
    await ada.slash("scout play", computers=1)
    assert [(await world.row(n)).status for n in (3, 4)] == ["lobby", "playing"]
    await ada.click(await world.message("lobby", 1), Click(Verb.CANCEL, 1).custom_id)
    await ada.slash("scout play", seats=2)
    assert (await world.row(5)).status == "lobby"


async def test_a_full_server_names_what_is_in_the_way_and_who_can_help(world: World) -> None:
    guests = [world.person(f"Guest {number}") for number in range(11)]
    for guest in guests[:10]:
        for _ in range(2):
            await guest.slash("scout play", seats=2)
    refused = text((await guests[10].slash("scout play", seats=2)).response)
    assert await world.row(21) is None
    assert "20 matches" in refused
    assert "/scout-admin end" in refused
    assert "/scout-admin settings" in refused
    named = [f"[{n}]({(await world.message('lobby', n)).jump_url})" for n in range(1, 21)]
    assert [one in refused for one in named] == [n < crowding.NAMED for n in range(20)]
