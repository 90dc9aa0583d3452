"""Training: the same seed makes the same networks, and what is learnt can be measured."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from engine.players import bridge, nets
from engine.players.fast.features import FEATURES
from engine.players.fast.layout import OVER, TOKENS, Deck
from engine.players.fast.net import Net, blank, quantised
from engine.rules import Rules

pytest.importorskip("numba")

from engine.training import __main__ as command
from engine.training import kernels, learn
from engine.training.believe import BeliefTraining
from engine.training.learn import ValueTraining
from engine.training.progress import ACTORS, CheckpointError, Progress, Training, run

VALUE = nets.Origin("value", 3, 7, 3, "", nets.fingerprint("value"))


def silent(_: object) -> None:
    """Nobody listens."""


def same(one: Net, other: Net) -> bool:
    return all((a == b).all() for a, b in zip(one, other, strict=True))


def trained(training: Training, iterations: int) -> Net:
    return run(training, iterations, Progress(VALUE, silent))


def deck() -> Deck:
    return bridge.deck(Rules.of(3))


@pytest.fixture(autouse=True)
def short_tapes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(learn, "SAMPLES", 1500)
    monkeypatch.setattr(learn, "MEASURED", 4)


def test_the_same_seed_makes_the_same_networks() -> None:
    first, second = (trained(ValueTraining(3, 7), 3) for _ in range(2))
    assert same(first, second)
    assert not same(first, trained(ValueTraining(3, 8), 3))
    assert same(*(trained(BeliefTraining(3, 7, first), 2) for _ in range(2)))


@pytest.mark.parametrize("kind", ["value", "belief"])
def test_who_goes_on_after_an_interruption_comes_to_the_same_network(
    kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("engine.training.progress.OFTEN", 1)

    def begun() -> Training:
        return ValueTraining(3, 7) if kind == "value" else BeliefTraining(3, 7, blank(FEATURES))

    whole = trained(begun(), 3)
    interrupted, progress = begun(), Progress(VALUE, silent, tmp_path / "kept")
    with ThreadPoolExecutor(ACTORS) as pool:
        for _ in range(2):
            interrupted.go_on(3, pool)
            progress.made(interrupted)
    told: list[str] = []
    resumed = run(begun(), 3, Progress(VALUE, told.append, tmp_path / "kept"))
    assert "after iteration 2" in told[0]
    assert same(resumed, whole)
    other = Progress(replace(VALUE, seed=8), silent, tmp_path / "kept")
    with pytest.raises(CheckpointError, match="another training"):
        other.resume(begun())


def test_one_iteration_is_enough_for_every_number_of_players(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    line = f"training --iterations 1 --belief-iterations 1 --out {tmp_path}"
    monkeypatch.setattr("sys.argv", [*line.split(), "--players", "2"])
    assert command.main() == 0
    made = {file.name for file in tmp_path.iterdir()}
    assert made == {"3.npz", "2.npz", "belief-2.npz"}  # all others begin with that for three
    origin = nets.origin(tmp_path / "2.npz")
    assert (origin.kind, origin.players, origin.seed, origin.iterations) == ("value", 2, 1, 1)
    assert origin.features == nets.fingerprint("value")
    assert origin.commit
    assert "against those in use" in capsys.readouterr().out
    monkeypatch.setattr("sys.argv", [*line.split(), "--resume"])
    assert command.main() == 0
    assert len(list(tmp_path.iterdir())) == 8
    out = capsys.readouterr().out
    assert "4 players" in out
    assert "2 players" not in out  # they were there
    monkeypatch.setattr("sys.argv", ["training", "--iterations", "0"])
    with pytest.raises(SystemExit):
        command.main()
    assert "at least 1" in capsys.readouterr().err


def test_twenty_iterations_beat_a_network_that_has_learnt_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(learn, "SAMPLES", 3000)
    fresh = ValueTraining(3, 1).net
    learnt = trained(ValueTraining(3, 1), 20)
    leads = kernels.duel(deck(), quantised(learnt), quantised(fresh), 150, np.array([1], np.int64))
    assert leads.mean() - 4 * leads.std(ddof=1) / len(leads) ** 0.5 > 10


def test_a_duel_is_fair_and_tells_the_stronger_network() -> None:
    in_use = nets.load(3)
    alike = kernels.duel(deck(), in_use, in_use, 20, np.array([1], np.int64))
    assert alike == pytest.approx(np.zeros(20), abs=1e-5)
    fresh = quantised(learn.fresh(np.random.default_rng(1), FEATURES))
    leads = kernels.duel(deck(), in_use, fresh, 100, np.array([1], np.int64))
    assert leads.mean() - 3 * leads.std(ddof=1) / 10 > 3


def test_what_is_learnt_is_what_is_still_to_come() -> None:
    """Without a trace of guesses every target is the round's result less the present margin."""
    tape = learn.blank_tape()
    net = quantised(ValueTraining(3, 1).net)
    count, rounds = kernels.self_play(deck(), net, 0.5, 1.0, np.array([3], np.int64), tape)
    assert rounds > 10
    results = (tape.target * 10 + tape.now)[:count]
    followed = 0
    for i in range(count):
        before = tape.previous[i]
        if before >= 0:
            followed += 1
            assert results[i] == pytest.approx(results[before], abs=1e-4)
    assert followed > count / 2
    assert np.abs(tape.now[:count]).max() > 3  # margins on the way are no small thing


def test_decks_are_dealt_by_the_rules() -> None:
    for players in (2, 3, 4, 5):
        rules = Rules.of(players)
        dealt = bridge.deck(rules)
        assert len(dealt.cards) == len(rules.deck)
        assert int(dealt.full.sum()) == 2 * len(rules.deck)
        assert dealt.state[TOKENS] == rules.tokens
        assert dealt.state[OVER] == 0
