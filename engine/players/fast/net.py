"""The value network: a sum of rows, and two small layers on top.

A network is trained for one number of players. It looks at the position after a player's move and
guesses by how much that player's score of the round will still grow against the mean of the
others'.
"""

from typing import NamedTuple

import numpy as np

from engine.players.fast.layout import Floats, Ints


class Net(NamedTuple):
    """Weights: two hidden layers of rectified units, points / SCALE out.

    A row of ``w1`` is a feature's; a row of ``w2`` is a unit's of the second layer.
    """

    w1: Floats
    b1: Floats
    w2: Floats
    b2: Floats
    w3: Floats
    b3: Floats


SCALE = np.float32(10)
FIRST_WIDTH = 64
SECOND_WIDTH = 32


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


def random_unit(seed: Ints) -> float:
    """Next number from [0, 1) of the generator whose state is ``seed[0]``: drand48's recurrence."""
    x = (int(seed[0]) * 0x5DEECE66D + 0xB) & 0xFFFFFFFFFFFF
    seed[0] = x
    return x / 281474976710656.0


def add_rows(acc: Floats, w1: Floats, active: Ints, first: int, last: int) -> None:
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


def begin(acc: Floats, one: Floats) -> None:
    """Begin the first layer's sums with those that have been added up already."""
    for j in range(FIRST_WIDTH):
        acc[j] = one[j]


def begin_with_three(acc: Floats, one: Floats, two: Floats, three: Floats) -> None:
    """Begin the first layer's sums with three parts that have been added up already."""
    for j in range(FIRST_WIDTH):
        acc[j] = one[j] + two[j] + three[j]


def head(net: Net, acc: Floats, hidden: Floats) -> float:
    """The network's answer in points, from the first layer's sums.

    Leaves in ``acc`` and ``hidden`` what the two layers' units give on.
    """
    zero = np.float32(0)
    w = net.w2
    for i in range(FIRST_WIDTH):
        acc[i] = max(acc[i], zero)
    out = net.b3[0]
    for j in range(0, SECOND_WIDTH, 2):  # two at a time, as in `add_rows`
        a = net.b2[j]
        b = net.b2[j + 1]
        for i in range(FIRST_WIDTH):
            a += acc[i] * w[j, i]
            b += acc[i] * w[j + 1, i]
        hidden[j] = max(a, zero)
        hidden[j + 1] = max(b, zero)
        out += hidden[j] * net.w3[j] + hidden[j + 1] * net.w3[j + 1]
    return float(out * SCALE)


def add_rows_numpy(acc: Floats, w1: Floats, active: Ints, first: int, last: int) -> None:
    """What `add_rows` does, for the interpreter."""
    acc += w1[active[first:last]].sum(axis=0)


def begin_numpy(acc: Floats, one: Floats) -> None:
    """What `begin` does, for the interpreter."""
    acc[:] = one


def begin_with_three_numpy(acc: Floats, one: Floats, two: Floats, three: Floats) -> None:
    """What `begin_with_three` does, for the interpreter."""
    np.add(one, two, out=acc)
    acc += three


def head_numpy(net: Net, acc: Floats, hidden: Floats) -> float:
    """What `head` does, for the interpreter."""
    np.maximum(acc, 0, out=acc)
    np.maximum(net.w2 @ acc + net.b2, 0, out=hidden)
    return float((hidden @ net.w3 + net.b3[0]) * SCALE)
