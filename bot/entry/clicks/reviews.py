"""Reviews of play: what a seat's decisions in a match that is over cost it."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from bot.entry.clicks import alone
from bot.entry.clicks.press import Press
from bot.entry.clicks.replays import over
from bot.layouts import notices
from bot.layouts import review as review_layout
from bot.layouts.base import Layout
from bot.layouts.history import seat_names
from bot.layouts.review import ReviewContext
from bot.match.moments import Moment, moments
from bot.match.refusal import Refusal
from bot.pictures import Picture, Style
from bot.pictures.moment import moment_picture
from bot.texts import N_
from data.matches.models import StoredMatch
from data.matches.reviews import Review
from engine.actions import parse

if TYPE_CHECKING:
    from bot.entry.answer import Answer
    from bot.entry.desk import Desk
    from bot.layouts.sharing import Sharing
    from bot.match.visitor import Visitor

NOT_SEATED = N_("You didn't play in match {number}. Name a seat, and I look at that one.")
NO_SEAT = N_("Match {number} has the seats 1 to {seats}.")
NOT_READY = N_(
    "I can't judge moves at the moment: what I think with is still being made, or isn't "
    "installed. Please ask again in a few minutes."
)


async def press(desk: Desk, visitor: Visitor, answer: Answer, press: Press) -> None:
    """A review, in place; from a match's result, which is everybody's, anew."""
    seat = review_layout.seat_of(press.click, press.values)
    await show(desk, visitor, answer, press.match, seat)


async def show(desk: Desk, visitor: Visitor, answer: Answer, match_id: int, seat: int = 0) -> None:
    """Answer with what a seat's decisions cost; with a word that it takes a while, if it does.

    Args:
        desk: what it is made with.
        visitor: who looks.
        answer: theirs.
        match_id: a match that is over.
        seat: whose decisions; 0 for their own.

    Raises:
        Refusal: there is no such match here, or no such seat.
    """
    row, entries = await over(desk, visitor, match_id, sealed=True)
    seat = _seat(visitor, row, seat)
    if row.sealed and not _is_theirs(visitor, row, seat):
        raise alone.sealed(row.start_id)
    found = await asyncio.to_thread(moments, row, entries, seat)
    review = await desk.reviews.stored(row.id, seat) if found else Review(0, ())
    if review is not None:
        await answer.update(await _page(desk, visitor, row, seat, found, review))
        return
    mine = _is_theirs(visitor, row, seat)
    wait = review_layout.waiting(visitor.texts, row, seat, len(found), mine=mine)
    await answer.update(wait)
    review = await desk.reviews.of(row, entries, seat)
    if review is None:
        said = visitor.texts.gettext(NOT_READY)
        await answer.change(notices.notice(visitor.texts, said))
    else:
        await answer.change(await _page(desk, visitor, row, seat, found, review))


async def shared(
    desk: Desk, everybody: Visitor, match_id: int, seat: int, sharing: Sharing
) -> Layout:
    """A review as somebody shares it.

    Raises:
        Refusal: there is no such match here, others may still play its deal, there is no such seat,
            or it isn't thought out.
    """
    row, entries = await over(desk, everybody, match_id)
    seat = _seat(everybody, row, seat)
    found = await asyncio.to_thread(moments, row, entries, seat)
    review = await desk.reviews.of(row, entries, seat) if found else Review(0, ())
    if review is None:
        raise Refusal(NOT_READY)
    return await _page(desk, everybody, row, seat, found, review, sharing)


def _seat(visitor: Visitor, row: StoredMatch, seat: int) -> int:
    if seat > len(row.seats):
        raise Refusal(NO_SEAT, number=row.id, seats=len(row.seats))
    if seat:
        return seat
    mine = row.seat_of(visitor.player_id) if visitor.player_id is not None else None
    if mine is None:
        raise Refusal(NOT_SEATED, number=row.id)
    return mine.seat


def _is_theirs(visitor: Visitor, row: StoredMatch, seat: int) -> bool:
    return visitor.player_id is not None and row.seats[seat - 1].player_id == visitor.player_id


async def _page(
    desk: Desk,
    visitor: Visitor,
    row: StoredMatch,
    seat: int,
    found: tuple[Moment, ...],
    review: Review,
    sharing: Sharing | None = None,
) -> Layout:
    pictures: tuple[Picture | None, ...] = ()
    if not visitor.preferences.text_only:
        style = Style(visitor.preferences.high_contrast, visitor.texts.locale)
        drawn = (
            desk.kit.studio.draw(
                moment_picture, one.view, seat_names(row), one.action, parse(judged.best), style
            )
            for one, judged in review_layout.dearest(review, found)
        )
        pictures = tuple(await asyncio.gather(*drawn))
    mine = _is_theirs(visitor, row, seat)
    sharing = sharing or await desk.sharing(visitor, row)
    return review_layout.review(
        ReviewContext(visitor.texts, row, seat, mine, found, review, pictures, sharing)
    )
