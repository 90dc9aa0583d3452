"""Hands to learn from: as seats held them in rounds, and dealt at random; compiled."""

import numpy as np

from engine.players.fast import layout
from engine.players.fast.accel import compiled
from engine.players.fast.features import MAX_ACTIVE
from engine.players.fast.layout import Deck, Ints, Unseen
from engine.players.fast.net import Quantised
from engine.players.fast.policy import LIKELY
from engine.training.kernels import (
    LONGEST,
    MOST_ACTIONS,
    OVER,
    Tape,
    best_moves,
    blank_moves,
    blank_round,
    deal,
    jit,
    orient,
    play,
    random_unit,
)

_fast = compiled()
card_number = _fast.card_number
context_features = _fast.context_features
held_features = _fast.held_features
make_room = _fast.make_room
propose = _fast.propose


@jit
def write_hand(hand: Ints, state: Ints, p: int, target: float, tape: Tape, n: int) -> int:
    """Write a hand that a seat holds (target 1) or might hold (0) onto the tape."""
    active = np.empty(MAX_ACTIVE, np.int32)
    k = context_features(state, p, active, 0)
    k = held_features(
        hand, state[layout.SIZE + p], state, p, np.empty(layout.WIDTH, np.int32), active, k
    )
    if k > LONGEST or n >= tape.counts.shape[0]:
        return n
    for i in range(k):
        tape.lists[n, i] = active[i]
    tape.counts[n] = k
    tape.target[n] = target
    return n + 1


@jit
def as_seen(hands: Ints, state: Ints, viewer: int, undealt: Ints) -> Unseen:
    """What a seat knows of the others' hands; ``undealt``: cards outside the round."""
    pool = np.empty(layout.CARDS, np.int16)
    known = np.zeros((layout.SEATS, layout.WIDTH), np.int16)
    known_sizes = np.zeros(layout.SEATS, np.int32)
    n = undealt.size
    pool[:n] = undealt
    for p in range(state[layout.PLAYERS]):
        if p == viewer:
            continue
        for i in range(state[layout.SIZE + p]):
            card = hands[p, i]
            if state[layout.HOLDER + card_number(card)] == p + 1:
                known[p, known_sizes[p]] = card
                known_sizes[p] += 1
            else:
                pool[n] = card
                n += 1
    return Unseen(pool[:n], known, known_sizes)


@jit
def gather(
    deck: Deck, net: Quantised, belief: Quantised, noise: float, seed: Ints, tape: Tape
) -> int:
    """Play rounds and write hands as they were, and hands dealt at random, till the tape is full.

    ``belief`` has no influence. Returns how many were written.
    """
    hands, state = blank_round()
    players = deck.state[layout.PLAYERS]
    n = 0
    while n < tape.counts.shape[0]:
        deal(hands, state, deck, seed)
        undealt = deck.cards[players * deck.hand_size :]
        width = noise * random_unit(seed) ** 2
        orient(hands, state, deck.full, net, width, seed)
        best = blank_moves(width, seed)
        for _ in range(MOST_ACTIONS):
            viewer = int(random_unit(seed) * players)
            unseen = as_seen(hands, state, viewer, undealt)
            room = make_room(state, 0, belief, seed)
            for p in range(players):
                if p != viewer:
                    n = write_hand(hands[p], state, p, 1.0, tape, n)
                    propose(room.hand, state, p, unseen, 0, room)
                    n = write_hand(room.hand, state, p, 0.0, tape, n)
            best_moves(hands, state, deck.full, net, LIKELY, best)
            play(hands, state, best.moves[0])
            if state[OVER] != 0:
                break
    return n
