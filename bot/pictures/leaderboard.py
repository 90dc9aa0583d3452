"""A page of a leaderboard: places, names, ratings, and how far each stands above the next."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bot.pictures.canvas import WIDTH, Box, Canvas
from bot.pictures.fan import MARGIN
from bot.pictures.picture import MAX_ALT, Picture, Style
from bot.pictures.theme import mix, theme
from bot.texts import Texts, label_name, texts_for

TITLE = 36.0
ROW = 30.0
PLACE = 40.0
NAME = 148.0
VALUE = 74.0


@dataclass(frozen=True, slots=True)
class Standing:
    """A line of the picture.

    Attributes:
        place: from 1; None for the reader's own line without a place.
        name: the person's.
        value: what the order is about, as it is shown.
        share: how long its bar is, 0 to 1.
        mine: whether it is the reader's.
    """

    place: int | None
    name: str
    value: str
    share: float
    mine: bool = False


def leaderboard_picture(title: str, standings: Sequence[Standing], style: Style) -> Picture:
    """The lines as bars.

    Raises:
        ValueError: there are none.
    """
    if not standings:
        raise ValueError("a leaderboard without a line has no picture")
    texts = texts_for(style.locale)
    height = TITLE + len(standings) * (ROW + 4) + 18
    canvas = Canvas(theme(style.high_contrast), height, texts=texts)
    with canvas.reading(Box(0, 0, WIDTH, height)):
        canvas.text(Box(MARGIN + 2, 5, WIDTH - 2 * MARGIN - 4, 26), title, 15, bold=True)
        for index, standing in enumerate(standings):
            _row(canvas, TITLE + index * (ROW + 4), standing)
    return Picture(canvas.encoded(), "leaderboard.png", _alt(texts, title, standings))


def _row(canvas: Canvas, top: float, standing: Standing) -> None:
    colours = canvas.theme
    box = Box(MARGIN, top, WIDTH - 2 * MARGIN, ROW)
    first = standing.place == 1
    edge = colours.accent if standing.mine else colours.line
    canvas.panel(box, colours.raised if first else colours.panel, radius=8, outline=edge)
    place = "–" if standing.place is None else canvas.texts.number(standing.place)
    ink = colours.accent if first else colours.ink
    canvas.text(Box(box.x + 4, top, PLACE - 6, ROW), place, 15, ink, bold=True, align="centre")
    canvas.text(Box(box.x + PLACE, top, NAME - 6, ROW), label_name(standing.name), 13, bold=True)
    room = Box(box.x + PLACE + NAME, top + 11, box.width - PLACE - NAME - VALUE - 8, ROW - 22)
    canvas.panel(room, mix(colours.panel, colours.line, 0.5), radius=4)
    long = max(4.0, room.width * min(1.0, max(0.0, standing.share)))
    bar = colours.accent if standing.mine or first else colours.quiet
    canvas.panel(Box(room.x, room.y, long, room.height), bar, radius=4)
    canvas.text(
        Box(box.right - VALUE, top, VALUE - 8, ROW),
        standing.value,
        14,
        colours.accent if first else colours.ink,
        bold=True,
        align="right",
    )


def _alt(texts: Texts, title: str, standings: Sequence[Standing]) -> str:
    lines = [
        f"{'–' if one.place is None else one.place}. {label_name(one.name)}: {one.value}"
        for one in standings
    ]
    said = texts.gettext("{title}. {lines}.", title=title, lines="; ".join(lines))
    return said if len(said) <= MAX_ALT else said[: MAX_ALT - 1] + "…"
