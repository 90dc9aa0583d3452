"""Names of players in texts: isolated, harmless, and computers named by level."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from bot.texts.catalogue import Texts
from bot.texts.direction import FSI, PDI

MAX_NAME = 32
"""Discord's own limit for a display name; nothing longer is shown."""

_MARKDOWN = frozenset("\\`*_~|<>#[]@:")
_JOINERS = frozenset("\u200c\u200d")
_BLANK = frozenset("\u115f\u1160\u2800\u3164\uffa0")
"""Letters and symbols by their category, which nevertheless draw nothing."""

_LOOKALIKES = str.maketrans("авеіјкмнорԛсѕтԝухѵαινορτυχ", "abeijkmhopqcstwyxvaivoptux")
"""Small Cyrillic and Greek letters that look like Latin ones, in a name's folded form."""


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


def readable(text: str) -> bool:
    """Whether a name draws anything."""
    return any(unicodedata.category(one)[0] not in "CMZ" and one not in _BLANK for one in text)


def label_name(text: str) -> str:
    """A name for labels and menus, where Discord reads no markdown."""
    return framed(plain(text) or "?")


def name(text: str) -> str:
    """A name for a message's text: shown letter by letter, never markdown, mention or link."""
    return framed(harmless(plain(text) or "?"))


def framed(text: str) -> str:
    """Text in an isolate: whichever way it runs, what stands around it stays as it is."""
    return f"{FSI}{text}{PDI}"


def harmless(text: str) -> str:
    """Plain text that Discord neither formats nor takes for a mention or a link."""
    escaped = "".join(f"\\{char}" if char in _MARKDOWN else char for char in text)
    # Discord looks for mentions before it looks for backslashes.
    return escaped.replace("@", "@\u200b")


def display_names(
    texts: Texts, names: Sequence[SeatName], *, levels: bool = False
) -> tuple[str, ...]:
    """The names by seat for a message's text, no two of them alike; ``levels`` as in ``spoken``."""
    return tuple(framed(harmless(one)) for one in spoken(texts, names, levels=levels))


def label_names(texts: Texts, names: Sequence[SeatName]) -> tuple[str, ...]:
    """The names by seat for labels and menus, no two of them alike."""
    return tuple(map(framed, spoken(texts, names)))


def names_of(texts: Texts, people: Mapping[int, str]) -> dict[int, str]:
    """The names of people in a list, by their keys: plain, readable, no two of them alike."""
    plainly = [
        plain(text) if readable(text) else texts.gettext("somebody") for text in people.values()
    ]
    return dict(zip(people, told_apart(plainly), strict=True))


def told_apart(names: Sequence[str]) -> list[str]:
    """The names with a number behind each of those that look alike.

    >>> told_apart(["Ada", "Berk", "ada"])
    ['Ada (1)', 'Berk', 'ada (2)']
    """
    alike = Counter(map(_folded, names))
    taken = {folded for folded, count in alike.items() if count == 1}
    told = []
    for one in names:
        said, number = one, 0
        while alike[_folded(one)] > 1 and (said == one or _folded(said) in taken):
            number += 1
            said = f"{one} ({number})"
        taken.add(_folded(said))
        told.append(said)
    return told


def _folded(text: str) -> str:
    """What is left of a name for the eye: two of one folded form look alike."""
    seen = "".join(
        one
        for one in unicodedata.normalize("NFKD", text).casefold()
        if unicodedata.category(one)[0] not in "CMZ" and one not in _BLANK
    )
    return seen.translate(_LOOKALIKES).replace("l", "i")


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


def spoken(texts: Texts, names: Sequence[SeatName], *, levels: bool = False) -> list[str]:
    """The names by seat as they are said, plain and told apart.

    A name that draws nothing is replaced by the seat. Several computers of one level, and no
    others, are only numbered, unless ``levels`` asks for their level.
    """
    counts = Counter(one.level for one in names if one.is_computer)
    seen: Counter[str | None] = Counter()
    said = []
    for seat, one in enumerate(names, start=1):
        if one.is_computer:
            seen[one.level] += 1
            number = seen[one.level] if counts[one.level] > 1 else None
            say_level = levels or number is None or len(counts) > 1
            said.append(_computer(texts, one.level or "", number, say_level=say_level))
        elif not one.text:
            said.append(texts.gettext("a former player"))
        elif readable(one.text):
            said.append(plain(one.text))
        else:
            said.append(texts.gettext("Seat {seat}", seat=seat))
    return told_apart(said)


def _computer(texts: Texts, level: str, number: int | None, *, say_level: bool) -> str:
    level = level_name(texts, level)
    if number is None:
        return texts.gettext("Computer ({level})", level=level)
    if say_level:
        return texts.gettext("Computer {number} ({level})", number=number, level=level)
    return texts.gettext("Computer {number}", number=number)
