"""What people type, and what they mean by it."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.layouts.asking import MOST, which
from bot.layouts.shows import Controls
from bot.match.ids import Verb
from bot.match.refusal import Refusal
from bot.match.steps import next_step
from bot.match.typed import NO_SUCH_GAP, NOT_SIDE_BY_SIDE, NOT_THERE, completions, read, written
from bot.texts import texts_for
from engine.cards import Card
from engine.views import View, legal_actions
from tests.bot.layouts.positions import big_hand, deciding_views, decision
from tests.bot.layouts.walking import assert_accepted, clicks

HAND = tuple(map(Card.parse, ("5/1", "6/2", "7/3", "5/4", "6/8", "2/9", "9/1")))
TABLE = (Card(2, 4), Card(3, 8))
ON_TURN = big_hand(12, 3, TABLE)._replace(hand=HAND, hand_sizes=(7,) * 3)


def meant(typed: str, seen: View = ON_TURN) -> set[str]:
    return {str(one) for one in read(typed, seen, legal_actions(seen))}


@pytest.mark.parametrize(
    ("typed", "actions"),
    [
        # by cards, as the buttons have them
        ("show 5 6 7", {"show 1-3"}),
        ("5 6 7", {"show 1-3"}),
        ("5, 6, 7", {"show 1-3"}),
        ("7 6 5", {"show 1-3"}),
        ("SHOW  5/1 6/2 7/3", {"show 1-3"}),
        ("show 6 7", {"show 2-3"}),
        # by places, as menus and the notation have them
        ("show 1-3", {"show 1-3"}),
        ("show cards 1–3", {"show 1-3"}),
        ("cards 1-3", {"show 1-3"}),
        ("1-3", {"show 1-3"}),
        # in several places
        ("5 6", {"show 1-2", "show 4-5"}),
        # a Scout
        ("scout left 4", {f"scout left {n}" for n in (4,)} | {
            f"scout left turned {n}" for n in range(1, 9)
        }),
        ("scout left gap 4", {"scout left 4", "scout left turned 4"}),
        ("scout left turned gap 4", {"scout left turned 4"}),
        ("scout right 3", {f"scout right {n}" for n in range(1, 9)}),
        ("scout right turned 3", {"scout right turned 3"}),
        ("scout 2 left 4", {"scout left 4"}),
        ("scout 4 left gap 4", {"scout left turned 4"}),
        ("scout 8 4", {"scout right turned 4"}),
        ("right 8 gap 4", {"scout right turned 4"}),
        ("left 4", {f"scout left turned {n}" for n in range(1, 9)}),
        ("scout 8", {f"scout right turned {n}" for n in range(1, 9)}),
        # both, and every script's digits
        ("scout 8 right gap 4 show 7 8", {"scout right turned 4 show 3-4"}),
        ("scout right turned 4 then show 3-4", {"scout right turned 4 show 3-4"}),
        ("scout 8 right gap 4 show 3-4", {"scout right turned 4 show 3-4"}),
        ("show ۵ ۶ ۷", {"show 1-3"}),
        ("show ٥ ٦ ٧", {"show 1-3"}),
        # a Turkish keyboard's i, great and small
        ("RİGHT 8 GAP 4", {"scout right turned 4"}),
        ("rıght 8 gap 4", {"scout right turned 4"}),
    ],
)  # fmt: skip
def test_what_is_typed_is_read_as_it_is_meant(typed: str, actions: set[str]) -> None:
    assert meant(typed) == actions


def test_a_number_that_may_be_a_card_or_its_place_is_asked_about() -> None:
    empty = ON_TURN._replace(table=(), owner=None)
    assert meant("show 5", empty) == {"show 1", "show 4", "show 5"}
    assert meant("5", empty) == {"show 1", "show 4"}
    assert meant("show card 5", empty) == {"show 5"}
    assert meant("show 1", empty) == {"show 1"}


def test_the_orientation_is_typed_too() -> None:
    orient = next(one for one in deciding_views(3, "typed") if one.phase == "orient")
    assert meant("Keep", orient) == {"keep"}
    assert meant(" flip ", orient) == {"flip"}


def test_of_a_single_card_either_end_is_the_same() -> None:
    single = ON_TURN._replace(table=TABLE[:1])
    assert (
        meant("scout 2 right gap 4", single) == meant("scout 2 gap 4", single) == {"scout left 4"}
    )


@pytest.mark.parametrize("players", [2, 3, 5])
def test_every_legal_action_can_be_written_so_that_it_is_read_alone(players: int) -> None:
    chance = random.Random(players)
    for seen in chance.sample(list(deciding_views(players, f"typed {players}")), 12):
        legal = legal_actions(seen)
        for action in chance.sample(legal, min(25, len(legal))):
            assert read(written(seen, action), seen, legal) == (action,)
            assert action in read(str(action), seen, legal)
            assert action in completions(written(seen, action), seen, legal)
            assert action in completions(str(action)[:8], seen, legal)


@pytest.mark.parametrize(
    ("typed", "message"),
    [
        ("show 9 9", NOT_SIDE_BY_SIDE),
        ("1 2", NOT_SIDE_BY_SIDE),
        ("left 9", NOT_THERE),
        ("scout 2 left gap 99", NO_SUCH_GAP),
        ("scout 8 right gap 1 show 9 9", NO_SUCH_GAP),
    ],
)
def test_what_does_not_fit_is_refused_kindly(typed: str, message: str) -> None:
    with pytest.raises(Refusal) as refused:
        meant(typed)
    assert refused.value.message == message


def test_what_the_rules_refuse_is_left_to_them() -> None:
    strong = ON_TURN._replace(table=(Card(9, 3), Card(9, 4)))
    assert meant("show 5 6", strong) == {"show 1-2"}  # the engine says that it doesn't beat 9 9
    assert meant("2 9", strong) == {"show 6-7"}  # and that these are no set
    assert meant("show 99") == {"show 99"}


@pytest.mark.parametrize(
    "typed",
    ["", "dance", "show", "scout left right", "5 show 6", "show 5 show 6", "scout 1 2 3", "✨"],
)
def test_what_cannot_be_read_says_what_can(typed: str) -> None:
    with pytest.raises(Refusal, match="can't read"):
        meant(typed)


@given(st.text(max_size=40))
def test_whatever_is_typed_is_read_or_refused(typed: str) -> None:
    try:
        assert meant(typed)
    except Refusal:
        return


@pytest.mark.parametrize(
    ("typed", "best"),
    [
        ("5 6", "show 1-2"),
        ("show 6 7", "show 2-3"),
        ("scout 8", "scout right turned 1"),
        ("left 4", "scout left turned 1"),
        ("۶ ۷", "show 2-3"),
    ],
)
def test_typing_is_completed_by_cards(typed: str, best: str) -> None:
    # Shortest Shows first, so that what begins with them isn't what is asked about.
    found = completions(
        typed, ON_TURN, sorted(legal_actions(ON_TURN), key=lambda one: len(str(one)))
    )
    assert best in [str(one) for one in found[:9]]
    assert not completions("show 9 9", ON_TURN, legal_actions(ON_TURN))


def test_who_is_asked_gets_a_button_for_each() -> None:
    seen = ON_TURN
    some = read("5 6", seen, legal_actions(seen))
    parts = Controls(texts_for("en"), seen, 12, decision(seen))
    asked = which([(parts, one) for one in some])
    assert_accepted(asked)
    assert [click.verb for click, _ in clicks(asked)] == [Verb.DO] * 2
    assert tuple(next_step(seen, click) for click, _ in clicks(asked)) == some
    many = legal_actions(seen)
    assert len(many) > MOST
    long = which([(parts, one) for one in many])
    assert_accepted(long)
    assert f"{len(many) - MOST} more would fit" in long.text
