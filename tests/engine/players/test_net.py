"""The value network as it is played is the one that was learnt, but for rounding."""

from __future__ import annotations

from pathlib import Path
from random import Random

import numpy as np
import pytest

import engine
from engine.players import bridge, nets
from engine.players.fast import accel
from engine.players.fast.features import MAX_ACTIVE
from engine.players.fast.layout import WIDTH, Floats, Ints
from engine.players.fast.net import SCALE, SECOND_WIDTH, UNIT, Net, make_sums, make_units
from tests.engine.players.twins import random_study

pytest.importorskip("numba")


def positions(players: int) -> list[Ints]:
    """Features of positions in studies, with hands of many sizes."""
    machine = accel.interpreted()
    found = []
    for number in range(40):
        match = random_study(players, "end", Random(number))
        if match.round is None or match.round.turn is None:
            continue
        seen = bridge.observation(engine.view(match, match.round.turn))
        active, numbers = np.empty(MAX_ACTIVE, np.int32), np.empty(WIDTH, np.int32)
        player = match.round.turn - 1
        count = machine.move_features(seen.hands, seen.state, player, seen.full, numbers, active)
        found.append(active[:count].copy())
    return found


def sums(net: Net, active: Ints) -> Floats:
    """The first layer's sums, unrounded."""
    return net.b1 + net.w1[active].sum(axis=0)


def answer(net: Net, active: Ints) -> float:
    """What the network says, computed as it is written in a textbook."""
    first = np.maximum(sums(net, active), 0)
    return float((np.maximum(net.w2 @ first + net.b2, 0) @ net.w3 + net.b3[0]) * SCALE)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_it_plays_what_it_learnt(players: int) -> None:
    learnt = nets.read(Path(nets.__file__).with_name(f"{players}.npz"), "value", players)
    played = nets.load(players)
    for active in positions(players):
        assert np.abs(sums(learnt, active)).max() < np.iinfo(np.int16).max / UNIT
        for machine in (accel.interpreted(), accel.compiled()):
            acc = make_sums()
            machine.begin(acc, played.b1)
            machine.add_rows(acc, played.w1, active, 0, len(active))
            hidden = np.empty(SECOND_WIDTH, np.float32)
            said = machine.head(played, acc, hidden, make_units())
            assert said == pytest.approx(answer(learnt, active), abs=0.1)
