"""Deals and seats: what they are, and how a seed makes them (R2, R3, R5, R28).

NOTATION.md ("Fair play") has the algorithm in words that any language can follow; it never changes.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeVar

from engine.cards import LOWEST, Card, Cards
from engine.rules import Rules

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Deal:
    """A round's deal: its number, its starting player's seat, and each seat's hand as dealt."""

    number: int
    starter: int
    hands: tuple[Cards, ...]


def deck(rules: Rules, number: int, dealt_before: frozenset[Card]) -> Cards:
    """The cards that round ``number`` is dealt from, ascending, smaller number active (R2, R28).

    Args:
        rules: what the match is played by.
        number: the round, from 1.
        dealt_before: where round 2 is dealt from the rest, the cards of round 1, smaller number
            active; else none.
    """
    if number == 1:
        return rules.deck
    return tuple(card for card in rules.deck if card not in dealt_before)


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
    rules: Rules,
    seed: str,
    number: int,
    *,
    last_starter: int | None = None,
    dealt_before: frozenset[Card] = frozenset(),
) -> Deal:
    """The deal that a seed gives, by the algorithm of NOTATION.md.

    Args:
        rules: what the match is played by.
        seed: any text.
        number: the round, from 1.
        last_starter: the previous round's starting player; None in round 1.
        dealt_before: the cards of round 1, smaller number active, where they matter (R28).
    """
    source = _bytes(seed, number)
    cards = _shuffled(deck(rules, number, dealt_before), source)
    cards = [card.turned() if _below(2, source) else card for card in cards]
    size = rules.hand_size
    hands = tuple(tuple(cards[i * size : (i + 1) * size]) for i in range(rules.players))
    if last_starter is not None:
        first = rules.next_seat(last_starter)
    else:
        holder = holder_of_lowest(hands) if rules.options.starter == "lowest-card" else None
        first = holder or _below(rules.players, source) + 1
    return Deal(number, first, hands)


def seating(seed: str, players: int) -> tuple[int, ...]:
    """The order of the seats that a seed gives, by the same algorithm as round 0.

    Returns:
        For each seat in turn the place, from 1, that its player had in the lobby.
    """
    return tuple(_shuffled(range(1, players + 1), _bytes(seed, 0)))


def _shuffled(things: Iterable[T], source: Iterator[int]) -> list[T]:
    """The things in a random order (Fisher-Yates)."""
    order = list(things)
    for i in range(len(order) - 1, 0, -1):
        j = _below(i + 1, source)
        order[i], order[j] = order[j], order[i]
    return order


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
