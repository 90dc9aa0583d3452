"""What was found of actions that were played out on the same redeals; see ``judging``."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, fsum
from statistics import fmean

from engine.actions import Action

SURE = 2.0
"""A cost of fewer standard errors may be nothing but chance."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What an action is worth, in points of the round for the seat less the mean of the others'.

    Attributes:
        action: which one.
        value: its return, a mean over the redeals.
        error: the standard error of that.
        cost: by how much the best action's value is higher; 0 for the best itself.
        cost_error: the standard error of the cost. The redeals being the same for all (common
            random numbers), it is smaller than the values' errors would have one think.
    """

    action: Action
    value: float
    error: float
    cost: float
    cost_error: float

    @property
    def sure_cost(self) -> float:
        """The cost; 0 where that may be nothing but chance."""
        return 0.0 if self.cost < SURE * self.cost_error else self.cost


def verdicts(actions: Sequence[Action], returns: Sequence[Sequence[float]]) -> tuple[Verdict, ...]:
    """A verdict for each action, in their order.

    Args:
        actions: at least one.
        returns: a row for each redeal, at least two, with every action's return on it.
    """
    columns = list(zip(*returns, strict=True))
    best = max(columns, key=fmean)
    found = []
    for action, column in zip(actions, columns, strict=True):
        costs = [most - own for most, own in zip(best, column, strict=True)]
        found.append(Verdict(action, *_mean_and_error(column), *_mean_and_error(costs)))
    return tuple(found)


def accuracy(costs: Sequence[float]) -> float:
    """How well decisions were made by what each cost: 100 for the best action every time, to 0."""
    return fmean(100 * exp(-cost / 2) for cost in costs)


def _mean_and_error(sample: Sequence[float]) -> tuple[float, float]:
    """The mean of a sample and its standard error."""
    mean, size = fmean(sample), len(sample)
    return mean, (fsum((one - mean) ** 2 for one in sample) / (size - 1) / size) ** 0.5
