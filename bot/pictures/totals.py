"""Sums over a match's rounds, for its result."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate


def totals_by_round(rounds: Sequence[Sequence[int]]) -> list[list[int]]:
    """Each seat's totals from 0 on, one more after each round.

    >>> totals_by_round([(3, -1), (2, 4)])
    [[0, 3, 5], [0, -1, 3]]
    """
    return [[0, *accumulate(points)] for points in zip(*rounds, strict=True)]


def ranking(totals: Sequence[int]) -> list[tuple[int, int]]:
    """(rank, seat) from the best down; who ties shares the better rank (R6).

    >>> ranking([5, 9, 5])
    [(1, 2), (2, 1), (2, 3)]
    """
    seats = sorted(range(1, len(totals) + 1), key=lambda seat: -totals[seat - 1])
    return [(1 + sum(total > totals[seat - 1] for total in totals), seat) for seat in seats]
