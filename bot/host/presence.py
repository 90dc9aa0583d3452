"""Who was away and is back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.base import logs
from bot.match.live import Live
from bot.match.refusal import Refusal, Stale
from data.matches import log

if TYPE_CHECKING:
    from bot.host import Host
    from bot.match.visitor import Visitor


async def seen(host: Host, visitor: Visitor, match_id: int | None, interaction_id: int) -> None:
    """A person clicked on something of a match: if one stood in for them there, they are back.

    Raises:
        BrokenLog: the match's log can't be replayed.
    """
    if match_id is None or visitor.player_id is None:
        return
    try:
        live = await host.ledger.load(match_id)
    except Refusal:
        return  # it is no longer kept; what was clicked may be about something else
    seat = live.seat_of(visitor.player_id)
    if seat is not None:
        await back(host, live, seat, interaction_id)


async def back(host: Host, live: Live, seat: int, interaction_id: int) -> Live:
    """The match with the seat played by its person again, if one stood in for them."""
    if not _away(live, seat):
        return live

    def decide(now: Live) -> list[log.Entry]:
        if not _away(now, seat):
            raise Stale
        return [log.Seat(seat=seat, change="return", by="player")]

    try:
        committed = await host.ledger.commit(live.id, f"interaction:{interaction_id}/back", decide)
    except Stale:
        return await host.ledger.load(live.id)
    logs.record("returned", match=live.id, seat=seat)
    return committed.after


def _away(live: Live, seat: int) -> bool:
    return live.on and live.playing.seats[seat - 1].control == "stand-in"
