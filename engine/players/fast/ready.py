"""Which way of running the twin a player uses now: compiled as soon as that can be had."""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

import numpy as np

from engine.players import bridge
from engine.players.fast import accel
from engine.players.fast.belief import BELIEF_FEATURES
from engine.players.fast.choice import blank_best
from engine.players.fast.features import FEATURES
from engine.players.fast.layout import SEATS, SIZE, TURN, WIDTH, Observation, Unseen, blank_round
from engine.players.fast.machine import Machine
from engine.players.fast.net import blank, quantised
from engine.players.fast.planner import WEIGHTS
from engine.players.fast.policy import EVERY
from engine.players.fast.search import Nets
from engine.rules import Rules

PATIENCE_S = 0.8
"""How long the first move waits for machine code: to load it takes that, to make it far more."""


def warm_up(machine: Machine) -> None:
    """Call what the players call once with everything of its right type, so that it is compiled."""
    nets = Nets(quantised(blank(FEATURES)), quantised(blank(BELIEF_FEATURES)))
    seed = np.zeros(1, np.int64)
    hands, state = blank_round()
    deck = bridge.deck(Rules.of(3))
    machine.deal(hands, state, deck, seed)
    machine.flip(hands, state, 0)
    machine.position_value(hands, state, 0, deck.full, nets.value)
    weights = np.zeros(WEIGHTS.size, np.float32)
    machine.hold_worth(hands[0], int(state[SIZE]), weights)
    best = blank_best(8)
    machine.best_moves(hands, state, deck.full, nets.value, EVERY, best)
    machine.plan_moves(hands, state, weights, best)
    viewer, dealt = int(state[TURN]), deck.hand_size
    rows, entries = np.zeros((SEATS, WIDTH), np.int16), np.zeros(SEATS, np.int32)
    seen = Observation(viewer, hands, state, deck.full, Unseen(deck.cards[dealt:], rows, entries))
    room = machine.make_room(state, 8, nets.belief, seed)
    alive, totals = np.zeros(1, np.int64), np.zeros(8, np.float32)
    machine.try_out(seen, nets, best.moves, alive, 1, room, totals)


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


def make() -> Machine:
    """Load the machine code, or make it where there is none yet; returns when that is done.

    Raises:
        ImportError: numba isn't installed.
    """
    machine = accel.compiled()
    with only_one():
        warm_up(machine)
        _mark().write_text(accel.stamp())
    return machine


def _mark() -> Path:
    """The file that says that all machine code is on disk, and for which sources (`stamp`)."""
    return accel.cache_folder() / "made"


def prepare() -> None:
    """Load the machine code if it is on disk; else begin to make it, and don't wait for it."""
    maker = _maker()
    if is_made():
        maker.done.wait()


def is_made() -> bool:
    """Whether machine code for the sources as they are is on disk."""
    return _mark().exists() and _mark().read_text() == accel.stamp()


class _Maker(threading.Thread):
    """Loads the machine code, or makes it, while moves are made the slow way."""

    def __init__(self) -> None:
        super().__init__(name="scout-compile", daemon=True)
        self.machine = accel.interpreted()
        self.done = threading.Event()

    def run(self) -> None:
        """Bring the machine code about; where numba isn't installed nothing changes."""
        try:
            self.machine = make()
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


def machine(*, wait: bool = False, start: bool = True) -> Machine:
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
