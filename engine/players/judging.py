"""What actions are worth, told by playing them out on the same redeals: for reviews of play.

Unlike `expert`, which drops candidates on its way to one move, this gives all of them the same
share, so that what is said of one can be held against what is said of another.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import numpy as np

from engine.actions import Action
from engine.players.bridge import observation, require_decision
from engine.players.expert import CANDIDATES, Trial
from engine.players.fast import accel, ready
from engine.players.hard import HardPlayer
from engine.players.verdicts import Verdict, verdicts
from engine.views import View, legal_actions


def is_fast() -> bool:
    """Whether there is machine code by now; without it a judgement takes minutes."""
    return ready.machine() is not accel.interpreted()


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
    if redeals < 2:
        raise ValueError(f"{redeals} redeals tell no error; at least 2")
    return verdicts(actions, returns(view, actions, redeals, seed))


def returns(
    view: View, actions: Sequence[Action], redeals: int, seed: int
) -> tuple[tuple[float, ...], ...]:
    """What came of each action: a row for each redeal, with every action's return on it.

    Rows of several seeds can be judged together, so that long thoughts can be had piece by piece.

    Raises:
        ValueError: as `judge`.
    """
    require_decision(view)
    if not actions or len(set(actions)) < len(actions):
        raise ValueError("ask about at least one action, and about each once")
    wrong = set(actions) - set(legal_actions(view))
    if wrong:
        raise ValueError(f"not legal here: {', '.join(sorted(map(str, wrong)))}")
    trial = Trial(ready.machine(wait=True), observation(view), actions, seed)
    return tuple(_one_redeal(trial) for _ in range(redeals))


def _one_redeal(trial: Trial) -> tuple[float, ...]:
    """The return of every action on one more redeal."""
    trial.totals[:] = 0
    trial.play(np.arange(len(trial.totals)), 1)
    return tuple(map(float, trial.totals))
