"""easy, medium, hard and expert: legal everywhere, repeatable, each better than the one below."""

from __future__ import annotations

import pickle
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from random import Random

import pytest

import engine
from engine import Card, Match, Move, View
from engine.players import bridge, create, nets, think
from engine.players.base import Player
from engine.players.expert import ExpertPlayer
from engine.players.fast import accel, ready
from engine.players.fast.choice import blank_best
from engine.players.fast.machine import Machine
from engine.players.fast.policy import EVERY, LIKELY, NARROW
from engine.tools.simulation import simulate
from engine.views import legal_actions

from .twins import random_study

LEVELS = ("easy", "medium", "hard", "expert")


def _interpreted(**_: bool) -> Machine:
    return accel.interpreted()


def level(name: str) -> Player:
    """A level; the expert with few playouts, for it plays no differently with more."""
    return ExpertPlayer(playouts=16) if name == "expert" else create(name)


def dealt(players: int, seed: str, last_card: str = "end") -> Match:
    options = engine.Options(1, "random", "continue" if last_card == "continue" else "end")
    match = engine.new_match(players, options)
    return engine.apply(match, engine.deal_from_seed(match, seed)).match


def views(match: Match, rng: Random, limit: int) -> Iterator[View]:
    """The views of whoever has something to decide, on the way of a random game."""
    for _ in range(limit):
        state = match.round
        assert state is not None
        if state.end:
            return
        seat = state.turn or state.ready.index(False) + 1
        yield engine.view(match, seat)
        legal = engine.legal_actions(match, seat)
        kind = rng.choice(sorted({type(action).__name__ for action in legal}))
        action = rng.choice([action for action in legal if type(action).__name__ == kind])
        match = engine.apply(match, Move(seat, action)).match


def assert_legal(player: Player, view: View, rng: Random) -> None:
    before = pickle.dumps(view)
    action = player.choose(view, None, rng)
    assert action in set(legal_actions(view)), view
    assert pickle.dumps(view) == before


@pytest.mark.parametrize("name", LEVELS)
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_every_level_is_legal_all_through_random_rounds(name: str, players: int) -> None:
    rng = Random(players)
    player = level(name)
    for last_card in ("end", "continue"):
        for view in views(dealt(players, last_card, last_card), rng, 60):
            assert_legal(player, view, rng)


@pytest.mark.parametrize("name", LEVELS)
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_every_level_is_legal_in_odd_studies(name: str, players: int) -> None:
    player = level(name)
    for number in range(12):
        rng = Random(number)
        for view in views(random_study(players, "end", rng), rng, 3):
            assert_legal(player, view, rng)


@pytest.mark.parametrize("name", LEVELS)
def test_a_hand_of_forty_cards_and_hands_of_one(name: str) -> None:
    forty = engine.cards.ALL_CARDS[:40]
    rest = engine.cards.ALL_CARDS[40:]
    position = engine.Position(
        1, (forty, (rest[0],), (rest[1],)), table=(rest[2], rest[3]), owner=3
    )
    match = engine.new_study(position)
    assert_legal(level(name), engine.view(match, 1), Random(1))
    one = engine.Position(1, ((Card(1, 2),), (Card(3, 4),)), table=(Card(9, 8),), owner=2)
    assert_legal(level(name), engine.view(engine.new_study(one), 1), Random(1))


@pytest.mark.parametrize("name", LEVELS)
def test_the_same_seed_gives_the_same_move(name: str) -> None:
    for view in list(views(dealt(4, "same"), Random(4), 30))[::3]:
        choices = {level(name).choose(view, None, Random(7)) for _ in range(3)}
        assert len(choices) == 1


@pytest.mark.parametrize("name", LEVELS)
def test_nothing_to_decide_is_said(name: str) -> None:
    match = dealt(3, "nothing")
    for seat in (1, 2, 3):
        match = engine.apply(match, Move(seat, engine.KEEP)).match
    assert match.round is not None
    idle = (match.round.turn or 0) % 3 + 1
    for view in (engine.view(match, idle), engine.view(match, None)):
        with pytest.raises(ValueError, match="nothing to decide"):
            create(name).choose(view, 20, Random(1))


def test_compiled_and_interpreted_networks_choose_alike() -> None:
    pytest.importorskip("numba")
    for players in (2, 3, 4, 5):
        net = nets.load(players)
        at_play = [v for v in views(dealt(players, "alike"), Random(1), 30) if v.phase == "play"]
        for view in at_play[::4]:
            seen = bridge.observation(view)
            for wide in (NARROW, LIKELY, EVERY):
                slow, fast = blank_best(4), blank_best(4)
                for machine, best in ((accel.interpreted(), slow), (accel.compiled(), fast)):
                    machine.best_moves(seen.hands, seen.state, seen.full, net, wide, best)
                assert (slow.moves[0] == fast.moves[0]).all()
                assert slow.values[0] == pytest.approx(fast.values[0], abs=1e-3)


def test_expert_plays_without_numba(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ready, "machine", _interpreted)
    rng = Random(2)
    for view in list(views(dealt(3, "slow"), rng, 40))[::8]:
        assert ExpertPlayer(playouts=2).choose(view, None, rng) in legal_actions(view)


def test_think_runs_in_another_process() -> None:
    view = next(views(dealt(3, "pool"), Random(1), 1))
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        action = pool.submit(think, "hard", view, 50.0, 5).result(120)
    assert action in legal_actions(view)


@pytest.mark.parametrize(
    ("better", "worse", "players", "rounds", "least"),
    [
        ("easy", "random", 3, 120, 3.0),
        ("medium", "easy", 3, 300, 3.0),
        ("medium", "easy", 5, 300, 2.5),
        ("hard", "medium", 3, 450, 3.0),
        ("hard", "medium", 5, 450, 1.5),
        ("hard", "medium", 2, 300, 1.5),
    ],
)
def test_each_level_beats_the_one_below(
    better: str, worse: str, players: int, rounds: int, least: float
) -> None:
    """One seat against a table, over whole deals; the claim is two standard errors inside."""
    result = simulate([better, *[worse] * (players - 1)], rounds, seed=11)
    others = [entry.mean for entry in result.players[1:]]
    lead = result.players[0].mean - sum(others) / len(others)
    # The entries' means are not independent; the sum of their errors is more than the lead's.
    error = result.players[0].se + max(entry.se for entry in result.players[1:])
    assert lead - 2 * error > 0
    assert lead > least
