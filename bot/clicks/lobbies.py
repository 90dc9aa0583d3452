"""Clicks on a lobby."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot import render
from bot.clicks.press import Press
from bot.host import lobby
from bot.ids import BadCustomId
from bot.layouts import notices

if TYPE_CHECKING:
    from bot.answer import Answer
    from bot.host import Host
    from bot.visitor import Visitor


async def join(host: Host, visitor: Visitor, answer: Answer, press: Press) -> None:
    """Take a seat."""
    await _change(host, visitor, answer, press, lambda row, me: lobby.join(row, me, visitor.name))


async def accept(host: Host, visitor: Visitor, answer: Answer, press: Press) -> None:
    """Accept the seat that is held."""
    await _change(host, visitor, answer, press, lobby.accept)


async def leave(host: Host, visitor: Visitor, answer: Answer, press: Press) -> None:
    """Get up, or decline the seat that is held."""
    await _change(host, visitor, answer, press, lobby.leave)


async def add_computer(host: Host, visitor: Visitor, answer: Answer, press: Press) -> None:
    """Let a computer player sit down, of the level that was chosen."""
    level = press.values[0] if press.values else render.DEFAULT_LEVEL
    if level not in render.LEVELS:
        raise BadCustomId(press.click.custom_id)
    await _change(host, visitor, answer, press, lambda row, me: lobby.add_computer(row, me, level))


async def remove_computer(host: Host, visitor: Visitor, answer: Answer, press: Press) -> None:
    """Let the last computer player get up."""
    await _change(host, visitor, answer, press, lobby.remove_computer)


async def start(host: Host, visitor: Visitor, answer: Answer, press: Press) -> None:
    """Start the match."""
    await lobby.start(host, visitor, press.match, answer.interaction.id)
    await _show(host, answer, press)


async def cancel(host: Host, visitor: Visitor, answer: Answer, press: Press) -> None:
    """Close the lobby."""
    await lobby.cancel(host, visitor, press.match)
    await _show(host, answer, press)


async def _change(
    host: Host, visitor: Visitor, answer: Answer, press: Press, edit: lobby.Edit
) -> None:
    await lobby.change(host, visitor, press.match, answer.interaction.id, edit)
    await _show(host, answer, press)


async def _show(host: Host, answer: Answer, press: Press) -> None:
    """The lobby as it is now, as the answer to the click on it."""
    live = await host.ledger.load(press.match)
    scene = await render.scene(host, live)
    if answer.on_public_message:
        await answer.update(render.lobby_layout(scene))
    else:
        await answer.private(notices.notice(scene.texts, scene.texts.gettext("Done.")))
