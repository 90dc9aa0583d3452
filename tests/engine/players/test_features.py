"""What the networks see: sums that a move shares with the hand it came from are added up once."""

from __future__ import annotations

import numpy as np
from hypothesis import example, given
from hypothesis import strategies as st

from engine.players.fast import layout
from engine.players.fast.choice import joined, near
from engine.players.fast.features import MAX_ACTIVE, hand_features, neighbour_features
from engine.players.fast.layout import WIDTH, Ints
from engine.players.fast.policy import NARROW, fits, longest_join, make_desk
from engine.players.fast.rules import found_scout, inserted, list_scouts, set_strength

hands = st.lists(
    st.tuples(st.integers(1, 10), st.integers(1, 10)).map(lambda card: card[0] * 16 + card[1]),
    min_size=1,
    max_size=30,
)


def row(cards: list[int]) -> Ints:
    """A hand as the twin has it."""
    array = np.zeros(WIDTH, np.int16)
    array[: len(cards)] = cards
    return array


def features(cards: list[int], front: int, back: int) -> list[int]:
    """All features of a hand but those within its first and its last cards."""
    numbers, active = np.zeros(WIDTH, np.int32), np.zeros(MAX_ACTIVE, np.int32)
    k = hand_features(row(cards), len(cards), 40, numbers, active, 0, front, back)
    return active[:k].tolist()


def neighbours(cards: list[int]) -> list[int]:
    """How the cards of a stretch stand to each other."""
    active = np.zeros(MAX_ACTIVE, np.int32)
    return active[: neighbour_features(row(cards), len(cards), active, 0, 0, 0)].tolist()


@given(hands, st.data())
def test_a_hand_has_the_features_of_its_two_ends_and_of_what_joins_them(
    cards: list[int], data: st.DataObject
) -> None:
    front = data.draw(st.integers(0, len(cards)))
    back = data.draw(st.integers(0, len(cards) - front))
    ends = neighbours(cards[:front]) + neighbours(cards[len(cards) - back :])
    assert sorted(features(cards, front, back) + ends) == sorted(features(cards, 0, 0))


@given(hands, st.integers(1, 10), st.data())
def test_a_card_joins_where_it_makes_a_set(
    cards: list[int], number: int, data: st.DataObject
) -> None:
    place = data.draw(st.integers(0, len(cards)))
    after = np.zeros(WIDTH, np.int16)
    inserted(row(cards), len(cards), number * 16 + 1, place, after)
    pairs = [
        set_strength(after, i, i + 1) for i in (place - 1, place) if i >= 0 and i + 1 <= len(cards)
    ]
    assert near(row(cards), len(cards), number, place, 1) == any(pairs)
    sets = [
        last - first + 1
        for first in range(place + 1)
        for last in range(place, len(cards) + 1)
        if set_strength(after, first, last) > 0
    ]
    assert joined(row(cards), len(cards), number, place) == max(sets)


@given(hands, st.lists(hands.map(lambda cards: cards[0]), min_size=1, max_size=5))
@example([0x51, 0x41, 0x31, 0x21], [0x55])
def test_playouts_look_at_some_place_for_a_scouted_card(cards: list[int], table: list[int]) -> None:
    both, state = layout.blank_round()
    both[0], both[layout.TABLE] = row(cards), row(table)
    state[layout.SIZE], state[layout.TABLE_SIZE] = len(cards), len(table)
    desk = make_desk()
    scouts = list_scouts(both, state, False, desk.scouts)
    longest = longest_join(both, state, scouts, desk)
    looked_at = 0
    for i in range(scouts):
        end, way, place = found_scout(desk.scouts, i)
        card = table[-end]
        number = card & 15 if way else card >> 4
        looked_at += fits(both[0], len(cards), number, place, NARROW, desk.joins[i], longest)
    assert looked_at
