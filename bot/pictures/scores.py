"""How a round's points came about (R23, R27)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bot.pictures import alt
from bot.pictures.canvas import SMALLEST, WIDTH, Box, Canvas, px
from bot.pictures.fan import MARGIN
from bot.pictures.icons import icon
from bot.pictures.legend import Entry, draw_legend, legend_height
from bot.pictures.names import drawn_names, name_lines
from bot.pictures.picture import Picture, Style
from bot.pictures.seats import NAME, minus, signed
from bot.pictures.theme import theme
from bot.texts import SeatName, Texts, texts_for
from engine.views import View

HEAD = 26.0
ROW = 38.0
BETWEEN = 3.0
NAMES = 134.0


@dataclass(frozen=True, slots=True)
class Column:
    """A column of the table of scores: its sign, and where it stands."""

    sign: str
    x: float
    width: float


def round_picture(view: View, names: Sequence[SeatName], style: Style) -> Picture:
    """The points of a round that is over.

    Raises:
        ValueError: the round isn't over.
    """
    if view.scores is None or view.end is None:
        raise ValueError("a round in play has no result to draw")
    texts = texts_for(style.locale)
    who = drawn_names(texts, names)
    legend = _legend(texts)
    height = HEAD + view.players * (ROW + BETWEEN) + legend_height(legend)
    canvas = Canvas(theme(style.high_contrast), height, right_to_left=texts.right_to_left)
    with canvas.reading(Box(0, 0, WIDTH, height)):
        _draw(canvas, view, who, legend)
    draw_legend(canvas, legend)
    return Picture(canvas.encoded(), "round.png", alt.round_result(view, names, texts))


def _legend(texts: Texts) -> list[Entry]:
    return [
        Entry("captured", texts.gettext("captured")),
        Entry("token", texts.gettext("Scout tokens")),
        Entry("hand", texts.gettext("left in hand")),
        Entry("sum", texts.gettext("round")),
        Entry("trophy", texts.gettext("total")),
        Entry("check", texts.gettext("ended the round")),
    ]


def _draw(canvas: Canvas, view: View, who: Sequence[str], legend: Sequence[Entry]) -> None:
    signs = [entry.sign for entry in legend[:-1]]
    width = (WIDTH - 2 * MARGIN - NAMES - 8) / len(signs)
    columns = [
        Column(sign, MARGIN + NAMES + index * width, width) for index, sign in enumerate(signs)
    ]
    for column in columns:
        x = column.x + (column.width - 14) / 2
        canvas.tint(icon(column.sign, px(14)), x, 7, canvas.theme.quiet)
    for seat in range(1, view.players + 1):
        _row(canvas, columns, HEAD + (seat - 1) * (ROW + BETWEEN), view, seat, who[seat - 1])


def _row(
    canvas: Canvas, columns: Sequence[Column], top: float, view: View, seat: int, name: str
) -> None:
    colours = canvas.theme
    assert view.scores is not None
    assert view.end is not None
    ended = view.end.seat == seat
    box = Box(MARGIN, top, WIDTH - 2 * MARGIN, ROW)
    best = view.scores[seat - 1] == max(view.scores)
    canvas.panel(box, colours.raised if best else colours.panel, radius=9, outline=colours.line)
    left = box.x + 10
    if ended:
        canvas.tint(icon("check", px(11)), left, box.y + ROW / 2 - 5.5, colours.accent)
        left += 16
    room = MARGIN + NAMES - left - 4
    lines = name_lines(canvas, name, SMALLEST, room)
    for index, line in enumerate(lines):
        middle = box.y + (ROW - NAME * len(lines)) / 2
        canvas.text(Box(left, middle + index * NAME, room, NAME), line, SMALLEST, bold=True)
    left_over = view.hand_sizes[seat - 1]
    # Who ended the round has no deduction: the cards left stand in brackets, not counted.
    deduction = f"({left_over})" if ended and left_over else signed(-left_over)
    score = view.scores[seat - 1]
    cells = (
        (signed(view.captured[seat - 1]), 13.0, colours.quiet),
        (signed(view.tokens[seat - 1]), 13.0, colours.quiet),
        (deduction, 13.0, colours.quiet),
        (signed(score), 15.0, colours.bad if score < 0 else colours.good),
        (minus(view.totals[seat - 1]), 15.0, colours.accent),
    )
    for column, (text, size, colour) in zip(columns, cells, strict=True):
        cell = Box(column.x, box.y, column.width, ROW)
        canvas.text(cell, text, size, colour, bold=size > 13, align="centre")
