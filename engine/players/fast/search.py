"""Redeals of what a player can't see, and rounds played out from there.

In the field's words: perfect-information Monte Carlo by determinization (Ginsberg, "GIB: Imperfect
information in a computationally challenging game", 2001; Long, Sturtevant, Buro and Furtak,
"Understanding the success of perfect information Monte Carlo sampling in game tree search", 2010),
where a determinization is drawn by importance resampling and a playout's return is a lambda return
(Sutton, "Learning to predict by the methods of temporal differences", 1988).
"""

from typing import NamedTuple

import numpy as np

from engine.players.fast.belief import context_features, held_features
from engine.players.fast.choice import Best, sets_around
from engine.players.fast.dealing import copy_hands, copy_state, flip
from engine.players.fast.features import MAX_ACTIVE, count_blocks
from engine.players.fast.layout import (
    END,
    FIRST,
    KEEPS_TURN,
    MOVE_SIZE,
    OVER,
    PLAYERS,
    SEATS,
    SIZE,
    STATE_SIZE,
    TABLE,
    TURN,
    TURNED,
    WIDTH,
    Floats,
    Ints,
    Observation,
    Unseen,
)
from engine.players.fast.net import (
    FIRST_WIDTH,
    SCALE,
    SECOND_WIDTH,
    Quantised,
    add_rows,
    begin,
    head,
    make_sums,
    random_unit,
)
from engine.players.fast.points import captured_by_all, final_margin, margin
from engine.players.fast.policy import NARROW, Desk, make_desk, sum_ends, weigh_moves
from engine.players.fast.rules import play, turned

ORDER_AT_FIRST = 0.4
ORDER_PER_CAPTURED = 0.15
ORDER_AT_MOST = 1.5
"""How well ordered the hands are that a redeal makes, in steps of `tidy` per card: so that they
divide into about as many sets as hands do in rounds between networks."""
HANDS = 10
"""So many hands a seat is dealt in a redeal, of which it keeps one."""
REMEMBERED = 128
"""Whoever is dealt a hand first keeps one of so many, earlier redeals' included."""
LIMIT = 60.0
"""Logarithms of likelihoods beyond that (there are none in rounds) count as that."""
MANY = 64
FRESH = 4
"""From so many on, so few are enough to be dealt anew."""
TRUST = 0.7
LOOKS = 2
LOOKS_IN_A_ROW = 3
"""A playout stops at the viewer's so manieth own move, one later where who Scouts moves again: what
comes then adds more noise, and takes more time from further redeals, than it tells."""
FIRST_CHOICE = SEATS
"""Rows before that are seats' own."""
MOST_ACTIONS = 300
"""A playout that isn't over by then is scored as it stands."""


class Nets(NamedTuple):
    """What a search goes by: the value network, and the one that tells likely hands."""

    value: Quantised
    belief: Quantised


class Room(NamedTuple):
    """Working space for redeals and playouts of one position, and their source of chance.

    ``contexts``: int16 (SEATS, FIRST_WIDTH), by seat, the first layer's sums of `belief` for all
    that doesn't depend on the hand. ``order``: how well ordered hands are by now. ``dealt``: int16
    (SEATS, REMEMBERED, WIDTH), hands that were dealt, ``dealt_count`` of them so far;
    ``dealt_drawn``: what of them came from the pool; ``dealt_worth``: how likely they are.
    ``world``: the hands of a redeal; ``then``, ``after``: hands and state in a playout, ``best``
    its moves. ``fronts``, ``backs``: what `sum_ends` made of the redeal's hands, by seat, and from
    FIRST_CHOICE on of what the viewer's is after each choice; ``summed``: 1 where it has.
    """

    seed: Ints
    order: float
    numbers: Ints
    active: Ints
    contexts: Ints
    acc: Ints
    hidden: Floats
    hand: Ints
    drawn: Ints
    dealt: Ints
    dealt_drawn: Ints
    dealt_worth: Floats
    dealt_count: Ints
    world: Ints
    then: Ints
    after: Ints
    best: Best
    desk: Desk
    fronts: Ints
    backs: Ints
    summed: Ints


