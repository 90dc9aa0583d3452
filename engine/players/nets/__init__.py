"""The networks' weights, a file for each number of players; README.md says how they were made."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable

import numpy as np

from engine.players.fast.net import Net


@cache
def load(players: int) -> Net:
    """The network for a number of players."""
    return read(files("engine.players.nets").joinpath(f"{players}.npz"))


@cache
def load_belief(players: int) -> Net:
    """The network that tells likely hands from unlikely ones (`fast.belief`)."""
    return read(files("engine.players.nets").joinpath(f"belief-{players}.npz"))


def read(path: Traversable) -> Net:
    """A network as `save` wrote it."""
    with path.open("rb") as file, np.load(file) as stored:
        return Net(**{name: stored[name].astype(np.float32) for name in Net._fields})


def save(path: str, net: Net) -> None:
    """Write a network as `load` reads it; halves suffice."""
    np.savez_compressed(
        path, **{name: value.astype(np.float16) for name, value in net._asdict().items()}
    )
