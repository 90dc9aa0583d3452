"""Hidden matches: what a click on one is answered with."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot import render
from bot.base import times
from bot.entry import deals as deal_pages
from bot.host import lessons
from bot.layouts import daily as daily_layout
from bot.layouts.base import Layout
from bot.match.board import Board
from bot.match.lessons import LESSONS
from bot.match.live import Live
from bot.match.refusal import Refusal
from bot.match.steps import Step
from bot.texts import N_
from data.daily import days
from data.matches import log
from engine import Action

if TYPE_CHECKING:
    from bot.entry.answer import Answer
    from bot.entry.desk import Desk
    from bot.match.visitor import Visitor

SEALED = N_(
    "Others may still play this deal: hints, replays and records come when it is closed, {when}."
)
NOTHING_TO_LEAVE = N_(
    "There is nothing to leave: an attempt that is left lying ends when the deal closes, isn't "
    "placed, and that is all."
)
IN_A_MESSAGE = N_("That is played in a message to you alone: `/scout hand match:{number}`.")


def check_unsealed(live: Live) -> None:
    """Refuse what would tell something about a deal that others may still play.

    Raises:
        Refusal: that is so.
    """
    if live.row.sealed:
        raise sealed(live.row.start_id)


def sealed(start_id: str | None) -> Refusal:
    """Why something about an attempt isn't told yet."""
    day = days.day_of(start_id)
    assert day is not None
    return Refusal(SEALED, when=f"<t:{days.closes_at(day) // 1000}:R>")


def can_be_assisted(live: Live) -> bool:
    """Whether hints can be had at the price of the rating: it counts, and nobody else plays."""
    return live.counts and live.playing.solo


def check_open(live: Live) -> None:
    """Refuse to go on with an attempt whose deal is closed.

    Raises:
        Refusal: it is.
    """
    day = days.day_of(live.row.start_id)
    if live.row.sealed and live.on and day is not None and not days.is_open(day, times.now()):
        raise Refusal(deal_pages.COUNTING)


async def show(
    desk: Desk,
    visitor: Visitor,
    answer: Answer,
    board: Board,
    *,
    step: Step | None = None,
    notice: str | None = None,
    hint: Action | None = None,
) -> None:
    """Answer with a hidden match as it stands once its computers have acted."""
    check_open(board.live)
    board = await desk.alone.resume(board.id)
    if board.live.on:
        scene = await desk.scenes.of(board)
        layout = await render.alone_layout(
            desk.kit, scene, visitor.texts, step=step, notice=notice, hint=hint
        )
    else:
        layout = await _over(desk, visitor, board.live)
    if answer.on_component and not answer.on_public_message:
        await answer.update(layout)
    else:
        await answer.private(layout)


async def _over(desk: Desk, visitor: Visitor, live: Live) -> Layout:
    day = days.day_of(live.row.start_id)
    if live.row.deal_id is not None and day is not None and visitor.guild_id is not None:
        if desk.daily.thinks and live.playing.match.over:
            # What each decision cost is told beside the score when it is shared.
            entries = await desk.db.read(lambda conn: log.load(conn, live.id))
            desk.reviews.begin(live.row, entries, render.ALONE)
        found = await deal_pages.find(desk, visitor, day)
        return await deal_pages.page(desk, visitor, found)
    if day is None and live.playing.match.over:
        await lessons.finish(desk.db, desk.people, visitor, len(LESSONS) - 1)
    margin = live.playing.match.margin(1)
    title = render.title_of(visitor.texts, live.row)
    again = day if live.row.deal_id is None else None
    return daily_layout.practised(visitor.texts, title, margin, live.number, again)
