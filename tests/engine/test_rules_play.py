"""R10 to R20: Show, Scout, Scout & Show."""

from __future__ import annotations

import pytest

from engine.combinations import beats, kind, legal_shows, strength
from engine.events import Inserted, PublicAction
from tests.engine.builders import active, cards, code, legal, play, played, refusal, round_of, study


@pytest.mark.parametrize(
    ("numbers", "expected"),
    [
        ((5,), "single"),
        ((5, 5), "group"),
        ((5, 5, 5, 5), "group"),
        ((5, 6), "run"),
        ((3, 4, 5, 6), "run"),
        ((6, 5, 4), "run"),
        ((5, 7), None),
        ((5, 6, 5), None),
        ((5, 5, 6), None),
        ((5, 6, 6), None),
        ((4, 5, 7), None),
        ((10, 1), None),
        ((9, 10, 1), None),
        ((1, 10), None),
    ],
)
def test_r10_groups_and_runs_without_wrap_around(
    numbers: tuple[int, ...], expected: str | None
) -> None:
    assert kind(numbers) == expected


def test_r10_a_show_takes_adjacent_cards_to_the_table_in_hand_order() -> None:
    match = study(1, "9/1 6/2 5/3 4/7 1/2", "1/3", "1/4")
    match, events = played(match, "1 show 2-4")
    state = round_of(match)
    assert state.table == cards("6/2 5/3 4/7")
    assert state.owner == 1
    assert state.hands[0] == cards("9/1 1/2")
    assert events[0] == PublicAction(1, shown=cards("6/2 5/3 4/7"))


def test_r10_only_what_is_adjacent_and_a_set_can_be_shown() -> None:
    match = study(1, "5/1 9/2 5/3 6/4", "1/3", "1/4")
    assert {a for a in legal(match) if "-" in a} == {"show 3-4"}
    assert code(match, "1 show 1-3") == "not-a-set"
    assert code(match, "1 show 5") == "no-such-card"
    assert code(match, "1 show 0") == "no-such-card"
    assert code(match, "1 show 4-5") == "no-such-card"


@pytest.mark.parametrize(
    ("stronger", "weaker"),
    [
        ((1, 2, 3), (10, 10)),  # more cards
        ((1, 1), (9, 10)),  # a group before a run
        ((2, 3), (1, 2)),  # the higher lowest number
        ((6, 5, 4), (3, 4, 5)),
        ((7, 7), (6, 6)),
        ((10,), (9,)),
    ],
)
def test_r11_strength(stronger: tuple[int, ...], weaker: tuple[int, ...]) -> None:
    assert beats(stronger, weaker)
    assert not beats(weaker, stronger)


@pytest.mark.parametrize("pair", [((5,), (5,)), ((3, 4, 5), (5, 4, 3)), ((6, 6), (6, 6))])
def test_r11_an_exact_tie_does_not_beat(pair: tuple[tuple[int, ...], tuple[int, ...]]) -> None:
    assert not beats(*pair)
    assert not beats(*reversed(pair))
    assert strength(pair[0]) == strength(pair[1])


def test_r11_a_weaker_show_is_refused() -> None:
    match = study(1, "9/1 9/2 5/3 6/4 3/8", "1/3", "1/4", table="7/1 8/1", owner=3)
    assert {a for a in legal(match) if a.startswith("show")} == {"show 1-2"}
    assert code(match, "1 show 3-4") == "not-stronger"
    assert code(match, "1 show 1") == "not-stronger"


def test_r12_a_scouted_set_counts_by_what_remains() -> None:
    match = study(1, "1/2", "9/2 4/3", "1/4", table="8/1 9/1", owner=3)
    match = play(match, "1 scout left 1")
    assert active(round_of(match).table) == "9"
    assert code(match, "2 show 1") == "not-stronger"  # 9 does not beat the single 9
    match = study(1, "1/2", "10/2 4/3", "1/4", table="8/1 9/1", owner=3)
    match = play(match, "1 scout left 1", "2 show 1")
    assert round_of(match).captured == (0, 1, 0)


def test_r12_a_run_of_three_becomes_a_run_of_two() -> None:
    match = study(1, "1/7", "3/5 3/2 2/6 1/3", "1/8", table="4/1 5/1 6/1", owner=3)
    match = play(match, "1 scout right 1")
    assert "show 1-2" in legal(match)  # the group 3-3 beats the run 4-5
    assert "show 2-3" not in legal(match)  # the run 3-2 does not


