"""Random deals and rounds for the twin."""

import numpy as np

from engine.players.fast.layout import (
    MOVE_SIZE,
    OVER,
    PLAYERS,
    SIZE,
    STATE_SIZE,
    TABLE,
    TURN,
    WIDTH,
    Deck,
    Ints,
    blank_round,
)
from engine.players.fast.net import random_unit
from engine.players.fast.rules import legal_moves, play, turned

MOST_ACTIONS = 1000
MOST_MOVES = 4000
"""Of longer lists of legal moves the first so many are played."""


def copy_hands(hands: Ints, to: Ints) -> None:
    """Copy the hands and the table."""
    for p in range(TABLE + 1):
        for i in range(WIDTH):
            to[p, i] = hands[p, i]


def copy_state(state: Ints, to: Ints) -> None:
    """Copy the rest of the state."""
    for i in range(STATE_SIZE):
        to[i] = state[i]


def deal(hands: Ints, state: Ints, deck: Deck, seed: Ints) -> None:
    """Shuffle the deck and deal a round (R3); a seat drawn by lot starts."""
    cards = deck.cards
    for i in range(cards.size - 1, -1, -1):
        j = int(random_unit(seed) * (i + 1))
        card = cards[j]
        cards[j] = cards[i]
        cards[i] = turned(card) if random_unit(seed) < 0.5 else card
    copy_state(deck.state, state)
    players = state[PLAYERS]
    for p in range(players):
        for i in range(deck.hand_size):
            hands[p, i] = cards[p * deck.hand_size + i]
        state[SIZE + p] = deck.hand_size
    state[TURN] = int(random_unit(seed) * players)


def flip(hands: Ints, state: Ints, player: int) -> None:
    """Turn every card of a hand (R7)."""
    for i in range(state[SIZE + player]):
        hands[player, i] = turned(hands[player, i])


def random_rounds(deck: Deck, rounds: int, seed: Ints) -> int:
    """Play rounds with random moves, for tests and benchmarks; returns the number of actions."""
    hands, state = blank_round()
    moves = np.empty((MOST_MOVES, MOVE_SIZE), np.int16)
    actions = 0
    for _ in range(rounds):
        deal(hands, state, deck, seed)
        for _ in range(MOST_ACTIONS):
            n = legal_moves(hands, state, moves)
            play(hands, state, moves[int(random_unit(seed) * min(n, MOST_MOVES))])
            actions += 1
            if state[OVER] != 0:
                break
    return actions
