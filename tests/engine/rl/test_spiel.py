"""The OpenSpiel game: its own random playouts, and the same play as in the other environment."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

import engine
from engine.rl.aec import ScoutEnv
from engine.rl.play import Play

pyspiel = pytest.importorskip("pyspiel")
spiel = pytest.importorskip("engine.rl.spiel")


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_openspiels_own_playouts(players: int) -> None:
    game = pyspiel.load_game("python_scout", {"players": players, "deals": 20})
    pyspiel.random_sim_test(game, num_sims=3, serialize=False, verbose=False)


@pytest.mark.parametrize("players", [2, 3, 5])
def test_it_plays_as_the_engine_does(players: int) -> None:
    state = pyspiel.load_game("python_scout", {"players": players, "seed": 9}).new_initial_state()
    play = Play(engine.new_match(players, engine.Options(rounds=1))).dealt("9:17")
    assert dict(state.chance_outcomes())[17] == pytest.approx(1 / 1000)
    assert sum(p for _, p in state.chance_outcomes()) == pytest.approx(1)
    state.apply_action(17)
    observer, rng = spiel.Observer(), Random(players)
    while not state.is_terminal():
        assert play.actor is not None
        assert state.current_player() == play.actor - 1
        assert state.legal_actions() == np.flatnonzero(play.legal()).tolist()
        for seat in range(players):
            observer.set_from(state, seat)
            assert (observer.tensor == play.seen(seat + 1)).all()
        step = rng.choice(state.legal_actions())
        assert state.action_to_string(step)
        state.apply_action(step)
        play = play.after(step)
    assert play.match.over
    assert state.returns() == pytest.approx(play.returns())
    assert sum(state.returns()) == pytest.approx(0)


def test_a_clone_goes_its_own_way() -> None:
    state = pyspiel.load_game("python_scout").new_initial_state()
    state.apply_action(3)
    other = state.clone()
    other.apply_action(1)
    assert state.history() != other.history()
    assert state.current_player() == 0
    assert other.current_player() == 1


def test_both_environments_number_steps_alike() -> None:
    table = ScoutEnv(players=3)
    assert (
        table.action_space("seat_1").n == pyspiel.load_game("python_scout").num_distinct_actions()
    )


def test_texts_are_as_unique_as_views() -> None:
    state = pyspiel.load_game("python_scout").new_initial_state()
    observer = spiel.Observer()
    assert observer.string_from(state, 0) == "not dealt"
    state.apply_action(3)
    texts = {observer.string_from(state, seat) for seat in range(3)}
    assert len(texts) == 3
