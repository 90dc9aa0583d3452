"""Self-play and gradient descent, compiled: what training spends its time in."""

from collections.abc import Callable
from typing import Any, NamedTuple, TypeVar, cast

import numba
import numpy as np

from engine.players.fast import layout
from engine.players.fast.accel import compiled
from engine.players.fast.choice import Best
from engine.players.fast.features import MAX_ACTIVE
from engine.players.fast.layout import Deck, Floats, Ints
from engine.players.fast.net import FIRST_WIDTH, SCALE, SECOND_WIDTH, Net, Quantised
from engine.players.fast.policy import LIKELY

_fast = compiled()
best_moves = _fast.best_moves
deal = _fast.deal
flip = _fast.flip
blank_round = _fast.blank_round
margin = _fast.margin
final_margin = _fast.final_margin
move_features = _fast.move_features
play = _fast.play
position_value = _fast.position_value
random_unit = _fast.random_unit
add_rows = _fast.add_rows
begin = _fast.begin
head = _fast.head
make_sums = _fast.make_sums
make_units = _fast.make_units

BATCH = 256
LONGEST = 192  # features of a position; those with more (hands of 30 cards) are not learnt from
MOST_ACTIONS = 400  # a round that isn't over by then is thrown away
OVER, TURN = layout.OVER, layout.TURN


class Tape(NamedTuple):
    """Positions to learn from, one a row.

    ``lists``, ``counts``: its features. ``now``: the player's margin in it; ``value``: the final
    one that the network expected; ``target``: what remains to be learnt, less ``now``, / SCALE.
    ``previous``: the same player's position before, -1 for a round's first.
    """

    lists: Ints
    counts: Ints
    now: Floats
    value: Floats
    target: Floats
    previous: Ints


F = TypeVar("F", bound=Callable[..., Any])


def jit(function: F) -> F:
    """Compile a function under its own type; the code is kept beside the twin's."""
    return cast("F", numba.njit(nogil=True, fastmath=True, cache=True)(function))


@jit
def blank_moves(noise: float, seed: Ints) -> Best:
    """Room for one move, chosen give or take some noise."""
    moves = np.empty((1, layout.MOVE_SIZE), np.int16)
    return Best(np.empty(1, np.float32), moves, noise, seed)


@jit
def orient(hands: Ints, state: Ints, full: Ints, net: Quantised, noise: float, seed: Ints) -> None:
    """Let everyone keep or flip the hand (R7), as the network has it, give or take some noise."""
    for p in range(state[layout.PLAYERS]):
        keep = position_value(hands, state, p, full, net)
        flip(hands, state, p)
        turned = position_value(hands, state, p, full, net)
        if keep + noise * (random_unit(seed) - random_unit(seed)) > turned:
            flip(hands, state, p)


@jit
def record(
    hands: Ints,
    state: Ints,
    player: int,
    full: Ints,
    net: Quantised,
    tape: Tape,
    n: int,
    last: Ints,
) -> int:
    """Write the present position, after a player's move, onto the tape; returns the new length."""
    active = np.empty(MAX_ACTIVE, np.int32)
    numbers = np.empty(layout.WIDTH, np.int32)
    k = move_features(hands, state, player, full, numbers, active)
    if k > LONGEST or n >= tape.counts.shape[0]:
        return n
    acc = make_sums()
    begin(acc, net.b1)
    add_rows(acc, net.w1, active, 0, k)
    for i in range(k):
        tape.lists[n, i] = active[i]
    tape.counts[n] = k
    tape.now[n] = margin(state, player)
    tape.value[n] = tape.now[n] + head(net, acc, net.b2.copy(), make_units())
    tape.previous[n] = last[player]
    last[player] = n
    return n + 1


@jit
def look_back(state: Ints, player: int, last: int, trace: float, tape: Tape) -> None:
    """Set the targets of a player's positions in a round that is over, by TD(`trace`)."""
    result = final_margin(state, player)
    i = last
    while i >= 0:
        tape.target[i] = (result - tape.now[i]) / SCALE
        result = trace * result + (1 - trace) * tape.value[i]
        i = tape.previous[i]


@jit
def self_play(
    deck: Deck, net: Quantised, noise: float, trace: float, seed: Ints, tape: Tape
) -> tuple[int, int]:
    """Play rounds until the tape is nearly full.

    A round's moves are disturbed by up to ``noise`` points, most rounds' by little.

    Returns:
        Positions on the tape, and rounds.
    """
    hands, state = blank_round()
    players = deck.state[layout.PLAYERS]
    last = np.empty(5, np.int64)
    n = 0
    rounds = 0
    while n < tape.counts.shape[0] - MOST_ACTIONS - 5:
        deal(hands, state, deck, seed)
        width = noise * random_unit(seed) ** 2
        orient(hands, state, deck.full, net, width, seed)
        best = blank_moves(width, seed)
        start = n
        last[:] = -1
        for p in range(players):
            n = record(hands, state, p, deck.full, net, tape, n, last)
        for _ in range(MOST_ACTIONS):
            player = state[TURN]
            best_moves(hands, state, deck.full, net, LIKELY, best)
            play(hands, state, best.moves[0])
            if state[OVER] != 0:
                break
            n = record(hands, state, player, deck.full, net, tape, n, last)
        if state[OVER] == 0:
            n = start
            continue
        rounds += 1
        for p in range(players):
            look_back(state, p, last[p], trace, tape)
    return n, rounds


