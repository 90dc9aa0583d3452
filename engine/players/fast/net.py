"""The value network: a sum of rows, and two small layers on top.

A network is trained for one number of players. It looks at the position after a player's move and
guesses by how much that player's score of the round will still grow against the mean of the
others'. It is trained as a `Net` and played as a `Quantised` one, whose first layer is brought up
to date rather than computed anew (Nasu, "Efficiently updatable neural-network-based evaluation
functions for computer shogi", 2018).
"""

from typing import NamedTuple

import numpy as np

from engine.players.fast.layout import Floats, Ints


class Net(NamedTuple):
    """Weights as they are learnt: two hidden layers of rectified units, points / SCALE out.

    A row of ``w1`` is a feature's; a row of ``w2`` is a unit's of the second layer.
    """

    w1: Floats
    b1: Floats
    w2: Floats
    b2: Floats
    w3: Floats
    b3: Floats


class Quantised(NamedTuple):
    """The same for playing: the first layer in whole numbers, of which more are added at a time.

    ``w1``, ``b1``: int16, a weight's multiple of 1 / UNIT. ``w2``: float32 (FIRST_WIDTH + 1,
    SECOND_WIDTH), a row is what a unit of the first layer adds to those of the second; the last
    one is 0, for a unit that isn't there.
    """

    w1: Ints
    b1: Ints
    w2: Floats
    b2: Floats
    w3: Floats
    b3: Floats


SCALE = np.float32(10)
FIRST_WIDTH = 64
SECOND_WIDTH = 32
UNIT = 512
"""The first layer's sums stay within 64, even of a hand that holds nearly all cards."""
TOGETHER = 4
"""How many units of the first layer `head` takes at a time."""


def blank(features: int) -> Net:
    """A network of so many features whose weights are all 0."""
    return Net(
        np.zeros((features, FIRST_WIDTH), np.float32),
        np.zeros(FIRST_WIDTH, np.float32),
        np.zeros((SECOND_WIDTH, FIRST_WIDTH), np.float32),
        np.zeros(SECOND_WIDTH, np.float32),
        np.zeros(SECOND_WIDTH, np.float32),
        np.zeros(1, np.float32),
    )


def quantised(net: Net) -> Quantised:
    """A network as it is played: it stays as it is while learning goes on."""
    w2 = np.zeros((FIRST_WIDTH + 1, SECOND_WIDTH), np.float32)
    w2[:FIRST_WIDTH] = net.w2.T / UNIT
    w1, b1 = (np.round(weights * UNIT).astype(np.int16) for weights in (net.w1, net.b1))
    return Quantised(w1, b1, w2, net.b2.copy(), net.w3.copy(), net.b3.copy())


def make_sums() -> Ints:
    """Space for the first layer's sums, and a 0 for the unit that isn't there."""
    return np.zeros(FIRST_WIDTH + 1, np.int16)


def make_units() -> Ints:
    """Space for the numbers of the first layer's units that `head` finds on."""
    return np.empty(FIRST_WIDTH + TOGETHER - 1, np.int32)


def random_unit(seed: Ints) -> float:
    """Next number from [0, 1) of the generator whose state is ``seed[0]``: drand48's recurrence."""
    x = (int(seed[0]) * 0x5DEECE66D + 0xB) & 0xFFFFFFFFFFFF
    seed[0] = x
    return x / 281474976710656.0


def add_rows(acc: Ints, w1: Ints, active: Ints, first: int, last: int) -> None:
    """Add the first layer's rows of the features ``active[first:last]``."""
    i = first
    while i + 3 < last:  # four at a time: fewer round trips through memory for the sums
        a = np.uint32(active[i])
        b = np.uint32(active[i + 1])
        c = np.uint32(active[i + 2])
        d = np.uint32(active[i + 3])
        for j in range(FIRST_WIDTH):
            acc[j] += (w1[a, j] + w1[b, j]) + (w1[c, j] + w1[d, j])
        i += 4
    while i < last:
        a = np.uint32(active[i])
        for j in range(FIRST_WIDTH):
            acc[j] += w1[a, j]
        i += 1


def begin(acc: Ints, one: Ints) -> None:
    """Begin the first layer's sums with those that have been added up already."""
    for j in range(one.shape[0]):
        acc[j] = one[j]


def begin_with_three(acc: Ints, one: Ints, two: Ints, three: Ints) -> None:
    """Begin the first layer's sums with three parts that have been added up already."""
    for j in range(one.shape[0]):
        acc[j] = one[j] + two[j] + three[j]


def head(net: Quantised, acc: Ints, hidden: Floats, units: Ints) -> float:
    """The network's answer in points, from the first layer's sums.

    ``acc``: as `make_sums` makes it. ``hidden``, ``units``: working space.
    """
    on = 0
    for i in range(FIRST_WIDTH):  # three quarters are off
        units[on] = i
        on += acc[i] > 0
    for i in range(TOGETHER - 1):
        units[on + i] = FIRST_WIDTH
    for j in range(hidden.shape[0]):
        hidden[j] = net.b2[j]
    w = net.w2
    for i in range(0, on, TOGETHER):
        a = np.uint32(units[i])
        b = np.uint32(units[i + 1])
        c = np.uint32(units[i + 2])
        d = np.uint32(units[i + 3])
        p = np.float32(acc[a])
        q = np.float32(acc[b])
        r = np.float32(acc[c])
        s = np.float32(acc[d])
        for j in range(SECOND_WIDTH):
            hidden[j] += (p * w[a, j] + q * w[b, j]) + (r * w[c, j] + s * w[d, j])
    out = net.b3[0]
    zero = np.float32(0)
    for j in range(hidden.shape[0]):
        out += max(hidden[j], zero) * net.w3[j]
    return float(out * SCALE)


def add_rows_numpy(acc: Ints, w1: Ints, active: Ints, first: int, last: int) -> None:
    """What `add_rows` does, for the interpreter."""
    acc[:FIRST_WIDTH] += w1[active[first:last]].sum(axis=0, dtype=np.int16)


def begin_numpy(acc: Ints, one: Ints) -> None:
    """What `begin` does, for the interpreter."""
    acc[:FIRST_WIDTH] = one


def begin_with_three_numpy(acc: Ints, one: Ints, two: Ints, three: Ints) -> None:
    """What `begin_with_three` does, for the interpreter."""
    acc[:FIRST_WIDTH] = one + two + three


def head_numpy(net: Quantised, acc: Ints, hidden: Floats, units: Ints) -> float:  # noqa: ARG001
    """What `head` does, for the interpreter."""
    np.maximum(np.maximum(acc, 0) @ net.w2 + net.b2, 0, out=hidden)
    return float((hidden @ net.w3 + net.b3[0]) * SCALE)
