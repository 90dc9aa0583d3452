"""What happened: the public and the private consequences of an action, as values.

An event with ``private_to`` set may be told to that seat alone; the others are everybody's.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

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


class PublicAction(NamedTuple):
    """A Show, a Scout, or a Scout & Show as everybody saw it.

    >>> str(PublicAction(seat=3, end="right", scouted=Card(6, 9), shown=(Card(5, 3), Card(5, 7))))
    '3 scout right 6/9 show 5/3 5/7'

    Attributes:
        seat: who acted.
        end: which end of the active set a card was taken from; None for a Show alone.
        scouted: that card as it lay; None for a Show alone.
        payee: who got a Scout token for it (R16); None if nobody did.
        shown: the cards shown, left to right; none for a Scout alone.
        beaten: the cards that the Show captured, left to right (R14).
    """

    seat: int
    end: End | None = None
    scouted: Card | None = None
    payee: int | None = None
    shown: Cards = ()
    beaten: Cards = ()

    @property
    def private_to(self) -> None:
        """Nobody: everybody may know."""

    def __str__(self) -> str:
        words = [str(self.seat)]
        if self.scouted:
            words += ["scout", str(self.end), str(self.scouted)]
        if self.shown:
            words += ["show", *map(str, self.shown)]
        return " ".join(words)


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


Event = Dealt | Chosen | Oriented | TurnBegan | PublicAction | Inserted | RoundEnded | MatchEnded
