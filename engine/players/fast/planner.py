"""A club player's way of thinking: how many turns does my hand still take?

The worth of a hand is that of its best division into groups and runs, in points; every other
consideration is one number in ``WEIGHTS``.
"""

from typing import NamedTuple

import numpy as np

from engine.players.fast.choice import Best, insert_top, without
from engine.players.fast.layout import (
    EMPTY,
    MOST_SCOUTS,
    MOST_SETS,
    MOVE_SIZE,
    PLAYERS,
    SCOUTS,
    SET_SIZE,
    SHOWER,
    SIZE,
    SPECIAL,
    TABLE_SIZE,
    TURN,
    UNBEATEN,
    WIDTH,
    CardSet,
    Floats,
    Ints,
)
from engine.players.fast.points import deductions, scout_price
from engine.players.fast.rules import (
    end_card,
    found_scout,
    found_set,
    inserted,
    list_scouts,
    list_sets,
    remaining,
    scout_ends_round,
    table_strength,
)
from engine.players.fast.tables import Table

WEIGHTS = Table()
"""What the planner minds, in points."""
TURNS = WEIGHTS.of("TURNS")
"""What a turn needed to be rid of a set costs."""
CARDS = WEIGHTS.of("CARDS")
"""What a card in hand costs besides."""
SHARP = WEIGHTS.of("SHARP")
"""Worth of the hand's strongest set, by its strength."""
JOINS = WEIGHTS.of("JOINS")
"""Worth of two cards that would make a set if those between them were gone."""
SPEND = WEIGHTS.of("SPEND")
"""What giving up the Scout & Show token costs."""
HURRY = WEIGHTS.of("HURRY")
"""What a card in hand costs more for every card fewer than five in the shortest hand of another."""
FEED = WEIGHTS.of("FEED")
"""What a Scout costs more that brings another's set one step nearer to ending the round."""


LAST_CARDS = 20.0
"""More than any hand is worth: what ending the round is worth, or costs where another ends it."""
NO_VALUE = -1000.0
"""Less than any hand is worth."""


class Plan(NamedTuple):
    """What the planner goes by in a position, and its working space (`make_plan`)."""

    weights: Floats
    hurry: float
    """What a card in hand costs besides, as short as the others' hands are."""
    sets: Ints
    shown: Ints
    scouts: Ints
    hand: Ints
    after: Ints
    best: Floats


def make_plan(weights: Floats, hurry: float) -> Plan:
    """A plan by these weights."""
    return Plan(
        weights,
        hurry,
        np.empty((MOST_SETS, SET_SIZE), np.int16),
        np.empty((MOST_SETS, SET_SIZE), np.int16),
        np.empty((MOST_SCOUTS, MOVE_SIZE), np.int16),
        np.empty(WIDTH, np.int16),
        np.empty(WIDTH, np.int16),
        np.empty(WIDTH + 1, np.float32),
    )


def set_worth(s: int) -> float:
    """A set's strength as a number that grows evenly: 1 for a single 1, 2 for a pair, and so on."""
    return (s >> 5) + ((s >> 4) & 1) * 0.4 * ((s >> 5) > 1) + (s & 15) / 12.0


def joins(cards: Ints, size: int) -> int:
    """How many pairs of cards would make a set if the one or two between them were gone."""
    found = 0
    for i in range(size):
        for j in range(i + 2, min(i + 4, size)):
            if -1 <= (cards[j] >> 4) - (cards[i] >> 4) <= 1:
                found += 1
    return found


def hand_worth(cards: Ints, size: int, plan: Plan) -> float:
    """What a hand is worth, in points: that of its best division into sets, and of its best set."""
    weights, best = plan.weights, plan.best
    best[0] = 0
    for i in range(1, size + 1):
        best[i] = NO_VALUE
    sharpest = 0
    found = list_sets(cards, 0, size, size, 0, plan.sets)
    for i in range(found):
        part = found_set(cards, plan.sets, i)
        sharpest = max(sharpest, part.strength)
        worth = best[part.first] - weights[TURNS]
        best[part.last + 1] = max(best[part.last + 1], worth)
    worth = best[size] - size * (weights[CARDS] + plan.hurry) + joins(cards, size) * weights[JOINS]
    if sharpest > 0:
        worth += weights[SHARP] * set_worth(sharpest)
    return worth


