"""The result of a match: who won, and how the totals went round by round."""

from __future__ import annotations

from collections.abc import Sequence

from bot.pictures import alt
from bot.pictures.canvas import SMALLEST, WIDTH, Box, Canvas, px
from bot.pictures.chart import grid, scale
from bot.pictures.emblems import emblem
from bot.pictures.fan import MARGIN
from bot.pictures.icons import icon
from bot.pictures.names import drawn_names
from bot.pictures.picture import Picture, Style
from bot.pictures.theme import Colour, Theme, theme
from bot.pictures.totals import ranking, totals_by_round
from bot.texts import SeatName, Texts, texts_for

TOP = 6.0
ROW = 28.0
BETWEEN = 3.0
CHART = 126.0

_SEAT_NUMBERS = (3, 7, 8, 10, 5)
"""The numbers whose colours the seats' lines have: five that stand out from the ground."""

_SEAT_EMBLEMS = (1, 4, 3, 5, 10)


def seat_colour(colours: Theme, seat: int) -> Colour:
    """The colour of a seat's line."""
    return colours.numbers[_SEAT_NUMBERS[seat - 1] - 1]


def match_picture(
    rounds: Sequence[Sequence[int]], names: Sequence[SeatName], style: Style
) -> Picture:
    """The final ranking, and the totals after each round as a chart.

    Args:
        rounds: each round's points by seat, in order.
        names: by seat.
        style: for whom.

    Raises:
        ValueError: no round was played to its end.
    """
    if not rounds:
        raise ValueError("a match without a finished round has no result to draw")
    texts = texts_for(style.locale)
    who = drawn_names(texts, names)
    lines = totals_by_round(rounds)
    height = TOP + len(names) * (ROW + BETWEEN) + CHART
    canvas = Canvas(theme(style.high_contrast), height, texts=texts)
    ranked = ranking([line[-1] for line in lines])
    for index, (rank, seat) in enumerate(ranked):
        box = Box(MARGIN, TOP + index * (ROW + BETWEEN), WIDTH - 2 * MARGIN, ROW)
        with canvas.reading(box):
            _row(canvas, box, rank, seat, who[seat - 1], lines[seat - 1][-1])
    _chart(canvas, Box(MARGIN, height - CHART, WIDTH - 2 * MARGIN, CHART), lines, texts)
    return Picture(canvas.encoded(), "match.png", alt.match_result(rounds, names, texts))


def _aside(lines: Sequence[Sequence[int]], seat: int, number: int) -> float:
    """How far a mark moves aside so that those of equal totals stand side by side, in points."""
    equals = [
        other for other, line in enumerate(lines, 1) if line[number] == lines[seat - 1][number]
    ]
    return (equals.index(seat) - (len(equals) - 1) / 2) * 11 if number else 0.0


def _row(canvas: Canvas, box: Box, rank: int, seat: int, name: str, total: int) -> None:
    colours = canvas.theme
    won = rank == 1
    canvas.panel(
        box,
        colours.raised if won else colours.panel,
        radius=9,
        outline=colours.accent if won else colours.line,
        line=2 if won else 1,
    )
    if won:
        canvas.tint(icon("trophy", px(16)), box.x + 9, box.y + ROW / 2 - 8, colours.accent)
    else:
        canvas.text(
            Box(box.x + 6, box.y, 22, ROW),
            canvas.texts.number(rank),
            13,
            colours.quiet,
            align="centre",
        )
    canvas.tint(
        emblem(_SEAT_EMBLEMS[seat - 1], px(11)),
        box.x + 34,
        box.y + ROW / 2 - 5.5,
        seat_colour(colours, seat),
    )
    canvas.text(Box(box.x + 52, box.y, box.width - 120, ROW), name, 14, bold=True)
    canvas.text(
        Box(box.right - 64, box.y, 52, ROW),
        canvas.texts.number(total),
        16,
        colours.accent if won else colours.ink,
        bold=True,
        align="right",
    )


def _chart(canvas: Canvas, box: Box, lines: Sequence[Sequence[int]], texts: Texts) -> None:
    colours = canvas.theme
    rounds = len(lines[0]) - 1
    plot = Box(box.x + 38, box.y + 12, box.width - 60, box.height - 58)
    ruler = scale(plot, [total for line in lines for total in line], rounds, lines=3)
    grid(canvas, ruler, texts.number, 38)
    for number in range(1, rounds + 1):
        x, _ = ruler.at(number, 0)
        under = Box(x - 22, plot.bottom + 7, 44, 16)
        canvas.text(under, texts.number(number), SMALLEST, colours.quiet, align="centre")
    words = Box(plot.x + 6, plot.bottom + 24, plot.width - 6, 17)
    said = texts.gettext("Totals after each round")
    canvas.text(words, said, SMALLEST, colours.quiet, align="centre")
    for seat, line in enumerate(lines, start=1):
        colour = seat_colour(colours, seat)
        points = [ruler.at(number, total) for number, total in enumerate(line)]
        canvas.stroke(points, colours.ground, 4.5)
        canvas.stroke(points, colour, 2.5)
    for seat, line in enumerate(lines, start=1):
        for number, total in enumerate(line):
            x, y = ruler.at(number, total)
            x += _aside(lines, seat, number)
            size = 11.0 if number else 6.0
            if number:
                canvas.panel(Box(x - 8, y - 8, 16, 16), colours.ground, radius=8)
            canvas.tint(
                emblem(_SEAT_EMBLEMS[seat - 1], px(size)),
                x - size / 2,
                y - size / 2,
                seat_colour(colours, seat),
            )
