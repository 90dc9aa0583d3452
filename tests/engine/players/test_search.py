"""Playouts: what is remembered from one to the next is what would be found anew."""

from __future__ import annotations

import numpy as np
import pytest

import engine
from engine.players import bridge, nets
from engine.players.fast import accel
from engine.players.fast.layout import Floats, Ints
from engine.players.fast.net import Quantised
from engine.players.fast.search import Nets, Room
from engine.players.hard import favourites

CHOICES = 3


def tried_out(match: engine.Match, seat: int) -> tuple[Floats, Room]:
    """The sums over a few redeals for a position's best moves, or for its two orientations."""
    machine = accel.interpreted()
    assert match.round is not None
    both = Nets(nets.load(match.players), nets.load_belief(match.players))
    seen = bridge.observation(engine.view(match, seat))
    found = favourites(machine, seen, both.value, match.round.turn is None, CHOICES)
    moves = bridge.moves([candidate.action for candidate in found])
    room = machine.make_room(seen.state, len(moves), both.belief, np.array([5], np.int64))
    totals, alive = np.zeros(len(moves), np.float32), np.arange(len(moves))
    for redeals in (1, 2):  # the same room for all of a search
        machine.try_out(seen, both, moves, alive, redeals, room, totals)
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
