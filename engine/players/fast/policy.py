"""The moves that the value network likes best."""

from typing import NamedTuple

import numpy as np

from engine.players.fast.choice import (
    Best,
    end_card,
    insert_top,
    inserted,
    is_part,
    joined,
    left_with_others,
    margin,
    near,
    remaining,
    without,
)
from engine.players.fast.features import (
    MAX_ACTIVE,
    hand_features,
    known_features,
    neighbour_features,
    other_features,
    table_features,
    unseen_features,
)
from engine.players.fast.layout import (
    CONTINUE,
    OWNER,
    PLAYERS,
    SCOUTS,
    SHOWER,
    SIZE,
    SPECIAL,
    TABLE,
    TABLE_SIZE,
    TOKENS,
    TURN,
    WIDTH,
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
from engine.players.fast.rules import can_show, set_strength, table_strength

NARROW, LIKELY, EVERY = 0, 1, 2
"""How many of the moves `best_moves` looks at: playouts are in a hurry, a move to be made isn't."""


class Desk(NamedTuple):
    """Working space, made once for a move, and what all its after-states have in common."""

    active: Ints
    numbers: Ints
    after: Ints
    shown: Ints
    base: Ints
    """The first layer's sums for the cards not seen."""
    part: Ints
    fronts: Ints
    """By count, the same for how that many cards at the front of the hand stand to each other."""
    backs: Ints
    """The same for cards at its back."""
    end_part: Ints
    """``part``, and the table after a Scout."""
    joins: Ints
    """By end and way up of a scouted card and by place: cards in the longest set that it joins.

    Filled with less than EVERY.
    """
    places: Ints
    """The best place for each end and way up of a scouted card, and which of these four is best."""
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
        np.empty(FIRST_WIDTH, np.int16),
        np.empty(FIRST_WIDTH, np.int16),
        np.empty((WIDTH, FIRST_WIDTH), np.int16),
        np.empty((WIDTH, FIRST_WIDTH), np.int16),
        np.empty(FIRST_WIDTH, np.int16),
        np.empty((4, WIDTH), np.int32),
        np.empty(5, np.int32),
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
    net: Quantised,
    desk: Desk,
    state: Ints,
    cards: Ints,
    size: int,
    first: int,
    last: int,
    s: int,
    place: int,
) -> float:
    """What the player on turn may expect of a Show of cards ``first..last``, of strength ``s``.

    Counted from what it has before it captures anything; ``desk.part`` holds the first layer's
    sums for all that such Shows have in common. ``place``: where a card was put in just now, or
    -1.
    """
    player = state[TURN]
    if last - first + 1 == size:
        return left_with_others(state, player)
    left = without(cards, size, first, last, desk.after)
    k = table_features(cards, first, last, s, state, player, player, 0, desk.active, 0)
    front = first
    back = size - 1 - last
    if 0 <= place < first:
        front = place
    elif place > last:
        back = size - 1 - place
    return value_after(net, desk, desk.part, left, s, front, back, k)


def shared(state: Ints, player: int, next_player: int, net: Quantised, desk: Desk) -> None:
    """Fill ``desk.part`` with what doesn't depend on hand and table."""
    begin(desk.part, desk.base)
    k = other_features(state, player, next_player, desk.active, 0)
    add_rows(desk.part, net.w1, desk.active, 0, k)


def shows(hands: Ints, state: Ints, net: Quantised, desk: Desk, best: Best) -> int:
    """Value the Shows."""
    player = state[TURN]
    row = hands[player]
    size = state[SIZE + player]
    beat = table_strength(hands, state)
    gain = margin(state, player) + state[TABLE_SIZE]
    shared(state, player, (player + 1) % state[PLAYERS], net, desk)
    count = 0
    for i in range(size):
        for j in range(i, size):
            s = set_strength(row, i, j)
            if s == 0:
                break
            if s > beat:
                value = gain + shown_value(net, desk, state, row, size, i, j, s, -1)
                count = insert_top(best, count, value, (-1, 0, -1, i, j))
    return count


def margin_after_scout(state: Ints, net: Quantised, desk: Desk) -> float:
    """Fill ``desk.part`` as after a Scout; returns the player's margin then."""
    players = state[PLAYERS]
    player = state[TURN]
    if players > 2:
        shared(state, player, (player + 1) % players, net, desk)
        return margin(state, player) - 1 / (players - 1)
    state[TOKENS + player] -= 1
    shared(state, player, player, net, desk)
    after = margin(state, player)
    state[TOKENS + player] += 1
    return after


