"""``hard``: the value network's favourite, at once."""

from __future__ import annotations

from random import Random

import numpy as np

from engine.actions import FLIP, KEEP, Action
from engine.players import nets
from engine.players.bridge import Position, action, position, require_decision
from engine.players.fast import ready
from engine.players.fast.accel import Machine, interpreted
from engine.players.fast.layout import MOVE_SIZE, Floats, Ints
from engine.players.fast.net import Quantised
from engine.players.fast.policy import EVERY, LIKELY
from engine.views import View


def ranked(machine: Machine, at: Position, net: Quantised, most: int) -> tuple[Floats, Ints]:
    """The moves the network likes best, best first, with the margins it expects of them.

    The slow way doesn't look at every Scout & Show: of 40 cards that would take two seconds.
    """
    wide = LIKELY if machine is interpreted() else EVERY
    values, moves = np.empty(most, np.float32), np.empty((most, MOVE_SIZE), np.int16)
    unused = np.zeros(1, np.int64)
    count = machine.best_moves(at.hands, at.state, net, at.full, 0.0, unused, wide, values, moves)
    return values[:count], moves[:count]


def orientations(machine: Machine, at: Position, seat: int, net: Quantised) -> Floats:
    """What the network expects of keeping (0) and of flipping (1) the hand."""
    values = np.empty(2, np.float32)
    for way in range(2):
        values[way] = machine.position_value(at.hands, at.state, seat - 1, net, at.full)
        machine.flip(at.hands, at.state, seat - 1)
    return values


class HardPlayer:
    """Looks one move ahead with the value network, and at nothing beyond."""

    name = "hard"

    def __init__(self) -> None:
        ready.begin()

    def choose(
        self,
        view: View,
        budget_ms: float | None,
        rng: Random,  # noqa: ARG002 - the interface
    ) -> Action:
        """The action after which the network expects most; chance has no part in it."""
        seat = require_decision(view)
        machine = ready.machine(wait=budget_ms is None)
        net = nets.load(view.players)
        at = position(view)
        if view.phase == "orient":
            keep, flip = orientations(machine, at, seat, net)
            return KEEP if keep >= flip else FLIP
        _, moves = ranked(machine, at, net, 1)
        return action(moves[0])
