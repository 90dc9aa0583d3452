"""Moves a second of every level, and rounds a second of the twin, on one core.

`python -m pytest tests/benchmarks/test_players.py --benchmark-only`; among the other tests each is
run once, to see that it works.
"""

from __future__ import annotations

from random import Random

import numpy as np
import pytest
from pytest_benchmark.fixture import BenchmarkFixture

import engine
from engine.players import bridge, create, judging
from engine.players.fast import accel, ready
from engine.rules import Rules

LEVELS = ("random", "greedy", "easy", "medium", "hard", "expert")


def middle_of_rounds(players: int, count: int) -> list[engine.View]:
    """Views of the seat on turn after four moves of medium players."""
    views = []
    for number in range(count):
        match = engine.new_match(players)
        match = engine.apply(match, engine.deal_from_seed(match, f"bench {number}")).match
        for _ in range(players + 4):
            state = match.round
            assert state is not None
            seat = state.turn or state.ready.index(False) + 1
            action = create("medium").choose(engine.view(match, seat), None, Random(number))
            match = engine.apply(match, engine.Move(seat, action)).match
        assert match.round is not None
        if match.round.turn:
            views.append(engine.view(match, match.round.turn))
    return views


@pytest.mark.parametrize("players", [2, 3, 5])
@pytest.mark.parametrize("level", LEVELS)
def test_moves(benchmark: BenchmarkFixture, level: str, players: int) -> None:
    """Twenty moves in the middle of rounds; the expert's take the 10 ms each that they get."""
    views = middle_of_rounds(players, 20)
    player = create(level)
    ready.machine(wait=True)

    def moves() -> int:
        return len([player.choose(view, 10.0, Random(1)) for view in views])

    assert benchmark(moves) == len(views)


@pytest.mark.parametrize("players", [2, 3, 5])
def test_judging(benchmark: BenchmarkFixture, players: int) -> None:
    """A decision judged as reviews do: some sixteen actions on 400 redeals."""
    [view] = middle_of_rounds(players, 1)
    ready.machine(wait=True)
    asked = judging.candidates(view)
    assert len(benchmark(judging.judge, view, asked, 400, 1)) == len(asked)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_random_rounds_of_the_twin(benchmark: BenchmarkFixture, players: int) -> None:
    """A thousand rounds of random moves, compiled; a round has 15 to 120 actions."""
    pytest.importorskip("numba")
    machine = accel.compiled()
    seed = np.array([1], np.int64)
    deck = bridge.deck(Rules.of(players))
    machine.random_rounds(deck, 1, seed)
    assert benchmark(machine.random_rounds, deck, 1000, seed) > 10_000
