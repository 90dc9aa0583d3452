"""Who was away and is back."""

from __future__ import annotations

from bot.base import logs
from bot.host import crowding
from bot.host.mailbox import Mailboxes
from bot.match.board import Board
from bot.match.ids import Numbered, meant
from bot.match.live import Live
from bot.match.refusal import Refusal, Stale
from bot.match.visitor import Visitor
from bot.texts import N_
from data.matches import log
from data.store.database import Database

FROM_ANOTHER = N_("This button is old: its match is no longer kept here.")


async def seen(
    db: Database,
    mailboxes: Mailboxes,
    visitor: Visitor,
    match: Numbered | None,
    interaction_id: int,
) -> None:
    """A person clicked on something of a match: if it waited for them, they are back.

    Raises:
        Refusal: it is of a match that was lost, and another one has its number.
        BrokenLog: the match's log can't be replayed.
    """
    if match is None:
        return
    try:
        board = await mailboxes.board(int(match))
    except Refusal:
        return  # it is no longer kept; what was clicked may be about something else
    if not meant(match, board.live.row):
        raise Refusal(FROM_ANOTHER)
    seat = board.live.seat_of(visitor.player_id)
    if seat is not None:
        await back(db, mailboxes, board, seat, interaction_id)


async def back(
    db: Database, mailboxes: Mailboxes, board: Board, seat: int, interaction_id: int
) -> Board:
    """The match with the seat played by its person again, and taken up if it had stepped aside."""
    if not _missed(board.live, seat):
        return board

    def decide(now: Live) -> list[log.Entry]:
        if not (missed := _missed(now, seat)):
            raise Stale
        return missed

    try:
        cause = f"interaction:{interaction_id}/back"
        committed = await mailboxes.commit(board.id, cause, decide)
    except Stale:
        return await mailboxes.board(board.id)
    logs.record("returned", match=board.id, seat=seat)
    player_id = board.live.row.seats[seat - 1].player_id
    if committed.before.playing.aside and player_id is not None:
        await crowding.step_aside(db, mailboxes, player_id, f"interaction:{interaction_id}")
    return committed.after


def _missed(live: Live, seat: int) -> list[log.Entry]:
    """What is to be undone when a seat's person is back."""
    if not live.on:
        return []
    entries: list[log.Entry] = []
    if live.playing.aside:
        entries.append(log.Pause(on=False, by="aside"))
    if live.playing.seats[seat - 1].control == "stand-in":
        entries.append(log.Seat(seat=seat, change="return", by="player"))
    return entries
