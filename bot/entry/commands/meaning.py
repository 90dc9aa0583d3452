"""Which of a person's matches a command means."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from bot.match.refusal import Refusal
from bot.texts import N_, happenings
from data.matches import matches
from data.store.errors import BrokenLog

if TYPE_CHECKING:
    from bot.entry.desk import Desk
    from bot.match.board import Board
    from bot.match.visitor import Visitor

NO_MATCH = N_("You aren't playing anywhere at the moment. Open a lobby with `/scout play`!")
NO_SUCH_MATCH = N_("You have no seat in match {number}, or it is over.")


async def my_match(desk: Desk, visitor: Visitor, match: int | None) -> int:
    """The match that a person's command means: of those that may be meant the one due first.

    Raises:
        Refusal: there is none.
    """
    return (await candidates(desk, visitor, match))[0].id


async def candidates(desk: Desk, visitor: Visitor, match: int | None) -> list[Board]:
    """The matches that a person's command may mean, one at least, the one due first before others.

    That is the one they name; else this channel's; else all in which they play.

    Raises:
        Refusal: there is none.
    """
    mine = await playing(desk, visitor)
    if match is not None:
        mine = [board for board in mine if board.id == match]
        if not mine:
            raise Refusal(NO_SUCH_MATCH, number=match)
    if not mine:
        raise Refusal(NO_MATCH)
    # What is played alone is named by its number, unless there is nothing else.
    mine = [board for board in mine if not board.live.row.hidden] or mine[:1]
    here = [board for board in mine if _is_here(board, visitor)]
    return sorted(here or mine, key=partial(_urgency, visitor))


async def plays_here(desk: Desk, visitor: Visitor) -> bool:
    """Whether the person plays in a match of this channel that everybody sees."""
    mine = await playing(desk, visitor)
    return any(not board.live.row.hidden and _is_here(board, visitor) for board in mine)


def _is_here(board: Board, visitor: Visitor) -> bool:
    return visitor.channel_id in (board.live.row.thread_id, board.live.row.channel_id)


def waits(board: Board, visitor: Visitor) -> bool:
    """Whether a match waits for the person's decision."""
    seat = board.live.seat_of(visitor.player_id)
    return (
        seat is not None and board.live.decision(seat) is not None and not board.live.playing.paused
    )


def _urgency(visitor: Visitor, board: Board) -> tuple[bool, bool, int, int]:
    """Orders matches: what waits for the person first, by its time; untimed ones after timed."""
    seat = board.live.seat_of(visitor.player_id)
    due = board.due.get(seat) if seat is not None else None
    return (not waits(board, visitor), due is None, due or 0, board.id)


async def playing(desk: Desk, visitor: Visitor) -> list[Board]:
    """The matches in which the person plays now.

    Raises:
        Refusal: they had one, and it had to be closed just now.
    """
    if visitor.player_id is None:
        return []
    rows = await desk.db.read(partial(matches.of_player, player_id=visitor.player_id))
    found, broken = [], False
    for row in rows:
        if row.status != "playing":
            continue
        try:
            board = await desk.mailboxes.board(row.id)
        except BrokenLog as error:  # their other matches go on
            await desk.endings.close_broken(error)
            broken = True
            continue
        seat = board.live.seat_of(visitor.player_id)
        if seat is not None and board.live.playing.seats[seat - 1].control != "left":
            found.append(board)
    if broken and not found:
        raise Refusal(happenings.ENDINGS["broken"])
    return found
