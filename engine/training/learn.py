"""Training of the value networks: threads play, one learns, all to a fixed schedule.

Everything depends on the seed and on the number of iterations alone, never on the clock, so that
the same command makes the same networks, whether or not it was interrupted.
"""

from __future__ import annotations

from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor

import numpy as np

from engine.players import bridge, nets
from engine.players.fast.features import FEATURES
from engine.players.fast.layout import Floats, Ints
from engine.players.fast.net import FIRST_WIDTH, SCALE, SECOND_WIDTH, Net, quantised
from engine.rules import Rules
from engine.training import kernels
from engine.training.progress import ACTORS, Training

SAMPLES = 30_000
"""Positions that an actor plays to in an iteration."""
KEPT = 3
"""Iterations whose positions are learnt from; each position is learnt from about that often."""
NOISE = (4.0, 0.5)
"""Width in points by which moves are disturbed, in the first iteration and towards the last."""
TRACE = (0.95, 0.85)
"""How far a position's target looks past the network's own guesses, likewise: TD(lambda)."""
MEASURED = 100
"""Deals that a report is measured by."""
SLOWEST = 2e-5
FASTEST, FASTEST_AFTER_ANOTHER = 1e-3, 6e-4
"""Learning rates; a network that begins with another's weights has less to unlearn."""


def blank_tape() -> kernels.Tape:
    """A tape of SAMPLES positions."""
    return kernels.Tape(
        np.zeros((SAMPLES, kernels.LONGEST), np.int16),
        np.zeros(SAMPLES, np.int32),
        np.zeros(SAMPLES, np.float32),
        np.zeros(SAMPLES, np.float32),
        np.zeros(SAMPLES, np.float32),
        np.zeros(SAMPLES, np.int64),
    )


def fresh(rng: np.random.Generator, features: int) -> Net:
    """A network that knows nothing."""

    def normal(scale: float, *shape: int) -> Floats:
        return (rng.normal(size=shape) * scale).astype(np.float32)

    return Net(
        normal(0.05, features, FIRST_WIDTH),
        np.zeros(FIRST_WIDTH, np.float32),
        normal((2 / FIRST_WIDTH) ** 0.5, SECOND_WIDTH, FIRST_WIDTH),
        np.zeros(SECOND_WIDTH, np.float32),
        normal((1 / SECOND_WIDTH) ** 0.5, SECOND_WIDTH),
        np.zeros(1, np.float32),
    )


def blank_adam(net: Net) -> kernels.Adam:
    """Adam's means before the first step."""
    return kernels.Adam(*(Net(*map(np.zeros_like, net)) for _ in range(3)))


def between(ends: tuple[float, float], done: float) -> float:
    """What a value that falls evenly is, when this share of the training is done."""
    return ends[0] + (ends[1] - ends[0]) * done


def rate(fastest: float, done: float) -> float:
    """The learning rate, which falls as a cosine does."""
    return float(SLOWEST + fastest * 0.5 * (1 + np.cos(np.pi * done)))


class ValueTraining(Training):
    """A value network that learns from its own play.

    Args:
        players: 2 to 5.
        seed: fixes the result, with the number of iterations.
        start_from: a network for another number of players to begin with; hands are hands.
    """

    def __init__(self, players: int, seed: int, start_from: Net | None = None) -> None:
        self.rng = np.random.default_rng([seed, players])
        self.net = Net(*map(np.copy, start_from)) if start_from else fresh(self.rng, FEATURES)
        self._fastest = FASTEST_AFTER_ANOTHER if start_from else FASTEST
        self._rules = Rules.of(players)
        self._adam = blank_adam(self.net)
        self._seeds = [np.array([self.rng.integers(1 << 47)], np.int64) for _ in range(ACTORS)]
        self._tapes = [[blank_tape() for _ in range(ACTORS)] for _ in range(KEPT + 1)]
        self._sizes = np.zeros((KEPT + 1, ACTORS), np.int64)

    def go_on(self, iterations: int, pool: ThreadPoolExecutor) -> None:
        """Play, and meanwhile learn from the iterations before."""
        done = self.iteration / iterations
        noise, trace = between(NOISE, done), between(TRACE, done)
        acting = quantised(self.net)
        now = self.iteration % (KEPT + 1)
        playing = [
            pool.submit(
                kernels.self_play, bridge.deck(self._rules), acting, noise, trace, seed, tape
            )
            for seed, tape in zip(self._seeds, self._tapes[now], strict=True)
        ]
        for i in self.rng.permutation((KEPT + 1) * ACTORS):
            age, actor = divmod(int(i), ACTORS)
            if age != now and self._sizes[age, actor]:
                self._learn(self._tapes[age][actor], int(self._sizes[age, actor]), done)
        for actor, future in enumerate(playing):
            self._sizes[now, actor], _ = future.result()
        self.iteration += 1

    def _learn(self, tape: kernels.Tape, size: int, done: float) -> None:
        order = self.rng.permutation(size)
        error, self.steps = kernels.learn(
            self.net, self._adam, tape, order, rate(self._fastest, done), self.steps, False
        )
        self.error = error * float(SCALE) ** 2

    def measure(self) -> str:
        """What counts: points a round by which it leads a table of the network that is played."""
        leads = kernels.duel(
            bridge.deck(self._rules),
            quantised(self.net),
            nets.load(self._rules.players),
            MEASURED,
            np.array([MEASURED], np.int64),
        )
        error = leads.std(ddof=1) / MEASURED**0.5
        return f"{leads.mean():+.2f} ± {error:.2f} against those in use"

    def arrays(self) -> list[Ints]:
        """Weights, Adam's means, and what is played with and learnt from."""
        parts: list[Iterable[Ints]] = [self.net, *self._adam, self._seeds]
        parts += [tape for tapes in self._tapes for tape in tapes]
        return [self._sizes, *(array for part in parts for array in part)]
