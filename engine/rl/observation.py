"""What a seat sees, as a vector of numbers from -1 to 1; README.md has it as a table."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations

import numpy as np
import numpy.typing as npt

from engine import Card, View
from engine.rl.numbering import LONGEST, MOST_CARDS

SEATS = 5
_NUMBERS = 10
_PHASES = ("orient", "play", "over")

SHAPES: dict[str, tuple[int, ...]] = {
    "phase": (len(_PHASES) + 1,),
    "players": (SEATS - 1,),
    "options": (2,),
    "rounds": (2,),
    "hand": (MOST_CARDS, 2, _NUMBERS),
    "table": (LONGEST, 2, _NUMBERS),
    "owner": (SEATS,),
    "turn": (SEATS,),
    "scouts_since_show": (1,),
    "hand_sizes": (SEATS,),
    "captured": (SEATS,),
    "tokens": (SEATS,),
    "scout_and_show": (SEATS,),
    "ready": (SEATS,),
    "totals": (SEATS,),
    "gone": (MOST_CARDS,),
    "known": (SEATS, MOST_CARDS),
}
"""The parts of an observation in their order, each with its shape."""

SLICES: dict[str, slice] = {}
"""Where each part lies in the vector."""
SIZE = 0
for _name, _shape in SHAPES.items():
    SLICES[_name] = slice(SIZE, SIZE + int(np.prod(_shape)))
    SIZE = SLICES[_name].stop

_CARDS = {frozenset(pair): i for i, pair in enumerate(combinations(range(1, _NUMBERS + 1), 2))}
"""The number of each card, whichever way up (R1)."""
_MANY_POINTS = 100.0
"""Totals are told as shares of that, and not beyond."""


def encoded(view: View, *, between: bool) -> npt.NDArray[np.float32]:
    """A seat's view as a vector of SIZE numbers; ``between``: in the middle of a Scout & Show.

    Seats count from the viewer's, clockwise.
    """
    assert view.seat is not None
    vector = np.zeros(SIZE, np.float32)
    parts = {name: vector[SLICES[name]].reshape(shape) for name, shape in SHAPES.items()}
    parts["phase"][len(_PHASES) if between else _PHASES.index(view.phase)] = 1
    parts["players"][view.players - 2] = 1
    parts["options"][:] = view.options.last_card == "continue", view.options.spared == "emptied"
    parts["rounds"][:] = view.round / SEATS, view.rounds / SEATS
    _put(parts["hand"], view.hand)
    _put(parts["table"], view.table)
    for name, seat in (("owner", view.owner), ("turn", view.turn)):
        if seat is not None:
            parts[name][_from(view, seat)] = 1
    parts["scouts_since_show"][0] = min(view.scouts_since_show / SEATS, 1)
    for seat in range(1, view.players + 1):
        at = _from(view, seat)
        parts["hand_sizes"][at] = view.hand_sizes[seat - 1] / MOST_CARDS
        parts["captured"][at] = view.captured[seat - 1] / MOST_CARDS
        parts["tokens"][at] = min(view.tokens[seat - 1] / MOST_CARDS, 1)
        parts["scout_and_show"][at] = view.scout_and_show[seat - 1]
        parts["ready"][at] = view.ready[seat - 1]
        parts["totals"][at] = np.clip(view.totals[seat - 1] / _MANY_POINTS, -1, 1)
    _remember(view, parts["gone"], parts["known"])
    return vector


def _from(view: View, seat: int) -> int:
    """How many seats after the viewer's a seat is."""
    assert view.seat is not None
    return (seat - view.seat) % view.players


def _put(rows: npt.NDArray[np.float32], cards: Iterable[Card]) -> None:
    for row, card in zip(rows, cards, strict=False):
        row[0, card.active - 1] = row[1, card.other - 1] = 1


def _remember(view: View, gone: npt.NDArray[np.float32], known: npt.NDArray[np.float32]) -> None:
    """What everybody may remember: cards captured, and cards scouted and not shown since."""
    for action in view.history:
        seat = _from(view, action.seat)
        if action.scouted:
            known[seat, _CARDS[action.scouted.numbers]] = 1
        for card in action.shown:
            known[seat, _CARDS[card.numbers]] = 0
        for card in action.beaten:
            gone[_CARDS[card.numbers]] = 1
