"""What actions are worth, told by playing them out on the same redeals: for reviews of play.

Unlike `expert`, which drops candidates on its way to one move, this gives all of them the same
share, so that what is said of one can be held against what is said of another.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

import numpy as np

from engine.actions import Action
from engine.players.bridge import observation, require_decision
from engine.players.expert import CANDIDATES, Trial
from engine.players.fast import ready
from engine.players.hard import HardPlayer
from engine.views import View, legal_actions


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


def candidates(view: View, most: int = CANDIDATES) -> tuple[Action, ...]:
    """The actions that the value network expects most of, best first.

    Raises:
        ValueError: the seat has nothing to decide.
    """
    found = HardPlayer().consider(view, None, Random(0), most)  # chance has no part in it
    return tuple(candidate.action for candidate in found)


def judge(view: View, actions: Sequence[Action], redeals: int, seed: int) -> tuple[Verdict, ...]:
    """What each action is worth, all of them played out on the same redeals of the unseen cards.

    >>> from engine import Card, Position, Show, new_study, view
    >>> position = Position(1, ((Card(3, 7), Card(3, 8)), (Card(1, 2),), (Card(5, 6),)))
    >>> seen = view(new_study(position), 1)
    >>> [verdict.cost for verdict in judge(seen, [Show(1, 2)], redeals=2, seed=1)]
    [0.0]

    Args:
        view: what the seat knows; there must be something for it to decide.
        actions: which are asked about, each once.
        redeals: on how many, at least 2.
        seed: fixes them; the same seed gives the same verdicts on one kind of machine.

    Returns:
        A verdict for each action, in their order.

    Raises:
        ValueError: the seat has nothing to decide, there is no action or one is not legal or
            stands twice, or there are too few redeals.
    """
    require_decision(view)
    if redeals < 2:
        raise ValueError(f"{redeals} redeals tell no error; at least 2")
    if not actions or len(set(actions)) < len(actions):
        raise ValueError("ask about at least one action, and about each once")
    wrong = set(actions) - set(legal_actions(view))
    if wrong:
        raise ValueError(f"not legal here: {', '.join(sorted(map(str, wrong)))}")
    trial = Trial(ready.machine(wait=True), observation(view), actions, seed)
    returns = np.array([_one_redeal(trial) for _ in range(redeals)])
    means = returns.mean(axis=0)
    costs = returns[:, [int(means.argmax())]] - returns
    errors, cost_errors = (x.std(axis=0, ddof=1) / redeals**0.5 for x in (returns, costs))
    return tuple(
        Verdict(action, *map(float, (means[i], errors[i], costs[:, i].mean(), cost_errors[i])))
        for i, action in enumerate(actions)
    )


def _one_redeal(trial: Trial) -> np.ndarray:
    """The return of every action on one more redeal."""
    trial.totals[:] = 0
    trial.play(np.arange(len(trial.totals)), 1)
    return trial.totals.astype(np.float64)
