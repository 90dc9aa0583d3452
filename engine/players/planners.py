"""``easy`` and ``medium``: hand-written play, by counting turns (`engine.players.fast.planner`)."""

from __future__ import annotations

from random import Random

import numpy as np

from engine.actions import FLIP, KEEP, Action
from engine.players.bridge import action, observation, require_decision
from engine.players.fast import ready
from engine.players.fast.choice import blank_best
from engine.players.fast.layout import SIZE, Floats
from engine.views import View

MEDIUM: Floats = np.array([1.1, 0.9, 0.5, 0.04, 2.0, 0.03, 0.1], np.float32)
"""The planner's weights, set by hand: a turn costs a point or so, and so does a card."""
EASY: Floats = np.array([0.0, 1.0, 1.0, 0.0, 3.0, 0.0, 0.0], np.float32)
"""A beginner's: be rid of many cards now, keep the best set, and think no further."""


class PlannerPlayer:
    """Plays the move whose after-state is worth most by some weights, give or take some noise."""

    name = "medium"
    weights = MEDIUM
    noise = 0.0

    def choose(
        self,
        view: View,
        budget_ms: float | None,  # noqa: ARG002 - the interface
        rng: Random,
    ) -> Action:
        """The planner's favourite action."""
        require_decision(view)
        machine = ready.machine(start=False)
        seen = observation(view)
        best = blank_best(1, self.noise, rng.getrandbits(48))
        if view.phase == "orient":
            hand, size = seen.hands[seen.viewer], int(seen.state[SIZE + seen.viewer])
            worths = []
            for _ in (KEEP, FLIP):
                worth = machine.hold_worth(hand, size, self.weights)
                worths.append(worth + self.noise * (rng.random() - rng.random()))
                machine.flip(seen.hands, seen.state, seen.viewer)
            return KEEP if worths[0] >= worths[1] else FLIP
        machine.plan_moves(seen.hands, seen.state, self.weights, best)
        return action(best.moves[0])


class MediumPlayer(PlannerPlayer):
    """A club player's habits: counts a hand's turns, keeps its best set, minds the token."""


class EasyPlayer(PlannerPlayer):
    """A beginner: sensible, short-sighted, makes mistakes."""

    name = "easy"
    weights = EASY
    noise = 4.0
