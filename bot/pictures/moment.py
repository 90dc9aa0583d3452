"""A decision looked at again: the table as it was, the hand as it was played, and a better way."""

from __future__ import annotations

from collections.abc import Sequence

from bot.pictures import alt
from bot.pictures.arena import ARENA, draw_arena
from bot.pictures.canvas import WIDTH, Box, Canvas
from bot.pictures.fan import MARGIN, draw, plan
from bot.pictures.hand import considered, orientation_picture
from bot.pictures.names import drawn_names
from bot.pictures.picture import Picture, Style
from bot.pictures.theme import theme
from bot.texts import SeatName, texts_for
from engine.actions import Action, Orient
from engine.views import View

TOP = 6.0
TITLE = 24.0


def moment_picture(
    view: View, names: Sequence[SeatName], played: Action, best: Action, style: Style
) -> Picture:
    """What a seat saw, what it did, and what it might have done instead.

    Args:
        view: the seat's, when it was to decide.
        names: by seat.
        played: what it did.
        best: another legal action.
        style: for whom.
    """
    if isinstance(best, Orient):
        return orientation_picture(view, style)
    texts = texts_for(style.locale)
    rows = [
        (title, held, plan(len(held.hand), held.brackets))
        for title, held in (
            (texts.gettext("Played"), considered(view, played, texts)),
            (texts.gettext("Instead"), considered(view, best, texts)),
        )
    ]
    height = TOP + ARENA + sum(TITLE + layout.height for *_, layout in rows) + TOP
    canvas = Canvas(theme(style.high_contrast), height, texts=texts)
    arena = Box(MARGIN, TOP, WIDTH - 2 * MARGIN, ARENA)
    draw_arena(canvas, arena, view, drawn_names(texts, names), texts)
    top = TOP + ARENA + 4
    for title, held, layout in rows:
        line = Box(MARGIN, top, WIDTH - 2 * MARGIN, TITLE - 2)
        with canvas.reading(line):
            canvas.text(Box(line.x, line.y, 110, line.height), title, 15, bold=True)
            room = Box(line.x + 116, line.y, line.width - 116, line.height)
            canvas.text(room, held.caption, 13, canvas.theme.quiet, align="right")
        draw(canvas, top + TITLE, held.hand, layout, held.brackets, fresh=held.fresh)
        top += TITLE + layout.height
    return Picture(canvas.encoded(), "moment.png", alt.moment(view, names, played, best, texts))
