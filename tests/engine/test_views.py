"""What a seat may do by its view, and who has none."""

from __future__ import annotations

import pytest

import engine
from engine import FLIP, KEEP, Move
from engine.views import actions_if_on_turn, legal_actions, turn_of
from tests.engine.builders import dealt, in_play, round_of, sentence, study


def test_whoever_is_not_on_turn_is_told_what_could_be_done_then() -> None:
    match = in_play(3)
    turn = round_of(match).turn
    assert turn is not None
    for seat in (1, 2, 3):
        seen = engine.view(match, seat)
        could = actions_if_on_turn(seen)
        assert {str(one) for one in could} >= {f"show {card}" for card in range(1, 13)}
        assert legal_actions(seen) == (could if seat == turn else ())


def test_before_play_a_hand_is_kept_or_flipped_once_and_after_it_nothing_is_done() -> None:
    match = dealt(3)
    seen = engine.view(match, 2)
    assert legal_actions(seen) == (KEEP, FLIP)
    assert actions_if_on_turn(seen) == ()
    assert legal_actions(engine.view(engine.apply(match, Move(2, KEEP)).match, 2)) == ()
    over = study(1, "5/1", "6/2", tokens={1: 0, 2: 2}, table="7/3", owner=2)
    assert actions_if_on_turn(engine.view(over, 1)) == ()


def test_the_public_has_no_turn() -> None:
    public = engine.view(in_play(3), None)
    assert public.hand == ()
    assert legal_actions(public) == ()
    with pytest.raises(ValueError, match=r"^the public has no turn$"):
        turn_of(public)


def test_there_is_no_view_of_nobodys_seat_and_none_before_a_deal() -> None:
    for match, seat in ((in_play(3), 4), (in_play(3), 0), (engine.new_match(3), 1)):
        with pytest.raises(engine.RuleError) as refused:
            engine.view(match, seat)
        sentence(str(refused.value))


def test_a_view_says_what_the_match_is_played_by() -> None:
    seen = engine.view(in_play(4, options=engine.Options(3, spared="emptied")), 2)
    assert (seen.players, seen.rounds, seen.options.spared) == (4, 3, "emptied")
