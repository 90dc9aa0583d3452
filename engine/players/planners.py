"""``easy`` and ``medium``: hand-written play, by counting turns (`engine.players.fast.planner`)."""

from __future__ import annotations

from random import Random

import numpy as np

from engine.actions import FLIP, KEEP, Action
from engine.players.bridge import action, position, require_decision
from engine.players.fast import ready
from engine.players.fast.layout import SIZE, WIDTH, Floats
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
        seat = require_decision(view) - 1
        machine = ready.machine(start=False)
        at = position(view)
        seed = np.array([rng.getrandbits(48)], np.int64)
        if view.phase == "orient":
            space = np.empty(WIDTH + 1, np.float32)
            worths = []
            for _ in range(2):
                worth = machine.hand_worth(
                    at.hands[seat], at.state[SIZE + seat], self.weights, 0.0, space
                )
                worths.append(worth + self.noise * (rng.random() - rng.random()))
                machine.flip(at.hands, at.state, seat)
            return KEEP if worths[0] >= worths[1] else FLIP
        values, moves = np.empty(1, np.float32), np.empty((1, 5), np.int16)
        machine.plan_moves(at.hands, at.state, self.weights, self.noise, seed, values, moves)
        return action(moves[0])


class MediumPlayer(PlannerPlayer):
    """A club player's habits: counts a hand's turns, keeps its best set, minds the token."""


class EasyPlayer(PlannerPlayer):
    """A beginner: sensible, short-sighted, makes mistakes."""

    name = "easy"
    weights = EASY
    noise = 4.0
