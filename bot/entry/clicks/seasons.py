"""Seasons, and two people's matches together."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.base import times
from bot.entry.clicks.press import Press
from bot.entry.clicks.standings import SERVERS_ONLY
from bot.layouts import seasons as layouts
from bot.layouts.base import Layout
from bot.layouts.seasons import Kind, SeasonContext
from bot.match.refusal import Refusal
from bot.texts import N_
from data.standings import seasons
from data.standings.seasons import Month
from data.standings.versus import versus

if TYPE_CHECKING:
    from bot.entry.answer import Answer
    from bot.entry.desk import Desk
    from bot.match.visitor import Visitor

NO_SUCH_MONTH = N_("Write a month that has begun as `{example}`.")
YOURSELF = N_("Whom you play with is always somebody else: name another person.")


async def press(desk: Desk, visitor: Visitor, answer: Answer, press: Press) -> None:
    """Another page, month or kind, in place; from a channel's message to that person alone."""
    kind, month, page = layouts.asked(press.click)
    shown = month or Month.at(times.now())
    await answer.update(await season_page(desk, visitor, kind, shown, page))


def month_asked(text: str | None) -> Month:
    """The month that was typed; without one this one.

    Raises:
        Refusal: it is none, or hasn't begun.
    """
    now = Month.at(times.now())
    try:
        month = Month.parse(text.strip()) if text is not None else now
    except ValueError:
        month = now.next
    if month.begins > now.begins:
        raise Refusal(NO_SUCH_MONTH, example=str(now))
    return month


async def season_page(
    desk: Desk, visitor: Visitor, kind: Kind, month: Month, page: int = 1
) -> Layout:
    """A page of a season of the server.

    Raises:
        Refusal: it is a direct message.
    """
    guild_id = _server(visitor)
    find = seasons.rated if kind == "rated" else seasons.daily
    found = await desk.db.read(lambda conn: find(conn, guild_id, month, page))
    later = month.next.begins <= times.now()
    server = desk.guild_name(guild_id)
    return layouts.season(SeasonContext(visitor.texts, server, kind, month, found, later))


async def versus_page(
    desk: Desk, visitor: Visitor, player_id: int | None, discord_id: int, name: str
) -> Layout:
    """What the visitor's matches with somebody came to.

    Args:
        desk: what it is made with.
        visitor: who asks.
        player_id: the other person, by our key; None for somebody unknown.
        discord_id: by Discord's.
        name: what they are called here.

    Raises:
        Refusal: it is a direct message, or they named themselves.
    """
    guild_id = _server(visitor)
    if discord_id == visitor.discord_id:
        raise Refusal(YOURSELF)
    # Nobody has the key -1: with somebody unknown nobody has played.
    mine, theirs = visitor.player_id or -1, player_id or -1
    found = await desk.db.read(lambda conn: versus(conn, guild_id, mine, theirs))
    server = desk.guild_name(guild_id)
    return layouts.versus(visitor.texts, server, visitor.name, name, found)


def _server(visitor: Visitor) -> int:
    if visitor.guild_id is None:
        raise Refusal(SERVERS_ONLY)
    return visitor.guild_id
