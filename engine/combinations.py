"""Groups and runs: what may be shown, and what beats what (R10 to R13)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from operator import itemgetter
from typing import Literal, NamedTuple

from engine.cards import Card

Kind = Literal["group", "run", "single"]

Numbers = tuple[int, ...]
"""Active numbers, left to right."""

Span = tuple[int, int]
"""Adjacent cards of a hand: the positions of the first and the last, from 1."""

_FAR = 20  # from the numbers of all cards
_ACTIVE = itemgetter(0)


class Strength(NamedTuple):
    """What sets are compared by, most important first (R11); an ordinary tuple comparison.

    >>> strength([2, 2]) > strength([9, 10])
    True
    >>> strength([6, 5, 4]) > strength([3, 4, 5])
    True
    """

    size: int
    is_group: bool
    lowest: int


def active_numbers(cards: Sequence[Card]) -> Numbers:
    """The numbers that count, left to right."""
    return tuple(map(_ACTIVE, cards))


def written(numbers: Sequence[int]) -> str:
    """The numbers as a message names them, shortened beyond all that play can reach.

    >>> written([5, 6, 7])
    '5-6-7'
    """
    return "-".join(map(str, numbers[:45])) + ("-…" if len(numbers) > 45 else "")


def kind(numbers: Sequence[int]) -> Kind | None:
    """What the numbers make together, in this order; None if neither group nor run (R10)."""
    if not numbers:
        return None
    if len(numbers) == 1:
        return "single"
    step = numbers[1] - numbers[0]
    if not -1 <= step <= 1 or any(b - a != step for a, b in pairwise(numbers)):
        return None
    return "run" if step else "group"


def strength(numbers: Sequence[int]) -> Strength:
    """The strength of a group or run, worked out from what lies there now (R12).

    A single is a group and a run at once, so singles compare by number alone.
    """
    return Strength(size=len(numbers), is_group=numbers[0] == numbers[-1], lowest=min(numbers))


def beats(numbers: Sequence[int], table: Sequence[int]) -> bool:
    """Whether a group or run may be shown over what lies on the table (R11, R13)."""
    return not table or strength(numbers) > strength(table)


def _every_set() -> Iterator[Numbers]:
    for first in range(1, 11):
        yield from ((first,) * size for size in range(1, 10))  # nine cards bear a number
        for last in range(1, 11):
            if first != last:
                step = 1 if first < last else -1
                yield tuple(range(first, last + step, step))


SETS: Mapping[Numbers, Strength] = {numbers: strength(numbers) for numbers in _every_set()}
"""Every group and run there is, with its strength (R10, R11): 90 groups and singles, 90 runs."""

_NOTHING = Strength(size=0, is_group=False, lowest=0)


def legal_shows(numbers: Numbers, table: Numbers) -> list[Span]:
    """What of a hand may be shown (R10, R11, R13): single cards, then longer from left to right.

    Args:
        numbers: the hand's active numbers.
        table: the active set's active numbers; empty when there is none.

    >>> legal_shows((5, 6, 7, 7), table=(6, 7))
    [(1, 3), (3, 4)]
    """
    to_beat = SETS[table] if table else _NOTHING
    highest = 10 if to_beat.size > 1 else to_beat.lowest
    shows = [(i, i) for i, number in enumerate(numbers, start=1) if number > highest]
    for first, (one, other) in enumerate(pairwise(numbers), start=1):
        if abs(one - other) > 1:
            continue  # no set, and nothing longer that begins with them is one
        last = first + 1
        while last <= len(numbers) and (found := SETS.get(numbers[first - 1 : last])):
            if found > to_beat:
                shows.append((first, last))
            last += 1
    return shows


def legal_shows_with(hand: Numbers, number: int, table: Numbers) -> Iterator[list[Span]]:
    """The legal shows that a new card makes possible, for each place where it can go.

    For each place in turn, the first one to the last: those shows of the new hand which the new
    card is part of; spans count with the new card there.

    Args:
        hand: the hand's active numbers before.
        number: the new card's active number.
        table: the active set's active numbers; empty when there is none.

    >>> list(legal_shows_with((5, 6), 7, table=(6, 7)))
    [[], [], [(1, 3)]]
    """
    to_beat = SETS[table] if table else _NOTHING
    alone = SETS[number,] > to_beat
    gaps = pairwise((_FAR, *hand, _FAR))
    for place, (before, after) in enumerate(gaps, start=1):
        shows = [(place, place)] if alone else []
        if abs(before - number) < 2 or abs(after - number) < 2:
            numbers = (*hand[: place - 1], number, *hand[place - 1 :])
            shows += _longer_with(numbers, place, to_beat)
        yield shows


def _longer_with(numbers: Numbers, place: int, to_beat: Strength) -> list[Span]:
    """The legal shows of two cards and more that the card at a place is part of."""
    shows = []
    first = place
    while first and numbers[first - 1 : place] in SETS:
        last = max(place, first + 1)
        while last <= len(numbers) and (found := SETS.get(numbers[first - 1 : last])):
            if found > to_beat:
                shows.append((first, last))
            last += 1
        first -= 1
    shows.sort()
    return shows
