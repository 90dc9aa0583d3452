"""How a round's points came about (R23, R27)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from bot.pictures import alt
from bot.pictures.canvas import SMALLEST, WIDTH, Box, Canvas, px
from bot.pictures.fan import MARGIN
from bot.pictures.icons import icon
from bot.pictures.legend import Entry, draw_legend, legend_height
from bot.pictures.names import drawn_names, name_lines
from bot.pictures.picture import Picture, Style
from bot.pictures.seats import NAME
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


@dataclass(frozen=True, slots=True)
class Line:
    """How one player's points of a round came about.

    Attributes:
        name: the player's.
        captured: cards.
        tokens: Scout tokens.
        left: cards left in the hand.
        score: the round's points.
        total: after the round.
        ended: whether they ended the round.
    """

    name: str
    captured: int
    tokens: int
    left: int
    score: int
    total: int
    ended: bool = False

    @property
    def spared(self) -> bool:
        """Whether cards are left and none is deducted."""
        return self.left > 0 and self.score == self.captured + self.tokens


def round_picture(view: View, names: Sequence[SeatName], style: Style) -> Picture:
    """The points of a round that is over.

    Raises:
        ValueError: the round isn't over.
    """
    if view.scores is None or view.end is None:
        raise ValueError("a round in play has no result to draw")
    texts = texts_for(style.locale)
    who = drawn_names(texts, names)
    lines = [
        Line(
            name=who[i],
            captured=view.captured[i],
            tokens=view.tokens[i],
            left=view.hand_sizes[i],
            score=view.scores[i],
            total=view.totals[i],
            ended=view.end.seat == i + 1,
        )
        for i in range(view.players)
    ]
    data = scores_drawn(lines, texts, style)
    return Picture(data, "round.png", alt.round_result(view, names, texts))


def scores_drawn(lines: Sequence[Line], texts: Texts, style: Style) -> bytes:
    """The file of a table of scores."""
    legend = _legend(texts)
    height = HEAD + len(lines) * (ROW + BETWEEN) + legend_height(legend)
    canvas = Canvas(theme(style.high_contrast), height, texts=texts)
    with canvas.reading(Box(0, 0, WIDTH, height)):
        _draw(canvas, lines, legend)
    draw_legend(canvas, legend)
    return canvas.encoded()


def _legend(texts: Texts) -> list[Entry]:
    return [
        Entry("captured", texts.gettext("captured")),
        Entry("token", texts.gettext("Scout tokens")),
        Entry("hand", texts.gettext("left in hand")),
        Entry("sum", texts.gettext("round")),
        Entry("trophy", texts.gettext("total")),
        Entry("check", texts.gettext("ended the round")),
    ]


def _draw(canvas: Canvas, lines: Sequence[Line], legend: Sequence[Entry]) -> None:
    signs = [entry.sign for entry in legend[:-1]]
    width = (WIDTH - 2 * MARGIN - NAMES - 8) / len(signs)
    columns = [
        Column(sign, MARGIN + NAMES + index * width, width) for index, sign in enumerate(signs)
    ]
    for column in columns:
        x = column.x + (column.width - 14) / 2
        canvas.tint(icon(column.sign, px(14)), x, 7, canvas.theme.quiet)
    best = max(line.score for line in lines)
    for index, line in enumerate(lines):
        box = Box(MARGIN, HEAD + index * (ROW + BETWEEN), WIDTH - 2 * MARGIN, ROW)
        fill = canvas.theme.raised if line.score == best else canvas.theme.panel
        canvas.panel(box, fill, radius=9, outline=canvas.theme.line)
        _name(canvas, box, line)
        _cells(canvas, columns, box, line)


def _name(canvas: Canvas, box: Box, line: Line) -> None:
    left = box.x + 10
    if line.ended:
        canvas.tint(icon("check", px(11)), left, box.y + ROW / 2 - 5.5, canvas.theme.accent)
        left += 16
    room = MARGIN + NAMES - left - 4
    lines = name_lines(canvas, line.name, SMALLEST, room)
    top = box.y + (ROW - NAME * len(lines)) / 2
    for index, words in enumerate(lines):
        canvas.text(Box(left, top + index * NAME, room, NAME), words, SMALLEST, bold=True)


def _cells(canvas: Canvas, columns: Sequence[Column], box: Box, line: Line) -> None:
    colours = canvas.theme
    # Who is spared has no deduction: the cards left stand in brackets, not counted.
    signed = partial(canvas.texts.number, signed=True)
    left = canvas.texts.ltr(f"({canvas.texts.number(line.left)})")
    deduction = left if line.spared else signed(-line.left)
    cells = (
        (signed(line.captured), 13.0, colours.quiet),
        (signed(line.tokens), 13.0, colours.quiet),
        (deduction, 13.0, colours.quiet),
        (signed(line.score), 15.0, colours.bad if line.score < 0 else colours.good),
        (canvas.texts.number(line.total), 15.0, colours.accent),
    )
    for column, (text, size, colour) in zip(columns, cells, strict=True):
        cell = Box(column.x, box.y, column.width, ROW)
        canvas.text(cell, text, size, colour, bold=size > 13, align="centre")
