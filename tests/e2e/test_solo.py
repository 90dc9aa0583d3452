"""One person against computers, from the command to the final score."""

from __future__ import annotations

import random

import pytest

from bot.match.ids import Click, Verb
from tests.e2e.world import Control, World, controls, replayed_totals, text


@pytest.mark.parametrize("computers", [1, 2])
async def test_a_person_plays_to_the_final_score(world: World, computers: int) -> None:
    ada = world.person("Ada")
    answer = await ada.slash("scout play", computers=computers, rounds=1)
    assert answer.response.ephemeral
    # Nobody else is there to nudge whoever is awaited.
    assert Verb.NUDGE not in [one.click.verb for one in controls(await world.message("table"))]
    await world.play_to_the_end([ada])
    row = await world.row()
    assert row.status == "finished"
    assert tuple(seat.points for seat in row.seats) == replayed_totals(await world.record())


async def test_a_restart_in_the_middle_costs_nothing(world: World) -> None:
    ada = world.person("Ada")
    await ada.slash("scout play", computers=2, rounds=1)
    rng = random.Random(3)
    await ada.act(rng)
    await ada.act(rng)
    before = await world.live()
    await world.restart()
    assert await world.live() == before
    await world.play_to_the_end([ada])
    assert (await world.row()).status == "finished"
    assert "over" in text(await world.message("final"))


def hints(message: object) -> list[Control]:
    return [one for one in controls(message) if one.click.verb is Verb.HINT]


async def test_alone_it_is_practice_with_hints_unless_asked_to_count(world: World) -> None:
    ada = world.person("Ada")
    begun = await ada.slash("scout play", computers=2)
    assert "practice" in text(begun.response)
    assert not (await world.row()).options.rated
    assert hints(ada.hand())
    begun = await ada.slash("scout play", computers=2, rated=True)
    assert "practice" not in text(begun.response)
    assert (await world.row(2)).options.rated
    [hint] = hints(ada.hand())
    asked = await ada.click(ada.hand(), hint.custom_id)  # there it has its price
    assert "doesn't count" in text(asked.response)


async def test_a_lobby_says_that_alone_it_is_practice(world: World) -> None:
    ada, berk = world.people(2)
    await ada.slash("scout play", seats=3)
    lobby = await world.message("lobby")
    assert "practice" not in text(lobby)
    await ada.click(lobby, Click(Verb.ADD_COMPUTER, 1).custom_id)
    assert "practice" in text(world.fresh(lobby))
    await berk.click(world.fresh(lobby), Click(Verb.JOIN, 1).custom_id)
    assert "practice" not in text(world.fresh(lobby))
    await berk.click(world.fresh(lobby), Click(Verb.LEAVE, 1).custom_id)
    await ada.click(world.fresh(lobby), Click(Verb.START, 1).custom_id)
    assert not (await world.row()).options.rated


async def test_walking_out_of_a_rated_match_alone_is_losing_it(world: World) -> None:
    ada = world.person("Ada")
    await ada.slash("scout play", computers=1, rated=True)
    early = await ada.slash("scout leave")
    assert "unrated" in text(early.response)
    rng = random.Random(3)
    while not (await world.live()).playing.results:
        await ada.act(rng)
    question = await ada.slash("scout leave")
    assert "counts as lost" in text(question.response)
    await ada.click(question.response, Click(Verb.QUIT, 1).custom_id)
    row = await world.row()
    assert (row.status, row.unrated_reason) == ("finished", None)
    mine = next(seat for seat in row.seats if not seat.is_computer)
    assert mine.rank == 2
    result = text(await world.message("final"))
    assert "counts as losing it" in result
    assert "Ratings: " in result
    profile = text((await ada.slash("scout profile")).response)
    assert "Broken off: 1 match." in profile
    assert "lost by leaving it" in text((await ada.slash("scout matches")).response)


async def test_walking_out_of_practice_costs_nothing(world: World) -> None:
    ada = world.person("Ada")
    await ada.slash("scout play", computers=1)
    rng = random.Random(3)
    while not (await world.live()).playing.results:
        await ada.act(rng)
    question = await ada.slash("scout leave")
    assert "unrated" in text(question.response)
    await ada.click(question.response, Click(Verb.QUIT, 1).custom_id)
    assert (await world.row()).status == "ended"
    assert "Ratings: " not in text(await world.message("final"))
    assert "Broken off: 1 match." in text((await ada.slash("scout profile")).response)


async def test_ending_a_rated_match_alone_is_losing_it_and_says_so(world: World) -> None:
    ada = world.person("Ada")
    await ada.slash("scout play", computers=1, rated=True)
    rng = random.Random(3)
    while not (await world.live()).playing.results:
        await ada.act(rng)
    end = Click(Verb.VOTE, 1, None, ("end", "yes")).custom_id
    question = await world.forge(ada, await world.message("table"), end)
    assert "counts as lost" in text(question.response)
    leave = next(one for one in controls(question.response) if one.click.verb is Verb.QUIT)
    await ada.click(question.response, leave.custom_id)
    row = await world.row()
    assert (row.status, row.unrated_reason) == ("finished", None)
    assert next(seat for seat in row.seats if not seat.is_computer).rank == 2
