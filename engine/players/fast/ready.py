"""Which way of running the twin a player uses now: compiled as soon as that can be had."""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache

import numpy as np

from engine.players.fast import accel
from engine.players.fast.belief import BELIEF_FEATURES
from engine.players.fast.features import FEATURES
from engine.players.fast.layout import SIZE, STATE_SIZE, TURN, WIDTH
from engine.players.fast.net import blank, quantised
from engine.players.fast.policy import EVERY, NARROW
from engine.players.fast.search import Unseen

PATIENCE_S = 0.8
"""How long the first move waits for machine code: to load it takes that, to make it far more."""


def warm_up(machine: accel.Machine) -> None:
    """Call what the players call once with everything of its right type, so that it is compiled."""
    net = quantised(blank(FEATURES))
    hands = np.zeros((6, WIDTH), np.int16)
    state = np.zeros(STATE_SIZE, np.int32)
    cards, full = np.zeros(45, np.int16), np.zeros(11, np.int32)
    seed = np.zeros(1, np.int64)
    count = machine.full_deck(3, cards, full)
    machine.deal(hands, state, 3, cards, count, seed)
    machine.flip(hands, state, 0)
    machine.position_value(hands, state, 0, net, full)
    weights, space = np.zeros(7, np.float32), np.zeros(WIDTH + 1, np.float32)
    machine.hand_worth(hands[0], state[SIZE], weights, 0.0, space)
    values, moves = np.empty(8, np.float32), np.empty((8, 5), np.int16)
    machine.best_moves(hands, state, net, full, 0.0, seed, EVERY, values, moves)
    machine.plan_moves(hands, state, weights, 0.0, seed, values, moves)
    rows, entries = np.zeros((5, WIDTH), np.int16), np.zeros(5, np.int32)
    unseen, belief = Unseen(cards[12:count], rows, entries), quantised(blank(BELIEF_FEATURES))
    alive, totals = np.zeros(1, np.int64), np.zeros(8, np.float32)
    viewer = int(state[TURN])
    room = machine.make_room(state, 8, belief, seed)
    machine.try_out(
        hands, state, viewer, net, full, belief, unseen, moves, alive, 1, NARROW, room, totals
    )


@contextmanager
def only_one() -> Iterator[None]:
    """Wait while another process of this machine makes the code: then it need only be loaded."""
    if sys.platform == "win32":  # no such locks; each process makes its own
        yield
        return
    import fcntl  # noqa: PLC0415 - not on every platform

    with (accel.cache_folder() / "being-made").open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)  # let go of when the file is closed, or the process dies
        yield


class _Maker(threading.Thread):
    """Loads the machine code, or makes it, while moves are made the slow way."""

    def __init__(self) -> None:
        super().__init__(name="scout-compile", daemon=True)
        self.machine = accel.interpreted()
        self.done = threading.Event()

    def run(self) -> None:
        """Bring the machine code about; where numba isn't installed nothing changes."""
        try:
            machine = accel.compiled()
            with only_one():
                warm_up(machine)
            self.machine = machine
        except ImportError:
            pass
        finally:
            self.done.set()


@cache
def _maker() -> _Maker:
    maker = _Maker()
    maker.start()
    return maker


@cache
def _first_wait() -> None:
    _maker().done.wait(PATIENCE_S)


def begin() -> None:
    """Begin to load or make the machine code in the background, if nobody has yet."""
    _maker()


def machine(*, wait: bool = False, start: bool = True) -> accel.Machine:
    """The twin as it can be run now.

    Args:
        wait: for machine code, unless numba isn't installed.
        start: have machine code made if nobody has yet; who asks for little does without.
    """
    if not start and not _maker.cache_info().currsize:
        return accel.interpreted()
    maker = _maker()
    if wait:
        maker.done.wait()
    elif not maker.done.is_set():
        _first_wait()
    return maker.machine
