"""The moves that the value network likes best: an after-state value function, looked ahead by one.

Every legal move is played on paper, and the network says what the position after it is worth
(Tesauro, "Temporal difference learning and TD-Gammon", 1995).
"""

from typing import NamedTuple

import numpy as np

from engine.players.fast.choice import Best, insert_top, is_part, joined, near, without
from engine.players.fast.features import (
    MAX_ACTIVE,
    hand_features,
    known_features,
    move_features,
    neighbour_features,
    other_features,
    table_features,
    unseen_features,
)
from engine.players.fast.layout import (
    EMPTY,
    MOST_SCOUTS,
    MOST_SETS,
    MOVE_SIZE,
    OWNER,
    SCOUT_PRICE,
    SCOUTS,
    SET_SIZE,
    SHOWER,
    SIZE,
    SPECIAL,
    STUCK,
    TABLE,
    TABLE_SIZE,
    TOKENS,
    TURN,
    UNBEATEN,
    WIDTH,
    CardSet,
    Floats,
    Ints,
)
from engine.players.fast.net import (
    FIRST_WIDTH,
    SECOND_WIDTH,
    Quantised,
    add_rows,
    begin,
    begin_with_three,
    head,
    make_sums,
    make_units,
)
from engine.players.fast.points import deductions, margin, scout_price
from engine.players.fast.rules import (
    after_scout,
    after_show,
    can_pay,
    can_show,
    end_card,
    found_scout,
    found_set,
    inserted,
    list_scouts,
    list_sets,
    reach_back,
    remaining,
    scout_ends_round,
    table_strength,
)

NARROW, LIKELY, EVERY = 0, 1, 2
"""How many of the moves `best_moves` looks at: playouts are in a hurry, a move to be made isn't."""

WAYS = 4
"""Ends and ways up that a card can be scouted: `way` numbers them."""
NO_VALUE = -1000.0
"""Less than any move is worth."""


class Desk(NamedTuple):
    """Working space, made once for a move, and what all its after-states have in common."""

    active: Ints
    numbers: Ints
    after: Ints
    shown: Ints
    sets: Ints
    """What `list_sets` finds."""
    scouts: Ints
    """What `list_scouts` finds."""
    base: Ints
    """The first layer's sums for the cards not seen."""
    part: Ints
    """And for all else that doesn't depend on hand and table."""
    fronts: Ints
    """By count, the same for how that many cards at the front of the hand stand to each other."""
    backs: Ints
    """The same for cards at its back."""
    end_parts: Ints
    """``part``, and the table after a Scout from either end."""
    joins: Ints
    """By number of a Scout in ``scouts``: cards in the longest set that the card joins.

    Filled with less than EVERY.
    """
    places: Ints
    """The best place for each way to scout a card, and last the best of these ways."""
    acc: Ints
    hidden: Floats
    units: Ints


def make_desk() -> Desk:
    """Working space for `weigh_moves`."""
    return Desk(
        np.empty(MAX_ACTIVE, np.int32),
        np.empty(WIDTH, np.int32),
        np.empty(WIDTH, np.int16),
        np.empty(WIDTH, np.int16),
        np.empty((MOST_SETS, SET_SIZE), np.int16),
        np.empty((MOST_SCOUTS, MOVE_SIZE), np.int16),
        np.empty(FIRST_WIDTH, np.int16),
        np.empty(FIRST_WIDTH, np.int16),
        np.empty((WIDTH, FIRST_WIDTH), np.int16),
        np.empty((WIDTH, FIRST_WIDTH), np.int16),
        np.empty((2, FIRST_WIDTH), np.int16),
        np.empty(MOST_SCOUTS, np.int32),
        np.empty(WAYS + 1, np.int32),
        make_sums(),
        np.empty(SECOND_WIDTH, np.float32),
        make_units(),
    )


