"""What a player can do, and how it is written (R7, R10, R15, R19).

Positions in a hand count from 1, left to right.

| text | meaning |
|---|---|
| ``keep``, ``flip`` | the orientation choice |
| ``show 4``, ``show 3-5`` | show a card, or adjacent ones |
| ``scout left 4`` | take the leftmost card as it lies; it becomes the hand's 4th |
| ``scout right turned 1`` | take the rightmost, other end up, as the new 1st |
| ``scout left 4 show 3-5`` | Scout & Show; the Show counts in the hand after the insertion |
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import Literal, TypeVar

from engine.errors import RuleError, quote

End = Literal["left", "right"]

K = TypeVar("K")
V = TypeVar("V")


@dataclass(frozen=True, slots=True)
class Orient:
    """The orientation choice: flip the whole hand, or keep it as dealt (R7)."""

    flip: bool

    def __str__(self) -> str:
        return "flip" if self.flip else "keep"


@dataclass(frozen=True, slots=True)
class Show:
    """Show the cards from position ``first`` to ``last``, both included (R10)."""

    first: int
    last: int

    def __str__(self) -> str:
        if self.first == self.last:
            return f"show {self.first}"
        return f"show {self.first}-{self.last}"


@dataclass(frozen=True, slots=True)
class Scout:
    """Take the card at ``end`` of the active set; it becomes the hand's ``place``-th (R15)."""

    end: End
    turned: bool
    place: int

    def __str__(self) -> str:
        return f"scout {self.end} {'turned ' if self.turned else ''}{self.place}"


@dataclass(frozen=True, slots=True)
class ScoutAndShow:
    """Scout, then at once Show from the hand that results: one action (R19, R20)."""

    scout: Scout
    show: Show

    def __str__(self) -> str:
        return f"{self.scout} {self.show}"


Action = Orient | Show | Scout | ScoutAndShow

KEEP = Orient(flip=False)
FLIP = Orient(flip=True)


class _Made(dict[K, V]):
    """Values made once each, when they are first asked for.

    The same actions are listed again and again; only positions of real hands come here, so the
    tables stay small.
    """

    def __init__(self, make: Callable[[K], V]) -> None:
        super().__init__()
        self._make = make

    def __missing__(self, key: K) -> V:
        self[key] = value = self._make(key)
        return value


SHOWS = _Made[tuple[int, int], Show](lambda span: Show(*span))
"""The Shows by their span, ``(first, last)``."""


@cache
def scout_and_shows(end: End, turned: bool, place: int) -> Mapping[tuple[int, int], ScoutAndShow]:
    """The Scout & Shows that begin with this Scout, by the span then shown."""
    scouting = Scout(end, turned, place)
    return _Made(lambda span: ScoutAndShow(scouting, SHOWS[span]))


def ends(table: int) -> tuple[End, ...]:
    """The ends of an active set of so many cards, one card having one end (R15)."""
    return ("left",) if table == 1 else ("left", "right")


@cache
def scouts(table: int, places: int) -> tuple[Scout, ...]:
    """Every Scout from an active set of so many cards into a hand with so many places (R15)."""
    return tuple(
        Scout(end, turned, place)
        for end in ends(table)
        for turned in (False, True)
        for place in range(1, places + 1)
    )


_NUMBER = r"(0|[1-9][0-9]*)"
_SHOW = rf"show {_NUMBER}(?:-{_NUMBER})?"
_SCOUT = rf"scout (left|right) (turned )?{_NUMBER}"
_ACTION = re.compile(rf"(?:(keep|flip)|{_SHOW}|{_SCOUT}(?: {_SHOW})?)", re.ASCII)

SYNTAX = "keep, flip, show 4, show 3-5, scout left 4, scout right turned 1 or scout left 4 show 3-5"


def parse(text: str) -> Action:
    """Read an action; case and extra spaces don't matter.

    >>> parse("Scout left 4  show 3-5")
    ScoutAndShow(scout=Scout(end='left', turned=False, place=4), show=Show(first=3, last=5))

    Raises:
        RuleError: ``bad-syntax``.
    """
    words = re.sub(r"[ \t]+", " ", text).strip(" ").lower()
    match = _ACTION.fullmatch(words) if text.isascii() else None
    if match is None:
        raise RuleError("bad-syntax", problem=f"{quote(text)} is not an action; write {SYNTAX}")
    choice, first, last, end, turned, place, then_first, then_last = match.groups()
    if choice:
        return FLIP if choice == "flip" else KEEP
    if first:
        return _parse_show(first, last)
    scouting = Scout("left" if end == "left" else "right", turned is not None, _position(place))
    if then_first:
        return ScoutAndShow(scouting, _parse_show(then_first, then_last))
    return scouting


def _parse_show(first: str, last: str | None) -> Show:
    start, stop = _position(first), _position(last or first)
    if last is not None and stop <= start:
        right = Show(stop, start)
        raise RuleError("bad-syntax", problem=f"show {start}-{stop} does not ascend; write {right}")
    return Show(start, stop)


def _position(digits: str) -> int:
    # No hand is near this long; what matters is that absurd input stays cheap and is refused later.
    return int(digits) if len(digits) < 10 else 10**9


def as_written(action: Action, table: int) -> Action:
    """The action as it is listed and written: on a set of one card, ``left`` for either end.

    Args:
        action: what was done.
        table: how many cards the active set had.
    """
    if table == 1 and isinstance(action, Scout) and action.end == "right":
        return replace(action, end="left")
    if table == 1 and isinstance(action, ScoutAndShow) and action.scout.end == "right":
        return replace(action, scout=replace(action.scout, end="left"))
    return action
