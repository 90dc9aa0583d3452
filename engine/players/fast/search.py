"""Redeals of what a player can't see, and rounds played out from there."""

import numpy as np

from engine.players.fast.deal import flip
from engine.players.fast.features import count_blocks
from engine.players.fast.layout import (
    ENDER,
    OVER,
    PLAYERS,
    SIZE,
    TURN,
    WIDTH,
    Floats,
    Ints,
)
from engine.players.fast.net import Net, random_unit
from engine.players.fast.policy import best_moves, final_margin, margin
from engine.players.fast.rules import play

MOST_ACTIONS = 300
"""A playout that isn't over by then is scored as it stands."""


def set_around(row: Ints, size: int, at: int) -> int:
    """Cards in the longest group or run that card ``at`` is part of, a group counting half more."""
    best = 2
    for step in range(-1, 2):
        i = at
        while i > 0 and (row[i] >> 4) - (row[i - 1] >> 4) == step:
            i -= 1
        j = at
        while j + 1 < size and (row[j + 1] >> 4) - (row[j] >> 4) == step:
            j += 1
        best = max(best, 2 * (j - i + 1) + (1 if step == 0 and j > i else 0))
    return best


def put_in(row: Ints, size: int, card: int, seed: Ints) -> None:
    """Insert a scouted card where, and the way up that, it makes the longest set."""
    best = -1.0
    best_place = 0
    best_card = card
    other_way = ((card & 15) << 4) | (card >> 4)
    for place in range(size + 1):
        for turned in range(2):
            now = other_way if turned == 1 else card
            for i in range(size, place, -1):
                row[i] = row[i - 1]
            row[place] = now
            worth = set_around(row, size + 1, place) + random_unit(seed)
            if worth > best:
                best = worth
                best_place = place
                best_card = now
            for i in range(place, size):
                row[i] = row[i + 1]
    for i in range(size, best_place, -1):
        row[i] = row[i - 1]
    row[best_place] = best_card


def redeal(
    hands: Ints,
    state: Ints,
    viewer: int,
    pool: Ints,
    pool_size: int,
    known: Ints,
    known_sizes: Ints,
    seed: Ints,
) -> None:
    """Fill every hand but the viewer's: with what it is known to hold, and from the pool at random.

    The cards from the pool are turned, as a whole, the way they divide into fewer sets: whoever
    holds them once chose so. ``pool`` is shuffled on the way.
    """
    numbers = np.empty(WIDTH, np.int32)
    at = 0
    for p in range(state[PLAYERS]):
        if p == viewer:
            continue
        row = hands[p]
        size = state[SIZE + p] - known_sizes[p]
        for i in range(size):
            j = at + int(random_unit(seed) * (pool_size - at))
            card = pool[j]
            pool[j] = pool[at]
            pool[at] = card
            at += 1
            if random_unit(seed) < 0.5:
                card = ((card & 15) << 4) | (card >> 4)
            row[i] = card
            numbers[i] = card >> 4
        blocks = count_blocks(numbers, size)
        for i in range(size):
            numbers[i] = row[i] & 15
        if count_blocks(numbers, size) < blocks:
            for i in range(size):
                row[i] = ((row[i] & 15) << 4) | (row[i] >> 4)
        for i in range(known_sizes[p]):
            put_in(row, size + i, known[p, i], seed)


def play_out(
    hands: Ints,
    state: Ints,
    viewer: int,
    net: Net,
    full: Ints,
    seed: Ints,
    values: Floats,
    moves: Ints,
) -> float:
    """Play the round to its end by the network alone; the viewer's margin."""
    for _ in range(MOST_ACTIONS):
        if state[OVER] != 0:
            return final_margin(state, viewer, state[ENDER])
        best_moves(hands, state, net, full, 0.0, seed, 0, values, moves)
        play(hands, state, moves[0])
    return margin(state, viewer)


def try_moves(
    hands: Ints,
    state: Ints,
    net: Net,
    full: Ints,
    pool: Ints,
    pool_size: int,
    known: Ints,
    known_sizes: Ints,
    moves: Ints,
    alive: Ints,
    redeals: int,
    seed: Ints,
    totals: Floats,
) -> None:
    """Play every move whose index is in ``alive`` out on the same redeals; add up the margins."""
    viewer = state[TURN]
    world = hands.copy()
    then = hands.copy()
    after = state.copy()
    values = np.empty(1, np.float32)
    best = np.empty((1, 5), np.int16)
    for _ in range(redeals):
        redeal(world, state, viewer, pool, pool_size, known, known_sizes, seed)
        for c in alive:
            then[:] = world
            after[:] = state
            play(then, after, moves[c])
            totals[c] += play_out(then, after, viewer, net, full, seed, values, best)


def try_orientations(
    hands: Ints,
    state: Ints,
    viewer: int,
    net: Net,
    full: Ints,
    pool: Ints,
    pool_size: int,
    known: Ints,
    known_sizes: Ints,
    redeals: int,
    seed: Ints,
    totals: Floats,
) -> None:
    """Play keeping (0) and flipping (1) the hand out on the same redeals; add up the margins."""
    world = hands.copy()
    then = hands.copy()
    after = state.copy()
    values = np.empty(1, np.float32)
    best = np.empty((1, 5), np.int16)
    for _ in range(redeals):
        redeal(world, state, viewer, pool, pool_size, known, known_sizes, seed)
        for c in range(2):
            then[:] = world
            after[:] = state
            if c == 1:
                flip(then, after, viewer)
            totals[c] += play_out(then, after, viewer, net, full, seed, values, best)
