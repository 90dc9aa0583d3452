"""``python -m engine.training.duel``: one network against another, exactly enough.

Thousands of rounds take seconds, so that a change of the training can be judged by what it brings.
"""

from __future__ import annotations

import argparse
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np

from engine.players import bridge, nets
from engine.players.fast.net import quantised
from engine.rules import Rules


def main() -> None:
    """Print by how much one seat of the one leads a table of the others, and the standard error."""
    parser = argparse.ArgumentParser(
        prog="python -m engine.training.duel", description="One network against another."
    )
    parser.add_argument("one", type=Path, help="a folder of N.npz")
    parser.add_argument("others", type=Path, help="another")
    parser.add_argument("--players", type=int, nargs="+", choices=range(2, 6), default=[2, 3, 4, 5])
    parser.add_argument("--deals", type=int, default=2000, help="each with all rotations of seats")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    from engine.training.kernels import duel  # noqa: PLC0415 - compiles; not for --help

    with ThreadPoolExecutor(2) as pool:
        for players in options.players:
            one, others = (
                quantised(nets.read(nets.file_in(folder, "value", players), "value", players))
                for folder in (options.one, options.others)
            )
            halves = [
                pool.submit(
                    duel,
                    bridge.deck(Rules.of(players)),
                    one,
                    others,
                    options.deals // 2,
                    np.array([options.seed + i], np.int64),
                )
                for i in range(2)
            ]
            leads = np.concatenate([half.result() for half in halves])
            error = leads.std(ddof=1) / len(leads) ** 0.5
            print(f"{players} players: {leads.mean():+.3f} ± {error:.3f}", flush=True)


if __name__ == "__main__":
    main()
