"""R21 to R28: how rounds end, what they score, and the game for two."""

from __future__ import annotations

from dataclasses import replace

import pytest

import engine
from engine import Deal, Options
from engine.cards import cards_used
from engine.deals import deck
from engine.events import MatchEnded, RoundEnded
from engine.rounds import RoundEnd
from engine.rules import Spared
from tests.engine.builders import (
    code,
    in_play,
    legal,
    play,
    played,
    random_match,
    round_of,
    study,
)


def test_r21_an_empty_hand_ends_the_round_at_once() -> None:
    match = study(1, "9/1 9/2", "1/3 1/5", "1/4", table="7/1 8/1", owner=3, tokens={2: 3})
    match, events = played(match, "1 show 1-2")
    assert round_of(match).end == RoundEnd("empty", 1)
    assert round_of(match).turn is None
    assert events[1:] == [
        RoundEnded("empty", 1, (2, 1, -1)),
        MatchEnded((2, 1, -1), (1,)),
    ]
    assert code(match, "2 show 1") == "round-over"
    assert code(match, "2 keep") == "round-over"
    assert [engine.legal_actions(match, seat) for seat in (1, 2, 3)] == [(), (), ()]


def test_r21_a_scout_and_show_can_empty_the_hand_too() -> None:
    match = study(1, "8/1", "1/3", "1/4", table="7/1 7/2", owner=3)
    match = play(match, "1 scout left 1 show 1-2")
    assert round_of(match).end == RoundEnd("empty", 1)
    assert round_of(match).tokens == (0, 0, 1)


@pytest.mark.parametrize("players", [3, 4, 5])
def test_r22_unbeaten_all_around_ends_the_round(players: int) -> None:
    hands = ["2/1 2/3", "4/1 4/2", "5/1 5/2", "6/1 6/2", "7/1 7/2"][:players]
    match = study(2, *hands, table="8/1 8/2 8/3 8/4 8/5", owner=1)
    for seat in range(2, players):
        match = play(match, f"{seat} scout left 1")
        assert round_of(match).end is None
    match, events = played(match, f"{players} scout left 1")
    assert round_of(match).end == RoundEnd("unbeaten", 1)
    assert isinstance(events[2], RoundEnded)
    assert round_of(match).scores()[0] == players - 1  # tokens alone, two cards not deducted


def test_r22_a_show_in_between_starts_the_count_anew() -> None:
    match = study(2, "2/1 2/3", "4/1 4/2", "9/1 9/2 3/1", table="8/1 8/2", owner=1)
    match = play(match, "2 scout left 1", "3 show 1-2", "1 scout left 1")
    assert round_of(match).end is None
    assert round_of(play(match, "2 scout left 1")).end == RoundEnd("unbeaten", 3)


def test_r22_even_if_the_cards_are_all_gone() -> None:
    match = study(2, "2/1 2/3", "4/1 4/2", "9/1 9/2", table="8/1 8/2", owner=1)
    match = play(match, "2 scout left 1", "3 scout left 1")
    state = round_of(match)
    assert state.table == ()
    assert state.owner is None
    assert state.end == RoundEnd("unbeaten", 1)
    assert state.scores() == (2, -3, -3)


def test_r22_continue_goes_on_when_the_last_card_was_taken() -> None:
    match = study(
        2, "2/1 3/4", "4/1 4/2", "9/1 9/2", table="8/1 8/2", owner=1, last_card="continue"
    )
    match = play(match, "2 scout left 1", "3 scout left 1")
    state = round_of(match)
    assert (state.end, state.turn, state.owner) == (None, 1, None)
    assert state.scouts_since_show == 2
    assert legal(match) == {"show 1", "show 2", "show 1-2"}


def test_r22_continue_ends_as_usual_while_cards_are_left() -> None:
    match = study(
        2, "2/1 3/4", "4/1 4/2", "9/1 9/2", table="8/1 8/2 8/3", owner=1, last_card="continue"
    )
    match = play(match, "2 scout left 1", "3 scout left 1")
    assert round_of(match).end == RoundEnd("unbeaten", 1)


