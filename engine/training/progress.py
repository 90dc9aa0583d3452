"""What training tells on its way, and keeps so that an interruption loses little."""

from __future__ import annotations

import json
import time
from abc import ABC, abstractmethod
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import numpy as np

from engine.players import nets
from engine.players.fast.layout import Ints
from engine.players.fast.net import Net

ACTORS = 2
"""Threads that play, each to tapes of its own."""
OFTEN = 10
"""So many iterations lie between two reports, and two checkpoints."""


class CheckpointError(ValueError):
    """A checkpoint isn't of this training; the text says why."""


class Training(ABC):
    """A network on its way, with all that its further way depends on.

    Attributes:
        net: as it is now.
        rng: what orders what is learnt from.
        iteration: how many are done.
        steps: of gradient descent.
        error: mean squared error of what was learnt from last.
    """

    net: Net
    rng: np.random.Generator
    iteration: int = 0
    steps: int = 0
    error: float = 0.0

    @abstractmethod
    def go_on(self, iterations: int, pool: ThreadPoolExecutor) -> None:
        """One iteration of so many."""

    @abstractmethod
    def measure(self) -> str:
        """How good the network is, in a few words."""

    @abstractmethod
    def arrays(self) -> list[Ints]:
        """All arrays that the rest depends on."""


class Progress:
    """Reports and checkpoints of one network's training.

    Args:
        origin: what is made; a checkpoint of anything else is refused.
        report: is told how it goes.
        file: where checkpoints are kept; None for nowhere.
    """

    def __init__(
        self, origin: nets.Origin, report: Callable[[str], object], file: Path | None = None
    ) -> None:
        self._origin, self._report, self._file = origin, report, file
        self._start = time.monotonic()

    def resume(self, training: Training) -> None:
        """Bring a training to where its checkpoint was made, if there is one.

        Raises:
            CheckpointError: the checkpoint is of another training.
        """
        if self._file is None or not self._file.exists():
            return
        with np.load(self._file) as stored:
            about = json.loads(str(stored["about"]))
            if about["words"] != self._words():
                raise CheckpointError(
                    f"{self._file} is of another training ({about['words']}; this one is "
                    f"{self._words()}): take its command line, or begin without --resume"
                )
            for i, array in enumerate(training.arrays()):
                array[...] = stored[f"a{i}"]
        training.rng.bit_generator.state = about["rng"]
        training.iteration, training.steps = about["iteration"], about["steps"]
        self._report(f"{self._what()}: going on after iteration {training.iteration}")

    def made(self, training: Training) -> None:
        """One more iteration is done."""
        of = self._origin.iterations
        if training.iteration % OFTEN and training.iteration != of:
            return
        self._report(
            f"{self._what()}, {training.iteration}/{of}: {training.measure()}, "
            f"{time.monotonic() - self._start:.0f} s"
        )
        if self._file is not None:
            self._keep(training, self._file)

    def _what(self) -> str:
        hands = "" if self._origin.kind == "value" else "' hands"
        return f"{self._origin.players} players{hands}"

    def _words(self) -> str:
        return str(replace(self._origin, commit=""))

    def _keep(self, training: Training, file: Path) -> None:
        about = {
            "words": self._words(),
            "rng": training.rng.bit_generator.state,
            "iteration": training.iteration,
            "steps": training.steps,
        }
        arrays = {f"a{i}": array for i, array in enumerate(training.arrays())}
        whole = file.with_suffix(".new")
        with whole.open("wb") as stored:
            np.savez(stored, allow_pickle=False, about=np.array(json.dumps(about)), **arrays)
        whole.replace(file)  # a file that has the name is whole


def run(training: Training, iterations: int, progress: Progress) -> Net:
    """Train to the end, from a checkpoint if there is one; returns the network."""
    progress.resume(training)
    with ThreadPoolExecutor(ACTORS) as pool:
        while training.iteration < iterations:
            training.go_on(iterations, pool)
            progress.made(training)
    return training.net
