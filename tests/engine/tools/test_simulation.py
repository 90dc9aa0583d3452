"""``simulate``: what is played, what is counted, what is printed."""

from __future__ import annotations

import json
import re
from collections import Counter
from random import Random

import pytest

import engine
from engine import Scout, Show
from engine.tools import simulation as module
from engine.tools.simulation import simulate
from engine.views import View, legal_actions
from tests.engine.test_cli import run


class Scripted:
    """A player that does what a function says, and counts what it saw."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.seen: Counter[tuple[int, engine.Cards]] = Counter()

    def choose(self, view: View, budget_ms: float | None, rng: Random) -> engine.Action:
        assert budget_ms is None or budget_ms > 0
        if view.phase == "orient":
            assert view.seat is not None
            self.seen[view.seat, view.hand] += 1
            return engine.KEEP
        legal = legal_actions(view)
        scouts = [action for action in legal if isinstance(action, Scout)]
        if self.name == "endless" and scouts:
            return scouts[0]
        return next((action for action in legal if isinstance(action, Show)), legal[0])


@pytest.fixture
def scripted(monkeypatch: pytest.MonkeyPatch) -> dict[str, Scripted]:
    players: dict[str, Scripted] = {}
    monkeypatch.setattr(module, "create", lambda name: players.setdefault(name, Scripted(name)))
    return players


def test_each_deal_is_played_once_with_every_rotation(scripted: dict[str, Scripted]) -> None:
    result = simulate(["endless", "b", "c"], rounds=7, seed=1)
    assert result.rounds == 9
    for player in scripted.values():
        assert Counter(seat for seat, _ in player.seen.elements()) == {1: 3, 2: 3, 3: 3}
    hands = [set(player.seen) for player in scripted.values()]
    assert hands[0] == hands[1] == hands[2]
    assert len(hands[0]) == 9


def test_endless_rounds_are_given_up_and_reported(scripted: dict[str, Scripted]) -> None:
    result = simulate(["endless"] * 3, rounds=3, seed=1)
    assert result.given_up == 3
    assert [player.mean for player in result.players] == [0, 0, 0]
    assert set(scripted) == {"endless"}


def test_deals_and_chances_follow_from_the_seed() -> None:
    def scores(seed: int) -> list[tuple[float, float]]:
        return [(p.mean, p.se) for p in simulate(["random", "greedy"], 20, seed).players]

    assert scores(5) == scores(5)
    assert scores(5) != scores(6)


def test_means_and_errors_are_over_deals() -> None:
    result = simulate(["greedy", "random", "random"], rounds=60, seed=2)
    greedy, first, second = result.players
    assert [player.name for player in result.players] == ["greedy", "random", "random"]
    assert greedy.mean > first.mean + 5 * first.se
    assert all(player.se > 0 for player in result.players)
    assert all(0 < player.ms_mean <= player.ms_p99 * 100 for player in result.players)
    assert second.name == "random"
    assert result.given_up == 0
    assert simulate(["greedy", "greedy"], rounds=2, seed=2).players[0].se == 0


def test_the_same_player_everywhere_scores_the_same_on_average() -> None:
    # Greedy leaves nothing to chance, so over all rotations of a deal each entry scores alike.
    means = {player.mean for player in simulate(["greedy"] * 4, rounds=40, seed=3).players}
    assert max(means) - min(means) < 1e-9


def test_progress_is_told_by_rounds() -> None:
    told: list[int] = []
    simulate(["random", "random"], rounds=5, seed=1, progress=told.append)
    assert told == [2, 4, 6]


def test_no_progress_bar_but_on_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    assert run("simulate", "--seats", "random,random", "--rounds", "2").err == ""


def test_json_output() -> None:
    ran = run("simulate", "--seats", "random,greedy", "--rounds", "6", "--seed", "7", "--json")
    assert (ran.status, ran.err) == (0, "")
    result = json.loads(ran.out)
    assert list(result) == ["rounds", "seconds", "rounds_per_second", "given_up", "players"]
    assert (result["rounds"], result["given_up"]) == (6, 0)
    assert result["rounds_per_second"] == pytest.approx(6 / result["seconds"])
    for player, name in zip(result["players"], ["random", "greedy"], strict=True):
        assert list(player) == ["name", "mean", "se", "ms_mean", "ms_p99"]
        assert player["name"] == name
        assert all(isinstance(player[key], float) for key in ("mean", "se", "ms_mean", "ms_p99"))


def test_text_output() -> None:
    ran = run("simulate", "--seats", "random,greedy,random", "--rounds", "4", "--ms", "50")
    assert ran.status == 0
    assert len(re.findall(r"^(random|greedy) .* ± ", ran.out, re.MULTILINE)) == 3
    assert re.search(r"^6 rounds in .* a second$", ran.out, re.MULTILINE)
