"""Every picture in words: complete, short enough, and no more than the picture may say."""

from __future__ import annotations

import re

import pytest

from bot.pictures import Style, alt, table_picture
from bot.pictures.canvas import Canvas
from bot.pictures.picture import MAX_ALT
from bot.texts import texts_for
from engine.actions import Scout
from engine.cards import flipped
from engine.views import view
from tests.bot.pictures.scenes import (
    LONG,
    NAMES,
    PLAIN,
    ROUNDS,
    SCENES,
    before_a_run,
    considered,
    ended,
    holding,
    named_scenes,
    on_turn,
    played,
    rating_points,
    started,
)

ENGLISH = texts_for("en")


@pytest.fixture(autouse=True)
def unencoded(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only the words are looked at here, and encoding takes most of the time."""
    monkeypatch.setattr(Canvas, "encoded", lambda _: b"")


def cards_in(text: str) -> list[str]:
    return re.findall(r"\d+/\d+", text)


@pytest.mark.parametrize(("scene", "names"), named_scenes())
def test_discord_takes_every_description(scene: str, names: str) -> None:
    for locale in ("en", "tr", "pl", "fa"):
        said = SCENES[scene](NAMES[names], Style(locale=locale)).alt
        assert 20 <= len(said) <= MAX_ALT
        assert not re.search(r"[{}]", said)


def test_a_hand_is_given_in_the_notation() -> None:
    seen = on_turn(played(3, 3))
    assert cards_in(alt.hand(seen, ENGLISH)) == [str(card) for card in seen.hand]


@pytest.mark.parametrize("cards", [1, 30, 44])
def test_a_hand_of_any_size_is_given_whole(cards: int) -> None:
    said = alt.hand(holding(cards), ENGLISH)
    assert cards_in(said) == [str(card) for card in holding(cards).hand]


def test_a_hand_says_what_it_can_show() -> None:
    said = alt.hand(before_a_run(), ENGLISH)
    assert "Can be shown: 7 7 7 (cards 5–7)." in said


def test_a_hand_says_that_nothing_can_be_shown() -> None:
    seen = before_a_run()
    assert "Nothing in it can be shown." in alt.hand(seen._replace(hand=seen.hand[:2]), ENGLISH)


def test_a_scout_says_what_the_hand_would_be() -> None:
    seen = before_a_run()
    scouting = considered(seen, Scout, 0)
    said = alt.hand(seen, ENGLISH, scouting)
    hand = [str(card) for card in seen.hand]
    assert cards_in(said)[: len(hand)] == hand
    assert cards_in(said)[-len(hand) - 1 :] == ["4/1", *hand]


def test_both_orientations_are_given() -> None:
    seen = view(started(3), 2)
    both = [str(card) for card in (*seen.hand, *flipped(seen.hand))]
    assert cards_in(alt.orientation(seen, ENGLISH)) == both


def test_a_table_says_all_that_it_shows() -> None:
    said = alt.table(before_a_run(), PLAIN[:3], ENGLISH)
    assert "Round 1 of 1." in said
    assert "Active set of \u2068Ada\u2069: 4/1 5/9 6/2 (run)." in said
    assert "\u2068Cem\u2069 is on turn." in said
    assert "in hand 2, captured 12, Scout tokens 10, points 22. Scout & Show left." in said
    assert "Scout & Show used." in said
    assert "Starting player: \u2068Cem\u2069." in said
    assert [said.count(f"{seat.text}\u2069:") for seat in PLAIN[:3]] == [2, 1, 1]


def test_a_table_says_what_happened_last() -> None:
    seen = view(played(5, 17), None)
    done = seen.history[-1]
    word = "scouted" if done.scouted else "showed"
    assert f"{PLAIN[done.seat - 1].text}\u2069 {word}" in alt.table(seen, PLAIN, ENGLISH)


def test_a_table_says_who_is_ready_and_no_more() -> None:
    said = alt.table(view(played(5, 3), None), PLAIN, ENGLISH)
    assert "Ready: \u2068Ada\u2069, \u2068Berk\u2069, and \u2068Cem\u2069." in said
    assert not cards_in(said)


def test_long_names_give_way_before_numbers_do() -> None:
    said = table_picture(view(played(5, 17), None), LONG, Style()).alt
    assert len(re.findall(r"in hand \d+, captured \d+", said)) == 5


def test_a_round_says_how_each_score_came_about() -> None:
    seen = view(ended(4), None)
    assert seen.scores is not None
    said = alt.round_result(seen, PLAIN[:4], ENGLISH)
    found = re.findall(
        r"captured (\d+), Scout tokens (\d+), deducted for cards in hand (\d+), so (-?\d+);", said
    )
    assert [int(score) for *_, score in found] == list(seen.scores)
    assert all(int(c) + int(t) - int(h) == int(score) for c, t, h, score in found)


def test_a_match_says_ranking_and_totals_by_round() -> None:
    said = alt.match_result(ROUNDS, PLAIN, ENGLISH)
    assert said.index("1. \u2068Ada\u2069: 18 points; totals by round 3, 5, 13, 13, 18.") > 0
    assert said.count("points") == 5


def test_a_rating_says_where_it_began_and_stands() -> None:
    points = rating_points(40)
    said = alt.rating(points, ENGLISH)
    for number in (points[0].rating, points[-1].rating, points[-1].uncertainty):
        assert str(round(number)) in said


def test_a_description_is_isolated_where_names_run_the_other_way() -> None:
    said = alt.table(view(played(5, 17), None), NAMES["scripts"], ENGLISH)
    assert said.count("\u2068") == said.count("\u2069") > 5


def test_a_taken_card_says_where_it_makes_what() -> None:
    said = SCENES["hand-taking"](PLAIN, Style()).alt
    assert "Where does 6/2 go?" in said
    assert "Gap 1 makes 6 5." in said
    assert "Gap 4 " not in said


def test_a_placed_card_says_what_may_follow() -> None:
    said = SCENES["hand-placed"](PLAIN, Style()).alt
    assert "Can be shown: 5 5 (cards 1–2) and 7 7 7 (cards 5–7)." in said
