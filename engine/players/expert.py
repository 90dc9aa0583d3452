"""``expert``: the network's favourites, tried out on redeals of the cards that can't be seen.

In the field's words: sequential halving (Karnin, Koren and Somekh, "Almost optimal exploration in
multi-armed bandits", 2013) at the root over determinizations, which all candidates share.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from random import Random

import numpy as np

from engine.actions import Action
from engine.players import nets
from engine.players.base import Candidate
from engine.players.bridge import moves, observation, require_decision
from engine.players.fast import accel, ready
from engine.players.fast.layout import PLAYERS, Floats, Ints, Observation
from engine.players.fast.machine import Machine
from engine.players.fast.search import Nets
from engine.players.hard import favourites
from engine.views import View

CANDIDATES = 16
WINDOW = 6.0
"""Points by which the network may expect less of a candidate than of its favourite."""
PLAYOUTS = 400
"""Playouts for a move where no time is given."""
PRIOR = 20.0
"""How many playouts the network's own expectation counts as."""
STAGES = 4
SLOW_MS = 10_000
"""With less time than this, and no machine code, there is only time for the network's favourite."""


class Trial:
    """Choices of one decision that are played out, all of them on the same redeals.

    Attributes:
        totals: float32, by choice, the sum of the seat's margins in its playouts.
        visits: float32, by choice, how many these were.
    """

    def __init__(
        self, machine: Machine, seen: Observation, actions: Sequence[Action], seed: int
    ) -> None:
        players = int(seen.state[PLAYERS])
        self.totals = np.zeros(len(actions), np.float32)
        self.visits = np.zeros(len(actions), np.float32)
        self._machine, self._seen, self._moves = machine, seen, moves(actions)
        self._nets = Nets(nets.load(players), nets.load_belief(players))
        chance = np.array([seed], np.int64)
        self._room = machine.make_room(seen.state, len(actions), self._nets.belief, chance)

    def play(self, choices: Ints, redeals: int) -> None:
        """Play the choices of these numbers out on so many redeals."""
        self._machine.try_out(
            self._seen, self._nets, self._moves, choices, redeals, self._room, self.totals
        )
        self.visits[choices] += redeals


class ExpertPlayer:
    """Sequential halving over the best candidates, all of them on the same redeals.

    Args:
        playouts: for a move where no time is given.
        prior: how many playouts the network's own expectation counts as.
        clock: seconds, of which only differences matter; by it the time for a move is kept.
    """

    name = "expert"

    def __init__(
        self,
        playouts: int = PLAYOUTS,
        prior: float = PRIOR,
        clock: Callable[[], float] = time.perf_counter,
    ) -> None:
        ready.begin()
        self.playouts = playouts
        self.prior = prior
        self.clock = clock

    def choose(self, view: View, budget_ms: float | None, rng: Random) -> Action:
        """The candidate that did best; with no budget after a fixed number of playouts."""
        return self.consider(view, budget_ms, rng, 1)[0].action

    def consider(
        self, view: View, budget_ms: float | None, rng: Random, most: int
    ) -> tuple[Candidate, ...]:
        """The candidates, those that were dropped last first."""
        until = None if budget_ms is None else self.clock() + budget_ms / 1000
        require_decision(view)
        machine = ready.machine(wait=budget_ms is None)
        seen, net = observation(view), nets.load(view.players)
        found = favourites(machine, seen, net, view.phase == "orient", CANDIDATES)
        found = tuple(c for c in found if c.value >= found[0].value - WINDOW)
        slow = machine is accel.interpreted()
        if slow and budget_ms is not None and budget_ms < SLOW_MS:
            return found[:most]
        trial = Trial(machine, seen, [c.action for c in found], rng.getrandbits(48))
        expected = np.array([candidate.value for candidate in found], np.float32)
        ranking = self._halved(trial, expected, until)
        standing = self._standing(trial, expected)
        return tuple(
            Candidate(found[i].action, float(standing[i]), int(trial.visits[i]))
            for i in ranking[:most]
        )

    def _standing(self, trial: Trial, expected: Floats) -> Floats:
        """What to think of each choice: its playouts, and what the network expects of it."""
        standing: Floats = (trial.totals + self.prior * expected) / (trial.visits + self.prior)
        return standing

    def _halved(self, trial: Trial, expected: Floats, until: float | None) -> list[int]:
        """The numbers of the choices, best first: the worse half is dropped after every stage."""
        alive, dropped = np.arange(len(expected)), np.arange(0)
        playouts = self.playouts
        for stages_left in range(STAGES, 0, -1):
            if len(alive) == 1:
                break
            if until is None:
                redeals = max(1, playouts // stages_left // len(alive))
                trial.play(alive, redeals)
                playouts -= redeals * len(alive)
            else:
                now = self.clock()
                self._play_until(trial, alive, now + (until - now) / stages_left)
            order = np.argsort(-self._standing(trial, expected)[alive], kind="stable")
            alive, worse = np.split(alive[order], [(len(alive) + 1) // 2])
            dropped = np.concatenate((worse, dropped))
        return [int(number) for number in (*alive, *dropped)]

    def _play_until(self, trial: Trial, choices: Ints, end: float) -> None:
        """Play choices out until a time of the clock, if that isn't past."""
        now, longest, redeals = self.clock(), 0.0, 1
        while redeals and now <= end:
            trial.play(choices, redeals)
            before, now = now, self.clock()
            longest = max(longest, (now - before) / redeals)
            # Half of what there is time for: a call costs time, and so might a surprise.
            redeals = (int((end - now) / longest) + 1) // 2
