"""Playouts: what is remembered from one to the next is what would be found anew."""

from __future__ import annotations

import numpy as np
import pytest

import engine
from engine.players import bridge, nets
from engine.players.fast import accel
from engine.players.fast.layout import MOVE_SIZE, Floats, Ints
from engine.players.fast.net import Quantised
from engine.players.fast.policy import EVERY, NARROW
from engine.players.fast.search import Room

CHOICES = 3


def tried_out(match: engine.Match, seat: int) -> tuple[Floats, Room]:
    """The sums over a few redeals for a position's best moves, or for its two orientations."""
    machine = accel.interpreted()
    net, belief = nets.load(match.players), nets.load_belief(match.players)
    at = bridge.position(engine.view(match, seat))
    seed = np.array([5], np.int64)
    values, moves = np.empty(CHOICES, np.float32), np.empty((CHOICES, MOVE_SIZE), np.int16)
    count = 2
    if match.round is not None and match.round.turn is not None:
        count = machine.best_moves(
            at.hands, at.state, net, at.full, 0.0, seed, EVERY, values, moves
        )
    else:
        moves = moves[:0]
    room = machine.make_room(at.state, count, belief, seed)
    totals, alive = np.zeros(count, np.float32), np.arange(count)
    for redeals in (1, 2):  # the same room for all of a search
        machine.try_out(
            at.hands,
            at.state,
            seat - 1,
            net,
            at.full,
            belief,
            at.unseen,
            moves,
            alive,
            redeals,
            NARROW,
            room,
            totals,
        )
    return totals, room


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_hands_are_summed_once(players: int, monkeypatch: pytest.MonkeyPatch) -> None:
    machine = accel.interpreted()

    def anew(hand: Ints, size: int, _row: int, net: Quantised, room: Room) -> None:
        machine.sum_ends(hand, size, net, room.desk)

    match = engine.new_match(players, engine.Options(1))
    match = engine.apply(match, engine.deal_from_seed(match, "ends")).match
    begun = match
    for seat in range(1, players + 1):
        begun = engine.apply(begun, engine.Move(seat, engine.KEEP)).match
    assert begun.round is not None
    assert begun.round.turn is not None
    for position, seat in ((match, 1), (begun, begun.round.turn)):
        remembered, room = tried_out(position, seat)
        assert room.summed.any()
        with monkeypatch.context() as patch:
            patch.setitem(machine.play_out.__globals__, "recall_ends", anew)
            found, room = tried_out(position, seat)
        assert not room.summed.any()
        assert (found == remembered).all()
