"""The training loop: two players' worth of threads play, one learns, all to a fixed schedule.

Everything depends on the seed and on the number of iterations alone, never on the clock, so that
the same command makes the same networks.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import numpy as np

from engine.players.fast.features import FEATURES
from engine.players.fast.layout import Floats
from engine.players.fast.net import FIRST_WIDTH, SCALE, SECOND_WIDTH, Net, quantised
from engine.training import kernels

ACTORS = 2
SAMPLES = 30_000
"""Positions that an actor plays to in an iteration."""
KEPT = 3
"""Iterations whose positions are learnt from; each position is learnt from about that often."""
BATCH = 256


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


def copied(net: Net) -> Net:
    """Weights that learning won't change."""
    return Net(*(array.copy() for array in net))


def train(
    players: int,
    iterations: int,
    seed: int,
    start_from: Net | None,
    report: Callable[[str], None],
    save: Callable[[Net], None],
) -> Net:
    """Train the network for a number of players by self-play.

    Args:
        players: 2 to 5.
        iterations: how often to play and learn.
        seed: fixes the result.
        start_from: a network for another number of players to begin with; hands are hands.
        report: is told how it goes, now and then.
        save: is given the network as it is, now and then.
    """
    rng = np.random.default_rng([seed, players])
    net = copied(start_from) if start_from else fresh(rng, FEATURES)
    fastest = 1e-3 if start_from is None else 6e-4
    mean, square, slope = (Net(*(np.zeros_like(array) for array in net)) for _ in range(3))
    seeds = [np.array([rng.integers(1 << 47)], np.int64) for _ in range(ACTORS)]
    tapes = [[blank_tape() for _ in range(ACTORS)] for _ in range(KEPT + 1)]
    sizes = np.zeros((KEPT + 1, ACTORS), np.int64)
    steps = rounds = 0
    start = time.monotonic()
    with ThreadPoolExecutor(ACTORS) as pool:
        for iteration in range(iterations):
            done = iteration / iterations
            noise = 4.0 - 3.5 * done
            trace = 0.95 - 0.1 * done
            rate = 2e-5 + fastest * 0.5 * (1 + np.cos(np.pi * done))
            acting = quantised(net)
            now = iteration % (KEPT + 1)
            playing = [
                pool.submit(kernels.self_play, players, acting, noise, trace, actor_seed, tape)
                for actor_seed, tape in zip(seeds, tapes[now], strict=True)
            ]
            error = 0.0
            # While they play, learn from the iterations before, tape by tape.
            for i in rng.permutation((KEPT + 1) * ACTORS):
                age, actor = divmod(int(i), ACTORS)
                if age == now or not sizes[age, actor]:
                    continue
                order = rng.permutation(sizes[age, actor])
                tape = tapes[age][actor]
                error, steps = kernels.learn(
                    net, mean, square, slope, tape, order, BATCH, rate, steps, False
                )
            for actor, future in enumerate(playing):
                sizes[now, actor], played = future.result()
                rounds += played
            if iteration % 10 == 9:
                report(
                    f"{players} players, {iteration + 1}/{iterations}: {rounds} rounds, "
                    f"squared error {error * SCALE**2:.2f}, {time.monotonic() - start:.0f} s"
                )
                save(net)
    return net
