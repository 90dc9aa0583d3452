"""Clicks on the daily deal's pages."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

from sqlalchemy.engine import Connection

from bot.base import times
from bot.entry import deals
from bot.entry.clicks import alone
from bot.entry.clicks.press import Press
from bot.layouts import daily as layouts
from bot.match.ids import BadCustomId
from data.daily import attempts
from data.people import guilds

if TYPE_CHECKING:
    from bot.entry.answer import Answer
    from bot.entry.desk import Desk
    from bot.match.visitor import Visitor


async def press(desk: Desk, visitor: Visitor, answer: Answer, press: Press) -> None:
    """What was pressed on a page of the daily deal."""
    what, day, page = layouts.asked(press.click)
    deals.server_of(visitor)
    match what:
        case "begin":
            await begin(desk, visitor, answer, day)
        case "practice":
            await _practise(desk, visitor, answer, day)
        case "here":
            await _show_here(desk, visitor, answer, day)
        case "daily":
            raise BadCustomId(press.click.custom_id)
        case _:
            await open_deal(desk, visitor, answer, day, page)


async def open_deal(desk: Desk, visitor: Visitor, answer: Answer, day: date, page: int = 1) -> None:
    """A deal: the attempt where it was left, or the deal's page."""
    found = await deals.find(desk, visitor, day)
    if found.match is not None:
        await _play(desk, visitor, answer, found.match)
        return
    layout = await deals.page(desk, visitor, found, page)
    if answer.on_component and not answer.on_public_message:
        await answer.update(layout)
    else:
        await answer.private(layout)


async def begin(desk: Desk, visitor: Visitor, answer: Answer, day: date) -> None:
    """Begin the attempt; who has begun it goes on."""
    found = await deals.find(desk, visitor, day)
    if found.mine is not None or found.deal.closed_at is not None:
        await open_deal(desk, visitor, answer, day)
        return
    name = desk.guild_name(deals.server_of(visitor))
    match_id = await desk.daily.attempt(visitor, name, found.deal, answer.interaction.id)
    await _play(desk, visitor, answer, match_id)


async def _play(desk: Desk, visitor: Visitor, answer: Answer, match_id: int) -> None:
    board = await desk.mailboxes.board(match_id)
    await alone.show(desk, visitor, answer, board)


async def _practise(desk: Desk, visitor: Visitor, answer: Answer, day: date) -> None:
    found = await deals.find(desk, visitor, day)
    name = desk.guild_name(deals.server_of(visitor))
    match_id = await desk.daily.practise(visitor, name, found.deal, answer.interaction.id)
    await _play(desk, visitor, answer, match_id)


async def _show_here(desk: Desk, visitor: Visitor, answer: Answer, day: date) -> None:
    found = await deals.find(desk, visitor, day)
    guild_id = deals.server_of(visitor)
    mine = found.mine
    if mine is not None and mine.margin is not None:
        key, name, now = (mine.deal_id, mine.player_id), desk.guild_name(guild_id), times.now()

        def show(conn: Connection) -> None:
            guilds.get_or_create(conn, guild_id, name, now)  # perhaps nobody has played there yet
            attempts.show_in(conn, *key, guild_id, visitor.name)

        await desk.db.write(show)
        desk.servers.changed(guild_id)
    await open_deal(desk, visitor, answer, day)
