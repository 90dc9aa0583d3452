"""Colours: of the ground and its panels, and of the ten numbers.

The ten stay apart for every common colour-vision deficiency, and each number has an emblem besides
(``bot.pictures.emblems``). The tests compute both contrasts and distances.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

Colour = tuple[int, int, int]


def _hex(text: str) -> Colour:
    return int(text[1:3], 16), int(text[3:5], 16), int(text[5:7], 16)


@dataclass(frozen=True, slots=True)
class Theme:
    """The colours of one look.

    Attributes:
        name: part of what cached drawings are kept by.
        ground: behind everything.
        panel: a seat, a row.
        raised: a panel that stands out.
        line: edges and rules.
        ink: text.
        quiet: text of less weight.
        accent: whose turn it is, what may be shown.
        accent_ink: text on ``accent``.
        good: points won.
        bad: points lost.
        numbers: the colours of the numbers 1 to 10.
        inks: the text colour on each of them.
        card: the face of a card under its colours.
        card_ink: text on ``card``.
    """

    name: str
    ground: Colour
    panel: Colour
    raised: Colour
    line: Colour
    ink: Colour
    quiet: Colour
    accent: Colour
    accent_ink: Colour
    good: Colour
    bad: Colour
    numbers: tuple[Colour, ...]
    inks: tuple[Colour, ...]
    card: Colour
    card_ink: Colour


DARK, LIGHT = _hex("#14171f"), _hex("#ffffff")

_NUMBERS = tuple(
    _hex(text)
    for text in (
        "#f8f0cb", "#3e51e0", "#fecd14", "#089c6f", "#d78bd2",
        "#a33605", "#c6ccff", "#f35606", "#9b549e", "#79c789",
    )
)  # fmt: skip


def luminance(colour: Colour) -> float:
    """Relative luminance as WCAG 2 defines it, 0 for black to 1 for white."""
    linear = [
        c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4
        for c in (part / 255 for part in colour)
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: Colour, other: Colour) -> float:
    """The contrast ratio of WCAG 2, from 1 to 21."""
    lighter, darker = sorted((luminance(one), luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def mix(one: Colour, other: Colour, share: float) -> Colour:
    """A colour between two: ``share`` of ``other``."""
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(one, other, strict=True))
    return red, green, blue


def _ink_on(colour: Colour) -> Colour:
    return max((DARK, LIGHT), key=lambda ink: contrast(colour, ink))


NORMAL = Theme(
    name="normal",
    ground=_hex("#1b2130"),
    panel=_hex("#262e42"),
    raised=_hex("#323c56"),
    line=_hex("#46526f"),
    ink=_hex("#f4f6fb"),
    quiet=_hex("#aeb8cf"),
    accent=_hex("#ffd166"),
    accent_ink=DARK,
    good=_hex("#7ee2a8"),
    bad=_hex("#ff9d8a"),
    numbers=_NUMBERS,
    inks=tuple(_ink_on(colour) for colour in _NUMBERS),
    card=_hex("#fbf8f1"),
    card_ink=DARK,
)

HIGH_CONTRAST = Theme(
    name="contrast",
    ground=(0, 0, 0),
    panel=(0, 0, 0),
    raised=(0, 0, 0),
    line=(255, 255, 255),
    ink=(255, 255, 255),
    quiet=(235, 235, 235),
    accent=_hex("#ffe600"),
    accent_ink=(0, 0, 0),
    good=(255, 255, 255),
    bad=(255, 255, 255),
    numbers=_NUMBERS,
    inks=tuple(_ink_on(colour) for colour in _NUMBERS),
    card=(255, 255, 255),
    card_ink=(0, 0, 0),
)


@cache
def theme(high_contrast: bool) -> Theme:
    """The look for a preference."""
    return HIGH_CONTRAST if high_contrast else NORMAL
