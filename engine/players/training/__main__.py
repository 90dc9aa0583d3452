"""``python -m engine.players.training``: make the networks anew."""

from __future__ import annotations

import argparse
from functools import partial
from pathlib import Path

from engine.players import nets


def main() -> None:
    """Train a network for every number of players asked for and write it into a folder."""
    parser = argparse.ArgumentParser(prog="python -m engine.players.training", description=__doc__)
    parser.add_argument("--players", type=int, nargs="+", choices=range(2, 6), default=[2, 3, 4, 5])
    parser.add_argument("--iterations", type=int, default=250, help="each is 60,000 positions")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--out", type=Path, default=Path("weights"), help="folder to write N.npz to"
    )
    options = parser.parse_args()
    from engine.players.training.learn import train  # noqa: PLC0415 - compiles; not for --help

    options.out.mkdir(parents=True, exist_ok=True)
    for players in options.players:
        path = str(options.out / f"{players}.npz")
        save = partial(nets.save, path)
        save(train(players, options.iterations, options.seed, partial(print, flush=True), save))


if __name__ == "__main__":
    main()
