"""Random deals and playouts for the twin."""

import numpy as np

from engine.players.fast.layout import (
    OVER,
    OWNER,
    PLAYERS,
    SHOWER,
    SIZE,
    SPECIAL,
    STATE_SIZE,
    TABLE,
    TOKENS,
    TURN,
    WIDTH,
    Ints,
)
from engine.players.fast.net import random_unit
from engine.players.fast.rules import legal_moves, play


def full_deck(players: int, cards: Ints, full: Ints) -> int:
    """Write the cards of R2 and how many bear each number; returns how many cards there are."""
    count = 0
    full[:] = 0
    for a in range(1, 10):
        for b in range(a + 1, 11):
            if (players == 3 and b == 10) or (players in (2, 4) and a == 9 and b == 10):
                continue
            cards[count] = a * 16 + b
            full[a] += 1
            full[b] += 1
            count += 1
    return count


def deal(hands: Ints, state: Ints, players: int, cards: Ints, count: int, seed: Ints) -> None:
    """Shuffle and deal a round (R3); a seat drawn by lot starts."""
    for i in range(count - 1, -1, -1):
        j = int(random_unit(seed) * (i + 1))
        card = cards[j]
        cards[j] = cards[i]
        if random_unit(seed) < 0.5:
            card = ((card & 15) << 4) | (card >> 4)
        cards[i] = card
    state[:] = 0
    state[PLAYERS] = players
    state[OWNER] = -1
    state[SHOWER] = -1
    each = 11 if players == 2 else count // players
    for p in range(players):
        for i in range(each):
            hands[p, i] = cards[p * each + i]
        state[SIZE + p] = each
        if players == 2:
            state[TOKENS + p] = 3
        else:
            state[SPECIAL + p] = 1
    state[TURN] = int(random_unit(seed) * players)


def flip(hands: Ints, state: Ints, player: int) -> None:
    """Turn every card of a hand (R7)."""
    for i in range(state[SIZE + player]):
        card = hands[player, i]
        hands[player, i] = ((card & 15) << 4) | (card >> 4)


def random_rounds(players: int, rounds: int, seed: Ints) -> int:
    """Play rounds with random moves, for tests and benchmarks; returns the number of actions."""
    cards = np.empty(45, np.int16)
    full = np.zeros(11, np.int32)
    count = full_deck(players, cards, full)
    hands = np.zeros((TABLE + 1, WIDTH), np.int16)
    state = np.zeros(STATE_SIZE, np.int32)
    moves = np.empty((4000, 5), np.int16)
    actions = 0
    for _ in range(rounds):
        deal(hands, state, players, cards, count, seed)
        for _ in range(1000):
            n = legal_moves(hands, state, moves)
            play(hands, state, moves[int(random_unit(seed) * min(n, 4000))])
            actions += 1
            if state[OVER] != 0:
                break
    return actions
