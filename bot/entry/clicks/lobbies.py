"""Clicks on a lobby."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

from bot import render
from bot.entry.clicks.press import Press
from bot.host import lobby, roster
from bot.match import levels
from bot.match import scene as scenes
from bot.match.ids import BadCustomId
from data.matches import messages

if TYPE_CHECKING:
    from bot.entry.answer import Answer
    from bot.host import Host
    from bot.match.visitor import Visitor


async def join(host: Host, visitor: Visitor, answer: Answer, press: Press) -> None:
    """Take a seat."""
    await _change(host, visitor, answer, press, lambda row, me: roster.join(row, me, visitor.name))


async def accept(host: Host, visitor: Visitor, answer: Answer, press: Press) -> None:
    """Accept the seat that is held."""
    await _change(host, visitor, answer, press, roster.accept)


async def leave(host: Host, visitor: Visitor, answer: Answer, press: Press) -> None:
    """Get up, or decline the seat that is held."""
    await _change(host, visitor, answer, press, roster.leave)


async def add_computer(host: Host, visitor: Visitor, answer: Answer, press: Press) -> None:
    """Let a computer player sit down, of the level that was chosen."""
    level = press.values[0] if press.values else levels.DEFAULT_LEVEL
    if level not in levels.LEVELS:
        raise BadCustomId(press.click.custom_id)
    await _change(host, visitor, answer, press, lambda row, me: roster.add_computer(row, me, level))


async def remove_computer(host: Host, visitor: Visitor, answer: Answer, press: Press) -> None:
    """Let the last computer player get up."""
    await _change(host, visitor, answer, press, roster.remove_computer)


async def start(host: Host, visitor: Visitor, answer: Answer, press: Press) -> None:
    """Start the match."""
    interaction_id = answer.interaction.id

    async def begin() -> None:
        await lobby.start(host, visitor, press.match, interaction_id)

    await _do(host, visitor, answer, press, begin)


async def cancel(host: Host, visitor: Visitor, answer: Answer, press: Press) -> None:
    """Close the lobby."""
    await _do(host, visitor, answer, press, lambda: lobby.cancel(host, visitor, press.match))


async def _change(
    host: Host, visitor: Visitor, answer: Answer, press: Press, edit: roster.Edit
) -> None:
    interaction_id = answer.interaction.id

    async def change() -> None:
        await lobby.change(host, visitor, press.match, interaction_id, edit)

    await _do(host, visitor, answer, press, change)


async def _do(
    host: Host,
    visitor: Visitor,
    answer: Answer,
    press: Press,
    change: Callable[[], Awaitable[None]],
) -> None:
    """Make a change, and answer with the lobby as it is then."""
    message = answer.interaction.message
    if message is None or not answer.on_public_message:
        raise BadCustomId(press.click.custom_id)
    await _check_place(host, visitor, press, message.id)
    host.publisher.hold(message.id)
    try:
        await change()
        live = await host.ledger.load(press.match)
        layout = render.lobby_layout(await scenes.scene(host, live))
        await answer.update_public(layout)
        await host.publisher.answered(message.id, live.head, layout)
    finally:
        host.publisher.release(message.id, press.match)


async def _check_place(host: Host, visitor: Visitor, press: Press, message_id: int) -> None:
    """Refuse a click from elsewhere: other servers' people have no say in a lobby.

    A message without a row is let pass: it may have been posted just now.
    """
    shown = await host.db.read(lambda conn: messages.by_message(conn, message_id))
    live = await host.ledger.load(press.match)
    elsewhere = shown is not None and (shown.match_id, shown.kind) != (press.match, "lobby")
    if elsewhere or live.row.guild_id != visitor.guild_id:
        raise BadCustomId(press.click.custom_id)
