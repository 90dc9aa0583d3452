"""The lessons, by click and by typing."""

from __future__ import annotations

from typing import Any

import pytest

from bot.layouts.learn import asked
from bot.match.ids import Verb
from bot.match.lessons import LESSONS, SEAT
from bot.match.typed import written
from engine import view
from tests.e2e.test_daily import played
from tests.e2e.world import Person, World, controls, text


def find(message: Any, *args: str) -> str:
    """The custom_id of the lesson's control with these arguments behind lesson, step and misses."""
    [found] = [
        one.custom_id
        for one in controls(message)
        if one.click.verb is Verb.LEARN and one.click.args[3:] == args
    ]
    return found


async def lesson(person: Person, number: int) -> Any:
    return (await person.slash("scout learn", lesson=number)).response


async def lessons_of(world: World, person: Person) -> int:
    found = await world.bot.parts.desk.people.find(person.user.id)
    return found.lessons if found else 0


async def test_a_lesson_by_clicks(world: World) -> None:
    ada = world.person("Ada")
    message = await lesson(ada, 2)
    assert "Lesson 2: Group and run · step 1 of 2" in text(message)
    message = (await ada.click(message, find(message, "show", "1", "2"))).response
    assert "You showed 5 5" in text(message)
    assert "step 2 of 2" in text(message)
    message = (await ada.click(message, find(message, "show", "1", "3"))).response
    assert "Lesson 2 is done" in text(message)
    assert await lessons_of(world, ada) == 1 << 1
    listed = (await ada.press(message, "All lessons")).response
    assert [one.label for one in controls(listed)][1] == "2. Group and run"
    # Nothing was sent, and there is no match.
    assert ada.dms() == []
    assert await world.row() is None


async def test_a_miss_shows_what_follows_and_the_second_one_offers_the_answer(world: World) -> None:
    ada = world.person("Ada")
    message = await lesson(ada, 2)
    for misses in (1, 2):
        message = (await ada.click(message, find(message, "show", "3", "3"))).response
        assert "You showed 9" in text(message)
        assert "it isn't what was asked" in text(message)
        assert "step 1 of 2" in text(message)
        offered = [one for one in controls(message) if one.click.args[3:] == ("showme",)]
        assert len(offered) == (misses == 2)
    message = (await ada.press(message, "Show me")).response
    assert "This is it: **Show 5 5" in text(message)
    assert "step 2 of 2" in text(message)


async def test_a_miss_may_end_the_round(world: World) -> None:
    ada = world.person("Ada")
    message = await lesson(ada, 8)
    await ada.click(message, find(message, "show", "1", "2"))
    await ada.slash("scout act", action="scout left gap 1")
    answer = await ada.slash("scout act", action="scout left gap 1")
    assert "gets a Scout token" in text(answer.response)
    assert "Nobody could beat the set" in text(answer.response)


async def test_all_of_them_by_typing(world: World) -> None:
    ada = world.person("Ada")
    for number, steps in enumerate(LESSONS, start=1):
        await lesson(ada, number)
        for step in steps:
            line = written(view(step.match, SEAT), step.answer)
            answer = (await ada.slash("scout act", action=line)).response
    assert await lessons_of(world, ada) == 0b1111111
    message = (await ada.press(answer, "Play the round")).response
    assert Verb.HINT in [one.click.verb for one in controls(message)]
    over = await played(ada, message)
    assert "the mean of the others" in text(over)
    assert await lessons_of(world, ada) == 0b11111111
    row = await world.row()
    assert (row.hidden, row.options.rated) == (True, False)


async def test_typing_goes_to_the_match_that_is_played_here(world: World) -> None:
    ada = world.person("Ada")
    await lesson(ada, 1)
    await ada.slash("scout play", computers=2, rounds=1)
    await ada.slash("scout act", action="keep")
    assert (await world.live()).view(None).ready[(await world.live()).seat_of(1) - 1]


async def test_a_refused_action_says_why_and_changes_nothing(world: World) -> None:
    ada = world.person("Ada")
    message = await lesson(ada, 3)
    answer = await world.forge(ada, message, "s1:learn:-:-:2:0:0:show:3:3")
    assert len(text(answer.response)) < 200
    assert "step 1 of 2" in text(world.fresh(message))


@pytest.mark.parametrize("args", ["8:0:0", "0:5:0", "0:0", "a:0:0", "0:0:0:fly"])
async def test_no_such_lesson(world: World, args: str) -> None:
    ada = world.person("Ada")
    message = await lesson(ada, 1)
    answer = await world.forge(ada, message, f"s1:learn:-:-:{args}")
    assert "never one of ours" in text(answer.response)
    assert asked  # the reader of such clicks
