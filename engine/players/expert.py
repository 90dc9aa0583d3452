"""``expert``: the network's favourites, tried out on redeals of the cards that can't be seen."""

from __future__ import annotations

import time
from collections.abc import Callable
from random import Random

import numpy as np

from engine.actions import FLIP, KEEP, Action
from engine.players import nets
from engine.players.bridge import action, position, require_decision
from engine.players.fast import accel, ready
from engine.players.fast.layout import MOVE_SIZE, Floats, Ints
from engine.players.fast.policy import NARROW
from engine.players.hard import orientations, ranked
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

Try = Callable[[Ints, int, Floats], None]
"""Plays the choices of these numbers out on so many redeals and adds the margins to the sums."""


class ExpertPlayer:
    """Sequential halving over the best candidates, all of them on the same redeals."""

    name = "expert"

    def __init__(self, playouts: int = PLAYOUTS, prior: float = PRIOR) -> None:
        ready.begin()
        self.playouts = playouts
        self.prior = prior

    def choose(self, view: View, budget_ms: float | None, rng: Random) -> Action:
        """The candidate that did best; with no budget after a fixed number of playouts."""
        until = None if budget_ms is None else time.perf_counter() + budget_ms / 1000
        seat = require_decision(view)
        machine = ready.machine(wait=budget_ms is None)
        net, belief = nets.load(view.players), nets.load_belief(view.players)
        at = position(view)
        seed = np.array([rng.getrandbits(48)], np.int64)
        orienting = view.phase == "orient"
        if orienting:
            values, moves = orientations(machine, at, seat, net), np.empty((0, MOVE_SIZE), np.int16)
        else:
            values, moves = ranked(machine, at, net, CANDIDATES)
            values = values[values >= values[0] - WINDOW]

        slow = machine is accel.interpreted()
        if slow and budget_ms is not None and budget_ms < SLOW_MS:
            best = int(np.argmax(values))
        else:
            room = machine.make_room(at.state, len(values), belief, seed)

            def attempt(alive: Ints, redeals: int, totals: Floats) -> None:
                machine.try_out(
                    at.hands,
                    at.state,
                    seat - 1,
                    net,
                    at.full,
                    belief,
                    at.unseen,
                    moves,
                    alive,
                    redeals,
                    NARROW,
                    room,
                    totals,
                )

            best = self._best(attempt, values, until)
        if orienting:
            return FLIP if best else KEEP
        return action(moves[best])

    def _best(self, attempt: Try, values: Floats, until: float | None) -> int:
        """The number of the best choice, of which the network expects ``values``, best first."""
        totals, visits = np.zeros(len(values), np.float32), np.zeros(len(values), np.float32)
        alive = np.arange(len(values))
        playouts = self.playouts
        for stage in range(STAGES, 0, -1):
            if len(alive) == 1:
                break
            if until is None:
                redeals = max(1, playouts // stage // len(alive))
                attempt(alive, redeals, totals)
                visits[alive] += redeals
                playouts -= redeals * len(alive)
            else:
                now = time.perf_counter()
                end = now + (until - now) / stage
                longest = 0.0
                redeals = 1
                while redeals and now <= end:
                    attempt(alive, redeals, totals)
                    visits[alive] += redeals
                    before, now = now, time.perf_counter()
                    longest = max(longest, (now - before) / redeals)
                    # Half of what there is time for: a call costs time, and so might a surprise.
                    redeals = (int((end - now) / longest) + 1) // 2
            standing = (totals + self.prior * values) / (visits + self.prior)
            order = np.argsort(-standing[alive], kind="stable")
            alive = alive[order[: (len(alive) + 1) // 2]]
        return int(alive[0])
