"""Writing down how a match ended: final status, points, ranks, and whether it counts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.host.live import Live
from data import matches
from data.models import Status
from engine.match import rounds_in_full

if TYPE_CHECKING:
    from sqlalchemy.ext.asyncio import AsyncConnection


async def close_books(conn: AsyncConnection, live: Live, at: int) -> None:
    """Store the end of a match that is over, in the transaction of the entry that ended it."""
    hosted = live.playing
    reason = hosted.ended.reason if hosted.ended else None
    status: Status = "ended" if hosted.ended else "finished"
    await matches.set_status(conn, live.id, status, at=at, reason=reason)
    await matches.change(conn, live.id, unrated_reason=unrated_reason(live))
    for seat, rank in enumerate(ranks(live), start=1):
        await matches.change_seat(
            conn, live.id, seat, points=hosted.match.totals[seat - 1], rank=rank
        )


def ranks(live: Live) -> tuple[int, ...]:
    """Places by seat: 1 is best, those who tie share one (R6), who isn't there any more is last."""
    hosted = live.playing
    standing = [
        (control.control in ("person", "computer"), total)
        for control, total in zip(hosted.seats, hosted.match.totals, strict=True)
    ]
    # Everybody who went is behind everybody who stayed, and shares the last place.
    places = [(here, total if here else 0) for here, total in standing]
    return tuple(1 + sum(other > mine for other in places) for mine in places)


def unrated_reason(live: Live) -> str | None:
    """Why the match counts for no rating; None if it does."""
    row, hosted = live.row, live.playing
    if hosted.ended:
        return "ended"
    if not row.options.rated:
        return "chosen"
    if hosted.match.options.rounds < rounds_in_full(hosted.match.players):
        return "short"
    if sum(seat.level is None for seat in row.seats) < 2:
        return "solo"
    return None
