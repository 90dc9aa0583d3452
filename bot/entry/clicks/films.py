"""A match that is over to show around: in motion, or as a page."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from bot import render
from bot.entry.clicks.press import Press
from bot.entry.clicks.replays import finished
from bot.layouts import base
from bot.layouts import film as film_layout
from bot.layouts.history import seat_names
from bot.match.refusal import Refusal
from bot.pictures import Style
from bot.pictures.film import FRAMES, film_picture
from bot.texts import N_

if TYPE_CHECKING:
    from bot.entry.answer import Answer
    from bot.entry.desk import Desk
    from bot.match.visitor import Visitor

NOT_DRAWN = N_("I can't draw that at the moment. The replay tells it step by step.")


async def animate(desk: Desk, visitor: Visitor, answer: Answer, press: Press) -> None:
    """Some steps of a match, one after another."""
    row, found = await finished(desk, visitor, press.match)
    first, last = film_layout.span_of(press.click, press.values, found.steps, FRAMES)
    style = Style(visitor.preferences.high_contrast, visitor.texts.locale)
    moments = tuple(step.match for step in found.steps[first : last + 1])
    picture = await desk.kit.studio.draw(film_picture, moments, seat_names(row), style)
    if picture is None:
        raise Refusal(NOT_DRAWN)
    layout = film_layout.film(visitor.texts, row, found.steps, (first, last), picture)
    if press.values and not answer.on_public_message:
        await answer.update(layout)
    else:
        await answer.private(layout)


async def page(desk: Desk, visitor: Visitor, answer: Answer, press: Press) -> None:
    """The whole match as a file for a browser."""
    row, found = await finished(desk, visitor, press.match)
    data = await asyncio.to_thread(render.page, visitor.texts, row, found.steps)
    said = visitor.texts.gettext(
        "Match {number} as a page: open the file in a browser. It needs no network.", number=row.id
    )
    item, file = base.attached(data, f"scout-{row.id}.html")
    await answer.private(base.layout([base.text(said), item], tone=base.Tone.PLAIN, files=[file]))
