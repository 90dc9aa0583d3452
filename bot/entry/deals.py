"""A deal's page, as whoever asks may see it now."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING

from sqlalchemy.engine import Connection

from bot.base import times
from bot.host.daily import can_practise, too_young
from bot.layouts import daily as layouts
from bot.layouts.base import Layout
from bot.layouts.daily import DealContext
from bot.match.refusal import Refusal
from bot.render import ALONE
from bot.texts import N_
from bot.texts.costs import sign
from bot.texts.daily import share_line as line
from data.daily import attempts, boards, days, deals, streaks
from data.daily.attempts import Attempt
from data.daily.boards import DealBoard
from data.daily.deals import Deal

if TYPE_CHECKING:
    from bot.entry.desk import Desk
    from bot.match.visitor import Visitor

NO_SUCH_DAY = N_("There is no deal of that day. Write a day as `{example}`.")
COUNTING = N_("This deal has just closed and is being counted. Try again in a moment.")
NOT_FINISHED = N_("You haven't played this deal to its end.")
SERVERS_ONLY = N_("The daily deal is played in a server: its board is there. Try it in one!")


@dataclass(frozen=True, slots=True)
class Found:
    """A deal as somebody in a server finds it.

    Attributes:
        deal: the deal.
        mine: their attempt, if they have begun it.
        here: whether that stands on the server's board.
    """

    deal: Deal
    mine: Attempt | None
    here: bool

    @property
    def match(self) -> int | None:
        """The match of their attempt, if that is still on."""
        return self.mine.match_id if self.mine and self.mine.status == "playing" else None


def server_of(visitor: Visitor) -> int:
    """The server where the visitor is.

    Raises:
        Refusal: it is a direct message.
    """
    if visitor.guild_id is None:
        raise Refusal(SERVERS_ONLY)
    return visitor.guild_id


def day_asked(text: str | None) -> date:
    """The date that was typed; without one the newest that is open.

    Raises:
        Refusal: it is no date.
    """
    today = days.date_at(times.now())
    if text is None:
        return today
    try:
        return days.parse(text.strip())
    except ValueError:
        raise Refusal(NO_SUCH_DAY, example=today.isoformat()) from None


async def find(desk: Desk, visitor: Visitor, day: date) -> Found:
    """The deal of a date, and the visitor's attempt.

    Raises:
        Refusal: there is none, or it isn't open yet, or it is being counted just now.
    """
    guild_id, now = server_of(visitor), times.now()

    def look(conn: Connection) -> Found:
        deal = deals.of_day(conn, day)
        if deal is None or days.opens_at(day) > now:
            raise Refusal(NO_SUCH_DAY, example=days.date_at(now).isoformat())
        mine = attempts.of_person(conn, deal.id, visitor.player_id) if visitor.player_id else None
        here = mine is not None and attempts.shown_in(conn, deal.id, mine.player_id, guild_id)
        return Found(deal, mine, here)

    found = await desk.db.read(look)
    if found.deal.closed_at is None and not days.is_open(day, now):
        raise Refusal(COUNTING)
    return found


async def page(desk: Desk, visitor: Visitor, found: Found, number: int = 1) -> Layout:
    """The page of a deal that the visitor doesn't play just now."""
    context = await _context(desk, visitor, found, number)
    if found.deal.closed_at is not None:
        return layouts.closed(context)
    return layouts.after(context) if found.mine is not None else layouts.before(context)


async def _context(desk: Desk, visitor: Visitor, found: Found, number: int) -> DealContext:
    guild_id, deal, mine, now = server_of(visitor), found.deal, found.mine, times.now()
    closed = deal.closed_at is not None
    told = closed or (mine is not None and mine.margin is not None)

    def look(conn: Connection) -> tuple[DealBoard, float | None, int]:
        if told:
            board = boards.board(conn, deal.id, guild_id, number)
        else:
            count = boards.finished(conn, deal.id, guild_id)
            board = DealBoard((), 1, 1, count, 0)
        streak = streaks.of_person(conn, visitor.player_id) if visitor.player_id else 0
        return board, _percent(conn, mine, closed=closed), streak

    board, share, streak = await desk.db.read(look)
    return DealContext(
        visitor.texts,
        deal,
        desk.guild_name(guild_id),
        board,
        mine,
        found.here,
        share,
        too_young(visitor.discord_id, now),
        streak,
        closed and can_practise(deal.day, now),
    )


def _percent(conn: Connection, mine: Attempt | None, *, closed: bool) -> float | None:
    if mine is None or mine.margin is None or not mine.placed:
        return None
    return mine.percent if closed else boards.percent_now(conn, mine.deal_id, mine.margin)


async def share_line(desk: Desk, visitor: Visitor, day: date) -> str:
    """The line with which the visitor's finished attempt is shared, in the server's language.

    Raises:
        Refusal: they haven't finished it.
    """
    found = await find(desk, visitor, day)
    mine = found.mine
    if mine is None or mine.margin is None:
        raise Refusal(NOT_FINISHED)
    closed = found.deal.closed_at is not None
    share = await desk.db.read(lambda conn: _percent(conn, mine, closed=closed))
    review = await desk.reviews.stored(mine.match_id, ALONE)
    signs = "".join(sign(one.cost) for one in review.decisions) if review else ""
    return line(visitor.texts, day, mine.margin, found.deal.par, share, signs)
