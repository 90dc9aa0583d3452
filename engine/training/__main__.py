"""``python -m engine.training``: make the networks anew.

The value network for three players is learnt from nothing; those for other numbers begin with it.
Then the networks that guess hands are learnt from rounds that the value networks play.
"""

from __future__ import annotations

import argparse
from functools import partial
from pathlib import Path

from engine.players import nets


def main() -> None:
    """Train both networks for every number of players and write them into a folder."""
    parser = argparse.ArgumentParser(prog="python -m engine.training", description=__doc__)
    parser.add_argument(
        "--iterations",
        type=int,
        default=400,
        help="of 60,000 positions, for three players; for the others half (%(default)s)",
    )
    parser.add_argument(
        "--belief-iterations", type=int, default=640, help="of 60,000 hands (%(default)s)"
    )
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=Path("nets"), help="folder to write to")
    options = parser.parse_args()
    from engine.training.believe import train_belief  # noqa: PLC0415 - compiles
    from engine.training.learn import train  # noqa: PLC0415 - not for --help

    options.out.mkdir(parents=True, exist_ok=True)
    report = partial(print, flush=True)
    first = None
    for players in (3, 4, 5, 2):
        file = options.out / f"{players}.npz"
        save = partial(nets.save, str(file))
        iterations = options.iterations if first is None else options.iterations // 2
        net = train(players, iterations, options.seed, first, report, save)
        first = first or net
        save(net)
        belief = train_belief(
            players, options.belief_iterations, options.seed, nets.read(file), report
        )
        nets.save(str(options.out / f"belief-{players}.npz"), belief)


if __name__ == "__main__":
    main()
