"""Redeals of what a player can't see, and rounds played out from there."""

from typing import NamedTuple

import numpy as np

from engine.players.fast.deal import flip
from engine.players.fast.features import count_blocks
from engine.players.fast.layout import (
    CAPTURED,
    END,
    ENDER,
    FIRST,
    LAST,
    MOVE_SIZE,
    OVER,
    OWNER,
    PLAYERS,
    SCOUTS,
    SHOWER,
    SIZE,
    STATE_SIZE,
    TABLE,
    TABLE_SIZE,
    TURN,
    WIDTH,
    Floats,
    Ints,
)
from engine.players.fast.net import Net, random_unit
from engine.players.fast.policy import best_moves, final_margin, margin
from engine.players.fast.rules import play

ORDER_AT_FIRST = 0.4
ORDER_PER_CAPTURED = 0.15
ORDER_AT_MOST = 1.5
"""How well ordered the hands are that a redeal makes, in steps of `tidy` per card: so that they
divide into about as many sets as hands do in rounds between networks."""
TRIES = 5
TRUST = 0.8
LOOKS = 4
"""A playout stops at the viewer's so manieth own move."""
MOST_ACTIONS = 300
"""A playout that isn't over by then is scored as it stands."""


class Unseen(NamedTuple):
    """What a seat knows of the hands it doesn't see; rows and entries are by seat, from 0.

    ``pool``: int16, the cards that may be in them. ``known``: int16 (5, WIDTH), cards that a seat
    is known to hold, having scouted them, ``known_sizes`` of them. What it last did: ``scouted`` 1
    for a Scout, whose card is then its last known one; or ``shown_sizes`` cards in ``shown``; with
    ``faced_sizes`` cards in ``faced`` on the table, of ``faced_owner``, after ``faced_scouts``
    Scouts.
    """

    pool: Ints
    known: Ints
    known_sizes: Ints
    scouted: Ints
    shown: Ints
    shown_sizes: Ints
    faced: Ints
    faced_sizes: Ints
    faced_owner: Ints
    faced_scouts: Ints


class Room(NamedTuple):
    """Working space of the search, and its source of chance."""

    seed: Ints
    numbers: Ints
    probe: Ints
    then: Ints
    values: Floats
    moves: Ints


def make_room(seed: Ints) -> Room:
    """Working space that draws with a seed."""
    return Room(
        seed,
        np.empty(WIDTH, np.int32),
        np.empty((6, WIDTH), np.int16),
        np.empty(STATE_SIZE, np.int32),
        np.empty(1, np.float32),
        np.empty((1, MOVE_SIZE), np.int16),
    )


def set_around(row: Ints, size: int, at: int) -> int:
    """Cards in the longest group or run that card ``at`` is part of, a group counting half more."""
    best = 2
    for step in range(-1, 2):
        i = at
        while i > 0 and (row[i] >> 4) - (row[i - 1] >> 4) == step:
            i -= 1
        j = at
        while j + 1 < size and (row[j + 1] >> 4) - (row[j] >> 4) == step:
            j += 1
        best = max(best, 2 * (j - i + 1) + (1 if step == 0 and j > i else 0))
    return best


def put_in(row: Ints, size: int, card: int, seed: Ints) -> None:
    """Insert a scouted card where, and the way up that, it makes the longest set."""
    best = -1.0
    best_place = 0
    best_card = card
    other_way = ((card & 15) << 4) | (card >> 4)
    for place in range(size + 1):
        for turned in range(2):
            now = other_way if turned == 1 else card
            for i in range(size, place, -1):
                row[i] = row[i - 1]
            row[place] = now
            worth = set_around(row, size + 1, place) + random_unit(seed)
            if worth > best:
                best = worth
                best_place = place
                best_card = now
            for i in range(place, size):
                row[i] = row[i + 1]
    for i in range(size, best_place, -1):
        row[i] = row[i - 1]
    row[best_place] = best_card


def tidy(row: Ints, size: int, steps: int, numbers: Ints, seed: Ints) -> None:
    """Turn and exchange cards at random, that many times, where no more sets come of it.

    Hands that are held are better ordered than chance: what was shown or scouted was chosen.
    """
    if size < 2:
        return
    for i in range(size):
        numbers[i] = row[i] >> 4
    blocks = count_blocks(numbers, size)
    for _ in range(steps):
        i = int(random_unit(seed) * size)
        j = int(random_unit(seed) * size)
        a = row[i]
        b = row[j]
        if i == j:
            row[i] = ((a & 15) << 4) | (a >> 4)
        else:
            row[i] = b
            row[j] = a
            if random_unit(seed) < 0.5:
                row[i] = ((b & 15) << 4) | (b >> 4)
        numbers[i] = row[i] >> 4
        numbers[j] = row[j] >> 4
        now = count_blocks(numbers, size)
        if now <= blocks:
            blocks = now
        else:
            row[i] = a
            row[j] = b
            numbers[i] = a >> 4
            numbers[j] = b >> 4


