"""Groups and runs: what may be shown, and what beats what (R10 to R13)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Literal, NamedTuple

from engine.cards import Card

Kind = Literal["group", "run", "single"]


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


def active_numbers(cards: Sequence[Card]) -> tuple[int, ...]:
    """The numbers that count, left to right."""
    return tuple([card[0] for card in cards])


def written(numbers: Sequence[int]) -> str:
    """The numbers as a message names them, shortened beyond all that play can reach.

    >>> written([5, 6, 7])
    '5-6-7'
    """
    return "-".join(map(str, numbers[:45])) + ("-…" if len(numbers) > 45 else "")


def kind(numbers: Sequence[int]) -> Kind | None:
    """What the numbers make together, in this order; None if neither group nor run (R10)."""
    if len(numbers) == 1:
        return "single"
    steps = {after - before for before, after in pairwise(numbers)}
    if steps == {0}:
        return "group"
    if steps in ({1}, {-1}):
        return "run"
    return None


def strength(numbers: Sequence[int]) -> Strength:
    """The strength of a group or run, worked out from what lies there now (R12).

    A single is a group and a run at once, so singles compare by number alone.
    """
    return Strength(len(numbers), numbers[0] == numbers[-1], min(numbers))


def beats(numbers: Sequence[int], table: Sequence[int]) -> bool:
    """Whether a group or run may be shown over what lies on the table (R11, R13)."""
    return not table or strength(numbers) > strength(table)


def legal_shows(numbers: Sequence[int], table: Sequence[int]) -> Iterator[tuple[int, int]]:
    """The spans ``(first, last)`` of a hand that may be shown, positions from 1 (R10, R11, R13).

    Args:
        numbers: the hand's active numbers.
        table: the active set's active numbers; empty when there is none.
    """
    least = len(table)
    to_beat = strength(table) if table else None
    size = len(numbers)
    for first in range(size):
        step = 0
        for last in range(first, size):
            if last > first:
                this_step = numbers[last] - numbers[last - 1]
                if last == first + 1:
                    if not -1 <= this_step <= 1:
                        break
                    step = this_step
                elif this_step != step:
                    break
            count = last - first + 1
            if count > least or (
                count == least
                and to_beat is not None
                and (count, step == 0, min(numbers[first], numbers[last])) > to_beat
            ):
                yield first + 1, last + 1
