"""Links to matches in answers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.match.scene import channel_url

if TYPE_CHECKING:
    from bot.entry.desk import Desk


async def link(desk: Desk, match_id: int) -> str:
    """A link to a match: to its table or lobby, or else to where it is.

    A lobby that was opened just now is waited for a moment.
    """
    board = await desk.mailboxes.board(match_id)
    row = board.live.row
    if row.status == "lobby":
        board = await desk.publisher.with_lobby(board)
    scene = await desk.scenes.of(board)
    return scene.where.url or channel_url(row.guild_id, row.place)
