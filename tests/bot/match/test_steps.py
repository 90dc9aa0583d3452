"""From clicks to actions, and what is no step of a hand."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.layouts.hand import hand
from bot.match import steps
from bot.match.ids import BadCustomId, Click, Decision, Verb
from bot.match.steps import Confirm, Gaps, Home, Then, next_step
from engine import actions as a
from engine.cards import Card
from engine.combinations import active_numbers, strength
from engine.views import legal_actions
from tests.bot.layouts.positions import big_hand, context, deciding_views

TABLE = (Card(4, 9), Card(5, 8))
VIEW = big_hand(12, 3, TABLE)


def click(verb: Verb, *args: str) -> Click:
    return Click(verb, 12, Decision(1, 3), args)


@pytest.mark.parametrize(
    ("clicked", "values", "leads_to"),
    [
        (click(Verb.BACK), (), Home()),
        (click(Verb.SHOWS_PAGE, "2"), (), Home(2)),
        (click(Verb.SHOW, "3", "5"), (), a.Show(3, 5)),
        (click(Verb.SHOWS, "0"), ("3-5",), a.Show(3, 5)),
        (click(Verb.SHOWS, "0"), ("4",), a.Show(4, 4)),
        (click(Verb.CARD, "left", "1", "0", "0"), (), Gaps("left", True, False)),
        (click(Verb.GAP, "right", "0", "0", "0"), ("4",), a.Scout("right", False, 4)),
        (click(Verb.ORIENT, "flip"), (), a.FLIP),
        (
            click(Verb.THEN_SHOW, "left", "0", "4", "3", "5"),
            (),
            a.ScoutAndShow(a.Scout("left", False, 4), a.Show(3, 5)),
        ),
        (
            click(Verb.THEN_SHOWS, "left", "1", "4", "0"),
            ("2-3",),
            a.ScoutAndShow(a.Scout("left", True, 4), a.Show(2, 3)),
        ),
        (
            click(Verb.DO, "scout_left_turned_4_show_2-3"),
            (),
            a.ScoutAndShow(a.Scout("left", True, 4), a.Show(2, 3)),
        ),
    ],
)
def test_what_a_click_leads_to(clicked: Click, values: tuple[str, ...], leads_to: object) -> None:
    assert next_step(VIEW, clicked, values) == leads_to


def test_what_is_legal_is_offered_in_the_order_of_the_controls() -> None:
    legal = legal_actions(VIEW)
    offered = steps.as_offered(VIEW, legal)
    shows = steps.choices(VIEW).shows
    assert len(shows) > 1
    assert offered[: len(shows)] == shows
    assert list(offered[len(shows) :]) == [one for one in legal if not isinstance(one, a.Show)]


def test_a_place_for_scout_and_show_leads_to_its_show() -> None:
    scouting = steps.choices(VIEW).both[0].scout
    args = (scouting.end, str(int(scouting.turned)), "1", "0")
    assert next_step(VIEW, click(Verb.GAP, *args), (str(scouting.place),)) == Then(scouting)


def test_who_wants_to_be_asked_is_asked_once_and_then_acts() -> None:
    showing = steps.choices(VIEW).shows[0]
    clicked = click(Verb.SHOW, str(showing.first), str(showing.last))
    assert next_step(VIEW, clicked, confirm=True) == Confirm(showing)
    do = click(Verb.DO, str(showing).replace(" ", "_"))
    assert next_step(VIEW, do, confirm=True) == showing


def test_nobody_is_asked_about_what_the_engine_will_refuse() -> None:
    assert next_step(VIEW, click(Verb.SHOW, "1", "12"), confirm=True) == a.Show(1, 12)


@pytest.mark.parametrize(
    ("clicked", "values"),
    [
        (click(Verb.SHOW, "3"), ()),
        (click(Verb.SHOW, "x", "5"), ()),
        (click(Verb.SHOW, "9999", "5"), ()),
        (click(Verb.SHOWS, "0"), ()),
        (click(Verb.SHOWS, "0"), ("5-3",)),
        (click(Verb.SHOWS, "0"), ("keep",)),
        (click(Verb.CARD, "middle", "1", "0", "0"), ()),
        (click(Verb.CARD, "left", "2", "0", "0"), ()),
        (click(Verb.CARD, "left", "1", "0"), ()),
        (click(Verb.GAP, "left", "1", "0", "0"), ("4 show 3",)),
        (click(Verb.THEN_PAGE, "left", "0", "99", "0"), ()),
        (click(Verb.ORIENT, "sideways"), ()),
        (click(Verb.DO, "dance"), ()),
        (click(Verb.NUDGE), ()),
    ],
)
def test_what_no_layout_offers_is_malformed(clicked: Click, values: tuple[str, ...]) -> None:
    with pytest.raises(BadCustomId):
        next_step(VIEW, clicked, values)


def test_a_step_that_leads_nowhere_is_malformed() -> None:
    no_table = big_hand(12, 3, ())
    with pytest.raises(BadCustomId):
        next_step(no_table, click(Verb.CARD, "left", "0", "0", "0"))
    single = big_hand(12, 3, (Card(4, 9),))
    with pytest.raises(BadCustomId):
        next_step(single, click(Verb.CARD, "right", "0", "0", "0"))


def test_shows_are_listed_strongest_first_and_equals_from_left_to_right() -> None:
    for seen in deciding_views(4, "strongest"):
        shows = steps.choices(seen).shows
        keys = [
            (strength(active_numbers(seen.hand[one.first - 1 : one.last])), -one.first)
            for one in shows
        ]
        assert keys == sorted(keys, reverse=True)


WORDS = st.sampled_from(["left", "right", "keep", "flip", "0", "1", "4", "99", "scout_left_1", "-"])


@given(
    st.sampled_from(Verb),
    st.lists(WORDS, max_size=6),
    st.lists(st.sampled_from(["3-5", "4", "0", "", "x", "9999"]), max_size=2),
    st.booleans(),
)
def test_any_click_is_a_step_an_action_or_malformed(
    verb: Verb, args: list[str], values: list[str], confirm: bool
) -> None:
    try:
        reached = next_step(VIEW, click(verb, *args), values, confirm=confirm)
    except BadCustomId:
        return
    if isinstance(reached, Home | Gaps | Then | Confirm):
        # What it leads to can be shown, however it was come by.
        hand(context(VIEW), reached)
