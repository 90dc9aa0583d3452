"""A person's own action: from what was clicked or typed to the log."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.base import logs
from bot.match.live import Live
from bot.match.refusal import Refusal, Stale
from bot.texts import N_
from data.matches import log
from data.matches.hosted import Decision
from engine import Action, Move, Orient, Scout, ScoutAndShow, Show, apply

if TYPE_CHECKING:
    from bot.host import Host
    from bot.host.ledger import Committed

NOT_STARTED = N_("This match hasn't started yet.")
PAUSED = N_("The match is paused. It goes on when everybody agrees, or a moderator says so.")


async def act(
    host: Host, match_id: int, seat: int, decision: Decision, action: Action, cause: str
) -> Committed:
    """Write a person's action into the log.

    Args:
        host: the host.
        match_id: the match.
        seat: the person's seat.
        decision: what the action was chosen for.
        action: what they do.
        cause: the interaction that asks for it.

    Raises:
        Stale: that decision is no longer open.
        RuleError: the rules refuse the action.
        Refusal: the match stands still, or hasn't begun.
    """

    def decide(live: Live) -> list[log.Entry]:
        if live.hosted is None:
            raise Refusal(NOT_STARTED)
        if live.decision(seat) != decision:
            raise Stale
        if live.hosted.paused:
            raise Refusal(PAUSED)
        apply(live.hosted.match, Move(seat, action))
        entries: list[log.Entry] = []
        if live.hosted.seats[seat - 1].control == "stand-in":
            entries.append(log.Seat(seat=seat, change="return", by="player"))
        entries.append(log.Action(seat=seat, text=str(action)))
        return entries

    committed = await host.ledger.commit(match_id, cause, decide)
    if not committed.repeated:
        logs.record("action", match=match_id, seat=seat, did=kind(action))
    return committed


def kind(action: Action) -> str:
    """What kind of action it is, without what others must not know."""
    match action:
        case Orient():
            return "orient"
        case Show():
            return "show"
        case Scout():
            return "scout"
        case ScoutAndShow():
            return "scout-and-show"
