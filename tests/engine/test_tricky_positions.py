"""The six positions of the rules text that must come out right, as given there."""

from __future__ import annotations

from engine.combinations import beats
from engine.rounds import RoundEnd
from tests.engine.builders import active, cards, code, legal, play, round_of, study


def test_position_1_scout_and_show_against_what_is_left() -> None:
    match = study(1, "4/1 5/1 6/1 10/1", "1/2 1/3", "5/3 5/2 2/7 9/4")
    match = play(match, "1 show 1-3", "2 scout left 1", "3 scout right 5 show 1-2")
    state = round_of(match)
    assert state.tokens == (2, 0, 0)
    assert state.captured == (0, 0, 1)
    assert state.owner == 3
    assert active(state.table) == "5-5"
    assert active(state.hands[2]) == "2-9-6"
    assert state.turn == 1


def test_position_2_scout_and_show_empties_the_hand() -> None:
    match = study(2, "9/1 8/1", "1/4 3/4", "7/1 6/1", table="10/2", owner=1)
    match = play(match, "2 scout left turned 2 show 1-3")
    state = round_of(match)
    assert state.table == cards("1/4 2/10 3/4")
    assert state.end == RoundEnd("empty", 2)
    assert state.tokens == (1, 0, 0)
    assert state.captured == (0, 0, 0)


def test_position_3_what_beats_what() -> None:
    table = (3, 4, 5)
    assert beats((6, 5, 4), table)
    assert not beats((5, 4, 3), table)
    assert beats((2, 2, 2), table)
    assert beats((1, 2, 3, 4), table)
    assert not beats((9, 10), (2, 2))


def test_position_4_two_players_go_on_after_taking_the_last_card() -> None:
    match = study(1, "8/1 3/1", "2/4 6/4")
    match = play(match, "1 show 1", "2 scout left 3")
    state = round_of(match)
    assert state.tokens == (3, 2)
    assert state.end is None
    assert (state.turn, state.table) == (2, ())
    assert legal(match) == {"show 1", "show 2", "show 3"}
    assert code(match, "2 scout left 1") == "no-active-set"


def test_position_5_unbeaten_with_nothing_left() -> None:
    match = study(1, "8/1 8/2 1/2 1/3 1/4 1/5 1/6", "3/4 3/5", "4/5 4/6", last_card="end")
    match = play(match, "1 show 1-2", "2 scout left 1", "3 scout left 1")
    state = round_of(match)
    assert state.end == RoundEnd("unbeaten", 1)
    assert len(state.hands[0]) == 5
    assert state.scores()[0] == 2


def test_position_6_scores_with_and_without_deduction() -> None:
    match = study(
        4,
        "1/2 3/4",
        "2/4",
        "1/3 1/4 1/5 1/6 2/6",
        "9/1 9/2",
        table="7/1 8/1",
        owner=3,
        captured={3: 2, 4: 1},
        tokens={3: 1, 4: 2},
    )
    match = play(match, "4 show 1-2")
    state = round_of(match)
    assert state.end == RoundEnd("empty", 4)
    assert state.scores()[3] == (1 + 2) + 2
    assert state.scores()[2] == -2
    assert match.totals[2] == -2
