"""``python -m engine.players.training``: make the networks anew.

The network for three players is learnt from nothing; the others begin with it.
"""

from __future__ import annotations

import argparse
from functools import partial
from pathlib import Path

from engine.players import nets


def main() -> None:
    """Train a network for every number of players and write them into a folder."""
    parser = argparse.ArgumentParser(prog="python -m engine.players.training", description=__doc__)
    parser.add_argument(
        "--iterations",
        type=int,
        default=80,
        help="of 60,000 positions, for three players; for the others 3/5 of that (%(default)s)",
    )
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=Path("nets"), help="folder to write N.npz to")
    options = parser.parse_args()
    from engine.players.training.learn import train  # noqa: PLC0415 - compiles; not for --help

    options.out.mkdir(parents=True, exist_ok=True)
    first = None
    for players in (3, 4, 5, 2):
        save = partial(nets.save, str(options.out / f"{players}.npz"))
        iterations = options.iterations if first is None else options.iterations * 3 // 5
        report = partial(print, flush=True)
        net = train(players, iterations, options.seed, first, report, save)
        first = first or net
        save(net)


if __name__ == "__main__":
    main()
