"""The table as everybody sees it: seats around it, the active set in the middle."""

from __future__ import annotations

from collections.abc import Sequence

from bot.pictures import alt
from bot.pictures.arena import ARENA, draw_arena
from bot.pictures.canvas import BADGE_WIDTH, WIDTH, Box, Canvas, px
from bot.pictures.fan import MARGIN
from bot.pictures.icons import icon
from bot.pictures.names import drawn_names
from bot.pictures.picture import Picture, Style
from bot.pictures.seats import LEGEND, SEAT, draw_legend, draw_seat
from bot.pictures.theme import theme
from bot.texts import SeatName, Texts, texts_for
from engine.views import View

HEADER = 34.0
GAP = 10.0

AROUND: dict[int, tuple[tuple[int, ...], tuple[int, ...]]] = {
    2: ((1,), (2,)),
    3: ((1, 2), (3,)),
    4: ((1, 2), (4, 3)),
    5: ((1, 2, 3), (5, 4)),
}
"""Seats above and below the arena, left to right: clockwise around the table, as turns go (R9)."""


def table_picture(view: View, names: Sequence[SeatName], style: Style) -> Picture:
    """The table with everything that is public.

    Args:
        view: any seat's or the public's; nothing of it that is private is drawn.
        names: by seat.
        style: for whom.
    """
    texts = texts_for(style.locale)
    who = drawn_names(texts, names)
    height = HEADER + 2 * SEAT + ARENA + 2 * GAP + LEGEND + 8
    canvas = Canvas(theme(style.high_contrast), height, right_to_left=texts.right_to_left)
    with canvas.reading(Box(0, 0, WIDTH, height)):
        _header(canvas, view, who, texts)
    above, below = AROUND[view.players]
    arena = Box(MARGIN, HEADER + SEAT + GAP, WIDTH - 2 * MARGIN, ARENA)
    _ring(canvas, arena)
    draw_arena(canvas, arena, view, who, texts)
    for row, top in ((above, HEADER), (below, arena.bottom + GAP)):
        for box, seat in zip(_places(len(row), top), row, strict=True):
            with canvas.reading(box):
                draw_seat(canvas, box, view, seat, who[seat - 1])
    legend = Box(BADGE_WIDTH + 4, height - LEGEND - 4, WIDTH - MARGIN - BADGE_WIDTH - 4, LEGEND)
    with canvas.reading(legend):
        draw_legend(canvas, legend, view, texts)
    return Picture(canvas.encoded(), "table.png", alt.table(view, names, texts))


def _header(canvas: Canvas, view: View, who: Sequence[str], texts: Texts) -> None:
    colours = canvas.theme
    title = texts.gettext("Round {round} of {rounds}", round=view.round, rounds=view.rounds)
    canvas.text(Box(MARGIN + 2, 4, 124, HEADER - 8), title, 13, colours.quiet, bold=True)
    if view.phase == "orient":
        said = texts.gettext(
            "{ready} of {players} ready", ready=sum(view.ready), players=view.players
        )
    elif view.turn is None:
        said = texts.gettext("Round over")
    else:
        name = canvas.shortened(who[view.turn - 1], 13, 150)
        said = texts.gettext("Turn: {name}", name=name)
    room = WIDTH - 2 * MARGIN - 140
    width = min(room, canvas.measure(said, 13, bold=True) + 20)
    pill = Box(WIDTH - MARGIN - width, 6, width, 23)
    canvas.panel(pill, colours.accent, radius=12)
    canvas.text(
        pill.inset(10, 0), said, 13, colours.accent_ink, bold=True, align="centre", smallest=10
    )


def _places(count: int, top: float) -> list[Box]:
    width = {1: 200.0, 2: 164.0, 3: 106.0}[count]
    room = WIDTH - 2 * MARGIN
    spare = (room - count * width) / (count - 1) if count > 1 else 0.0
    left = MARGIN if count > 1 else (WIDTH - width) / 2
    return [Box(left + index * (width + spare), top, width, SEAT) for index in range(count)]


def _ring(canvas: Canvas, arena: Box) -> None:
    """The way turns go: a line around the arena behind the seats, with arrows on its sides."""
    colours = canvas.theme
    inset = 18.0
    ring = Box(
        arena.x + inset,
        arena.y - GAP - SEAT / 2,
        arena.width - 2 * inset,
        arena.height + 2 * GAP + SEAT,
    )
    canvas.panel(ring, None, outline=colours.line, radius=20, line=2)
    x = (ring.x + 1, ring.right - 1)
    for sign, at in (("up", x[0]), ("down", x[1])):
        for y in (arena.y - GAP / 2, arena.bottom + GAP / 2):
            canvas.tint(icon(sign, px(8)), at - 4, y - 4, colours.quiet)
