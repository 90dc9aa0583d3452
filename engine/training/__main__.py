"""``python -m engine.training``: make the networks anew, or some of them.

The value network for three players is learnt from nothing; those for other numbers begin with it.
Then the networks that guess hands are learnt from rounds that the value networks play. What is done
already is kept in the folder, so that --resume goes on where an interruption left it.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from engine.players import nets

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.players.fast.net import Net
    from engine.training.progress import Training

FIRST = 3
"""The number of players whose value network all others begin with."""
ORDER = (FIRST, 4, 5, 2)


def parser() -> argparse.ArgumentParser:
    """What may be said on the command line."""
    said = argparse.ArgumentParser(prog="python -m engine.training", description=__doc__)
    said.add_argument(
        "--players",
        type=int,
        nargs="+",
        choices=sorted(ORDER),
        default=ORDER,
        help="whose networks to make (all)",
    )
    said.add_argument(
        "--iterations",
        type=_at_least_one,
        default=400,
        help="of 60,000 positions, for three players; for the others half (%(default)s)",
    )
    said.add_argument(
        "--belief-iterations",
        type=_at_least_one,
        default=640,
        help="of 60,000 hands (%(default)s)",
    )
    said.add_argument("--seed", type=int, default=1)
    said.add_argument("--out", type=Path, default=Path("nets"), help="folder to write to")
    said.add_argument("--resume", action="store_true", help="go on with what is in the folder")
    return said


def _at_least_one(text: str) -> int:
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError(f"{text} is too few; at least 1")
    return number


class Workshop:
    """Makes the networks of one command line, each once."""

    def __init__(self, said: argparse.Namespace, report: Callable[[str], object]) -> None:
        self._said, self._report = said, report
        self._commit = _commit()
        self._made: set[Path] = set()

    def value(self, players: int) -> Net:
        """The value network for a number of players; the one that it begins with comes first."""
        iterations = self._said.iterations
        if players != FIRST:
            iterations = max(1, iterations // 2)

        def training() -> Training:
            from engine.training.learn import ValueTraining  # noqa: PLC0415 - compiles

            start_from = None if players == FIRST else self.value(FIRST)
            return ValueTraining(players, self._said.seed, start_from)

        return self._network("value", players, iterations, training)

    def belief(self, players: int) -> Net:
        """The network that guesses hands; that whose play it learns from comes first."""

        def training() -> Training:
            from engine.training.believe import BeliefTraining  # noqa: PLC0415 - compiles

            return BeliefTraining(players, self._said.seed, self.value(players))

        return self._network("belief", players, self._said.belief_iterations, training)

    def _network(
        self, kind: nets.Kind, players: int, iterations: int, training: Callable[[], Training]
    ) -> Net:
        """A network as its file has it, which is what others learn from too."""
        features = nets.fingerprint(kind)
        origin = nets.Origin(kind, players, self._said.seed, iterations, self._commit, features)
        file = nets.file_in(self._said.out, kind, players)
        if not self._is_made(file, origin):
            from engine.training.progress import Progress, run  # noqa: PLC0415 - compiles

            kept = file.with_suffix(".checkpoint")
            if not self._said.resume:
                kept.unlink(missing_ok=True)
            progress = Progress(origin, self._report, kept)
            nets.save(file, run(training(), iterations, progress), origin)
            kept.unlink(missing_ok=True)
        self._made.add(file)
        return nets.read(file, kind, players)

    def _is_made(self, file: Path, origin: nets.Origin) -> bool:
        """Whether this command has made the file, or, with --resume, one of the same words."""
        if file in self._made:
            return True
        if not (self._said.resume and file.exists()):
            return False
        return replace(nets.origin(file), commit=origin.commit) == origin


def _commit() -> str:
    """The commit of the sources, with ``-dirty`` where they differ from it."""
    told = subprocess.run(
        ["git", "describe", "--always", "--dirty", "--exclude=*"],  # noqa: S607 - whichever git
        cwd=Path(__file__).parent,
        capture_output=True,
        text=True,
        check=False,
    )
    return told.stdout.strip() or "unknown"


def main() -> int:
    """Make the networks and write them into a folder."""
    said = parser().parse_args()
    said.out.mkdir(parents=True, exist_ok=True)
    workshop = Workshop(said, partial(print, flush=True))
    try:
        for players in (count for count in ORDER if count in said.players):
            workshop.value(players)
            workshop.belief(players)
    except ValueError as error:  # a network or checkpoint of another kind
        print(error, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("interrupted; the same command with --resume goes on", file=sys.stderr)
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main())
