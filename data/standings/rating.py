"""What a rating is, and how a match changes the ratings of those who sat at it. Pure.

The model is openskill's Plackett-Luce over the final ranking, everyone a team of one. Who tie may
have come in any order, so a tie is the mean over these orders: the model's own way divides a tied
step by those who share it, and so lifts a third above two who share the win. The parameters stand
here, so that a rebuild gives the same numbers whatever the library's defaults become. Computers are
rated on the same scale, one rating a level; where a level sits more than once at a table, it takes
the mean of its seats' changes.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, permutations, product
from statistics import fmean
from typing import TypeVar

from openskill.models import PlackettLuce

Name = TypeVar("Name", bound=Hashable)

_MU = 25.0
_SIGMA = _MU / 3
_MODEL = PlackettLuce(
    mu=_MU,
    sigma=_SIGMA,
    beta=_MU / 6,
    kappa=0.0001,
    tau=_MU / 300,
    limit_sigma=False,
)

PROVISIONAL_BELOW = 10
"""A rating from fewer matches than this is provisional."""


@dataclass(frozen=True, slots=True)
class Rating:
    """How strong somebody is thought to be (``mu``), and how uncertain that is (``sigma``)."""

    mu: float = _MU
    sigma: float = _SIGMA

    @property
    def points(self) -> int:
        """What is shown: the conservative estimate, 1000 for a beginner.

        It is ``1000 + 40 (mu - 3 sigma)``: all but certainly they are at least as strong as that.
        """
        return round(1000 + 40 * self.conservative)

    @property
    def conservative(self) -> float:
        """``mu - 3 sigma``, by which the leaderboard sorts."""
        return self.mu - 3 * self.sigma

    @property
    def uncertainty(self) -> int:
        """One sigma, in shown points."""
        return round(40 * self.sigma)

    @property
    def certainty(self) -> int:
        """How much of the first uncertainty is gone, in percent."""
        return max(0, round(100 * (1 - self.sigma / _SIGMA)))


NEW = Rating()
"""A beginner's."""


def rate(
    seats: Sequence[Name], ranks: Sequence[int], ratings: Mapping[Name, Rating]
) -> dict[Name, Rating]:
    """The new ratings after a match.

    Args:
        seats: who sat there, by seat; the same name more than once for several seats of a level.
        ranks: by seat, 1 is best, ties share a rank.
        ratings: the ratings before; who is missing is new.

    Returns:
        By name, for those who sat there.
    """
    before = [ratings.get(name, NEW) for name in seats]
    # For all orders the same: to make them costs as much as to rate them, and five who tie stand
    # for 120 orders.
    teams = [[_MODEL.rating(mu=rating.mu, sigma=rating.sigma)] for rating in before]
    by_name: dict[Name, list[Rating]] = {}
    for order in _orders(ranks):
        rated = _MODEL.rate(teams, ranks=[float(place) for place in order])
        for name, (one,) in zip(seats, rated, strict=True):
            by_name.setdefault(name, []).append(Rating(one.mu, one.sigma))
    return {name: _mean(changed) for name, changed in by_name.items()}


def _orders(ranks: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """The rankings without ties that a ranking stands for, each by seat.

    >>> list(_orders((2, 1, 2)))
    [(2, 1, 3), (3, 1, 2)]
    """
    tied = [
        [seat for seat, rank in enumerate(ranks) if rank == shared] for shared in sorted({*ranks})
    ]
    for shuffled in product(*map(permutations, tied)):
        places = {seat: place for place, seat in enumerate(chain(*shuffled), start=1)}
        yield tuple(places[seat] for seat in range(len(ranks)))


def ranks(points: Sequence[int], last: frozenset[int] = frozenset()) -> tuple[int, ...]:
    """Ranks by seat from points: 1 is best, ties share a rank (1, 2, 2, 4).

    Args:
        points: the final totals, by seat.
        last: seats that rank last whatever their points, all alike: those who left.
    """
    keys = [
        (seat not in last, total if seat not in last else 0)
        for seat, total in enumerate(points, start=1)
    ]
    return tuple(1 + sum(other > key for other in keys) for key in keys)


def _mean(ratings: Sequence[Rating]) -> Rating:
    if len(ratings) == 1:
        return ratings[0]
    return Rating(fmean(r.mu for r in ratings), fmean(r.sigma for r in ratings))
