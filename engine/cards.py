"""Cards: what they are, which are used, and how they turn (R1, R2)."""

from __future__ import annotations

from functools import cache
from itertools import combinations
from typing import NamedTuple

PLAYER_COUNTS = range(2, 6)
"""Table sizes the game is played at."""

HAND_SIZES = {2: 11, 3: 12, 4: 11, 5: 9}
"""Cards dealt to each player, by number of players (R3)."""

LOWEST = frozenset({1, 2})
"""The numbers of the card whose holder starts under ``lowest-card`` (R5)."""


class Card(NamedTuple):
    """One card as it lies: ``active`` number up, ``other`` at the opposite end (R1).

    >>> Card(3, 7).turned()
    Card(active=7, other=3)
    >>> str(Card(3, 7))
    '3/7'
    """

    active: int
    other: int

    def turned(self) -> Card:
        """The same card, other end up."""
        return Card(self.other, self.active)

    @property
    def numbers(self) -> frozenset[int]:
        """The card's identity, whichever end is up: its two numbers."""
        return frozenset(self)

    def __str__(self) -> str:
        return f"{self.active}/{self.other}"


card_text = cache(str)
"""A card as it is written; each is put together once."""

Cards = tuple[Card, ...]
"""Cards in order, left to right: a hand or an active set."""

ALL_CARDS: Cards = tuple(Card(low, high) for low, high in combinations(range(1, 11), 2))
"""The 45 cards, smaller number active, in ascending order (R1)."""


def cards_used(players: int) -> Cards:
    """The cards that a match of ``players`` is played with, in ascending order (R2)."""
    if players == 5:
        return ALL_CARDS
    if players == 3:
        return tuple(card for card in ALL_CARDS if card.other != 10)
    return tuple(card for card in ALL_CARDS if card != (9, 10))


def flipped(hand: Cards) -> Cards:
    """The hand with every card turned and the order kept (R7)."""
    return tuple(card.turned() for card in hand)
