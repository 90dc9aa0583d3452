"""Cards: what they are, which are used, and how they turn (R1, R2)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from itertools import combinations
from typing import NamedTuple

from engine.errors import RuleError, quote

PLAYER_COUNTS = range(2, 6)
"""Table sizes the game is played at."""

HAND_SIZES = {2: 11, 3: 12, 4: 11, 5: 9}
"""Cards dealt to each player, by number of players (R3)."""

LOWEST = frozenset({1, 2})
"""The numbers of the card whose holder starts under ``lowest-card`` (R5)."""


CARD = r"(?:10|[1-9])/(?:10|[1-9])"
"""A card as it is written, as a regular expression."""

_CARD = re.compile(CARD, re.ASCII)


class Card(NamedTuple):
    """One card as it lies: ``active`` number up, ``other`` at the opposite end (R1).

    >>> Card(3, 7).turned()
    Card(active=7, other=3)
    >>> str(Card(3, 7))
    '3/7'
    >>> Card.parse("3/7")
    Card(active=3, other=7)
    """

    active: int
    other: int

    @classmethod
    def parse(cls, text: str) -> Card:
        """Read a card, ``3/7``.

        Raises:
            RuleError: ``bad-syntax``.
        """
        if not _CARD.fullmatch(text):
            problem = f'{quote(text)} is no card; write two numbers from 1 to 10, as in "3/7"'
            raise RuleError("bad-syntax", problem=problem)
        active, other = map(int, text.split("/"))
        if active == other:
            raise RuleError(
                "bad-syntax", problem=f"{text} is no card; the two numbers of a card differ"
            )
        return cls(active, other)

    def turned(self) -> Card:
        """The same card, other end up."""
        return Card(self.other, self.active)

    @property
    def numbers(self) -> frozenset[int]:
        """The card's identity, whichever end is up: its two numbers."""
        return frozenset(self)

    def __str__(self) -> str:
        return f"{self.active}/{self.other}"


Cards = tuple[Card, ...]
"""Cards in order, left to right: a hand or an active set."""

ALL_CARDS: Cards = tuple(Card(low, high) for low, high in combinations(range(1, 11), 2))
"""The 45 cards, smaller number active, in ascending order (R1)."""


LEFT_OUT: Mapping[int, frozenset[Card]] = {
    2: frozenset({Card(9, 10)}),
    3: frozenset(card for card in ALL_CARDS if card.other == 10),
    4: frozenset({Card(9, 10)}),
    5: frozenset(),
}
"""The cards that stay out, by number of players (R2)."""


def cards_used(players: int) -> Cards:
    """The cards that a match of ``players`` is played with, in ascending order (R2)."""
    return tuple(card for card in ALL_CARDS if card not in LEFT_OUT[players])


def flipped(hand: Cards) -> Cards:
    """The hand with every card turned and the order kept (R7)."""
    return tuple(card.turned() for card in hand)
