"""What follows of itself: the next deal, and the endings that nobody has to ask for."""

from __future__ import annotations

from bot.match.live import Live
from data.matches import log
from engine import deal_from_seed, fairness
from engine.match import ROUND_ACTIONS_LIMIT


def consequence(live: Live) -> log.Entry | None:
    """The entry that must come next before anyone acts; None if it is for the players to go on."""
    hosted = live.playing
    if hosted.over:
        return None
    if not any(seat.control == "person" for seat in hosted.seats):
        # Only computers and stand-ins are left: nobody would be watching (PLAY: it ends unrated).
        return log.End(reason="deserted")
    if (decided := _agreed(live)) is not None:
        return decided
    state = hosted.match.round
    if state and not state.end and len(state.history) >= ROUND_ACTIONS_LIMIT:
        return log.End(reason="endless")
    if hosted.match.awaits_deal is not None and not hosted.paused:
        return next_deal(live)
    return None


def next_deal(live: Live) -> log.Deal:
    """The deal of the round that is due: from the secret and the id of the starting click."""
    seed = fairness.seed(live.row.secret, live.row.start_id or "")
    return log.Deal.of(deal_from_seed(live.playing.match, seed))


def voters(live: Live) -> frozenset[int]:
    """The seats whose persons must agree to a proposal: all that are there."""
    return frozenset(
        seat
        for seat, control in enumerate(live.playing.seats, start=1)
        if control.control == "person"
    )


def _agreed(live: Live) -> log.Entry | None:
    """What everybody who is there has agreed to."""
    for about, agreed in live.playing.votes:
        if not agreed or not voters(live) <= agreed:
            continue
        if about == "end":
            return log.End(reason="agreed")
        return log.Pause(on=about == "pause", by="agreement")
    return None
