"""The table as everybody sees it: seats around it, the active set in the middle.

Which round it is and until when somebody is awaited isn't drawn: the message says it, since only
there a time can count down.
"""

from __future__ import annotations

from collections.abc import Sequence

from bot.pictures import alt
from bot.pictures.arena import ARENA, draw_arena
from bot.pictures.canvas import SMALLEST, WIDTH, Box, Canvas, px
from bot.pictures.fan import MARGIN
from bot.pictures.icons import icon
from bot.pictures.legend import Entry, draw_legend, legend_height
from bot.pictures.names import drawn_names, name_lines
from bot.pictures.picture import Picture, Style
from bot.pictures.seats import counts_legend, draw_seat, name_room, seat_height
from bot.pictures.theme import theme
from bot.texts import SeatName, Texts, texts_for
from engine.views import View

TOP = 5.0
GAP = 7.0

AROUND: dict[int, tuple[tuple[int, ...], tuple[int, ...]]] = {
    2: ((1,), (2,)),
    3: ((1, 2), (3,)),
    4: ((1, 2), (4, 3)),
    5: ((1, 2, 3), (5, 4)),
}
"""Seats above and below the arena, left to right: clockwise around the table, as turns go (R9)."""

SEAT_WIDTH = {1: 200.0, 2: 164.0, 3: 111.0}
"""How wide a seat is, by how many stand beside each other; in points."""


def table_picture(view: View, names: Sequence[SeatName], style: Style) -> Picture:
    """The table with everything that is public.

    Args:
        view: any seat's or the public's; nothing of it that is private is drawn.
        names: by seat.
        style: for whom.
    """
    texts = texts_for(style.locale)
    who = drawn_names(texts, names)
    canvas = Canvas(theme(style.high_contrast), 0, texts=texts)
    above, below = ((row, seat_height(_lines(canvas, row, who))) for row in AROUND[view.players])
    arena = Box(MARGIN, TOP + above[1] + GAP, WIDTH - 2 * MARGIN, ARENA)
    legend = _legend(view, texts)
    height = arena.bottom + GAP + below[1] + legend_height(legend)
    canvas = Canvas(theme(style.high_contrast), height, texts=texts)
    _ring(canvas, arena)
    draw_arena(canvas, arena, view, who, texts)
    for (row, high), top in ((above, TOP), (below, arena.bottom + GAP)):
        for box, seat in zip(_places(len(row), top, high), row, strict=True):
            with canvas.reading(box):
                draw_seat(canvas, box, view, seat, who[seat - 1])
    draw_legend(canvas, legend)
    return Picture(canvas.encoded(), "table.png", alt.table(view, names, texts))


def _lines(canvas: Canvas, row: Sequence[int], who: Sequence[str]) -> int:
    """How many lines the names in a row take."""
    room = name_room(SEAT_WIDTH[len(row)])
    return max(len(name_lines(canvas, who[seat - 1], SMALLEST, room)) for seat in row)


def _legend(view: View, texts: Texts) -> list[Entry]:
    """The signs that don't explain themselves; the rules have a page about all of them."""
    last = (
        Entry("swap", texts.gettext("Scout & Show"))
        if view.rules.scout_and_show
        else Entry("flag", texts.gettext("starting player"))
    )
    return [*counts_legend(texts), last]


def _places(count: int, top: float, height: float) -> list[Box]:
    width = SEAT_WIDTH[count]
    room = WIDTH - 2 * MARGIN
    spare = (room - count * width) / (count - 1) if count > 1 else 0.0
    left = MARGIN if count > 1 else (WIDTH - width) / 2
    return [Box(left + index * (width + spare), top, width, height) for index in range(count)]


def _ring(canvas: Canvas, arena: Box) -> None:
    """The way turns go: a line around the arena behind the seats, with arrows on its sides."""
    colours = canvas.theme
    inset, reach = 18.0, GAP + 20
    ring = Box(arena.x + inset, arena.y - reach, arena.width - 2 * inset, arena.height + 2 * reach)
    canvas.panel(ring, None, outline=colours.line, radius=20, line=2)
    x = (ring.x + 1, ring.right - 1)
    for sign, at in (("up", x[0]), ("down", x[1])):
        for y in (arena.y - GAP / 2, arena.bottom + GAP / 2):
            canvas.tint(icon(sign, px(8)), at - 4, y - 4, colours.quiet)
