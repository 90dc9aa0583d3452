"""Who was away and is back."""

from __future__ import annotations

from bot.base import logs
from bot.host.mailbox import Mailboxes
from bot.match.board import Board
from bot.match.live import Live
from bot.match.refusal import Refusal, Stale
from bot.match.visitor import Visitor
from data.matches import log


async def seen(
    mailboxes: Mailboxes, visitor: Visitor, match_id: int | None, interaction_id: int
) -> None:
    """A person clicked on something of a match: if one stood in for them there, they are back.

    Raises:
        BrokenLog: the match's log can't be replayed.
    """
    if match_id is None or visitor.player_id is None:
        return
    try:
        board = await mailboxes.board(match_id)
    except Refusal:
        return  # it is no longer kept; what was clicked may be about something else
    seat = board.live.seat_of(visitor.player_id)
    if seat is not None:
        await back(mailboxes, board, seat, interaction_id)


async def back(mailboxes: Mailboxes, board: Board, seat: int, interaction_id: int) -> Board:
    """The match with the seat played by its person again, if one stood in for them."""
    if not _away(board.live, seat):
        return board

    def decide(now: Live) -> list[log.Entry]:
        if not _away(now, seat):
            raise Stale
        return [log.Seat(seat=seat, change="return", by="player")]

    try:
        cause = f"interaction:{interaction_id}/back"
        committed = await mailboxes.commit(board.id, cause, decide)
    except Stale:
        return await mailboxes.board(board.id)
    logs.record("returned", match=board.id, seat=seat)
    return committed.after


def _away(live: Live, seat: int) -> bool:
    return live.on and live.playing.seats[seat - 1].control == "stand-in"