def show_worth(state: Ints, shown: CardSet, size: int, plan: Plan) -> float:
    """What is left to hope for after a Show from a hand of so many cards."""
    left = without(shown.row, size, shown.first, shown.last, plan.after)
    if left == 0:
        return deductions(state, state[TURN], 0, EMPTY, state[TURN]) + LAST_CARDS
    return hand_worth(plan.after, left, plan)


def scout_worth(state: Ints, size: int, plan: Plan) -> float:
    """What is left to hope for after a Scout that makes ``plan.hand``, of so many cards."""
    if scout_ends_round(state):
        return deductions(state, state[TURN], size, UNBEATEN, state[SHOWER]) - LAST_CARDS
    return hand_worth(plan.hand, size, plan) - plan.weights[FEED] * (state[SCOUTS] + 1)


def plan_shows(hands: Ints, state: Ints, plan: Plan, best: Best) -> int:
    """Weigh the Shows; returns how many moves have been written."""
    row = hands[state[TURN]]
    size = state[SIZE + state[TURN]]
    count = 0
    found = list_sets(row, 0, size, size, table_strength(hands, state), plan.shown)
    for i in range(found):
        shown = found_set(row, plan.shown, i)
        value = state[TABLE_SIZE] + show_worth(state, shown, size, plan)
        count = insert_top(best, count, value, (-1, 0, -1, shown.first, shown.last))
    return count


def plan_scouts(hands: Ints, state: Ints, plan: Plan, best: Best, count: int) -> int:
    """Weigh the best Scout of each end and way up, and what it opens; returns the moves written."""
    player = state[TURN]
    size = state[SIZE + player] + 1
    price = scout_price(state)
    scouts = list_scouts(hands, state, True, plan.scouts)
    favourite, value = 0, NO_VALUE
    for i in range(scouts):
        end, way, place = found_scout(plan.scouts, i)
        card = end_card(hands, state, end, way)
        inserted(hands[player], size - 1, card, place, plan.hand)
        worth = scout_worth(state, size, plan) - price
        if place == 0 or worth > value:
            favourite, value = place, worth
        if place < size - 1:
            continue
        count = insert_top(best, count, value, (end, way, favourite, -1, -1))
        if state[SPECIAL + player] == 1:
            inserted(hands[player], size - 1, card, favourite, plan.hand)
            count = plan_scout_and_shows(hands, state, (end, way, favourite), plan, best, count)
    return count


def plan_scout_and_shows(
    hands: Ints, state: Ints, scout: tuple[int, int, int], plan: Plan, best: Best, count: int
) -> int:
    """Weigh the Scout & Shows (R19) that begin with a Scout which has made ``plan.hand``."""
    end, way, place = scout
    size = state[SIZE + state[TURN]] + 1
    gain = state[TABLE_SIZE] - 1 - scout_price(state)
    found = list_sets(plan.hand, 0, size, size, remaining(hands, state, end), plan.shown)
    for i in range(found):
        shown = found_set(plan.hand, plan.shown, i)
        value = gain + show_worth(state, shown, size, plan)
        if shown.last - shown.first + 1 < size:
            value -= plan.weights[SPEND]
        count = insert_top(best, count, value, (end, way, place, shown.first, shown.last))
    return count


def plan_moves(hands: Ints, state: Ints, weights: Floats, best: Best) -> int:
    """Write the planner's best moves of the player on turn, best first; returns how many."""
    player = state[TURN]
    shortest = 99
    for p in range(state[PLAYERS]):
        if p != player:
            shortest = min(shortest, state[SIZE + p])
    plan = make_plan(weights, weights[HURRY] * max(0, 5 - shortest))
    count = plan_shows(hands, state, plan, best)
    return plan_scouts(hands, state, plan, best, count)


def hold_worth(cards: Ints, size: int, weights: Floats) -> float:
    """What a hand is worth before anything was played: which way up to hold it (R7)."""
    return hand_worth(cards, size, make_plan(weights, 0.0))