def as_before(row: Ints, number: int, place: int) -> bool:
    """Whether a number put in there might as well be put in one place before."""
    return bool(place > 0 and row[place - 1] >> 4 == number)


def longest_join(hands: Ints, state: Ints, desk: Desk) -> int:
    """Fill ``desk.joins``; returns how many cards the longest of these sets has."""
    row = hands[state[TURN]]
    size = state[SIZE + state[TURN]]
    longest = 1
    for end in range(min(2, state[TABLE_SIZE])):
        for turned in range(2):
            number = end_card(hands, state, end, turned) >> 4
            for place in range(size + 1):
                if as_before(row, number, place):
                    continue
                cards = joined(row, size, number, place)
                desk.joins[2 * end + turned, place] = cards
                longest = max(longest, cards)
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


def scouts(
    hands: Ints, state: Ints, net: Quantised, wide: int, desk: Desk, best: Best, count: int
) -> int:
    """Value the Scouts, and fill ``desk.places``; returns how many moves have been written."""
    players = state[PLAYERS]
    player = state[TURN]
    row = hands[player]
    size = state[SIZE + player]
    left = state[TABLE_SIZE] - 1
    taken = state[SCOUTS] + 1
    over = players > 2 and taken == players - 1 and (left > 0 or state[CONTINUE] == 0)
    last_token = players == 2 and state[TOKENS + player] == 1
    gain = margin_after_scout(state, net, desk)
    end_part = desk.end_part
    places = desk.places
    places[:] = 0
    best_value = -1000.0
    longest = longest_join(hands, state, desk) if wide != EVERY else 0
    for end in range(min(2, left + 1)):
        remains = remaining(hands, state, end)
        begin(end_part, desk.part)
        k = table_features(
            hands[TABLE],
            1 - end,
            left - end,
            remains,
            state,
            player,
            state[OWNER],
            taken,
            desk.active,
            0,
        )
        add_rows(end_part, net.w1, desk.active, 0, k)
        for turned in range(2):
            card = end_card(hands, state, end, turned)
            number = card >> 4
            favourite_value = -1000.0
            for place in range(size + 1):
                if as_before(row, number, place):
                    continue
                joins = desk.joins[2 * end + turned, place]
                if not fits(row, size, number, place, wide, joins, longest):
                    continue
                inserted(row, size, card, place, desk.after)
                value = gain
                if over:
                    value += left_with_others(state, player) - (size + 1)
                    value -= state[SIZE + state[SHOWER]] / (players - 1)
                elif last_token and not can_show(desk.after, size + 1, remains):
                    value -= size + 1  # stuck: the other has no deduction
                else:
                    value += value_after(
                        net, desk, end_part, size + 1, remains, place, size - place, 0
                    )
                if value > best_value:
                    best_value = value
                    places[4] = 2 * end + turned
                if value > favourite_value:
                    favourite_value = value
                    places[2 * end + turned] = place
                count = insert_top(best, count, value, (end, turned, place, -1, -1))
    return count


def scout_and_shows(
    hands: Ints, state: Ints, net: Quantised, wide: int, desk: Desk, best: Best, count: int
) -> int:
    """Value the Scout & Shows; returns how many moves have been written."""
    players = state[PLAYERS]
    player = state[TURN]
    row = hands[player]
    size = state[SIZE + player]
    beat = table_strength(hands, state)
    gain = margin(state, player) - 1 / (players - 1) + state[TABLE_SIZE] - 1
    state[SPECIAL + player] = 0
    shared(state, player, (player + 1) % players, net, desk)
    state[SPECIAL + player] = 1
    hand = desk.shown
    places = desk.places
    for end in range(min(2, state[TABLE_SIZE])):
        remains = remaining(hands, state, end)
        for turned in range(2):
            card = end_card(hands, state, end, turned)
            which = 2 * end + turned
            for place in range(size + 1):
                if as_before(row, card >> 4, place):
                    continue
                favourite = wide == EVERY or places[which] == place
                every = wide == EVERY or (favourite and places[4] == which)
                if not favourite and desk.joins[which, place] == 1:
                    continue
                inserted(row, size, card, place, hand)
                first = 0
                if not favourite:  # only sets with the scouted card
                    first = place
                    while first > 0 and set_strength(hand, first - 1, place) > 0:
                        first -= 1
                for i in range(first, size + 1 if favourite else place + 1):
                    for j in range(i, size + 1):
                        s = set_strength(hand, i, j)
                        if s == 0:
                            break
                        with_it = i <= place <= j
                        if s <= remains or not (favourite or with_it):
                            continue
                        if not every and (i == j or (s > beat and not with_it)):
                            continue
                        if wide == NARROW and (
                            (j - i < 2 and not favourite) or is_part(hand, size + 1, i, j)
                        ):
                            continue
                        value = gain + shown_value(net, desk, state, hand, size + 1, i, j, s, place)
                        count = insert_top(best, count, value, (end, turned, place, i, j))
    return count


