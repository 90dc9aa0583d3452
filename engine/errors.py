"""Refusals: a code that programs read, with the parameters a sentence needs."""

from __future__ import annotations

from functools import partial
from typing import Literal

Code = Literal[
    "bad-syntax",
    "round-over",
    "wrong-phase",
    "already-chosen",
    "not-your-turn",
    "no-scout-and-show",
    "token-spent",
    "no-active-set",
    "no-token",
    "no-such-place",
    "no-such-card",
    "not-a-set",
    "not-stronger",
    "card-twice",
    "wrong-deal",
    "wrong-round",
    "wrong-starter",
    "bad-position",
    "wrong-result",
    "wrong-commitment",
    "no-deal",
    "no-such-seat",
]
"""Every code, in the order in which they are tested where several fit; the last two stand alone."""

Parameter = int | str

_SENTENCES: dict[Code, str] = {
    "bad-syntax": "{problem}",
    "round-over": "the round is over; the next action needs a new deal",
    "wrong-phase": "{problem}",
    "already-chosen": "seat {seat} has chosen its orientation already; that choice is made once",
    "not-your-turn": "it is seat {turn}'s turn, not seat {seat}'s",
    "no-scout-and-show": "there is no Scout & Show with two players; Scout or Show instead",
    "token-spent": "seat {seat} has used its Scout & Show token this round; Scout or Show instead",
    "no-active-set": "there is no active set to scout from; the player on turn must Show",
    "no-token": "seat {seat} has no Scout token left to pay with; it must Show",
    "no-such-place": "there is no place {place} in this hand; a card goes to 1 to {places}",
    "no-such-card": "there is no card {card} in this hand; it has cards 1 to {cards}",
    "not-a-set": "{numbers} is neither a group (all equal) nor a run (steps of 1 in one direction)",
    "not-stronger": "{numbers} does not beat the active set {table}; more cards, a group instead "
    "of a run, or a higher lowest number would",
    "card-twice": "the card {card} stands a second time; each card is there once",
    "wrong-deal": "{problem}",
    "wrong-round": "{problem}",
    "wrong-starter": "seat {starter} can't start this round; seat {expected} does",
    "bad-position": "{problem}",
    "wrong-result": "{problem}",
    "wrong-commitment": "{problem}",
    "no-deal": "no round has been dealt yet; a view needs a deal or a position",
    "no-such-seat": "there is no seat {seat} in a match of {players}; seats are 1 to {players}",
}


class RuleError(Exception):
    """An action, a deal or a position was refused; the state it was meant for is as before.

    Attributes:
        code: which rule refused it, one of ``Code``.
        params: what a sentence about it needs, by name: seats, numbers, card texts.
    """

    def __init__(self, code: Code, **params: Parameter) -> None:
        super().__init__(code, params)
        self.code: Code = code
        self.params: dict[str, Parameter] = params

    def __reduce__(self) -> tuple[partial[RuleError], tuple[()]]:
        """How it comes out of another process as it went in: parameters are keywords."""
        return partial(RuleError, self.code, **self.params), ()

    def __str__(self) -> str:
        """What is wrong, and what would be right, in English."""
        return _SENTENCES[self.code].format(**self.params)


def quote(text: str) -> str:
    """Foreign text as a message may carry it: in quotes, short, on one line, all printable."""
    shown = text if len(text) <= 40 else text[:39] + "…"
    return f'"{printable(shown)}"'


def printable(text: str) -> str:
    """The text with whatever is no visible character (or space) replaced by U+FFFD."""
    return "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in text)
