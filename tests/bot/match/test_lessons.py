"""The lessons: what is asked for can be done, and is what the rules say."""

from __future__ import annotations

from random import Random

import pytest

from bot.match.lessons import LESSONS, SEAT, Step
from bot.texts import texts_for
from bot.texts.lessons import STEPS, TITLES, why_and_what
from engine import Scout, legal_actions, view
from engine.combinations import active_numbers
from engine.players import create

ALL = [
    pytest.param(lesson, step, id=f"{lesson + 1}.{step + 1}")
    for lesson, steps in enumerate(LESSONS)
    for step in range(len(steps))
]


def test_there_are_eight_and_each_step_has_its_words() -> None:
    assert len(LESSONS) == len(TITLES) == len(STEPS) == 8
    assert [len(steps) for steps in LESSONS] == [len(steps) for steps in STEPS]


@pytest.mark.parametrize(("lesson", "step"), ALL)
def test_what_is_asked_for_is_legal_and_something_else_is_too(lesson: int, step: int) -> None:
    there = LESSONS[lesson][step]
    legal = list(map(str, legal_actions(there.match, SEAT)))
    assert set(there.right) <= set(legal)
    assert len(legal) > len(there.right), "nobody could miss it"
    assert there.is_right(there.answer)


@pytest.mark.parametrize(("lesson", "step"), ALL)
def test_forty_words_are_enough(lesson: int, step: int) -> None:
    assert len(" ".join(why_and_what(texts_for("en"), lesson, step)).split()) <= 40


def shown(step: Step) -> tuple[int, ...]:
    after = step.after(step.answer)
    return active_numbers(view(after, None).table)


def test_the_positions_are_what_the_words_say() -> None:
    order, sets, beating, scouting, tokens, both, flipping, ending = LESSONS
    assert [shown(step) for step in order] == [(8,), (9,)]
    assert [shown(step) for step in sets] == [(5, 5), (2, 3, 4)]
    assert [shown(step) for step in beating] == [(4, 4), (7,)]
    hands = [active_numbers(view(step.after(step.answer), SEAT).hand) for step in scouting]
    assert hands == [(5, 6, 1), (3, 4, 5)]
    before, after = view(tokens[0].match, None), view(tokens[0].after(tokens[0].answer), None)
    assert after.tokens[2] == before.tokens[2] + 1
    assert shown(tokens[1]) == (9,)
    assert shown(both[0]) == (7, 8, 9)
    kept = view(flipping[0].match, SEAT)
    flipped = view(flipping[0].after(flipping[0].answer), SEAT)
    assert active_numbers(flipped.hand)[1:6] == (6, 5, 4, 3, 2)
    assert create("expert").choose(kept, 20, Random(1)) == flipping[0].answer
    end = view(ending[0].after(ending[0].answer), None).end
    assert end is not None
    assert (end.reason, end.seat) == ("empty", SEAT)
    # Whoever scouts in the last step lets the round end.
    misses = [one for one in legal_actions(ending[1].match, SEAT) if isinstance(one, Scout)]
    assert misses
    for miss in misses:
        assert view(ending[1].after(miss), None).end is not None
