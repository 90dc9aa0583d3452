"""Training: the same seed makes the same networks, and what is learnt can be measured."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from engine.players import nets
from engine.players.fast.net import Net, quantised

pytest.importorskip("numba")

from engine.training import kernels, learn
from engine.training.believe import train_belief


def ignore(_: object) -> None:
    """Nobody listens."""


def same(one: Net, other: Net) -> bool:
    return all((a == b).all() for a, b in zip(one, other, strict=True))


@pytest.fixture(autouse=True)
def short_tapes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(learn, "SAMPLES", 1500)


def test_the_same_seed_makes_the_same_networks() -> None:
    first, second = (learn.train(3, 3, 7, None, ignore, ignore) for _ in range(2))
    assert same(first, second)
    assert not same(first, learn.train(3, 3, 8, None, ignore, ignore))
    guesses = [train_belief(3, 2, 7, first, ignore) for _ in range(2)]
    assert same(*guesses)


def test_a_network_keeps_what_it_can_in_a_file(tmp_path: Path) -> None:
    net = nets.read(Path(nets.__file__).with_name("4.npz"))
    nets.save(str(tmp_path / "4.npz"), net)
    assert same(nets.read(tmp_path / "4.npz"), net)


def test_a_duel_is_fair_and_tells_the_stronger_network() -> None:
    trained = nets.load(3)
    alike = kernels.duel(3, trained, trained, 20, np.array([1], np.int64))
    assert alike == pytest.approx(np.zeros(20), abs=1e-5)
    rng = np.random.default_rng(1)
    untrained = learn.fresh(rng, len(trained.w1))
    leads = kernels.duel(3, trained, quantised(untrained), 100, np.array([1], np.int64))
    assert leads.mean() - 3 * leads.std(ddof=1) / 10 > 3