def make_room(state: Ints, choices: int, belief: Quantised, seed: Ints) -> Room:
    """Working space for redeals in a position, which draws with a seed, and so many choices."""
    active = np.empty(MAX_ACTIVE, np.int32)
    contexts = np.empty((SEATS, FIRST_WIDTH), np.int16)
    for p in range(state[PLAYERS]):
        contexts[p] = belief.b1
        add_rows(contexts[p], belief.w1, active, 0, context_features(state, p, active, 0))
    return Room(
        seed,
        min(ORDER_AT_MOST, ORDER_AT_FIRST + ORDER_PER_CAPTURED * captured_by_all(state)),
        np.empty(WIDTH, np.int32),
        active,
        contexts,
        make_sums(),
        np.empty(SECOND_WIDTH, np.float32),
        np.empty(WIDTH, np.int16),
        np.empty(WIDTH, np.int16),
        np.empty((SEATS, REMEMBERED, WIDTH), np.int16),
        np.empty((SEATS, REMEMBERED, WIDTH), np.int16),
        np.empty((SEATS, REMEMBERED), np.float32),
        np.zeros(SEATS, np.int32),
        np.empty((TABLE + 1, WIDTH), np.int16),
        np.empty((TABLE + 1, WIDTH), np.int16),
        np.empty(STATE_SIZE, np.int32),
        Best(np.empty(1, np.float32), np.empty((1, MOVE_SIZE), np.int16), 0.0, seed),
        make_desk(),
        np.empty((FIRST_CHOICE + choices, WIDTH, FIRST_WIDTH), np.int16),
        np.empty((FIRST_CHOICE + choices, WIDTH, FIRST_WIDTH), np.int16),
        np.zeros(FIRST_CHOICE + choices, np.int8),
    )


def put_in(row: Ints, size: int, card: int, seed: Ints) -> None:
    """Insert a scouted card where, and the way up that, it makes the longest set."""
    best = -1.0
    best_place = 0
    best_card = card
    other_way = turned(card)
    for place in range(size + 1):
        for way in range(2):
            now = other_way if way == 1 else card
            group, run = sets_around(row, size, now >> 4, place, place)
            # Of equally long sets the group; of equals any.
            worth = max(2 * run, 2 * group + (1 if group > 1 else 0)) + random_unit(seed)
            if worth > best:
                best = worth
                best_place = place
                best_card = now
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
            row[i] = turned(a)
        else:
            row[i] = b
            row[j] = a
            if random_unit(seed) < 0.5:
                row[i] = turned(b)
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
        row[i] = turned(card) if random_unit(seed) < 0.5 else card


def likelihood(hand: Ints, size: int, state: Ints, p: int, belief: Quantised, room: Room) -> float:
    """How much likelier a seat holds this hand than `propose` would deal it."""
    k = held_features(hand, size, state, p, room.numbers, room.active, 0)
    begin(room.acc, room.contexts[p])
    add_rows(room.acc, belief.w1, room.active, 0, k)
    logarithm = float(head(belief, room.acc, room.hidden, room.desk.units) / SCALE)
    return float(np.exp(max(-LIMIT, min(LIMIT, logarithm))))


def propose(hand: Ints, state: Ints, p: int, unseen: Unseen, at: int, room: Room) -> None:
    """Deal a seat a hand: what it is known to hold, and from ``pool[at:]`` at random; tidied."""
    held = unseen.known_sizes[p]
    size = state[SIZE + p] - held
    draw(hand, size, unseen.pool, at, room.seed)
    for i in range(size):
        room.drawn[i] = hand[i]
    for i in range(held):
        put_in(hand, size + i, unseen.known[p, i], room.seed)
    size += held
    tidy(hand, size, int(room.order * size), room.numbers, room.seed)


def take(pool: Ints, at: int, cards: Ints, size: int) -> None:
    """Bring cards of the pool, either way up, to its places ``at``, ``at + 1``, and so on."""
    for i in range(size):
        j = at + i
        while pool[j] != cards[i] and pool[j] != turned(cards[i]):
            j += 1
        pool[j] = pool[at + i]
        pool[at + i] = cards[i]


def deal_hands(
    row: int, state: Ints, p: int, unseen: Unseen, at: int, belief: Quantised, room: Room
) -> None:
    """Deal a seat hands from ``pool[at:]``, after those in a row of ``room.dealt``."""
    size = state[SIZE + p]
    for _ in range(HANDS if room.dealt_count[row] < MANY else FRESH):
        i = room.dealt_count[row] % REMEMBERED
        room.dealt_count[row] += 1
        hand = room.dealt[row, i]
        propose(hand, state, p, unseen, at, room)
        for j in range(size - unseen.known_sizes[p]):
            room.dealt_drawn[row, i, j] = room.drawn[j]
        room.dealt_worth[row, i] = likelihood(hand, size, state, p, belief, room)


