"""Headings of what is exported for a spreadsheet; its numbers are written as machines read them."""

from __future__ import annotations

from bot.texts.catalogue import NP_, Texts
from bot.texts.direction import unmarked
from bot.texts.names import level_name

STANDINGS = (
    NP_("column", "place"),
    NP_("column", "name"),
    NP_("column", "rating"),
    NP_("column", "uncertainty"),
    NP_("column", "rated matches"),
    NP_("column", "matches"),
    NP_("column", "wins"),
    NP_("column", "win share"),
    NP_("column", "points"),
    NP_("column", "rounds"),
    NP_("column", "points a round"),
    NP_("column", "solo rating"),
    NP_("column", "solo matches"),
    NP_("column", "solo wins"),
)
"""The columns of a server's standings, in the order in which they are written."""


def standings(texts: Texts) -> list[str]:
    """The headings of a server's standings; no marks of direction, which a cell would keep."""
    return [unmarked(texts.pgettext("column", one)) for one in STANDINGS]


def computer(texts: Texts, level: str) -> str:
    """What stands for a computer level in the column of names."""
    said = texts.gettext("Computer ({level})", level=level_name(texts, level))
    return unmarked(said)
