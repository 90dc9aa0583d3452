"""Who was away and is back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot import logs
from bot.host.live import Live
from bot.refusal import Stale
from data import log

if TYPE_CHECKING:
    from bot.host import Host


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