def likely(row: int, room: Room) -> int:
    """The place in a row of ``room.dealt`` of one hand, drawn in proportion to likelihood."""
    count = min(room.dealt_count[row], REMEMBERED)
    left = 0.0
    for i in range(count):
        left += room.dealt_worth[row, i]
    left *= random_unit(room.seed)
    for i in range(count):
        left -= room.dealt_worth[row, i]
        if left < 0:
            return i
    return count - 1


def redeal(
    hands: Ints, state: Ints, viewer: int, belief: Quantised, unseen: Unseen, room: Room
) -> None:
    """Fill every hand but the viewer's with a likely one of those that are dealt at random."""
    players = state[PLAYERS]
    at = 0
    first = int(random_unit(room.seed) * players)
    for r in range(players):
        p = (first + r) % players
        if p == viewer:
            continue
        row = p
        if at > 0:
            # Only whoever comes first is dealt from the same cards every time, and can be given a
            # hand of an earlier redeal. The others' lie where the viewer's would.
            row = viewer
            room.dealt_count[row] = 0
        deal_hands(row, state, p, unseen, at, belief, room)
        chosen = likely(row, room)
        size = state[SIZE + p]
        for i in range(size):
            hands[p, i] = room.dealt[row, chosen, i]
        fresh = size - unseen.known_sizes[p]
        take(unseen.pool, at, room.dealt_drawn[row, chosen], fresh)
        at += fresh


def copy_ends(size: int, fronts: Ints, backs: Ints, to_fronts: Ints, to_backs: Ints) -> None:
    """Copy what `sum_ends` made of a hand of that size."""
    for i in range(size + 1):
        begin(to_fronts[i], fronts[i])
        begin(to_backs[i], backs[i])


def recall_ends(hand: Ints, size: int, row: int, net: Quantised, room: Room) -> None:
    """Do what `sum_ends` does with the hand of a row of ``room.fronts``, which is summed once."""
    desk = room.desk
    if room.summed[row] == 1:
        copy_ends(size, room.fronts[row], room.backs[row], desk.fronts, desk.backs)
    else:
        sum_ends(hand, size, net, desk)
        copy_ends(size, desk.fronts, desk.backs, room.fronts[row], room.backs[row])
        room.summed[row] = 1


def play_out(
    hands: Ints, state: Ints, viewer: int, choice: int, full: Ints, net: Quantised, room: Room
) -> float:
    """Play on by the network alone after a choice; what becomes of the viewer's margin.

    That is a mean of what the network expects at the viewer's own next moves and of the round's
    result, each later one weighing TRUST of what is left (a lambda return): truth alone is noisy.
    Where who Scouts moves again (R25), these moves come soon, and one more is looked at.
    """
    total = 0.0
    weight = 1.0
    looks = 0
    last_look = LOOKS_IN_A_ROW if state[KEEPS_TURN] == 1 else LOOKS
    moved = 0  # a bit for each seat
    for _ in range(MOST_ACTIONS):
        if state[OVER] != 0:
            return total + weight * final_margin(state, viewer)
        turn = state[TURN]
        if moved >> turn & 1:
            sum_ends(hands[turn], state[SIZE + turn], net, room.desk)
        else:
            moved |= 1 << turn
            row = FIRST_CHOICE + choice if turn == viewer else turn
            recall_ends(hands[turn], state[SIZE + turn], row, net, room)
        weigh_moves(hands, state, full, net, NARROW, room.best, room.desk)
        if turn == viewer:
            looks += 1
            if looks == last_look:
                break
            total += weight * (1 - TRUST) * room.best.values[0]
            weight *= TRUST
        play(hands, state, room.best.moves[0])
    return total + weight * (room.best.values[0] if looks == last_look else margin(state, viewer))


def try_out(
    seen: Observation,
    nets: Nets,
    moves: Ints,
    alive: Ints,
    redeals: int,
    room: Room,
    totals: Floats,
) -> None:
    """Play the choices in ``alive`` out on the same redeals and add the viewer's margins to totals.

    A choice is a row of ``moves``; ``room`` belongs to this position and has room for so many.
    """
    viewer = seen.viewer
    copy_hands(seen.hands, room.world)
    for _ in range(redeals):
        redeal(room.world, seen.state, viewer, nets.belief, seen.unseen, room)
        room.summed[:FIRST_CHOICE] = 0
        for c in alive:
            copy_hands(room.world, room.then)
            copy_state(seen.state, room.after)
            if moves[c, END] >= 0 or moves[c, FIRST] >= 0:
                play(room.then, room.after, moves[c])
            elif moves[c, TURNED] == 1:
                flip(room.then, room.after, viewer)
            totals[c] += play_out(room.then, room.after, viewer, c, seen.full, nets.value, room)