def test_r13_without_an_active_set_any_set_may_be_shown() -> None:
    match = study(1, "1/2 1/3 2/5 9/4", "5/6", "6/7")
    assert legal(match) == {"show 1", "show 2", "show 3", "show 4", "show 1-2", "show 2-3"}


def test_r14_the_beaten_cards_are_one_point_each_and_public() -> None:
    match = study(1, "9/1 9/2 5/3", "1/3", "1/4", table="7/1 8/1", owner=3, captured={1: 4})
    match, events = played(match, "1 show 1-2")
    assert round_of(match).captured == (6, 0, 0)
    assert events[0] == PublicAction(1, shown=cards("9/1 9/2"), beaten=cards("7/1 8/1"))
    assert events[0].private_to is None


SCOUTING = study(2, "1/3", "9/1 5/3", "1/4", table="4/8 5/8 6/8", owner=1)


@pytest.mark.parametrize(
    ("action", "table", "hand"),
    [
        ("scout left 1", "5/8 6/8", "4/8 9/1 5/3"),
        ("scout left 2", "5/8 6/8", "9/1 4/8 5/3"),
        ("scout left 3", "5/8 6/8", "9/1 5/3 4/8"),
        ("scout left turned 3", "5/8 6/8", "9/1 5/3 8/4"),
        ("scout right 1", "4/8 5/8", "6/8 9/1 5/3"),
        ("scout right turned 2", "4/8 5/8", "9/1 8/6 5/3"),
    ],
)
def test_r15_either_end_either_way_up_anywhere(action: str, table: str, hand: str) -> None:
    state = round_of(play(SCOUTING, f"2 {action}"))
    assert state.table == cards(table)
    assert state.hands[1] == cards(hand)
    assert action in legal(SCOUTING)


def test_r15_scouts_are_all_listed_and_no_others() -> None:
    listed = {a for a in legal(SCOUTING) if a.startswith("scout") and "show" not in a}
    assert listed == {
        f"scout {end} {turned}{place}"
        for end in ("left", "right")
        for turned in ("", "turned ")
        for place in (1, 2, 3)
    }
    assert code(SCOUTING, "2 scout left 0") == "no-such-place"
    assert code(SCOUTING, "2 scout right 4") == "no-such-place"


def test_r15_of_a_single_card_left_and_right_are_the_same() -> None:
    match = study(2, "1/3", "9/1 5/3", "1/4", table="4/8", owner=1)
    assert play(match, "2 scout right 3") == play(match, "2 scout left 3")
    assert not any("right" in action for action in legal(match))
    both = play(match, "2 scout right turned 1 show 1"), play(match, "2 scout left turned 1 show 1")
    assert both[0] == both[1]


def test_r15_only_with_an_active_set() -> None:
    match = study(1, "1/2", "5/6", "6/7")
    assert code(match, "1 scout left 1") == "no-active-set"
    assert code(match, "1 scout left 1 show 1") == "no-active-set"


def test_r16_the_owner_gets_a_token_and_keeps_what_is_left() -> None:
    match, events = played(SCOUTING, "2 scout left 1", "3 scout left 1")
    state = round_of(match)
    assert state.tokens == (2, 0, 0)
    assert state.owner == 1
    assert isinstance(events[0], PublicAction)
    assert events[0].payee == 1


def test_r17_after_the_last_card_the_next_must_show() -> None:
    match = study(2, "1/3", "9/1 5/3", "2/4 1/5", table="4/8", owner=1)
    match = play(match, "2 scout left 1")
    state = round_of(match)
    assert state.table == ()
    assert state.owner is None
    assert state.turn == 3
    assert legal(match) == {"show 1", "show 2", "show 1-2"}
    assert code(match, "3 scout left 1") == "no-active-set"


def test_r18_end_and_card_are_public_place_and_side_are_not() -> None:
    match, events = played(SCOUTING, "2 scout right turned 3")
    assert events[0] == PublicAction(2, end="right", scouted=cards("6/8")[0], payee=1)
    assert events[0].private_to is None
    assert events[1] == Inserted(2, cards("8/6")[0], place=3)
    assert events[1].private_to == 2
    assert list(map(str, round_of(match).history)) == ["2 scout right 6/8"]


