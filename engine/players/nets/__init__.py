"""The networks' weights, a file for each number of players; README.md says how they were made."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable

import numpy as np

from engine.players.fast.net import Net, Quantised, quantised


@cache
def load(players: int) -> Quantised:
    """The network for a number of players."""
    return quantised(read(_file(f"{players}.npz")))


@cache
def load_belief(players: int) -> Quantised:
    """The network that tells likely hands from unlikely ones (`fast.belief`)."""
    return quantised(read(_file(f"belief-{players}.npz")))


def _file(name: str) -> Traversable:
    return files("engine.players.nets").joinpath(name)


def read(path: Traversable) -> Net:
    """A network as `save` wrote it, to learn on."""
    with path.open("rb") as file, np.load(file) as stored:
        return Net(**{name: stored[name].astype(np.float32) for name in Net._fields})


def save(path: str, net: Net) -> None:
    """Write a network as `read` and `load` read it; halves suffice."""
    np.savez_compressed(
        path, **{name: value.astype(np.float16) for name, value in net._asdict().items()}
    )