def sum_ends(row: Ints, size: int, net: Quantised, desk: Desk) -> None:
    """Fill ``desk.fronts`` and ``desk.backs``: what a move leaves together is added up once."""
    desk.fronts[0, :] = 0
    desk.backs[0, :] = 0
    for i in range(1, size + 1):
        begin(desk.fronts[i], desk.fronts[i - 1])
        k = neighbour_features(row, i, desk.active, 0, i - 1, 0)
        add_rows(desk.fronts[i], net.w1, desk.active, 0, k)
        begin(desk.backs[i], desk.backs[i - 1])
        k = neighbour_features(row[size - i :], i, desk.active, 0, 0, i - 1)
        add_rows(desk.backs[i], net.w1, desk.active, 0, k)


def value_after(
    net: Quantised, desk: Desk, part: Ints, size: int, beat: int, front: int, back: int, k: int
) -> float:
    """What the network expects of ``desk.after``, which begins and ends like the present hand.

    Of that many cards each; and like ``part``, and with the ``k`` features in ``desk.active``.
    """
    k = hand_features(desk.after, size, beat, desk.numbers, desk.active, k, front, back)
    begin_with_three(desk.acc, part, desk.fronts[front], desk.backs[back])
    add_rows(desk.acc, net.w1, desk.active, 0, k)
    return head(net, desk.acc, desk.hidden, desk.units)


def shown_value(
    net: Quantised, desk: Desk, state: Ints, shown: CardSet, size: int, place: int
) -> float:
    """What the player on turn may expect of a Show from a hand of so many cards.

    Counted from what it has before it captures anything; ``desk.part`` holds the first layer's
    sums for all that such Shows have in common. ``place``: where a card was put in just now, or
    -1.
    """
    player = state[TURN]
    if shown.last - shown.first + 1 == size:
        return deductions(state, player, 0, EMPTY, player)
    left = without(shown.row, size, shown.first, shown.last, desk.after)
    k = table_features(shown, player, 0, state, player, desk.active, 0)
    front = shown.first
    back = size - 1 - shown.last
    if 0 <= place < shown.first:
        front = place
    elif place > shown.last:
        back = size - 1 - place
    return value_after(net, desk, desk.part, left, shown.strength, front, back, k)


def shared(state: Ints, player: int, next_player: int, net: Quantised, desk: Desk) -> None:
    """Fill ``desk.part`` with what doesn't depend on hand and table."""
    begin(desk.part, desk.base)
    k = other_features(state, player, next_player, desk.active, 0)
    add_rows(desk.part, net.w1, desk.active, 0, k)


def weigh_shows(hands: Ints, state: Ints, net: Quantised, desk: Desk, best: Best) -> int:
    """Value the Shows; returns how many moves have been written."""
    player = state[TURN]
    row = hands[player]
    size = state[SIZE + player]
    gain = margin(state, player) + state[TABLE_SIZE]
    shared(state, player, after_show(state), net, desk)
    count = 0
    found = list_sets(row, 0, size, size, table_strength(hands, state), desk.sets)
    for i in range(found):
        shown = found_set(row, desk.sets, i)
        value = gain + shown_value(net, desk, state, shown, size, -1)
        count = insert_top(best, count, value, (-1, 0, -1, shown.first, shown.last))
    return count


def longest_join(hands: Ints, state: Ints, scouts: int, desk: Desk) -> int:
    """Fill ``desk.joins`` for that many Scouts; returns how many cards the longest of them has."""
    row = hands[state[TURN]]
    size = state[SIZE + state[TURN]]
    longest = 1
    for i in range(scouts):
        end, other_way, place = found_scout(desk.scouts, i)
        number = end_card(hands, state, end, other_way) >> 4
        desk.joins[i] = joined(row, size, number, place)
        longest = max(longest, desk.joins[i])
    return longest