class Adam(NamedTuple):
    """Adam's running means of slopes and of their squares, and the slopes now; shaped like a net.

    (Kingma and Ba, "Adam: a method for stochastic optimization", 2015.)
    """

    mean: Net
    square: Net
    slope: Net


@jit
def descend(w: Floats, m: Floats, v: Floats, g: Floats, rate: float, step: int) -> None:
    """One step of Adam on some weights; their slopes ``g`` are cleared."""
    c1 = 1 - 0.9**step
    c2 = 1 - 0.999**step
    for i in range(w.size):
        m[i] = 0.9 * m[i] + 0.1 * g[i]
        v[i] = 0.999 * v[i] + 0.001 * g[i] * g[i]
        w[i] -= rate * (m[i] / c1) / (np.sqrt(v[i] / c2) + 1e-8)
        g[i] = 0


@jit
def move_weights(net: Net, adam: Adam, touched: Ints, rate: float, step: int) -> None:
    """One step for all weights but the rows of features that no position of the batch had."""
    m, v, g = adam.mean, adam.square, adam.slope
    for f in range(touched.size):
        if touched[f]:
            touched[f] = False
            descend(net.w1[f], m.w1[f], v.w1[f], g.w1[f], rate, step)
    for j in range(SECOND_WIDTH):
        descend(net.w2[j], m.w2[j], v.w2[j], g.w2[j], rate, step)
    descend(net.b1, m.b1, v.b1, g.b1, rate, step)
    descend(net.b2, m.b2, v.b2, g.b2, rate, step)
    descend(net.w3, m.w3, v.w3, g.w3, rate, step)
    descend(net.b3, m.b3, v.b3, g.b3, rate, step)


@jit
def forward(net: Net, acc: Floats, hidden: Floats) -> float:
    """What `head` does, but for a network as it is learnt; in parts of SCALE.

    Leaves in ``acc`` and ``hidden`` what the two layers' units give on.
    """
    for i in range(FIRST_WIDTH):
        acc[i] = max(acc[i], np.float32(0))
    out = net.b3[0]
    for j in range(SECOND_WIDTH):
        unit = net.b2[j]
        for i in range(FIRST_WIDTH):
            unit += acc[i] * net.w2[j, i]
        hidden[j] = max(unit, np.float32(0))
        out += hidden[j] * net.w3[j]
    return float(out)


@jit
def backward(
    net: Net, g: Net, active: Ints, count: int, acc: Floats, hidden: Floats, e: float, down: Floats
) -> None:
    """Add a position's slopes to ``g``; ``acc``, ``hidden``: from `forward`, ``e``: the error."""
    down[:] = 0
    g.b3[0] += e
    for j in range(hidden.size):
        if hidden[j] > 0:
            g.w3[j] += e * hidden[j]
            back = e * net.w3[j]
            g.b2[j] += back
            for i in range(acc.size):
                down[i] += net.w2[j, i] * back
                g.w2[j, i] += acc[i] * back
    for i in range(acc.size):
        if acc[i] <= 0:
            down[i] = 0
        g.b1[i] += down[i]
    for i in range(count):
        for j in range(acc.size):
            g.w1[active[i], j] += down[j]


@jit
def learn(
    net: Net, adam: Adam, tape: Tape, order: Ints, rate: float, step: int, odds: bool
) -> tuple[float, int]:
    """Learn once from the positions in the given order, BATCH at a time.

    ``odds``: the answer is the logarithm of odds, and the targets are 1 and 0.

    Returns:
        The mean squared error (in points squared; of a probability, with ``odds``), and the number
        of steps taken so far.
    """
    g = adam.slope
    acc = net.b1.copy()
    down = net.b1.copy()
    hidden = net.b2.copy()
    touched = np.zeros(net.w1.shape[0], np.bool_)
    total = 0.0
    for start in range(0, order.size, BATCH):
        stop = min(order.size, start + BATCH)
        for q in range(start, stop):
            s = order[q]
            acc[:] = net.b1
            add_rows(acc, net.w1, tape.lists[s], 0, tape.counts[s])
            answer = forward(net, acc, hidden)
            if odds:
                answer = 1 / (1 + np.exp(-answer))
            e = answer - tape.target[s]
            total += e * e
            share = e / (stop - start)
            backward(net, g, tape.lists[s], tape.counts[s], acc, hidden, share, down)
            for i in range(tape.counts[s]):
                touched[tape.lists[s, i]] = True
        step += 1
        move_weights(net, adam, touched, rate, step)
    return float(total / order.size), step


@jit
def duel(deck: Deck, one: Quantised, others: Quantised, deals: int, seed: Ints) -> Floats:
    """One seat of a network against a table of another, every deal with every rotation of seats.

    Returns:
        For every deal, by how much the one seat led the mean of the others, a mean over rotations.
    """
    dealt, fresh = blank_round()
    players = deck.state[layout.PLAYERS]
    best = blank_moves(0.0, seed)
    leads = np.zeros(deals, np.float32)
    for number in range(deals):
        deal(dealt, fresh, deck, seed)
        for seat in range(players):
            hands = dealt.copy()
            state = fresh.copy()
            for p in range(players):
                net = one if p == seat else others
                keep = position_value(hands, state, p, deck.full, net)
                flip(hands, state, p)
                if keep >= position_value(hands, state, p, deck.full, net):
                    flip(hands, state, p)
            for _ in range(MOST_ACTIONS):
                if state[OVER] != 0:
                    break
                net = one if state[TURN] == seat else others
                best_moves(hands, state, deck.full, net, LIKELY, best)
                play(hands, state, best.moves[0])
            leads[number] += final_margin(state, seat) / players
    return leads