def test_r18_history_of_all_kinds() -> None:
    match = study(1, "7/1 8/4 9/5 2/5", "8/1 4/6", "10/3 1/2 5/3")
    match = play(match, "1 show 1-3", "2 scout left turned 1", "3 scout right 2 show 1-2")
    assert list(map(str, round_of(match).history)) == [
        "1 show 7/1 8/4 9/5",
        "2 scout left 7/1",
        "3 scout right 9/5 show 10/3 9/5",
    ]


def test_r19_scout_and_show_pays_the_owner_and_spends_the_token() -> None:
    match, events = played(SCOUTING, "2 scout left turned 1 show 1-2")
    state = round_of(match)
    # The turned 4 is an 8 and makes 8-9, which beats 5-6.
    assert state.table == cards("8/4 9/1")
    assert state.owner == 2
    assert state.tokens == (1, 0, 0)
    assert state.captured == (0, 2, 0)
    assert state.scout_and_show == (True, False, True)
    assert state.turn == 3
    assert events[0] == PublicAction(
        2,
        end="left",
        scouted=cards("4/8")[0],
        payee=1,
        shown=cards("8/4 9/1"),
        beaten=cards("5/8 6/8"),
    )
    assert [type(event).__name__ for event in events[1:]] == ["Inserted", "TurnBegan"]


def test_r19_once_per_player_and_round() -> None:
    match = study(1, "9/1 10/2", "1/3", "1/4", table="4/8", owner=3, spent=frozenset({1}))
    assert code(match, "1 scout left 1 show 2-3") == "token-spent"
    assert not any("show" in a for a in legal(match) if a.startswith("scout"))


def test_r19_not_with_two_players() -> None:
    match = study(1, "9/1 10/2", "1/3", table="4/8", owner=2)
    assert code(match, "1 scout left 1 show 2-3") == "no-scout-and-show"


def test_r19_it_must_beat_only_what_is_left() -> None:
    match = study(2, "1/3", "8/1 7/3 1/9", "1/4", table="4/8 5/8 6/8", owner=1)
    assert code(match, "2 show 1-2") == "not-stronger"
    match = play(match, "2 scout left 4 show 1-2")
    assert round_of(match).captured == (0, 2, 0)


def test_r19_if_nothing_is_left_anything_may_follow() -> None:
    match = study(2, "1/3", "2/1 5/3", "1/4", table="9/8", owner=1)
    match = play(match, "2 scout left 3 show 1")
    state = round_of(match)
    assert state.table == cards("2/1")
    assert state.captured == (0, 0, 0)
    assert state.tokens == (1, 0, 0)


@pytest.mark.parametrize(
    ("action", "expected"),
    [
        ("scout left 1 show 2", "not-stronger"),
        ("scout left 1 show 1-3", "not-a-set"),
        ("scout left 1 show 4", "no-such-card"),
        ("scout left 4 show 1", "no-such-place"),
        ("scout left 4 show 9", "no-such-place"),
    ],
)
def test_r20_refused_whole_if_no_legal_show_follows(action: str, expected: str) -> None:
    assert refusal(SCOUTING, f"2 {action}").code == expected  # and the match is as before


def test_r20_a_scout_and_show_is_a_show_for_the_end_of_the_round() -> None:
    match = study(3, "1/3 2/8", "9/1 5/3", "9/2 1/4", table="4/8 5/8 6/8", owner=1, scouts=1)
    match = play(match, "3 scout left turned 1 show 1-2")
    state = round_of(match)
    assert state.end is None
    assert state.scouts_since_show == 0
    assert state.owner == 3


def test_r20_no_end_is_tested_between_the_halves() -> None:
    # The Scout alone would end the round by R22: it takes the last card, unbeaten all around.
    match = study(3, "1/3 2/8", "9/1 5/3", "9/2 1/4", table="4/8", owner=1, scouts=1)
    assert round_of(play(match, "3 scout left 1")).end is not None
    after = round_of(play(match, "3 scout left 1 show 2"))
    assert after.end is None
    assert after.owner == 3


def test_legal_shows_are_those_of_a_plain_search() -> None:
    hand = (3, 4, 5, 5, 5, 4, 3, 9, 10, 1, 1)
    for table in [(), (4,), (4, 5), (3, 3), (5, 4, 3), (1, 1, 1), (1, 2, 3, 4)]:
        spans = [(f, t) for f in range(1, 12) for t in range(f, 12)]
        plain = [s for s in spans if kind(hand[s[0] - 1 : s[1]])]
        plain = [s for s in plain if beats(hand[s[0] - 1 : s[1]], table)]
        assert sorted(legal_shows(hand, table)) == plain
