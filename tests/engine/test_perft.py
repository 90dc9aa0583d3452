"""Counts of action sequences from fixed positions, as chess engines do ("perft").

The counts stand here as numbers, so that no change of the engine goes unnoticed, and they are
counted a second time by ``brute``, which shares no code with the engine.
"""

from __future__ import annotations

import pytest

import engine
from engine import Match, Move
from engine.rules import LastCard
from tests.engine import brute
from tests.engine.builders import cards, legal, round_of, study

# Name: turn, hands, table, owner, counts at depth 1, 2, 3.
POSITIONS = {
    "two players, empty table": (1, ["3/7 4/1 4/2", "5/6 1/2 8/3"], "", None, [5, 62, 554, 3298]),
    "two players, a run": (2, ["3/7 4/1", "5/6 5/2 8/3"], "6/7 7/2", 1, [17, 212, 1566, 12503]),
    "three players, empty table": (
        1,
        ["3/7 4/1", "5/6 1/2", "2/4 9/3"],
        "",
        None,
        [3, 54, 1221, 15593],
    ),
    "three players, a single": (3, ["3/7 4/1", "5/6 1/2", "2/4 9/3"], "4/6", 2, [25, 675, 15711]),
    "four players, a group": (
        2,
        ["3/7 4/1", "5/6 5/1 1/2", "2/4 9/3", "8/5 7/1"],
        "4/6 4/3",
        1,
        [77, 2093],
    ),
    "five players, a run of three": (
        1,
        ["3/7 4/1 4/2 6/5", "5/7", "2/1", "8/5", "9/1"],
        "4/6 5/2 6/3",
        5,
        [49, 904, 8880],
    ),
    "a whole hand of twelve": (
        3,
        ["1/2", "1/3", "3/4 3/5 4/5 5/6 6/7 7/8 7/9 7/2 6/2 5/2 4/2 9/3"],
        "2/8 3/8",
        2,
        [1638, 18738],
    ),
}


@pytest.mark.parametrize("name", POSITIONS)
def test_counts_of_action_sequences(name: str) -> None:
    turn, hands, table, owner, counts = POSITIONS[name]
    match = study(turn, *hands, table=table, owner=owner)
    plain = brute.state([pairs(hand) for hand in hands], turn, pairs(table), owner)
    for depth, count in enumerate(counts, start=1):
        assert perft(match, depth) == count, f"depth {depth}"
    assert brute_perft(plain, len(counts)) == counts[-1]
    assert legal(match) == brute.legal(plain)


@pytest.mark.parametrize(
    ("last_card", "counts"), [("end", [33, 880, 24426]), ("continue", [33, 880, 24642])]
)
def test_r22_counts_where_the_last_card_is_taken(last_card: LastCard, counts: list[int]) -> None:
    turn, hands, table, owner = 2, ["3/7 4/1", "5/6 1/2", "2/4 9/3"], "4/6 5/9", 1
    match = study(turn, *hands, table=table, owner=owner, last_card=last_card)
    plain = brute.state([pairs(hand) for hand in hands], turn, pairs(table), owner)
    for depth, count in enumerate(counts, start=1):
        assert perft(match, depth) == count, f"depth {depth}"
    assert brute_perft(plain, len(counts), last_card) == counts[-1]


def pairs(text: str) -> list[tuple[int, int]]:
    return [(card.active, card.other) for card in cards(text)]


def perft(match: Match, depth: int) -> int:
    """How many sequences of ``depth`` actions there are, ended rounds not counted."""
    turn = round_of(match).turn
    if turn is None:
        return 0
    actions = engine.legal_actions(match, turn)
    if depth == 1:
        return len(actions)
    return sum(
        perft(engine.apply(match, Move(turn, action)).match, depth - 1) for action in actions
    )


def brute_perft(state: brute.State, depth: int, last_card: LastCard = "end") -> int:
    actions = brute.legal(state)
    if depth == 1:
        return len(actions)
    return sum(
        brute_perft(brute.after(state, action, last_card), depth - 1, last_card)
        for action in actions
    )
