"""Clicks on a lobby."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

from bot import render
from bot.entry import inviting
from bot.entry.clicks.press import Press
from bot.host import roster
from bot.layouts import notices
from bot.match import levels
from bot.match.ids import BadCustomId
from data.matches import messages

if TYPE_CHECKING:
    from bot.entry.answer import Answer
    from bot.entry.desk import Desk
    from bot.match.visitor import Visitor


async def join(desk: Desk, visitor: Visitor, answer: Answer, press: Press) -> None:
    """Take a seat."""
    await _change(desk, visitor, answer, press, lambda row, me: roster.join(row, me, visitor.name))


async def accept(desk: Desk, visitor: Visitor, answer: Answer, press: Press) -> None:
    """Accept the seat that is held."""
    await _change(desk, visitor, answer, press, roster.accept)


async def leave(desk: Desk, visitor: Visitor, answer: Answer, press: Press) -> None:
    """Get up, or decline the seat that is held."""
    await _change(desk, visitor, answer, press, roster.leave)


async def add_computer(desk: Desk, visitor: Visitor, answer: Answer, press: Press) -> None:
    """Let a computer player sit down, of the level that was chosen."""
    level = press.values[0] if press.values else levels.DEFAULT_LEVEL
    if level not in levels.LEVELS:
        raise BadCustomId(press.click.custom_id)
    await _change(desk, visitor, answer, press, lambda row, me: roster.add_computer(row, me, level))


async def remove_computer(desk: Desk, visitor: Visitor, answer: Answer, press: Press) -> None:
    """Let the last computer player get up."""
    await _change(desk, visitor, answer, press, roster.remove_computer)


async def invite(desk: Desk, visitor: Visitor, answer: Answer, press: Press) -> None:
    """Hold seats for people who were chosen."""
    interaction_id = answer.interaction.id
    guests = inviting.chosen(visitor, answer.interaction, press)

    async def hold() -> None:
        await desk.lobbies.invite(visitor, press.match, interaction_id, guests)

    if said := await inviting.quiet(desk, visitor.texts, guests):
        # There is one answer: it tells of this, and the lobby follows by itself.
        await _check_place(desk, visitor, press, _clicked(answer, press))
        await hold()
        await answer.private(notices.notice(visitor.texts, said))
    else:
        await _do(desk, visitor, answer, press, hold)
    await inviting.call(desk, visitor, press.match, guests)


async def start(desk: Desk, visitor: Visitor, answer: Answer, press: Press) -> None:
    """Start the match."""
    interaction_id = answer.interaction.id

    async def begin() -> None:
        await desk.lobbies.start(visitor, press.match, interaction_id)

    await _do(desk, visitor, answer, press, begin)


async def cancel(desk: Desk, visitor: Visitor, answer: Answer, press: Press) -> None:
    """Close the lobby."""
    await _do(desk, visitor, answer, press, lambda: desk.lobbies.cancel(visitor, press.match))


async def _change(
    desk: Desk, visitor: Visitor, answer: Answer, press: Press, edit: roster.Edit
) -> None:
    interaction_id = answer.interaction.id

    async def change() -> None:
        await desk.lobbies.change(visitor, press.match, interaction_id, edit)

    await _do(desk, visitor, answer, press, change)


async def _do(
    desk: Desk,
    visitor: Visitor,
    answer: Answer,
    press: Press,
    change: Callable[[], Awaitable[None]],
) -> None:
    """Make a change, and answer with the lobby as it is then."""
    message_id = _clicked(answer, press)
    await _check_place(desk, visitor, press, message_id)
    desk.publisher.hold(message_id, press.match)
    try:
        await change()
        board = await desk.mailboxes.board(press.match)
        layout = render.lobby_layout(await desk.scenes.of(board))
        await answer.update_public(layout)
        await desk.publisher.answered(message_id, board, layout)
    finally:
        desk.publisher.release(message_id, await desk.mailboxes.board(press.match))


def _clicked(answer: Answer, press: Press) -> int:
    """The lobby's message that was clicked, by Discord's id."""
    message = answer.interaction.message
    if message is None or not answer.on_public_message:
        raise BadCustomId(press.click.custom_id)
    return message.id


async def _check_place(desk: Desk, visitor: Visitor, press: Press, message_id: int) -> None:
    """Refuse a click from elsewhere: other servers' people have no say in a lobby.

    A message without a row is let pass: it may have been posted just now.
    """
    board = await desk.mailboxes.board(press.match)
    mine = {one.message_id: one.kind for one in board.messages}
    elsewhere = message_id not in mine and await desk.db.read(
        lambda conn: messages.by_message(conn, message_id) is not None
    )
    if elsewhere or mine.get(message_id, "lobby") != "lobby":
        raise BadCustomId(press.click.custom_id)
    if board.live.row.guild_id != visitor.guild_id:
        raise BadCustomId(press.click.custom_id)
