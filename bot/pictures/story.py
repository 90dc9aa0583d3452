"""What happened last at the table, read from a view's public history (R18)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.actions import End
from engine.cards import Card, Cards
from engine.views import View


@dataclass(frozen=True, slots=True)
class Deed:
    """One action as everybody saw it.

    Attributes:
        seat: who acted.
        scouted: the card that was taken, as it lay; None for a plain Show.
        end: which end it was taken from; None for a plain Show.
        beaten: the cards that a Show captured, left to right, as far as the history tells.
        shown: the cards that were shown; none for a plain Scout.
        payee: who got a Scout token for the card (R16); None if nobody did.
    """

    seat: int
    scouted: Card | None
    end: End | None
    beaten: Cards
    shown: Cards
    payee: int | None


def last_deed(view: View) -> Deed | None:
    """The last action of the round; None before the first."""
    table: list[Card] = []
    owner: int | None = None
    deed: Deed | None = None
    for line in view.history:
        seat_text, *words = line.split()
        seat = int(seat_text)
        scouted: Card | None = None
        end: End | None = None
        payee: int | None = None
        if words[0] == "scout":
            end = "left" if words[1] == "left" else "right"
            scouted = _card(words[2])
            if table:
                table.pop(0 if end == "left" else -1)
            payee = owner if view.players > 2 else None
            words = words[3:]
            if not table:
                owner = None
        beaten: Cards = ()
        shown: Cards = ()
        if words:
            beaten, shown = tuple(table), _cards(words[1:])
            table, owner = list(shown), seat
        deed = Deed(seat, scouted, end, beaten, shown, payee)
    return deed


def _cards(words: Sequence[str]) -> Cards:
    return tuple(_card(word) for word in words)


def _card(word: str) -> Card:
    active, _, other = word.partition("/")
    return Card(int(active), int(other))
