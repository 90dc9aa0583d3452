"""Deals: what they are, how they are checked, and how a seed makes them (R2, R3, R5, R28).

The algorithm, version 1, in words that any language can follow:

1. Bytes. Block *c* (c = 0, 1, 2, …) is the SHA-256 digest of the UTF-8 text ``SEED:ROUND:c``, with
   ROUND and c in decimal. The stream is block 0, block 1, … one byte after the other.
2. ``below(n)``: take the next byte b; while b >= 256 - 256 mod n, take the next. The result is
   b mod n.
3. Order. Start with the round's cards in ascending order, smaller number active: the cards used
   (R2), or in round 2 of two players the 22 that were set aside. For i from the last index down to
   1, swap cards i and ``below(i + 1)`` (Fisher-Yates, indexes from 0).
4. Ends. For each card in this order, turn it if ``below(2)`` is 1.
5. Hands. Seat 1 gets the first cards, seat 2 the next, and so on (R3).
6. Starter. Only where chance decides (``random``, or ``lowest-card`` and nobody was dealt 1/2; both
   in round 1 alone): seat ``below(players) + 1``.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from engine.cards import HAND_SIZES, LOWEST, Card, Cards, cards_used
from engine.rules import Starter


@dataclass(frozen=True, slots=True)
class Deal:
    """A round's deal: its number, its starting player's seat, and each seat's hand as dealt."""

    number: int
    starter: int
    hands: tuple[Cards, ...]


def deck(players: int, number: int, dealt_before: frozenset[Card]) -> Cards:
    """The cards that round ``number`` is dealt from, ascending, smaller number active (R2, R28).

    Args:
        players: how many play.
        number: the round, from 1.
        dealt_before: with two players, the cards of round 1, smaller number active.
    """
    used = cards_used(players)
    if players == 2 and number == 2:
        return tuple(card for card in used if card not in dealt_before)
    return used


def ascending(card: Card) -> Card:
    """The card's identity as a card: smaller number active."""
    return card if card.active < card.other else card.turned()


def first_repeated(cards: Iterable[Card]) -> int | None:
    """The index at which a card stands a second time, whichever end is up; None if none does."""
    seen: set[Card] = set()
    for index, card in enumerate(cards):
        if ascending(card) in seen:
            return index
        seen.add(ascending(card))
    return None


def holder_of_lowest(hands: Sequence[Cards]) -> int | None:
    """The seat that was dealt card 1/2 (R5), if any."""
    for seat, hand in enumerate(hands, start=1):
        if any(card.numbers == LOWEST for card in hand):
            return seat
    return None


def deal(
    seed: str,
    players: int,
    number: int,
    *,
    starter: Starter,
    last_starter: int | None = None,
    dealt_before: frozenset[Card] = frozenset(),
) -> Deal:
    """The deal that a seed gives, by the algorithm at the head of this file.

    Args:
        seed: any text.
        players: 2 to 5.
        number: the round, from 1.
        starter: the option that decides round 1's starting player (R5).
        last_starter: the previous round's starting player; None in round 1.
        dealt_before: with two players, the cards of round 1, smaller number active (R28).
    """
    source = _bytes(seed, number)
    cards = list(deck(players, number, dealt_before))
    for i in range(len(cards) - 1, 0, -1):
        j = _below(i + 1, source)
        cards[i], cards[j] = cards[j], cards[i]
    cards = [card.turned() if _below(2, source) else card for card in cards]
    size = HAND_SIZES[players]
    hands = tuple(tuple(cards[i * size : (i + 1) * size]) for i in range(players))
    if last_starter is not None:
        first = last_starter % players + 1
    else:
        holder = holder_of_lowest(hands) if starter == "lowest-card" else None
        first = holder or _below(players, source) + 1
    return Deal(number, first, hands)


def _bytes(seed: str, number: int) -> Iterator[int]:
    block = 0
    while True:
        yield from hashlib.sha256(f"{seed}:{number}:{block}".encode()).digest()
        block += 1


def _below(n: int, source: Iterator[int]) -> int:
    limit = 256 - 256 % n
    while (byte := next(source)) >= limit:
        pass
    return byte % n
