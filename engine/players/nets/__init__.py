"""The networks' weights, a file for each number of players; README.md says how they were made."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path
from typing import Literal

import numpy as np

from engine.players.fast.belief import TABLE_OF_GUESSES
from engine.players.fast.features import TABLE_OF_FEATURES
from engine.players.fast.net import Net, Quantised, blank, quantised
from engine.players.fast.tables import Table

Kind = Literal["value", "belief"]
"""What a position is worth, or how likely a hand is (`fast.belief`)."""

_HERE = Path(__file__).parent
_FEATURES: dict[Kind, Table] = {"value": TABLE_OF_FEATURES, "belief": TABLE_OF_GUESSES}


class NetError(ValueError):
    """A file is no network, or none for the features there are now; the text says which and why."""


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a network comes from.

    Attributes:
        kind: what it tells.
        players: for how many it was trained.
        seed: what its training began with.
        iterations: how long that was.
        commit: of the sources that made it.
        features: the fingerprint of the features that it sees.
    """

    kind: Kind
    players: int
    seed: int
    iterations: int
    commit: str
    features: str


def fingerprint(kind: Kind) -> str:
    """The fingerprint of the features that such a network sees now."""
    return _FEATURES[kind].fingerprint()


@cache
def load(players: int) -> Quantised:
    """The value network for a number of players."""
    return quantised(read(file_in(_HERE, "value", players), "value", players))


@cache
def load_belief(players: int) -> Quantised:
    """The network that tells likely hands from unlikely ones, for a number of players."""
    return quantised(read(file_in(_HERE, "belief", players), "belief", players))


def file_in(folder: Path, kind: Kind, players: int) -> Path:
    """The file of a network in a folder of them."""
    return folder / (f"{players}.npz" if kind == "value" else f"belief-{players}.npz")


def read(path: Path, kind: Kind, players: int) -> Net:
    """A network as `save` wrote it, to learn on.

    Raises:
        NetError: it is none of this kind for that many players and for today's features.
        FileNotFoundError: there is none.
    """
    origin, arrays = _unpacked(path)
    if (origin.kind, origin.players) != (kind, players):
        raise NetError(
            f"{path} is a {origin.kind} network for {origin.players} players; "
            f"wanted is a {kind} network for {players}"
        )
    if origin.features != fingerprint(kind):
        raise NetError(
            f"{path} was trained on other features ({origin.features}; now they are "
            f"{fingerprint(kind)}); make it anew with python -m engine.training"
        )
    wanted = blank(_FEATURES[kind].size)
    for name, array in wanted._asdict().items():
        if name not in arrays or arrays[name].shape != array.shape:
            raise NetError(f"{path} has no array {name} of shape {array.shape}")
    return Net(**{name: arrays[name].astype(np.float32) for name in Net._fields})


def origin(path: Path) -> Origin:
    """Where the network in a file comes from.

    Raises:
        NetError: it is no network.
    """
    return _unpacked(path)[0]


def _unpacked(path: Path) -> tuple[Origin, dict[str, np.ndarray]]:
    with path.open("rb") as file:
        try:
            with np.load(file) as stored:
                arrays = dict(stored)
            return Origin(**json.loads(str(arrays.pop("origin")))), arrays
        except (ValueError, KeyError, TypeError, EOFError) as error:
            raise NetError(
                f"{path} is no network as engine.training writes them: {error}"
            ) from error


def save(path: Path, net: Net, made: Origin) -> None:
    """Write a network as `read` and `load` read it; halves suffice."""
    arrays = {name: value.astype(np.float16) for name, value in net._asdict().items()}
    np.savez_compressed(
        path, allow_pickle=False, origin=np.array(json.dumps(asdict(made))), **arrays
    )