def test_r22_taking_the_last_card_early_ends_nothing() -> None:
    match = study(2, "2/1 2/3", "4/1 4/2", "9/1 9/2 3/1", "5/1 5/2", table="8/1", owner=1)
    match = play(match, "2 scout left 1", "3 show 1", "4 scout left 1", "1 show 1")
    assert round_of(match).end is None


def test_r23_score_of_a_round() -> None:
    match = study(
        3,
        "2/1 2/3 6/1",
        "4/1",
        "9/1 9/2",
        table="8/1",
        owner=2,
        captured={1: 4, 2: 2, 3: 1},
        tokens={1: 2, 3: 3},
        spent=frozenset({1}),
    )
    match = play(match, "3 show 1-2")
    # Captured, tokens, cards left: 4+2-3, 2+0-1, (1+1)+3 without a deduction.
    assert round_of(match).scores() == (3, 1, 5)


def test_r23_the_active_set_and_unused_tokens_score_nothing() -> None:
    match = study(1, "9/1 9/2 9/3", "1/3", "1/4")
    match = play(match, "1 show 1-3")
    assert round_of(match).scores() == (0, -1, -1)


@pytest.mark.parametrize(("spared", "score"), [("ender", 3), ("emptied", 1)])
def test_r23_spared_says_whether_who_was_unbeaten_has_a_deduction(
    spared: Spared, score: int
) -> None:
    match = study(
        2, "1/2 1/3", "4/1", "9/1", table="8/1 8/2", owner=1, tokens={1: 1}, spared=spared
    )
    match = play(match, "2 scout left 1", "3 scout left 1")
    assert round_of(match).end == RoundEnd("unbeaten", 1)
    assert round_of(match).scores() == (score, -2, -2)
    assert match.totals == (score, -2, -2)


@pytest.mark.parametrize(("spared", "score"), [("ender", 3), ("emptied", 1)])
def test_r23_spared_says_whether_who_left_the_other_stuck_has_a_deduction(
    spared: Spared, score: int
) -> None:
    match = study(2, "1/7 2/9", "3/1 5/2", table="8/1", owner=1, tokens={2: 0}, spared=spared)
    assert round_of(match).end == RoundEnd("stuck", 1)
    assert round_of(match).scores() == (score, -2)


@pytest.mark.parametrize("spared", ["ender", "emptied"])
def test_r23_who_emptied_the_hand_is_spared_under_either_option(spared: Spared) -> None:
    match = study(1, "9/1", "1/3", "1/4 2/5", table="8/1", owner=3, spared=spared)
    match = play(match, "1 show 1")
    assert round_of(match).scores() == (1, -1, -2)


def test_r23_spared_changes_scores_and_nothing_else() -> None:
    ender, emptied = (
        study(2, "1/2 1/3", "4/1", "9/1", table="8/1 8/2", owner=1, spared=spared)
        for spared in ("ender", "emptied")
    )
    for move in ("2 scout left turned 2", "3 scout left 1"):
        assert legal(ender) == legal(emptied)
        ender, emptied = play(ender, move), play(emptied, move)
    one, other = round_of(ender), round_of(emptied)
    assert one._replace(rules=other.rules) == other


def test_r24_two_players_pay_their_own_tokens_to_the_centre() -> None:
    match = in_play(2)
    state = round_of(match)
    assert state.tokens == (3, 3)
    assert state.scout_and_show == (False, False)
    first = state.turn
    assert first is not None
    other = 3 - first
    match = play(match, f"{first} show 1", f"{other} scout left 1")
    state = round_of(match)
    assert state.tokens[other - 1] == 2
    assert state.tokens[first - 1] == 3


def test_r25_after_a_scout_the_same_player_goes_on_until_a_show() -> None:
    match = study(2, "1/3 2/9", "2/1 4/2", table="8/1 8/2 8/3 8/4", owner=1)
    for tokens in (2, 1, 0):
        match = play(match, "2 scout left 1")
        assert round_of(match).turn == 2
        assert round_of(match).tokens == (3, tokens)
        assert round_of(match).scouts_since_show == 3 - tokens
    match = play(match, "2 show 1-3")
    assert round_of(match).turn == 1