def weigh_moves(
    hands: Ints,
    state: Ints,
    net: Quantised,
    full: Ints,
    noise: float,
    seed: Ints,
    wide: int,
    values: Floats,
    moves: Ints,
    desk: Desk,
) -> int:
    """What `best_moves` does, at a desk that can be used again, after `sum_ends`."""
    player = state[TURN]
    best = Best(values, moves, noise, seed)
    size = state[SIZE + player]
    on_table = state[TABLE_SIZE]
    k = unseen_features(hands[player], size, hands[TABLE], on_table, state, full, desk.active, 0)
    k = known_features(state, player, desk.active, k)
    begin(desk.base, net.b1)
    add_rows(desk.base, net.w1, desk.active, 0, k)
    count = shows(hands, state, net, desk, best)
    if on_table == 0 or (state[PLAYERS] == 2 and state[TOKENS + player] == 0):
        return count
    count = scouts(hands, state, net, wide, desk, best, count)
    if state[SPECIAL + player] == 1 and (on_table > 1 or wide != NARROW):
        count = scout_and_shows(hands, state, net, wide, desk, best, count)
    return count


def best_moves(
    hands: Ints,
    state: Ints,
    net: Quantised,
    full: Ints,
    noise: float,
    seed: Ints,
    wide: int,
    values: Floats,
    moves: Ints,
) -> int:
    """Write the best moves of the player on turn, best first, as many as ``values`` has room for.

    ``noise``: width in points of a triangular disturbance of every value. ``wide``: with less than
    EVERY a scouted card goes only where it may be part of a set one day, or to an end of the hand;
    and of the Scout & Shows those are looked at that follow the best Scout, show the scouted card
    in a set, or need the weaker table. With NARROW it goes only where it joins nearly as many cards
    as it ever could (`fits`), and Scout & Shows don't scout the table's only card, show no part of
    a larger set, and the scouted card in a pair only where its best place is. Places next to an
    equal number count as one. Returns how many were written.
    """
    desk = make_desk()
    sum_ends(hands[state[TURN]], state[SIZE + state[TURN]], net, desk)
    return weigh_moves(hands, state, net, full, noise, seed, wide, values, moves, desk)


def move_features(
    hands: Ints, state: Ints, player: int, full: Ints, numbers: Ints, active: Ints
) -> int:
    """Write the features of the present position for a player; returns how many.

    Used for positions after that player's move, and for the deal before the first.
    """
    size = state[SIZE + player]
    on_table = state[TABLE_SIZE]
    table = hands[TABLE]
    s = table_strength(hands, state)
    k = unseen_features(hands[player], size, table, on_table, state, full, active, 0)
    k = known_features(state, player, active, k)
    k = other_features(state, player, state[TURN], active, k)
    k = table_features(
        table, 0, on_table - 1, s, state, player, state[OWNER], state[SCOUTS], active, k
    )
    return hand_features(hands[player], size, s, numbers, active, k, 0, 0)


def position_value(hands: Ints, state: Ints, player: int, net: Quantised, full: Ints) -> float:
    """The final margin that the network expects for a player in the present position."""
    active = np.empty(MAX_ACTIVE, np.int32)
    numbers = np.empty(WIDTH, np.int32)
    k = move_features(hands, state, player, full, numbers, active)
    acc = make_sums()
    begin(acc, net.b1)
    add_rows(acc, net.w1, active, 0, k)
    return margin(state, player) + head(net, acc, net.b2.copy(), make_units())
