"""Guessing hands: those that seats really hold are told from those dealt at random."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

import engine
from engine.players import bridge, create, nets
from engine.players.fast import accel
from engine.players.fast import layout as at


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_hands_that_are_held_are_likelier_than_others(players: int) -> None:
    """Over rounds of `hard`: by the mean and three of its standard errors, round by round."""
    machine = accel.interpreted()
    belief = nets.load_belief(players)
    hard = create("hard")
    leads = []
    for number in range(12):
        match = engine.new_match(players, engine.Options(1))
        match = engine.apply(match, engine.deal_from_seed(match, f"held {number}")).match
        differences = []
        while match.round is not None and match.round.end is None:
            seat = match.round.turn or match.round.ready.index(False) + 1
            view = engine.view(match, seat)
            if view.phase == "play":
                seen = bridge.observation(view)
                room = machine.make_room(seen.state, 0, belief, np.array([number], np.int64))
                for other in {*range(players)} - {seat - 1}:
                    size = int(seen.state[at.SIZE + other])
                    held = np.array([bridge.code(c) for c in match.round.hands[other]], np.int16)
                    machine.propose(room.hand, seen.state, other, seen.unseen, 0, room)
                    true, dealt = (
                        machine.likelihood(hand, size, seen.state, other, belief, room)
                        for hand in (held, room.hand)
                    )
                    differences.append(np.log(true / dealt))
            match = engine.apply(match, engine.Move(seat, hard.choose(view, None, Random(1)))).match
        leads.append(np.mean(differences))
    assert np.mean(leads) - 3 * np.std(leads, ddof=1) / len(leads) ** 0.5 > 0
