"""Training of the networks that tell likely hands from unlikely ones (`fast.belief`)."""

from __future__ import annotations

from collections.abc import Iterable
from concurrent.futures import Future, ThreadPoolExecutor

import numpy as np

from engine.players import bridge
from engine.players.fast.belief import BELIEF_FEATURES
from engine.players.fast.layout import Ints
from engine.players.fast.net import Net, blank, quantised
from engine.rules import Rules
from engine.training import hands, kernels
from engine.training.learn import FASTEST, blank_adam, blank_tape, fresh, rate
from engine.training.progress import ACTORS, Training

NOISE = 1.0
"""Width in points by which moves are disturbed at most; opponents aren't all alike."""


class BeliefTraining(Training):
    """A network that learns, from rounds that a value network plays, which hands seats hold.

    Half of the hands are held and half of them dealt at random.

    Args:
        players: 2 to 5.
        seed: fixes the result, with the number of iterations.
        net: the value network for that number of players.
    """

    def __init__(self, players: int, seed: int, net: Net) -> None:
        self.rng = np.random.default_rng([seed, players, 1])
        self.net = fresh(self.rng, BELIEF_FEATURES)
        self._rules = Rules.of(players)
        self._acting, self._unused = quantised(net), quantised(blank(BELIEF_FEATURES))
        self._adam = blank_adam(self.net)
        self._seeds = [np.array([self.rng.integers(1 << 47)], np.int64) for _ in range(ACTORS)]
        self._tapes = [[blank_tape() for _ in range(ACTORS)] for _ in range(2)]

    def go_on(self, iterations: int, pool: ThreadPoolExecutor) -> None:
        """Learn from hands, and meanwhile play for those of the next iteration."""
        if self.iteration == 0:
            _finish(self._gather(0, pool))
        playing = self._gather(self.iteration + 1, pool)
        now = rate(FASTEST, (self.iteration + 1) / (iterations + 1))
        errors = [self._learn(tape, now) for tape in self._tapes[self.iteration % 2]]
        self.error = float(np.mean(errors))
        _finish(playing)
        self.iteration += 1

    def _gather(self, iteration: int, pool: ThreadPoolExecutor) -> list[Future[int]]:
        """Begin to fill an iteration's tapes."""
        return [
            pool.submit(
                hands.gather,
                bridge.deck(self._rules),
                self._acting,
                self._unused,
                NOISE,
                seed,
                tape,
            )
            for seed, tape in zip(self._seeds, self._tapes[iteration % 2], strict=True)
        ]

    def _learn(self, tape: kernels.Tape, now: float) -> float:
        order = self.rng.permutation(len(tape.counts))
        error, self.steps = kernels.learn(self.net, self._adam, tape, order, now, self.steps, True)
        return error

    def measure(self) -> str:
        """How far its guesses were from the truth, of hands that it hadn't learnt from before."""
        return f"squared error {self.error:.4f}"

    def arrays(self) -> list[Ints]:
        """Weights, Adam's means, and what is played with and learnt from."""
        parts: list[Iterable[Ints]] = [self.net, *self._adam, self._seeds]
        parts += [tape for tapes in self._tapes for tape in tapes]
        return [array for part in parts for array in part]


def _finish(playing: Iterable[Future[int]]) -> None:
    """Wait for what was begun; a fault in it is raised."""
    for future in playing:
        future.result()
