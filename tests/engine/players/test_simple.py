"""The registry, ``think``, and the players random and greedy."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

import engine
from engine import Card, Position, Scout, ScoutAndShow, Show
from engine.players import NAMES, UnknownPlayerError, create, think


def study(turn: int, *hands: str, table: str = "", owner: int | None = None) -> engine.Match:
    return engine.new_study(Position(turn, tuple(map(cards, hands)), cards(table), owner))


def cards(text: str) -> tuple[Card, ...]:
    return tuple(Card(*map(int, card.split("/"))) for card in text.split())


def test_every_registered_player_answers_with_a_legal_action_by_its_name() -> None:
    match = study(1, "3/7 3/8 4/1", "1/2", "5/6", table="2/6", owner=3)
    for name in NAMES:
        assert create(name).name == name
        assert think(name, engine.view(match, 1), 20, 5) in engine.legal_actions(match, 1)


def test_an_unknown_player_is_refused_with_the_names_there_are() -> None:
    with pytest.raises(UnknownPlayerError, match="'grandmaster'; there are random, greedy"):
        create("grandmaster")


@pytest.mark.parametrize("name", ["random", "greedy"])
def test_who_has_nothing_to_decide_is_not_asked(name: str) -> None:
    match = study(1, "3/7 3/8 4/1", "1/2", "5/6")
    with pytest.raises(ValueError, match="nothing to decide"):
        think(name, engine.view(match, 2), None, 1)


def test_random_is_uniform_over_legal_actions() -> None:
    match = study(1, "3/7 3/8", "1/2", "5/6", table="2/6", owner=3)
    view, player, rng = engine.view(match, 1), create("random"), Random(1)
    legal = engine.legal_actions(match, 1)
    draws = 400 * len(legal)
    seen = Counter(player.choose(view, None, rng) for _ in range(draws))
    assert set(seen) == set(legal)
    # Five standard deviations of a binomial count about 400: no fair draw leaves them.
    assert all(300 < count < 500 for count in seen.values())


def test_random_repeats_itself_under_a_seed() -> None:
    view = engine.view(study(1, "3/7 3/8 4/1", "1/2", "5/6", table="2/6", owner=3), 1)
    first = [think("random", view, None, seed) for seed in range(20)]
    assert first == [think("random", view, None, seed) for seed in range(20)]
    assert len(set(first)) > 1


@pytest.mark.parametrize(
    ("hand", "table", "expected"),
    [
        ("9/1 3/7 3/8 4/1 5/2", "2/6", Show(3, 5)),  # most cards: the run 3-4-5 before 3-3 and 9
        ("4/2 5/1 3/7 3/8", "2/6", Show(3, 4)),  # as many cards: the group is stronger
        ("2/4 2/5 3/7 3/8", "1/6", Show(3, 4)),  # as many, and a group too: the higher
    ],
)
def test_greedy_shows_most_then_strongest(hand: str, table: str, expected: Show) -> None:
    view = engine.view(study(1, hand, "1/2", "5/6", table=table, owner=3), 1)
    assert think("greedy", view, None, None) == expected


def test_greedy_scouts_what_makes_the_best_show() -> None:
    # The right 9 turned is a 3: with 3-3 it makes 3-3-3, more than any other insertion.
    view = engine.view(study(1, "3/7 3/8 6/1", "1/2", "5/6", table="9/4 9/3", owner=3), 1)
    action = think("greedy", view, None, None)
    assert action == Scout("right", True, 1)


def test_greedy_prefers_the_scout_and_show_that_empties_the_hand() -> None:
    view = engine.view(study(1, "1/8 3/8", "1/2", "5/6", table="10/2", owner=3), 1)
    action = think("greedy", view, None, None)
    assert action == ScoutAndShow(Scout("left", True, 2), Show(1, 3))


def test_greedy_flips_to_the_better_orientation() -> None:
    match = engine.new_match(3)
    hands = (
        cards("1/5 3/5 2/5 4/5 9/8 7/4 5/9 2/8 6/1 8/3 1/7 9/2"),
        cards("1/2 3/1 4/1 8/1 1/9 2/3 4/2 6/2 2/7 3/4 6/3 7/3"),
        cards("3/9 6/4 4/8 9/4 5/6 7/5 8/5 9/6 6/7 8/6 7/8 9/7"),
    )
    match = engine.apply(match, engine.Deal(1, 2, hands)).match
    assert think("greedy", engine.view(match, 1), None, None) == engine.FLIP
