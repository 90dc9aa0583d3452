"""What happened: the public and the private consequences of an action, as values.

An event with ``private_to`` set may be told to that seat alone; the others are everybody's.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from engine.actions import End
from engine.cards import Card, Cards
from engine.rules import EndReason


class Public:
    """An event that everybody may know."""

    __slots__ = ()
    private_to: int | None = None


class Private:
    """An event that only its seat may know (R7, R18)."""

    __slots__ = ()
    seat: int

    @property
    def private_to(self) -> int:
        """The one seat that may be told."""
        return self.seat


@dataclass(frozen=True, slots=True)
class Dealt(Public):
    """A round was dealt."""

    number: int
    starter: int


@dataclass(frozen=True, slots=True)
class Chosen(Public):
    """A player is ready; which way the hand is held stays secret (R7)."""

    seat: int


@dataclass(frozen=True, slots=True)
class Oriented(Private):
    """Which way the player chose to hold the hand (R7)."""

    seat: int
    flip: bool


@dataclass(frozen=True, slots=True)
class TurnBegan(Public):
    """The seat must act now."""

    seat: int


turn_began = cache(TurnBegan)
"""The event for a seat, made once."""


@dataclass(frozen=True, slots=True)
class Showed(Public):
    """Cards went to the table as the active set, beating ``captured`` cards (R10, R14)."""

    seat: int
    cards: Cards
    captured: int


@dataclass(frozen=True, slots=True)
class Scouted(Public):
    """A card, named as it lay, left the active set (R18); ``paid_to`` got a Scout token (R16)."""

    seat: int
    end: End
    card: Card
    paid_to: int | None


@dataclass(frozen=True, slots=True)
class Inserted(Private):
    """Where the scouted card went and which way up (R18)."""

    seat: int
    card: Card
    place: int


@dataclass(frozen=True, slots=True)
class RoundEnded(Public):
    """The round is over; ``scores`` are its points by seat (R21 to R23, R26, R27)."""

    reason: EndReason
    seat: int
    scores: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class MatchEnded(Public):
    """The match is over: totals by seat, and who won, ascending (R6)."""

    totals: tuple[int, ...]
    winners: tuple[int, ...]


Event = (
    Dealt | Chosen | Oriented | TurnBegan | Showed | Scouted | Inserted | RoundEnded | MatchEnded
)
