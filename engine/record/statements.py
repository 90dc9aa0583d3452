"""What one line of a record can say."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from engine.actions import Action
from engine.cards import Cards
from engine.rules import EndReason


@dataclass(frozen=True, slots=True)
class TagLine:
    """``[Seat 1 "Ada"]``; the name in lower case with single spaces, the value unescaped."""

    name: str
    value: str


@dataclass(frozen=True, slots=True)
class RoundLine:
    """``round 1 starter 2``."""

    number: int
    starter: int


@dataclass(frozen=True, slots=True)
class HandLine:
    """``hand 1 3/7 1/3 …``."""

    seat: int
    cards: Cards


@dataclass(frozen=True, slots=True)
class PositionLine:
    """``position turn 4``."""

    turn: int


@dataclass(frozen=True, slots=True)
class TableLine:
    """``table 1 8/4 9/3``: the owner's seat and the active set."""

    seat: int
    cards: Cards


@dataclass(frozen=True, slots=True)
class CountLine:
    """``captured 1 3`` or ``tokens 1 2``."""

    what: Literal["captured", "tokens"]
    seat: int
    count: int


@dataclass(frozen=True, slots=True)
class SpentLine:
    """``spent 2``: the seat has used its Scout & Show token."""

    seat: int


@dataclass(frozen=True, slots=True)
class ScoutsLine:
    """``scouts 2``: Scouts since the last Show."""

    count: int


@dataclass(frozen=True, slots=True)
class ActionLine:
    """``2 show 3-4``."""

    seat: int
    action: Action


@dataclass(frozen=True, slots=True)
class EndLine:
    """``end empty 3``."""

    reason: EndReason
    seat: int


@dataclass(frozen=True, slots=True)
class PointsLine:
    """``score 1 -2`` or ``total 1 -2``."""

    what: Literal["score", "total"]
    seat: int
    points: int


@dataclass(frozen=True, slots=True)
class WinnerLine:
    """``winner 1 3``: ascending."""

    seats: tuple[int, ...]


Statement = (
    TagLine
    | RoundLine
    | HandLine
    | PositionLine
    | TableLine
    | CountLine
    | SpentLine
    | ScoutsLine
    | ActionLine
    | EndLine
    | PointsLine
    | WinnerLine
)
