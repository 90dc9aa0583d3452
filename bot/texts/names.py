"""Names of players in texts: isolated, harmless, and computers named by level."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from bot.texts.catalogue import FSI, PDI, Texts

MAX_NAME = 32
"""Discord's own limit for a display name; nothing longer is shown."""

_MARKDOWN = frozenset("\\`*_~|<>#[]@:")
_JOINERS = frozenset("\u200c\u200d")


@dataclass(frozen=True, slots=True)
class SeatName:
    """Who sits in a seat.

    Attributes:
        text: a person's display name as Discord has it; empty for computers, and for people who
            had their data deleted.
        is_computer: whether it is a computer player.
        level: a computer player's level, such as ``easy``.
    """

    text: str
    is_computer: bool = False
    level: str | None = None


def plain(text: str) -> str:
    """A name without what could break a line or the direction of the text around it."""
    kept = "".join(
        char if unicodedata.category(char)[0] != "C" or char in _JOINERS else " " for char in text
    )
    words = " ".join(kept.split())
    return words if len(words) <= MAX_NAME else words[: MAX_NAME - 1] + "…"


def label_name(text: str) -> str:
    """A name for labels and menus, where Discord reads no markdown."""
    return f"{FSI}{plain(text) or '?'}{PDI}"


def name(text: str) -> str:
    """A name for a message's text: shown letter by letter, never markdown, mention or link."""
    escaped = "".join(f"\\{char}" if char in _MARKDOWN else char for char in plain(text))
    # Discord looks for mentions before it looks for backslashes.
    harmless = escaped.replace("@", "@\u200b") or "?"
    return f"{FSI}{harmless}{PDI}"


def display_names(texts: Texts, names: Sequence[SeatName]) -> tuple[str, ...]:
    """The names by seat for a message's text; computers of one level are numbered."""
    return tuple(name(text) for text in _spoken(texts, names))


def label_names(texts: Texts, names: Sequence[SeatName]) -> tuple[str, ...]:
    """The names by seat for labels and menus."""
    return tuple(label_name(text) for text in _spoken(texts, names))


def level_name(texts: Texts, level: str) -> str:
    """A computer player's level in words."""
    known = {
        "easy": texts.gettext("easy"),
        "medium": texts.gettext("medium"),
        "hard": texts.gettext("hard"),
        "expert": texts.gettext("expert"),
        "random": texts.gettext("random"),
        "greedy": texts.gettext("greedy"),
    }
    return known.get(level, level)


def _spoken(texts: Texts, names: Sequence[SeatName]) -> list[str]:
    levels = Counter(one.level for one in names if one.is_computer)
    seen: Counter[str | None] = Counter()
    spoken = []
    for one in names:
        if not one.is_computer:
            spoken.append(one.text or texts.gettext("a former player"))
            continue
        seen[one.level] += 1
        level = level_name(texts, one.level or "")
        if levels[one.level] > 1:
            message = texts.gettext("Computer {number} ({level})")
            spoken.append(message.format(number=seen[one.level], level=level))
        else:
            spoken.append(texts.gettext("Computer ({level})", level=level))
    return spoken
