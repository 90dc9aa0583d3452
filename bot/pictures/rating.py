"""A player's rating over time."""

from __future__ import annotations

from collections.abc import Sequence

from bot.pictures import alt
from bot.pictures.canvas import SMALLEST, WIDTH, Box, Canvas
from bot.pictures.chart import grid, scale
from bot.pictures.fan import MARGIN
from bot.pictures.picture import Picture, RatingPoint, Style
from bot.pictures.theme import mix, theme
from bot.texts import Texts, texts_for

HEIGHT = 220.0
MOST = 200
"""Points that a chart this wide can tell apart; of more, every so many are drawn."""


def rating_picture(points: Sequence[RatingPoint], style: Style) -> Picture:
    """The rating after each match, oldest first, with its uncertainty as a band.

    Raises:
        ValueError: there is no point.
    """
    if not points:
        raise ValueError("there is no rating to draw yet")
    texts = texts_for(style.locale)
    drawn = thinned(points)
    canvas = Canvas(theme(style.high_contrast), HEIGHT, texts=texts)
    colours = canvas.theme
    last = points[-1]
    with canvas.reading(Box(0, 0, WIDTH, HEIGHT)):
        _title(canvas, last, texts)
    plot = Box(MARGIN + 40, 48, WIDTH - 2 * MARGIN - 54, HEIGHT - 48 - 34)
    bounds = [p.rating + side * p.uncertainty for p in drawn for side in (-1, 1)]
    ruler = scale(plot, bounds, len(drawn) - 1)
    band = [ruler.at(i, p.rating + p.uncertainty) for i, p in enumerate(drawn)]
    band += [ruler.at(i, p.rating - p.uncertainty) for i, p in reversed(list(enumerate(drawn)))]
    if len(drawn) > 1:
        canvas.area(band, mix(colours.ground, colours.line, 0.3 if style.high_contrast else 0.7))
    else:
        canvas.stroke(band, colours.line, 6)
    grid(canvas, ruler, texts.rating, 46)
    line = [ruler.at(i, p.rating) for i, p in enumerate(drawn)]
    canvas.stroke(line, colours.accent, 2.5)
    for x, y in line if len(line) <= 30 else line[-1:]:
        canvas.panel(Box(x - 3.5, y - 3.5, 7, 7), colours.ground, radius=3.5)
        canvas.panel(Box(x - 2.5, y - 2.5, 5, 5), colours.accent, radius=2.5)
    _dates(canvas, plot, points, texts)
    return Picture(canvas.encoded(), "rating.png", alt.rating(points, texts))


def thinned(points: Sequence[RatingPoint]) -> Sequence[RatingPoint]:
    """At most ``MOST`` of the points, evenly spaced, the first and the last among them."""
    if len(points) <= MOST:
        return points
    step = (len(points) - 1) / (MOST - 1)
    return [points[round(index * step)] for index in range(MOST)]


def _title(canvas: Canvas, last: RatingPoint, texts: Texts) -> None:
    canvas.text(Box(MARGIN + 2, 8, 190, 26), texts.gettext("Rating"), 16, bold=True)
    canvas.text(
        Box(WIDTH - 160, 8, 150 - 2, 26),
        texts.give_or_take(last.rating, last.uncertainty),
        18,
        canvas.theme.accent,
        bold=True,
        align="right",
    )


def _dates(canvas: Canvas, plot: Box, points: Sequence[RatingPoint], texts: Texts) -> None:
    first, last = (texts.date(point.time) for point in (points[0], points[-1]))
    y = plot.bottom + 10
    half = plot.width / 2 - 4
    if len(points) > 1:
        canvas.text(Box(plot.x, y, half, 18), first, SMALLEST, canvas.theme.quiet)
    end = Box(plot.right - half, y, half, 18)
    canvas.text(end, last, SMALLEST, canvas.theme.quiet, align="right")