def test_r25_without_tokens_a_player_must_show_if_possible() -> None:
    match = study(2, "1/3 2/9", "9/1 4/2", table="8/1", owner=1, tokens={2: 0})
    assert legal(match) == {"show 1"}
    assert code(match, "2 scout left 1") == "no-token"
    assert code(match, "2 show 2") == "not-stronger"


def test_r26_who_can_neither_show_nor_scout_loses_the_round_to_the_owner() -> None:
    match = study(1, "9/1 2/9", "3/1 5/2", table="8/1", owner=2, tokens={2: 0})
    match = play(match, "1 show 1")
    state = round_of(match)
    assert state.end == RoundEnd("stuck", 1)
    assert state.scores() == (1 + 3, -2)


def test_r26_is_tested_after_the_last_scout_too() -> None:
    match = study(2, "1/7 2/9", "3/1 5/2", table="8/1 9/4", owner=1, tokens={2: 1})
    match = play(match, "2 scout left turned 3")
    assert round_of(match).end == RoundEnd("stuck", 1)
    match = study(2, "1/7 2/9", "3/1 5/2", table="8/1 9/4", owner=1, tokens={2: 1})
    match = play(match, "2 scout right 2")  # 9 now beats the 8 that is left
    assert round_of(match).end is None


def test_r26_at_the_start_of_a_study() -> None:
    match = study(2, "1/7 2/9", "3/1 5/2", table="8/1 9/4", owner=1, tokens={2: 0})
    assert round_of(match).end == RoundEnd("stuck", 1)
    assert match.over
    assert match.totals == (3, -2)


def test_r26_an_empty_hand_comes_first() -> None:
    match = study(1, "9/1", "3/1 4/2", table="8/1", owner=2, tokens={2: 0})
    assert round_of(play(match, "1 show 1")).end == RoundEnd("empty", 1)


def test_r26_an_empty_table_never_sticks() -> None:
    match = study(2, "1/7 2/9", "3/1 5/2", table="8/1", owner=1, tokens={2: 1})
    match = play(match, "2 scout left 1")
    assert round_of(match).end is None
    assert legal(match) == {"show 1", "show 2", "show 3"}


def test_r26_instead_of_r22() -> None:
    match = study(2, "1/7 2/9", "3/1 5/2", table="8/1 8/2 8/3", owner=1)
    match = play(match, "2 scout left 1")
    assert round_of(match).end is None


def test_r27_unspent_tokens_are_points() -> None:
    match = study(1, "9/1", "3/1 4/2", table="8/1", owner=2, tokens={1: 2, 2: 1})
    match = play(match, "1 show 1")
    assert round_of(match).scores() == (1 + 2, 1 - 2)


def test_r28_round_two_is_dealt_from_the_cards_set_aside() -> None:
    entries = random_match(2, 3)
    first, second = (entry for entry in entries if isinstance(entry, Deal))
    dealt_first = {card.numbers for hand in first.hands for card in hand}
    dealt_second = {card.numbers for hand in second.hands for card in hand}
    assert dealt_first | dealt_second == {card.numbers for card in cards_used(2)}
    assert not dealt_first & dealt_second
    assert second.starter != first.starter

    match = engine.new_match(2)
    for entry in entries[: entries.index(second)]:
        match = engine.apply(match, entry).match
    assert round_of(match).end
    with pytest.raises(engine.RuleError, match="round 2 is next") as refused:
        engine.apply(match, first)
    assert refused.value.code == "wrong-round"
    again = replace(second, hands=first.hands)
    with pytest.raises(engine.RuleError, match="was dealt in round 1") as refused:
        engine.apply(match, again)
    assert refused.value.code == "wrong-deal"
    state = round_of(engine.apply(match, second).match)
    assert state.tokens == (3, 3)
    assert {card.numbers for card in deck(match.rules, 2, match.dealt_before)} == dealt_second


def test_r28_a_single_round_for_two_is_a_match() -> None:
    entries = random_match(2, 3, Options(1))
    match = engine.new_match(2, Options(1))
    for entry in entries:
        match = engine.apply(match, entry).match
    assert match.over
