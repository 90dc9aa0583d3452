"""A match's options in words."""

from __future__ import annotations

from bot.texts.catalogue import N_, Texts
from data.matches.models import MatchOptions
from engine.rules import rounds_in_full

PACES = {
    "live": N_("live: 90 seconds a turn"),
    "relaxed": N_("relaxed: 10 minutes a turn"),
    "correspondence": N_("correspondence: 24 hours a turn"),
    "untimed": N_("untimed"),
}
STARTERS = {
    "lowest-card": N_("who holds the card 1/2 starts"),
    "random": N_("chance says who starts"),
}
LAST_CARDS = {
    "end": N_("the round ends when the last Scout takes the last card"),
    "continue": N_("the round goes on when the last Scout takes the last card"),
}
SPARED = {
    "ender": N_("whoever ends a round loses nothing for cards left"),
    "emptied": N_("only an empty hand loses nothing for cards left"),
}


def pace(texts: Texts, code: str) -> str:
    """A pace in words."""
    return texts.gettext(PACES[code])


def starter(texts: Texts, code: str) -> str:
    """How the first starting player is found, in words (R5)."""
    return texts.gettext(STARTERS[code])


def last_card(texts: Texts, code: str) -> str:
    """The option of R22 in words."""
    return texts.gettext(LAST_CARDS[code])


def spared(texts: Texts, code: str) -> str:
    """The option of R23 in words."""
    return texts.gettext(SPARED[code])


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
    if options.starter != "lowest-card":
        words.append(starter(texts, options.starter))
    if options.last_card != "end":
        words.append(last_card(texts, options.last_card))
    if options.spared != "ender":
        words.append(spared(texts, options.spared))
    return " · ".join(words)
