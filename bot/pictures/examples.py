"""What the pictures of the rules show: rows of cards and signs, with a few words to each."""

from __future__ import annotations

from dataclasses import dataclass

from bot.texts import N_
from bot.texts.rules import Topic
from engine.cards import Card, Cards, flipped


@dataclass(frozen=True, slots=True)
class Group:
    """Cards that lie together.

    Attributes:
        cards: left to right.
        gone: places, from 1, of cards that have just been taken away.
        fresh: the place of a card that has just been put there.
    """

    cards: Cards
    gone: tuple[int, ...] = ()
    fresh: int | None = None


Part = Group | str
"""Cards, or a sign of ``bot.pictures.icons``; ``then`` is the arrow that goes on, ``beats`` a >."""


@dataclass(frozen=True, slots=True)
class Row:
    """A line of an example: what it shows, in words, and the cards or signs."""

    words: str
    parts: tuple[Part, ...]


def _cards(text: str) -> Cards:
    return tuple(map(Card.parse, text.split()))


_HAND = _cards("8/3 5/2 5/9 1/4 6/7")

EXAMPLES: dict[Topic, tuple[Row, ...]] = {
    "aim": (
        Row(N_("The upper number counts; turned, the other one"),
            (Group(_cards("3/7")), "turn", Group(_cards("7/3")))),
    ),
    "deal": (
        Row(N_("Keep"), (Group(_HAND),)),
        Row(N_("Flip"), (Group(flipped(_HAND)),)),
    ),
    "sets": (
        Row(N_("A group"), (Group(_cards("5/1 5/8 5/3")),)),
        Row(N_("Runs: climbing, or falling"),
            (Group(_cards("3/9 4/2 5/6")), Group(_cards("8/2 7/10 6/4")))),
        Row(N_("A single card"), (Group(_cards("9/6")),)),
    ),
    "beats": (
        Row(N_("More cards beat fewer"),
            (Group(_cards("1/3 2/8 3/5")), "beats", Group(_cards("10/2 10/7")))),
        Row(N_("With equally many, a group beats a run"),
            (Group(_cards("2/6 2/7")), "beats", Group(_cards("8/1 9/4")))),
        Row(N_("Of the same kind, the higher lowest number"),
            (Group(_cards("6/1 5/2 4/7")), "beats", Group(_cards("3/4 4/8 5/9")))),
        Row(N_("Equal never beats"),
            (Group(_cards("3/4 4/8 5/9")), "sum", Group(_cards("5/1 4/2 3/10")))),
    ),
    "scout": (
        Row(N_("One end of the active set"), (Group(_cards("4/1 5/9 6/2"), gone=(3,)),)),
        Row(N_("Either way up"), (Group(_cards("6/2")), "turn", Group(_cards("2/6")))),
        Row(N_("Into any gap of the hand"),
            (Group(_cards("9/3 5/4 7/1")), "then", Group(_cards("9/3 5/4 6/2 7/1"), fresh=3))),
    ),
    "both": (
        Row(N_("Scout: a 5 is left there"), (Group(_cards("5/9 6/2"), gone=(2,)),)),
        Row(N_("Then Show what beats it"),
            (Group(_cards("7/3 6/2 1/8"), fresh=2), "then", Group(_cards("7/3 6/2")))),
        Row(N_("Captured, a point"), (Group(_cards("5/9")), "captured")),
    ),
    "end": (
        Row(N_("The last cards are shown"), (Group(_cards("9/2 9/4")), "check")),
        Row(N_("Or all the others scouted: nobody beat 8 8 8"),
            (Group(_cards("8/1 8/5 8/6"), gone=(1, 3)), "check")),
    ),
    "two": (
        Row(N_("Each has three Scout tokens"), ("token", "token", "token")),
        Row(N_("One pays for a card"), ("token", "then", Group(_cards("4/7")))),
    ),
    "signs": (
        Row(N_("cards in hand"), ("hand",)),
        Row(N_("captured cards"), ("captured",)),
        Row(N_("Scout tokens"), ("token",)),
        Row(N_("points"), ("trophy",)),
        Row(N_("Scout & Show, not used yet"), ("swap",)),
        Row(N_("on turn"), ("right",)),
        Row(N_("starting player"), ("flag",)),
    ),
}  # fmt: skip
"""By page; the page about points has a table of scores instead."""
