"""``hard``: the value network's favourite, at once."""

from __future__ import annotations

from random import Random

from engine.actions import FLIP, KEEP, Action
from engine.players import nets
from engine.players.base import Candidate
from engine.players.bridge import action, observation, require_decision
from engine.players.fast import ready
from engine.players.fast.accel import interpreted
from engine.players.fast.choice import blank_best
from engine.players.fast.layout import Observation
from engine.players.fast.machine import Machine
from engine.players.fast.net import Quantised
from engine.players.fast.policy import EVERY, LIKELY
from engine.views import View


def favourites(
    machine: Machine, seen: Observation, net: Quantised, orienting: bool, most: int
) -> tuple[Candidate, ...]:
    """What the network expects most of, best first, of moves or of the two orientations."""
    if orienting:
        return _orientations(machine, seen, net)
    # The slow way doesn't look at every Scout & Show: of 40 cards that would take two seconds.
    wide = LIKELY if machine is interpreted() else EVERY
    best = blank_best(most)
    count = machine.best_moves(seen.hands, seen.state, seen.full, net, wide, best)
    return tuple(
        Candidate(action(best.moves[i]), float(best.values[i]), visits=0) for i in range(count)
    )


def _orientations(machine: Machine, seen: Observation, net: Quantised) -> tuple[Candidate, ...]:
    candidates = []
    for orientation in (KEEP, FLIP):
        value = machine.position_value(seen.hands, seen.state, seen.viewer, seen.full, net)
        candidates.append(Candidate(orientation, float(value), visits=0))
        machine.flip(seen.hands, seen.state, seen.viewer)
    return tuple(sorted(candidates, key=lambda candidate: -candidate.value))


class HardPlayer:
    """Looks one move ahead with the value network, and at nothing beyond."""

    name = "hard"

    def __init__(self) -> None:
        ready.begin()

    def choose(self, view: View, budget_ms: float | None, rng: Random) -> Action:
        """The action after which the network expects most; chance has no part in it."""
        return self.consider(view, budget_ms, rng, 1)[0].action

    def consider(
        self,
        view: View,
        budget_ms: float | None,
        rng: Random,  # noqa: ARG002 - the interface
        most: int,
    ) -> tuple[Candidate, ...]:
        """The network's favourites."""
        require_decision(view)
        machine = ready.machine(wait=budget_ms is None)
        seen, net = observation(view), nets.load(view.players)
        return favourites(machine, seen, net, view.phase == "orient", most)[:most]
