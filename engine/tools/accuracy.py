"""``python -m engine.tools.accuracy``: how well each level decides, by what its choices cost.

In the same positions every level chooses; its choices and the network's favourites are tried out on
the same redeals (`engine.players.judging`), so that the levels' differences are known better than
each level's own accuracy.
"""

from __future__ import annotations

import argparse
import itertools
import statistics
import sys
from collections.abc import Iterator, Mapping, Sequence
from random import Random

from engine.match import Move, apply, deal_from_seed, new_match
from engine.players.judging import candidates, judge
from engine.players.registry import create
from engine.players.verdicts import accuracy
from engine.rules import Options
from engine.views import View, legal_actions, view

LEVELS = ("easy", "medium", "hard", "expert")
PLAYED_BY = "medium"
"""Who plays the rounds whose positions are looked at: neither the best nor the worst."""


def decisions(players: int, seed: int) -> Iterator[View]:
    """Positions of rounds in which there is something to choose, one after the other."""
    rng, player = Random(seed), create(PLAYED_BY)
    while True:
        match = new_match(players, Options(rounds=1))
        match = apply(match, deal_from_seed(match, str(rng.random()))).match
        while not match.over:
            views = (view(match, seat) for seat in range(1, players + 1))
            seen = next(one for one in views if legal_actions(one))
            if len(legal_actions(seen)) > 1:
                yield seen
            assert seen.seat is not None
            match = apply(match, Move(seen.seat, player.choose(seen, None, rng))).match


def costs(seen: View, redeals: int, seed: int) -> Mapping[str, float]:
    """By level, what its choice costs in a position."""
    rng = Random(seed)
    chosen = {level: create(level).choose(seen, None, rng) for level in LEVELS}
    asked = tuple(dict.fromkeys((*candidates(seen), *chosen.values())))
    found = {one.action: one.sure_cost for one in judge(seen, asked, redeals, seed)}
    return {level: found[action] for level, action in chosen.items()}


def measured(
    players: int, positions: int, redeals: int, seed: int
) -> Mapping[str, tuple[float, ...]]:
    """By level, the accuracy of each of so many decisions; the same positions for all levels."""
    rows = [
        costs(seen, redeals, seed + number)
        for number, seen in zip(range(positions), decisions(players, seed), strict=False)
    ]
    return {level: tuple(accuracy([row[level]]) for row in rows) for level in LEVELS}


def mean_and_error(sample: Sequence[float]) -> tuple[float, float]:
    """A mean with its standard error."""
    return statistics.fmean(sample), statistics.stdev(sample) / len(sample) ** 0.5


def main() -> int:
    """Parse the arguments and print."""
    parser = argparse.ArgumentParser(prog="python -m engine.tools.accuracy", description=__doc__)
    parser.add_argument("--players", type=int, nargs="+", choices=range(2, 6), default=[2, 3, 4, 5])
    parser.add_argument("--positions", type=int, default=300)
    parser.add_argument("--redeals", type=int, default=400)
    parser.add_argument("--seed", type=int, default=1)
    said = parser.parse_args()
    print("| players | " + " | ".join(LEVELS) + " | over the level before |")
    print("|---|" + "---|" * (len(LEVELS) + 1))
    for players in said.players:
        found = measured(players, said.positions, said.redeals, said.seed)
        cells = ["{:.1f} ± {:.1f}".format(*mean_and_error(found[level])) for level in LEVELS]
        steps = [
            mean_and_error([b - a for a, b in zip(found[low], found[high], strict=True)])
            for low, high in itertools.pairwise(LEVELS)
        ]
        gains = ", ".join("{:+.1f} ± {:.1f}".format(*step) for step in steps)
        print(f"| {players} | {' | '.join(cells)} | {gains} |", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
