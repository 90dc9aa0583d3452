"""What the signs of a picture mean, in quiet words at its foot."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bot.pictures.canvas import BADGE_HEIGHT, BADGE_WIDTH, SCALE, SMALLEST, WIDTH, Box, Canvas, px
from bot.pictures.icons import icon
from bot.pictures.text import line

ROW = 18.0
SIGN = 16.0
BETWEEN = 9.0
LEFT = BADGE_WIDTH + 4
ROOM = WIDTH - LEFT - 10


@dataclass(frozen=True, slots=True)
class Entry:
    """A sign and what it stands for."""

    sign: str
    words: str


def legend_height(entries: Sequence[Entry]) -> float:
    """How high the legend is, in points; never less than the badge beside it."""
    return max(BADGE_HEIGHT, len(_rows(entries)) * ROW + 6)


def draw_legend(canvas: Canvas, entries: Sequence[Entry]) -> None:
    """The entries at the picture's foot, right of where Discord lays its badge."""
    top = canvas.height - legend_height(entries) + 2
    for index, row in enumerate(_rows(entries)):
        box = Box(LEFT, top + index * ROW, ROOM, ROW)
        with canvas.reading(box):
            _draw_row(canvas, box, row)


def _draw_row(canvas: Canvas, box: Box, row: Sequence[Entry]) -> None:
    x = box.x
    for entry in row:
        canvas.tint(icon(entry.sign, px(12)), x, box.y + 3, canvas.theme.quiet)
        width = min(_width(entry), box.right - x) - SIGN
        words = Box(x + SIGN, box.y, width, box.height)
        canvas.text(words, entry.words, SMALLEST, canvas.theme.quiet)
        x += SIGN + width + BETWEEN


def _rows(entries: Sequence[Entry]) -> list[list[Entry]]:
    """As many entries in each row as there is room for."""
    rows: list[list[Entry]] = [[]]
    used = 0.0
    for entry in entries:
        width = _width(entry)
        if rows[-1] and used + width > ROOM:
            rows.append([])
            used = 0.0
        rows[-1].append(entry)
        used += width + BETWEEN
    return rows


def _width(entry: Entry) -> float:
    return SIGN + line(entry.words, px(SMALLEST)).width / SCALE + 1
