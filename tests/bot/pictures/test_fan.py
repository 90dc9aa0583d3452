"""Hands of every size: rows, positions, brackets."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.pictures import Style, Taking, hand_picture
from bot.pictures.canvas import WIDTH, Canvas
from bot.pictures.cards import RATIO, card_sprite
from bot.pictures.fan import GAP, PER_ROW, Bracket, lanes_of, plan
from bot.pictures.gaps import made_at, places, taken_card
from bot.pictures.spans import longest_spans, made_by, sets_in, shows_after, shows_of
from bot.pictures.theme import NORMAL
from engine.actions import Scout, ScoutAndShow, Show
from engine.cards import Card
from engine.legality import take
from engine.views import actions_if_on_turn
from tests.bot.pictures.scenes import before_a_run, considered, holding

READABLE = 39.0
"""The narrowest card, in points: its number is then some 18 points high."""


@pytest.mark.parametrize("cards", range(1, 45))
def test_hands_of_every_size_fit_and_stay_readable(cards: int) -> None:
    layout = plan(cards, ())
    assert sum(layout.rows) == cards
    assert max(layout.rows) - min(layout.rows) <= 1
    assert max(layout.rows) <= PER_ROW
    assert layout.width >= READABLE
    assert layout.left >= 8
    assert layout.left + layout.rows[0] * layout.pitch - GAP <= WIDTH - 8


@pytest.mark.parametrize("cards", [1, 8, 9, 30, 44])
def test_every_position_is_written_beneath(cards: int, canvases: list[Canvas]) -> None:
    hand_picture(holding(cards), Style())
    written = [one.text for one in canvases[0].written]
    assert written == [str(position) for position in range(1, cards + 1)]


def test_an_empty_hand_can_be_drawn_too() -> None:
    assert plan(0, ()).rows == (0,)


def test_overlapping_brackets_lie_in_lanes_of_their_own() -> None:
    brackets = [Bracket(1, 3), Bracket(3, 5), Bracket(5, 6), Bracket(8, 8)]
    lanes = lanes_of(brackets)
    assert [lanes[b] for b in brackets] == [0, 1, 0, 0]


def test_brackets_hold_the_longest_legal_shows() -> None:
    assert shows_of(before_a_run()) == [(5, 7)]
    assert longest_spans({(1, 1), (1, 3), (2, 3), (3, 4), (6, 6)}) == [(1, 3), (3, 4), (6, 6)]


def test_sets_of_a_hand_are_groups_and_runs_of_two_or_more() -> None:
    hand = tuple(Card(n, 10) for n in (5, 5, 6, 7, 2, 9))
    assert sets_in(hand) == [(1, 2), (2, 4)]


def test_an_inserted_card_shows_the_strongest_that_it_makes() -> None:
    hand = tuple(Card(n, 10) for n in (4, 5, 5, 9))
    # 5 5 beats 4 5: with equal counts a group beats a run (R11).
    assert made_by(hand, 2) == (2, 3)
    assert made_by(hand, 4) == (4, 4)


def test_a_preview_shows_the_hand_after_the_scout(canvases: list[Canvas]) -> None:
    seen = before_a_run()
    scouting = considered(seen, Scout, 0)
    assert isinstance(scouting, Scout)
    assert (scouting.end, scouting.turned, scouting.place) == ("left", False, 1)
    hand_picture(seen, Style(), scouting)
    texts = [one.text for one in canvases[0].written]
    # The 4 before 5 5 makes a run of two.
    assert texts == [*(str(n) for n in range(1, 9)), "makes 4 5 (run)"]


def test_a_preview_of_a_show_says_what_is_shown(canvases: list[Canvas]) -> None:
    hand_picture(before_a_run(), Style(), considered(before_a_run(), Show, 0))
    assert canvases[0].written[-1].text == "shows 7 7 7 (group)"


def test_whose_turn_it_is_shows_in_the_hand() -> None:
    seen = before_a_run()
    assert hand_picture(seen, Style()) != hand_picture(seen._replace(turn=1), Style())


def test_cards_are_drawn_once_for_each_size() -> None:
    sprite = card_sprite(Card(3, 7), 56, NORMAL)
    assert card_sprite(Card(3, 7), 56, NORMAL) is sprite
    assert sprite.size == (112, 2 * round(56 * RATIO))
    assert card_sprite(Card(7, 3), 56, NORMAL).tobytes() != sprite.tobytes()


def test_a_taken_card_has_a_gap_at_every_place(canvases: list[Canvas]) -> None:
    seen = before_a_run()
    hand_picture(seen, Style(), Taking("right", turned=False))
    texts = [one.text for one in canvases[0].written]
    assert [text for text in texts if text.isdecimal()] == [str(n) for n in range(1, 9)]
    # The 6 makes 6 5 before the first 5, and nothing between the 9 and the 2.
    assert texts[texts.index("1") + 1] == "6 5"
    assert texts[texts.index("4") + 1] == "5"


def test_before_a_show_only_places_that_allow_one_have_a_gap(canvases: list[Canvas]) -> None:
    # With 2 9 7 3 only 2 2 beats what is left, 4-5: the turned 6 must lie beside the 2.
    seen = before_a_run()._replace(hand=(*before_a_run().hand[2:4], Card(7, 3), Card(3, 1)))
    taking = Taking("right", turned=True, then=True)
    allowed = places(seen, taking)
    hand_picture(seen, Style(), taking)
    written = {one.text for one in canvases[0].written}
    assert {text for text in written if text.isdecimal()} == {str(place) for place in allowed}
    assert len(allowed) < len(places(seen, replace(taking, then=False))) == 5


def test_what_a_taken_card_makes_is_what_the_scout_would_make() -> None:
    seen = before_a_run()
    for place in range(1, 9):
        made = made_at(seen, Taking("left", turned=True), place)
        hand = take(seen.table, Scout("left", True, place), seen.hand)[1]
        first, last = made_by(hand, place)
        assert made == hand[first - 1 : last]
        assert taken_card(seen, Taking("left", turned=True)) in made


def test_after_the_scout_of_a_scout_and_show_what_may_follow_is_bracketed() -> None:
    seen = before_a_run()
    for both in actions_if_on_turn(seen):
        if isinstance(both, ScoutAndShow):
            spans = shows_after(seen, both.scout)
            assert any(first <= both.show.first and both.show.last <= last for first, last in spans)