def fits(
    row: Ints, size: int, number: int, place: int, wide: int, cards: int, longest: int
) -> bool:
    """Whether `best_moves` looks at putting a scouted number there.

    With NARROW that is where the set that it joins, of so many ``cards``, is at most one card
    shorter than the ``longest`` that it could join (`longest_join`).
    """
    if wide == NARROW:
        return cards >= longest - 1 and (cards > 1 or place == 0)
    if wide == EVERY or place == 0:
        return True
    return place == size or near(row, size, number, place, 2)


def sum_scouted(hands: Ints, state: Ints, net: Quantised, desk: Desk) -> None:
    """Fill ``desk.part`` as after a Scout, and ``desk.end_parts``."""
    player = state[TURN]
    left = state[TABLE_SIZE] - 1
    state[TOKENS + player] -= state[SCOUT_PRICE]
    shared(state, player, after_scout(state), net, desk)
    state[TOKENS + player] += state[SCOUT_PRICE]
    for end in range(min(2, left + 1)):
        begin(desk.end_parts[end], desk.part)
        lying = CardSet(hands[TABLE], 1 - end, left - end, remaining(hands, state, end))
        k = table_features(lying, state[OWNER], state[SCOUTS] + 1, state, player, desk.active, 0)
        add_rows(desk.end_parts[end], net.w1, desk.active, 0, k)


def is_last_token(state: Ints) -> bool:
    """Whether the player on turn can't pay for a second Scout (R24, R25)."""
    player = state[TURN]
    state[TOKENS + player] -= state[SCOUT_PRICE]
    last = not can_pay(state, player)
    state[TOKENS + player] += state[SCOUT_PRICE]
    return last


def weigh_scouts(
    hands: Ints, state: Ints, net: Quantised, wide: int, desk: Desk, best: Best, count: int
) -> int:
    """Value the Scouts, and fill ``desk.places``; returns how many moves have been written."""
    player = state[TURN]
    row = hands[player]
    size = state[SIZE + player]
    over = scout_ends_round(state)
    last_token = is_last_token(state)
    gain = margin(state, player) - scout_price(state)
    sum_scouted(hands, state, net, desk)
    desk.places[:] = 0
    best_value = favourite_value = NO_VALUE
    scouts = list_scouts(hands, state, False, desk.scouts)
    longest = longest_join(hands, state, scouts, desk) if wide != EVERY else 0
    way, card, beat = -1, 0, 0
    for i in range(scouts):
        end, other_way, place = found_scout(desk.scouts, i)
        if way != 2 * end + other_way:
            way = 2 * end + other_way
            card, beat = end_card(hands, state, end, other_way), remaining(hands, state, end)
            favourite_value = NO_VALUE
        if not fits(row, size, card >> 4, place, wide, desk.joins[i], longest):
            continue
        inserted(row, size, card, place, desk.after)
        value = gain
        if over:
            value += deductions(state, player, size + 1, UNBEATEN, state[SHOWER])
        elif last_token and not can_show(desk.after, size + 1, beat):
            value += deductions(state, player, size + 1, STUCK, state[OWNER])
        else:
            part = desk.end_parts[end]
            value += value_after(net, desk, part, size + 1, beat, place, size - place, 0)
        if value > best_value:
            best_value = value
            desk.places[WAYS] = way
        if value > favourite_value:
            favourite_value = value
            desk.places[way] = place
        count = insert_top(best, count, value, (end, other_way, place, -1, -1))
    return count


def looks_at(
    shown: CardSet, size: int, place: int, beat: int, wide: int, way: int, desk: Desk
) -> bool:
    """Whether `best_moves`, with less than EVERY, looks at a Show that follows a Scout.

    ``beat``: the table's strength before; ``way``: how the card was scouted, to which ``place``.
    """
    favourite = desk.places[way] == place
    with_it = shown.first <= place <= shown.last
    if not (favourite or with_it):
        return False
    if not (favourite and desk.places[WAYS] == way) and (
        shown.first == shown.last or (shown.strength > beat and not with_it)
    ):
        return False
    if wide == NARROW:
        short = shown.last - shown.first < 2 and not favourite
        return not (short or is_part(shown.row, size, shown.first, shown.last))
    return True


