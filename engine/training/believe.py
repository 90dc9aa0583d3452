"""Training of the networks that tell likely hands from unlikely ones (`fast.belief`)."""

from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import numpy as np

from engine.players.fast.belief import BELIEF_FEATURES
from engine.players.fast.net import Net, blank, quantised
from engine.training import hands, kernels
from engine.training.learn import ACTORS, BATCH, blank_tape, fresh

NOISE = 1.0
"""Width in points by which moves are disturbed at most; opponents aren't all alike."""


def train_belief(
    players: int, iterations: int, seed: int, net: Net, report: Callable[[str], None]
) -> Net:
    """Train the network that guesses hands, from rounds that ``net`` plays.

    Args:
        players: 2 to 5.
        iterations: of 60,000 hands, half of them held and half of them dealt at random.
        seed: fixes the result.
        net: the value network for that number of players.
        report: is told how it goes.
    """
    rng = np.random.default_rng([seed, players, 1])
    belief = fresh(rng, BELIEF_FEATURES)
    mean, square, slope = (blank(BELIEF_FEATURES) for _ in range(3))
    acting, unused = quantised(net), quantised(blank(BELIEF_FEATURES))
    seeds = [np.array([rng.integers(1 << 47)], np.int64) for _ in range(ACTORS)]
    tapes = [[blank_tape() for _ in range(ACTORS)] for _ in range(2)]
    steps, start = 0, time.monotonic()
    with ThreadPoolExecutor(ACTORS) as pool:
        for iteration in range(iterations + 1):
            now = tapes[iteration % 2]
            playing = [
                pool.submit(hands.gather, players, acting, unused, NOISE, actor_seed, tape)
                for actor_seed, tape in zip(seeds, now, strict=True)
            ]
            error = 0.0
            rate = 2e-5 + 1e-3 * 0.5 * (1 + np.cos(np.pi * iteration / (iterations + 1)))
            for tape in tapes[1 - iteration % 2] if iteration else ():
                order = rng.permutation(len(tape.counts))
                loss, steps = kernels.learn(
                    belief, mean, square, slope, tape, order, BATCH, rate, steps, True
                )
                error += loss / ACTORS
            for future in playing:
                future.result()
            if iteration % 10 == 0 and iteration:
                report(
                    f"{players} players' hands, {iteration}/{iterations}: "
                    f"squared error {error:.4f}, {time.monotonic() - start:.0f} s"
                )
    return belief
