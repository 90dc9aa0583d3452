"""Groups and runs: what may be shown, and what beats what (R10 to R13)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations, pairwise
from operator import itemgetter, sub
from typing import Literal, NamedTuple

from engine.cards import Card

Kind = Literal["group", "run", "single"]

Numbers = tuple[int, ...]
"""Active numbers, left to right."""

Span = tuple[int, int]
"""Adjacent cards of a hand: the positions of the first and the last, from 1."""

_NO_NUMBER = 20  # far from those of all cards
_STEPS = frozenset({-1, 0, 1})  # from a card to the next, in runs and groups
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
    return Strength(len(numbers), numbers[0] == numbers[-1], min(numbers))


def beats(numbers: Sequence[int], table: Sequence[int]) -> bool:
    """Whether a group or run may be shown over what lies on the table (R11, R13)."""
    if len(numbers) != len(table):
        return len(numbers) > len(table)
    if len(numbers) == 1:  # nearly always; strength says the same
        return numbers[0] > table[0]
    return strength(numbers) > strength(table)


def legal_shows(numbers: Numbers, table: Numbers) -> list[Span]:
    """What of a hand may be shown (R10, R11, R13): single cards, then longer from left to right.

    Args:
        numbers: the hand's active numbers.
        table: the active set's active numbers; empty when there is none.

    >>> legal_shows((5, 6, 7, 7), table=(6, 7))
    [(1, 3), (3, 4)]
    """
    shows: list[Span] = []
    if len(table) < 2:
        to_beat = table[0] if table else 0
        shows = [(i, i) for i, number in enumerate(numbers, start=1) if number > to_beat]
        table = ()  # two cards and more beat any single one
    # Stretches in which every step is the same: their parts of two cards and more are sets. The
    # last card of one may be the first of the next. A last step that fits nothing closes the last.
    start, same = 0, _NO_NUMBER
    for here, step in enumerate(map(sub, (*numbers[1:], _NO_NUMBER), numbers)):
        if step != same:
            if same in _STEPS:
                shows += _parts(numbers[start : here + 1], start, table)
            start, same = here, step
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
    alone = not table or (len(table) == 1 and number > table[0])
    if len(table) < 2:
        table = ()  # two cards and more beat any single one
    gaps = pairwise((_NO_NUMBER, *hand, _NO_NUMBER))
    for place, (before, after) in enumerate(gaps, start=1):
        shows = [(place, place)] if alone else []
        if (step := number - before) in _STEPS:
            shows += _longer_with(hand, place, number, step, table)
        if (then := after - number) in _STEPS and then != step:
            shows += _longer_with(hand, place, number, then, table)
        yield shows


def _longer_with(
    hand: Numbers, place: int, number: int, step: int, table: Numbers
) -> tuple[Span, ...]:
    """The legal shows of two cards and more with the new card in which each step is ``step``."""
    start = stop = place - 1
    while start > 0 and hand[start - 1] == number - step * (place - start):
        start -= 1
    while stop < len(hand) and hand[stop] == number + step * (stop + 2 - place):
        stop += 1
    stretch = (*hand[start : place - 1], number, *hand[place - 1 : stop])
    return _parts_with(stretch, start, place, table)


@lru_cache(maxsize=1 << 16)
def _parts_with(stretch: Numbers, start: int, place: int, table: Numbers) -> tuple[Span, ...]:
    """Those of ``_parts`` that the card at ``place`` is in."""
    parts = _parts(stretch, start, table)
    return tuple((first, last) for first, last in parts if first <= place <= last)


@lru_cache(maxsize=1 << 16)
def _parts(stretch: Numbers, start: int, table: Numbers) -> tuple[Span, ...]:
    """The legal shows of two cards and more in a stretch where every step is the same.

    There are few stretches and few sets, so nearly every answer is worked out once.

    Args:
        stretch: adjacent numbers of a hand.
        start: how many cards the hand has before them.
        table: the active set's active numbers; empty when there is none, or a single card.
    """
    return tuple(
        (start + first + 1, start + last + 1)
        for first, last in combinations(range(len(stretch)), 2)
        if beats(stretch[first : last + 1], table)
    )