def weigh_scout_and_shows(
    hands: Ints, state: Ints, net: Quantised, wide: int, desk: Desk, best: Best, count: int
) -> int:
    """Value the Scout & Shows (R19), after `weigh_scouts`; returns how many have been written."""
    player = state[TURN]
    size = state[SIZE + player] + 1
    beat = table_strength(hands, state)
    gain = margin(state, player) - scout_price(state) + state[TABLE_SIZE] - 1
    state[SPECIAL + player] = 0
    shared(state, player, after_show(state), net, desk)
    state[SPECIAL + player] = 1
    hand = desk.shown
    scouts = list_scouts(hands, state, False, desk.scouts)
    for i in range(scouts):
        end, other_way, place = found_scout(desk.scouts, i)
        way = 2 * end + other_way
        every = wide == EVERY or desk.places[way] == place
        if not every and desk.joins[i] == 1:
            continue
        card = end_card(hands, state, end, other_way)
        inserted(hands[player], size - 1, card, place, hand)
        first, stop = 0, size
        if not every:  # only sets with the scouted card
            first, stop = reach_back(hand, place), place + 1
        found = list_sets(hand, first, stop, size, remaining(hands, state, end), desk.sets)
        for j in range(found):
            shown = found_set(hand, desk.sets, j)
            if wide == EVERY or looks_at(shown, size, place, beat, wide, way, desk):
                value = gain + shown_value(net, desk, state, shown, size, place)
                move = (end, other_way, place, shown.first, shown.last)
                count = insert_top(best, count, value, move)
    return count


def weigh_moves(
    hands: Ints, state: Ints, full: Ints, net: Quantised, wide: int, best: Best, desk: Desk
) -> int:
    """What `best_moves` does, at a desk that can be used again, after `sum_ends`."""
    player = state[TURN]
    k = unseen_features(hands, state, player, full, desk.active, 0)
    k = known_features(state, player, desk.active, k)
    begin(desk.base, net.b1)
    add_rows(desk.base, net.w1, desk.active, 0, k)
    count = weigh_shows(hands, state, net, desk, best)
    if state[TABLE_SIZE] == 0 or not can_pay(state, player):
        return count
    count = weigh_scouts(hands, state, net, wide, desk, best, count)
    if state[SPECIAL + player] == 1 and (state[TABLE_SIZE] > 1 or wide != NARROW):
        count = weigh_scout_and_shows(hands, state, net, wide, desk, best, count)
    return count


def best_moves(hands: Ints, state: Ints, full: Ints, net: Quantised, wide: int, best: Best) -> int:
    """Write the best moves of the player on turn, best first, as many as ``best`` has room for.

    ``wide``: with less than EVERY a scouted card goes only where it may be part of a set one day,
    or to an end of the hand; and of the Scout & Shows those are looked at that follow the best
    Scout, show the scouted card in a set, or need the weaker table. With NARROW it goes only where
    it joins nearly as many cards as it ever could (`fits`), and Scout & Shows don't scout the
    table's only card, show no part of a larger set, and the scouted card in a pair only where its
    best place is. Places next to an equal number count as one. Returns how many were written.
    """
    desk = make_desk()
    sum_ends(hands[state[TURN]], state[SIZE + state[TURN]], net, desk)
    return weigh_moves(hands, state, full, net, wide, best, desk)


def position_value(hands: Ints, state: Ints, player: int, full: Ints, net: Quantised) -> float:
    """The final margin that the network expects for a player in the present position."""
    active = np.empty(MAX_ACTIVE, np.int32)
    numbers = np.empty(WIDTH, np.int32)
    k = move_features(hands, state, player, full, numbers, active)
    acc = make_sums()
    begin(acc, net.b1)
    add_rows(acc, net.w1, active, 0, k)
    return margin(state, player) + head(net, acc, net.b2.copy(), make_units())
