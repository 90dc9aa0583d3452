"""Every legal action can be clicked, in as few clicks as promised, whatever the hand."""

from __future__ import annotations

import random

import pytest

from bot.layouts.hand import hand
from bot.match import steps
from bot.match.ids import Verb
from engine import actions as a
from engine.cards import Card
from engine.views import View, legal_actions
from tests.bot.layouts.positions import big_hand, context, deciding_views
from tests.bot.layouts.walking import clicks, reachable


def assert_all_reached(seen: View) -> None:
    reached = reachable(seen)
    assert set(reached) == set(legal_actions(seen))
    tapped = [
        steps.next_step(seen, click)
        for click, values in clicks(hand(context(seen)))
        if click.verb is Verb.SHOW and not values
    ]
    assert tapped == list(steps.choices(seen).shows[:5])
    for action, price in reached.items():
        match action:
            case a.Orient() | a.Show():
                # A Show beyond the five is one choice from a menu, after turning its pages.
                assert price == 1
            case a.Scout():
                assert price == 2
            case a.ScoutAndShow():
                assert price == 4


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_every_legal_action_of_a_random_match_is_reached(players: int) -> None:
    views = list(deciding_views(players, f"reach {players}"))
    # A sample: neighbouring states of one match differ little.
    chance = random.Random(players)
    for seen in [*views[:2], *chance.sample(views, min(14, len(views)))]:
        assert_all_reached(seen)


@pytest.mark.parametrize("size", [24, 30])
@pytest.mark.parametrize("table", [(), (Card(9, 4), Card(9, 5), Card(9, 6)), (Card(9, 4),)])
def test_every_legal_action_of_a_long_hand_is_reached(size: int, table: tuple[Card, ...]) -> None:
    assert_all_reached(big_hand(size, size, table))


@pytest.mark.parametrize("table", [(), (Card(8, 4), Card(8, 5), Card(8, 6), Card(8, 9))])
def test_every_legal_action_of_a_whole_deck_in_hand_is_reached(table: tuple[Card, ...]) -> None:
    assert_all_reached(big_hand(45, 1, table))
