"""A person's own action: from what was clicked or typed to the log."""

from __future__ import annotations

from bot.base import counts, logs
from bot.host.mailbox import Committed, Mailboxes
from bot.match.board import Board, ClickedHand
from bot.match.live import Live
from bot.match.refusal import Refusal, Stale
from bot.texts import N_
from data.matches import log
from data.matches.hosted import Decision
from engine import Action, Move, Orient, Scout, ScoutAndShow, Show, apply

NOT_STARTED = N_("This match hasn't started yet.")
PAUSED = N_("The match is paused. It goes on when everybody agrees, or a moderator says so.")


async def act(
    mailboxes: Mailboxes,
    match_id: int,
    seat: int,
    decision: Decision,
    action: Action,
    *,
    cause: str,
    clicked: ClickedHand | None = None,
) -> Committed:
    """Write a person's action into the log.

    Args:
        mailboxes: the matches.
        match_id: the match.
        seat: the person's seat.
        decision: what the action was chosen for.
        action: what they do.
        cause: the interaction that asks for it.
        clicked: the hand that is done with by it.

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

    committed = await mailboxes.commit(match_id, cause, decide, clicked=clicked)
    if not committed.repeated:
        logs.record("action", match=match_id, seat=seat, did=kind(action))
        counts.ACTIONS.labels("person", kind(action)).inc()
    return committed


async def assist(mailboxes: Mailboxes, match_id: int, seat: int, interaction_id: int) -> Board:
    """From now on a rated match of one person against computers has hints, and doesn't count."""

    def decide(live: Live) -> list[log.Entry]:
        return [log.Assist(seat=seat)] if live.on and live.counts else []

    cause = f"interaction:{interaction_id}/assist"
    committed = await mailboxes.commit(match_id, cause, decide)
    logs.record("assisted", match=match_id, seat=seat)
    return committed.after


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
