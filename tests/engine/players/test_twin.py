"""The fast twin plays by the engine's rules: differential tests, action by action.

The suite's share is a sample. Millions of actions, for as many minutes as one likes:
``SCOUT_TWIN_ACTIONS=3000000 python -m pytest tests/engine/players/test_twin.py -p no:randomly
--timeout 0``
"""

from __future__ import annotations

import os
from random import Random

import pytest

from engine import FLIP, KEEP, Options
from engine import match as matches
from engine.players.fast import accel
from engine.players.fast.machine import Machine

from .twins import follow, random_study

ACTIONS = int(os.environ.get("SCOUT_TWIN_ACTIONS", "6000"))
"""Actions over all parameters together."""
SPARED = ("ender", "emptied")


@pytest.fixture(scope="module", params=["interpreted", "compiled"])
def machine(request: pytest.FixtureRequest) -> Machine:
    """The twin, both ways."""
    if request.param == "compiled":
        pytest.importorskip("numba")
        return accel.compiled()
    return accel.interpreted()


@pytest.mark.parametrize("last_card", ["end", "continue"])
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_whole_rounds(players: int, last_card: str, machine: Machine) -> None:
    played = number = 0
    while played < ACTIONS / 32:
        match = matches.new_match(players, Options(1, "random", last_card, SPARED[number % 2]))
        match, _ = matches.apply(match, matches.deal_from_seed(match, f"{last_card} {number}"))
        rng = Random(number)
        for seat in range(1, players + 1):
            match, _ = matches.apply(match, matches.Move(seat, rng.choice([KEEP, FLIP])))
        played += follow(match, machine, rng, 300)
        number += 1


@pytest.mark.parametrize("last_card", ["end", "continue"])
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_studies_of_any_hand_sizes(players: int, last_card: str, machine: Machine) -> None:
    played = number = 0
    while played < ACTIONS / 32:
        rng = Random(1000 * players + number)
        played += follow(
            random_study(players, last_card, rng, SPARED[number % 2]), machine, rng, 12
        )
        number += 1