def draw(row: Ints, size: int, pool: Ints, at: int, seed: Ints) -> None:
    """Write cards drawn from ``pool[at:]``, which is shuffled on the way, either end up."""
    for i in range(size):
        j = at + i + int(random_unit(seed) * (pool.shape[0] - at - i))
        card = pool[j]
        pool[j] = pool[at + i]
        pool[at + i] = card
        if random_unit(seed) < 0.5:
            card = ((card & 15) << 4) | (card >> 4)
        row[i] = card


def would_do_so(
    row: Ints, size: int, state: Ints, p: int, net: Net, full: Ints, unseen: Unseen, room: Room
) -> bool:
    """Whether a seat, had it held these cards, would have done what it last did, by the network.

    ``row`` is the hand before a Scout, or after a Show.
    """
    probe = room.probe
    then = room.then
    then[:] = state
    then[TURN] = p
    faced = unseen.faced_sizes[p]
    for i in range(faced):
        probe[TABLE, i] = unseen.faced[p, i]
    then[TABLE_SIZE] = faced
    then[OWNER] = unseen.faced_owner[p] if faced > 0 else -1
    then[SHOWER] = then[OWNER]
    then[SCOUTS] = unseen.faced_scouts[p]
    count = unseen.shown_sizes[p]
    gap = int(random_unit(room.seed) * (size + 1)) if count > 0 else size
    for i in range(gap):
        probe[p, i] = row[i]
    for i in range(count):
        probe[p, gap + i] = unseen.shown[p, i]
    for i in range(gap, size):
        probe[p, count + i] = row[i]
    then[SIZE + p] = size + count
    best_moves(probe, then, net, full, 0.0, room.seed, 0, room.values, room.moves)
    move = room.moves[0]
    if count > 0:
        return move[END] < 0 and move[LAST] - move[FIRST] + 1 == count
    return move[END] >= 0 and move[FIRST] < 0


def redeal(
    hands: Ints, state: Ints, viewer: int, net: Net, full: Ints, unseen: Unseen, room: Room
) -> None:
    """Fill every hand but the viewer's: with what it is known to hold, and from the pool at random.

    A hand is dealt anew, up to TRIES times, while its holder's last action would not have been
    the network's.
    """
    players = state[PLAYERS]
    seed = room.seed
    captured = 0
    for p in range(players):
        captured += state[CAPTURED + p]
    order = min(ORDER_AT_MOST, ORDER_AT_FIRST + ORDER_PER_CAPTURED * captured)
    at = 0
    for p in range(players):
        if p == viewer:
            continue
        row = hands[p]
        held = unseen.known_sizes[p]
        size = state[SIZE + p] - held
        fresh = unseen.scouted[p]  # 1: the last of the known cards came with the last action
        for _ in range(TRIES):
            draw(row, size, unseen.pool, at, seed)
            for i in range(held - fresh):
                put_in(row, size + i, unseen.known[p, i], seed)
            before = size + held - fresh
            tidy(row, before, int(order * before), room.numbers, seed)
            if before == 0 or (fresh == 0 and unseen.shown_sizes[p] == 0):
                break
            if would_do_so(row, before, state, p, net, full, unseen, room):
                break
        if fresh == 1:
            put_in(row, size + held - 1, unseen.known[p, held - 1], seed)
        at += size


def play_out(hands: Ints, state: Ints, viewer: int, net: Net, full: Ints, room: Room) -> float:
    """Play on by the network alone; what becomes of the viewer's margin.

    That is a mean of what the network expects at the viewer's own next moves and of the round's
    result, each later one weighing TRUST of what is left (a lambda return): truth alone is noisy.
    """
    total = 0.0
    weight = 1.0
    looks = 0
    for _ in range(MOST_ACTIONS):
        if state[OVER] != 0:
            return total + weight * final_margin(state, viewer, state[ENDER])
        best_moves(hands, state, net, full, 0.0, room.seed, 0, room.values, room.moves)
        if state[TURN] == viewer:
            looks += 1
            if looks == LOOKS:
                break
            total += weight * (1 - TRUST) * room.values[0]
            weight *= TRUST
        play(hands, state, room.moves[0])
    return total + weight * (room.values[0] if looks == LOOKS else margin(state, viewer))


def try_out(
    hands: Ints,
    state: Ints,
    viewer: int,
    net: Net,
    full: Ints,
    unseen: Unseen,
    moves: Ints,
    alive: Ints,
    redeals: int,
    seed: Ints,
    totals: Floats,
) -> None:
    """Play the choices in ``alive`` out on the same redeals and add the viewer's margins to totals.

    A choice is a row of ``moves``; with no rows, 0 is to keep the hand and 1 to flip it.
    """
    room = make_room(seed)
    world = hands.copy()
    then = hands.copy()
    after = state.copy()
    for _ in range(redeals):
        redeal(world, state, viewer, net, full, unseen, room)
        for c in alive:
            then[:] = world
            after[:] = state
            if moves.shape[0] > 0:
                play(then, after, moves[c])
            elif c == 1:
                flip(then, after, viewer)
            totals[c] += play_out(then, after, viewer, net, full, room)
