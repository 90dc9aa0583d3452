"""How a round's points came about (R23, R27)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bot.pictures import alt
from bot.pictures.canvas import WIDTH, Align, Box, Canvas, px
from bot.pictures.fan import MARGIN
from bot.pictures.icons import icon
from bot.pictures.names import drawn_names
from bot.pictures.picture import Picture, Style
from bot.pictures.seats import minus, signed
from bot.pictures.theme import theme
from bot.texts import SeatName, Texts, texts_for
from engine.views import View

TITLE = 56.0
HEAD = 30.0
ROW = 38.0
NAME = 134.0


@dataclass(frozen=True, slots=True)
class Column:
    """A column of the table of scores: its sign, its word, where it stands."""

    sign: str
    word: str
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
    height = TITLE + HEAD + view.players * (ROW + 4) + 14
    canvas = Canvas(theme(style.high_contrast), height, right_to_left=texts.right_to_left)
    with canvas.reading(Box(0, 0, WIDTH, height)):
        _draw(canvas, view, who, texts)
    return Picture(canvas.encoded(), "round.png", alt.round_result(view, names, texts))


def _draw(canvas: Canvas, view: View, who: Sequence[str], texts: Texts) -> None:
    title = texts.gettext("Round {round} of {rounds}", round=view.round, rounds=view.rounds)
    canvas.text(Box(MARGIN + 2, 6, 200, 24), title, 16, bold=True)
    short = [canvas.shortened(name, 12, 140) for name in who]
    canvas.text(
        Box(MARGIN + 2, 29, WIDTH - 2 * MARGIN - 4, 20),
        alt.round_end(view, short, texts),
        12,
        canvas.theme.quiet,
        smallest=9,
    )
    words = (
        ("captured", texts.gettext("captured")),
        ("token", texts.gettext("tokens")),
        ("hand", texts.gettext("in hand")),
        ("sum", texts.gettext("round")),
        ("trophy", texts.gettext("total")),
    )
    width = (WIDTH - 2 * MARGIN - NAME - 8) / len(words)
    columns = [
        Column(sign, word, MARGIN + NAME + index * width, width)
        for index, (sign, word) in enumerate(words)
    ]
    for column in columns:
        x = column.x + (column.width - 12) / 2
        canvas.tint(icon(column.sign, px(12)), x, TITLE, canvas.theme.quiet)
        _cell(canvas, column, TITLE + 13, 15, column.word, 9, smallest=6)
    for seat in range(1, view.players + 1):
        _row(canvas, columns, TITLE + HEAD + (seat - 1) * (ROW + 4), view, seat, who[seat - 1])


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
    canvas.text(Box(left, box.y, MARGIN + NAME - left - 4, ROW), name, 13, bold=True, smallest=9)
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
        canvas.text(
            Box(column.x, box.y, column.width, ROW),
            text,
            size,
            colour,
            bold=size > 13,
            align="centre",
            smallest=10,
        )


def _cell(
    canvas: Canvas,
    column: Column,
    top: float,
    height: float,
    text: str,
    size: float,
    *,
    smallest: float,
    align: Align = "centre",
) -> None:
    canvas.text(
        Box(column.x + 1, top, column.width - 2, height),
        text,
        size,
        canvas.theme.quiet,
        align=align,
        smallest=smallest,
    )
