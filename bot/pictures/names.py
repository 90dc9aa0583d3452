"""Names as pictures can show them."""

from __future__ import annotations

import unicodedata
from bisect import bisect_right
from collections.abc import Sequence

from bot.pictures.canvas import Canvas
from bot.pictures.glyphs import ISOLATES, JOINERS, MARK, clean
from bot.texts import SeatName, Texts
from bot.texts.names import framed, spoken, told_apart

_FRAME = "".join(ISOLATES)


def drawn_names(texts: Texts, names: Sequence[SeatName]) -> tuple[str, ...]:
    """The names by seat; who has none that can be drawn is called by the seat."""
    drawn = [clean(name) for name in spoken(texts, names)]
    apart = told_apart(
        [
            name if _readable(name) else texts.gettext("Seat {seat}", seat=seat)
            for seat, name in enumerate(drawn, start=1)
        ]
    )
    return tuple(map(framed, apart))


def name_lines(canvas: Canvas, name: str, size: float, width: float) -> tuple[str, ...]:
    """A bold name on one line if it fits into ``width`` points, else on two.

    It is broken at a space, or within a word that is too long for a line; each line is framed as
    the name was.
    """
    if canvas.measure(name, size, bold=True) <= width:
        return (name,)
    whole = clean(name.strip(_FRAME))
    at = _break(canvas, whole, size, width)
    if not at:
        return (name,)
    return framed(whole[:at].rstrip()), framed(whole[at:].lstrip())


def _break(canvas: Canvas, text: str, size: float, width: float) -> int:
    """Where the second line begins; 0 if there is no good place."""
    lengths = range(1, len(text) + 1)
    fits = bisect_right(
        lengths, width, key=lambda length: canvas.measure(text[:length], size, bold=True)
    )
    space = text.rfind(" ", 0, fits + 1)
    if space > 0:
        return space
    # A letter keeps its marks, and letters that join each other are never parted.
    while fits and (_joins(text[fits - 1]) or (fits < len(text) and _joins(text[fits]))):
        fits -= 1
    return fits


def _joins(character: str) -> bool:
    joined = unicodedata.bidirectional(character) == "AL" or character in JOINERS
    return joined or unicodedata.category(character)[0] == "M"


def _readable(name: str) -> bool:
    return any(character not in {MARK, " "} for character in name)
