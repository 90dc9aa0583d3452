"""The networks' files: where each comes from, and none that doesn't fit."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from engine.players import nets
from engine.players.fast.net import Net

FOLDER = Path(nets.__file__).parent


def same(one: Net, other: Net) -> bool:
    return all((a == b).all() for a, b in zip(one, other, strict=True))


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("kind", ["value", "belief"])
def test_every_network_says_where_it_comes_from(kind: nets.Kind, players: int) -> None:
    origin = nets.origin(nets.file_in(FOLDER, kind, players))
    assert (origin.kind, origin.players, origin.seed) == (kind, players, 1)
    assert origin.features == nets.fingerprint(kind)
    assert len(origin.commit) >= 7
    assert origin.iterations >= 200


def test_a_network_keeps_what_it_can_in_a_file(tmp_path: Path) -> None:
    kept = nets.file_in(FOLDER, "value", 4)
    net, made = nets.read(kept, "value", 4), nets.origin(kept)
    nets.save(tmp_path / "4.npz", net, made)
    assert same(nets.read(tmp_path / "4.npz", "value", 4), net)
    assert nets.origin(tmp_path / "4.npz") == made


def test_a_network_that_does_not_fit_is_refused(tmp_path: Path) -> None:
    kept = nets.file_in(FOLDER, "value", 3)
    net, made = nets.read(kept, "value", 3), nets.origin(kept)
    file = tmp_path / "3.npz"
    nets.save(file, net, replace(made, features="0123456789abcdef"))
    with pytest.raises(nets.NetError, match=r"other features.*python -m engine\.training"):
        nets.read(file, "value", 3)
    nets.save(file, net._replace(w1=net.w1[:-1]), made)
    with pytest.raises(nets.NetError, match="no array w1 of shape"):
        nets.read(file, "value", 3)
    with pytest.raises(nets.NetError, match="a value network for 3 players; wanted is a belief"):
        nets.read(kept, "belief", 3)
    with pytest.raises(nets.NetError, match="wanted is a value network for 4"):
        nets.read(kept, "value", 4)
    np.savez(file, allow_pickle=False, **net._asdict())
    with pytest.raises(nets.NetError, match="no network as"):
        nets.read(file, "value", 3)
    file.write_bytes(b"nothing of the kind")
    with pytest.raises(nets.NetError, match="no network as"):
        nets.origin(file)
    with pytest.raises(FileNotFoundError):
        nets.read(tmp_path / "none.npz", "value", 3)
