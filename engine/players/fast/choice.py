"""What choosing a move is made of: a list of the best, and what comes of a card put in or shown."""

from typing import NamedTuple

import numpy as np

from engine.players.fast.layout import MOVE_SIZE, Floats, Ints
from engine.players.fast.net import random_unit
from engine.players.fast.rules import set_strength


class Best(NamedTuple):
    """Where the best moves are collected, ordered by value.

    ``noise``: width in points of a triangular disturbance of every value, drawn with ``seed``.
    """

    values: Floats
    moves: Ints
    noise: float
    seed: Ints


def blank_best(room: int, noise: float = 0.0, seed: int = 0) -> Best:
    """Room for so many of the best moves."""
    values, moves = np.empty(room, np.float32), np.empty((room, MOVE_SIZE), np.int16)
    return Best(values, moves, noise, np.array([seed], np.int64))


def insert_top(best: Best, count: int, value: float, move: tuple[int, int, int, int, int]) -> int:
    """Put a move among the best unless there are enough better ones; returns how many there are."""
    values = best.values
    moves = best.moves
    if best.noise > 0:
        value += best.noise * (random_unit(best.seed) - random_unit(best.seed))
    room = values.shape[0]
    if count == room and value <= values[room - 1]:
        return count
    i = count if count < room else room - 1
    while i > 0 and values[i - 1] < value:
        values[i] = values[i - 1]
        for j in range(MOVE_SIZE):
            moves[i, j] = moves[i - 1, j]
        i -= 1
    values[i] = value
    moves[i, 0], moves[i, 1], moves[i, 2], moves[i, 3], moves[i, 4] = move
    return min(count + 1, room)


def without(cards: Ints, size: int, first: int, last: int, after: Ints) -> int:
    """Write the hand without cards ``first..last``; returns its size."""
    length = last - first + 1
    for x in range(first):
        after[x] = cards[x]
    for x in range(last + 1, size):
        after[x - length] = cards[x]
    return size - length


def is_part(cards: Ints, size: int, first: int, last: int) -> bool:
    """Whether a group or run can be made longer by the card before or after it."""
    if last + 1 < size and set_strength(cards, first, last + 1) > 0:
        return True
    return first > 0 and set_strength(cards, first - 1, last) > 0


def near(row: Ints, size: int, number: int, place: int, off: int) -> bool:
    """Whether a number there makes a set with a card at most that many places off."""
    for i in range(max(0, place - off), min(size, place + off)):
        if -1 <= (row[i] >> 4) - number <= 1:
            return True
    return False


def sets_around(row: Ints, size: int, number: int, left: int, right: int) -> tuple[int, int]:
    """Cards in the longest group, and in the longest run, that a number is part of.

    It stands after ``left`` cards of the row and before the one at ``right``: the same place where
    it is put in, one apart where it is a card of the row.
    """
    group = 1
    run = 1
    for step in range(-1, 2):
        i = left
        while i > 0 and row[i - 1] >> 4 == number - step * (left - i + 1):
            i -= 1
        j = right
        while j < size and row[j] >> 4 == number + step * (j - right + 1):
            j += 1
        cards = left - i + 1 + j - right
        if step == 0:
            group = cards
        else:
            run = max(run, cards)
    return group, run


def joined(row: Ints, size: int, number: int, place: int) -> int:
    """Cards in the longest group or run that a number put in there would be part of."""
    group, run = sets_around(row, size, number, place, place)
    return max(group, run)
