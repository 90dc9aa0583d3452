"""A match's options in words."""

from __future__ import annotations

from bot.texts.catalogue import N_, Texts
from data.matches.models import MatchOptions
from engine.rules import CHOICES, rounds_in_full

PACES = {
    "live": N_("live: 90 seconds a turn"),
    "relaxed": N_("relaxed: 10 minutes a turn"),
    "correspondence": N_("correspondence: 24 hours a turn"),
    "untimed": N_("untimed"),
}
RULES = {
    "starter": {
        "lowest-card": N_("who holds the card 1/2 starts"),
        "random": N_("chance says who starts"),
    },
    "last_card": {
        "end": N_("the round ends when the last Scout takes the last card"),
        "continue": N_("the round goes on when the last Scout takes the last card"),
    },
    "spared": {
        "ender": N_("whoever ends a round loses nothing for cards left"),
        "emptied": N_("only an empty hand loses nothing for cards left"),
    },
}
"""The options of the rules (R5, R22, R23), by name: what each word means."""


def pace(texts: Texts, code: str) -> str:
    """A pace in words."""
    return texts.gettext(PACES[code])


def rated(texts: Texts, *, counts: bool) -> str:
    """Whether a match counts, in a word."""
    return texts.gettext("rated") if counts else texts.gettext("unrated")


def rounds(texts: Texts, number: int | None) -> str:
    """How many rounds, in words."""
    if number is None:
        return texts.gettext("all rounds")
    return texts.ngettext("{n} round", "{n} rounds", number)


def entry(texts: Texts, *, is_open: bool) -> str:
    """Who may join, in words."""
    return texts.gettext("anyone may join") if is_open else texts.gettext("by invitation only")


def summary(texts: Texts, options: MatchOptions) -> str:
    """All options in one line; those that are as usual and matter little are left out.

    With fewer rounds than a whole match has, it is said to be unrated.
    """
    whole = options.rounds is None or options.rounds >= rounds_in_full(options.seats)
    words = [
        pace(texts, options.pace),
        rounds(texts, options.rounds),
        rated(texts, counts=options.rated and whole),
        entry(texts, is_open=options.open),
    ]
    for name, said in RULES.items():
        chosen = getattr(options, name)
        if chosen != CHOICES[name][0]:
            words.append(texts.gettext(said[chosen]))
    return " · ".join(words)
