"""A club player's way of thinking: how many turns does my hand still take?

The worth of a hand is that of its best division into groups and runs, in points; every other
consideration is one number in ``WEIGHTS``.
"""

from typing import NamedTuple

import numpy as np

from engine.players.fast.choice import (
    Best,
    end_card,
    insert_top,
    inserted,
    left_with_others,
    remaining,
    without,
)
from engine.players.fast.layout import (
    CONTINUE,
    PLAYERS,
    SCOUTS,
    SHOWER,
    SIZE,
    SPECIAL,
    TABLE_SIZE,
    TOKENS,
    TURN,
    WIDTH,
    Floats,
    Ints,
)
from engine.players.fast.rules import set_strength, table_strength

TURNS = 0
"""What a turn needed to be rid of a set costs."""
CARDS = 1
"""What a card in hand costs besides."""
SHARP = 2
"""Worth of the hand's strongest set, by its strength."""
JOINS = 3
"""Worth of two cards that would make a set if those between them were gone."""
SPEND = 4
"""What giving up the Scout & Show token costs."""
HURRY = 5
"""What a card in hand costs more for every card fewer than five in the shortest hand of another."""
FEED = 6
"""What a Scout costs more that brings another's set one step nearer to ending the round."""


LAST_CARDS = 20.0
"""More than any hand is worth: what ending the round is worth, or costs where another ends it."""


class Plan(NamedTuple):
    """What the planner goes by in a position, and its working space."""

    weights: Floats
    hurry: float
    others: float
    """Cards in the others' hands, each weighing what it takes from the mean of their scores."""
    hand: Ints
    after: Ints
    best: Floats


def set_worth(s: int) -> float:
    """A set's strength as a number that grows evenly: 1 for a single 1, 2 for a pair, and so on."""
    return (s >> 5) + ((s >> 4) & 1) * 0.4 * ((s >> 5) > 1) + (s & 15) / 12.0


def hand_worth(cards: Ints, size: int, weights: Floats, hurry: float, best: Floats) -> float:
    """What a hand is worth, in points; ``best`` is working space of more than ``size`` numbers."""
    best[0] = 0
    for i in range(1, size + 1):
        best[i] = -1000
    sharpest = 0
    joins = 0
    for i in range(size):
        a = cards[i] >> 4
        for j in range(i, size):
            s = set_strength(cards, i, j)
            if s == 0:
                break
            sharpest = max(sharpest, s)
            worth = best[i] - weights[TURNS]
            best[j + 1] = max(best[j + 1], worth)
        for j in range(i + 2, min(i + 4, size)):
            if -1 <= (cards[j] >> 4) - a <= 1:
                joins += 1
    worth = best[size] - size * (weights[CARDS] + hurry) + joins * weights[JOINS]
    if sharpest > 0:
        worth += weights[SHARP] * set_worth(sharpest)
    return worth


def show_worth(cards: Ints, size: int, first: int, last: int, plan: Plan) -> float:
    """What is left to hope for after a Show of cards ``first..last`` of a hand."""
    left = without(cards, size, first, last, plan.after)
    if left == 0:
        return plan.others + LAST_CARDS
    return hand_worth(plan.after, left, plan.weights, plan.hurry, plan.best)


def plan_shows(hands: Ints, state: Ints, plan: Plan, best: Best) -> int:
    """Weigh the Shows; returns how many moves have been written."""
    player = state[TURN]
    row = hands[player]
    size = state[SIZE + player]
    beat = table_strength(hands, state)
    count = 0
    for i in range(size):
        for j in range(i, size):
            s = set_strength(row, i, j)
            if s == 0:
                break
            if s > beat:
                value = state[TABLE_SIZE] + show_worth(row, size, i, j, plan)
                count = insert_top(best, count, value, (-1, 0, -1, i, j))
    return count


def plan_scouts(hands: Ints, state: Ints, plan: Plan, best: Best, count: int) -> int:
    """Weigh the Scouts, and the Scout & Shows that the best of each end and turn opens."""
    players = state[PLAYERS]
    player = state[TURN]
    row = hands[player]
    size = state[SIZE + player]
    left = state[TABLE_SIZE] - 1
    price = 1.0 if players == 2 else 1.0 / (players - 1)
    scouts = state[SCOUTS] + 1
    over = players > 2 and scouts == players - 1 and (left > 0 or state[CONTINUE] == 0)
    hand = plan.hand
    for end in range(min(2, left + 1)):
        for turned in range(2):
            card = end_card(hands, state, end, turned)
            favourite = 0
            favourite_value = -1000.0
            for place in range(size + 1):
                inserted(row, size, card, place, hand)
                if over:
                    spared = state[SIZE + state[SHOWER]] / (players - 1)
                    value = plan.others - spared - (size + 1) - LAST_CARDS
                else:
                    value = hand_worth(hand, size + 1, plan.weights, plan.hurry, plan.best)
                    value -= plan.weights[FEED] * scouts
                if value - price > favourite_value:
                    favourite = place
                    favourite_value = value - price
            move = (end, turned, favourite, -1, -1)
            count = insert_top(best, count, favourite_value, move)
            if state[SPECIAL + player] == 0:
                continue
            inserted(row, size, card, favourite, hand)
            remains = remaining(hands, state, end)
            for i in range(size + 1):
                for j in range(i, size + 1):
                    s = set_strength(hand, i, j)
                    if s == 0:
                        break
                    if s > remains:
                        value = left - price + show_worth(hand, size + 1, i, j, plan)
                        if j - i < size:
                            value -= plan.weights[SPEND]
                        count = insert_top(best, count, value, (end, turned, favourite, i, j))
    return count


def plan_moves(
    hands: Ints,
    state: Ints,
    weights: Floats,
    noise: float,
    seed: Ints,
    values: Floats,
    moves: Ints,
) -> int:
    """Write the planner's best moves of the player on turn, best first; returns how many.

    ``noise``: width in points of a triangular disturbance of every value.
    """
    player = state[TURN]
    shortest = 99
    for p in range(state[PLAYERS]):
        if p != player:
            shortest = min(shortest, state[SIZE + p])
    plan = Plan(
        weights,
        weights[HURRY] * max(0, 5 - shortest),
        left_with_others(state, player),
        np.empty(WIDTH, np.int16),
        np.empty(WIDTH, np.int16),
        np.empty(WIDTH + 1, np.float32),
    )
    best = Best(values, moves, noise, seed)
    count = plan_shows(hands, state, plan, best)
    if state[TABLE_SIZE] == 0 or (state[PLAYERS] == 2 and state[TOKENS + player] == 0):
        return count
    return plan_scouts(hands, state, plan, best, count)
