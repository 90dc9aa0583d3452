"""What follows of itself: the next deal, what was voted for, the endings that nobody asks for."""

from __future__ import annotations

from typing import Literal

from bot.match.live import Live
from data.matches import log
from data.matches.hosted import Proposal
from engine import deal_from_seed, fairness
from engine.match import ROUND_ACTIONS_LIMIT

Verdict = Literal["agreed", "refused", "unanswered"]


def consequence(live: Live) -> log.Entry | None:
    """The entry that must come next before anyone acts; None if it is for the players to go on."""
    hosted = live.playing
    if hosted.over:
        return None
    if not any(seat.control == "person" for seat in hosted.seats):
        # Only computers and stand-ins are left: nobody would be watching (PLAY: it ends unrated).
        return log.End(reason="deserted")
    for proposal in hosted.open_proposals():
        if (verdict := verdict_on(live, proposal)) is not None:
            return outcome(live, proposal, verdict)
    state = hosted.match.round
    if state and not state.end and len(state.history) >= ROUND_ACTIONS_LIMIT:
        return log.End(reason="endless")
    if hosted.match.awaits_deal is not None and not hosted.paused:
        return next_deal(live)
    return None


def next_deal(live: Live) -> log.Deal:
    """The deal of the round that is due: from the secret and the first message's id."""
    seed = fairness.seed(live.row.secret, live.row.start_id or "")
    return log.Deal.of(deal_from_seed(live.playing.match, seed))


def possible(live: Live) -> tuple[log.About, ...]:
    """What can be proposed now."""
    if not live.on:
        return ()
    hosted, about = live.playing, list[log.About]()
    if hosted.overdue and not hosted.paused:
        about.append("stand-in")
    if hosted.paused:
        about.append("resume")
    elif live.row.options.pace != "untimed" or len(hosted.people()) > 1:
        about.append("pause")  # who plays alone and without a clock has no use for it
    return (*about, "end")


def voters(live: Live, about: log.About) -> frozenset[int]:
    """The seats whose persons are asked: all that are there; of who is overdue, the others."""
    return frozenset(
        seat
        for seat, control in enumerate(live.playing.seats, start=1)
        if control.control == "person"
        and not (about == "stand-in" and seat in live.playing.overdue)
    )


def unanswered(live: Live, proposal: Proposal) -> frozenset[int]:
    """The seats whose persons are asked and haven't answered."""
    return voters(live, proposal.about) - proposal.agreed - proposal.against


def to_act(live: Live) -> frozenset[int]:
    """The seats whose persons are awaited to act."""
    if not live.on or live.playing.paused:
        return frozenset()
    seats = live.playing.seats
    return frozenset(seat for seat in live.playing.awaited() if seats[seat - 1].control == "person")


def to_vote(live: Live) -> frozenset[int]:
    """The seats whose persons are awaited to answer a proposal."""
    proposals = live.playing.open_proposals() if live.on else ()
    return frozenset[int]().union(*(unanswered(live, one) for one in proposals))


def by_majority(live: Live, about: log.About) -> bool:
    """Whether more than half of the persons seated must agree, and silence is no yes.

    So it is about a result that several persons play for: nobody takes it from the others.
    """
    return about == "end" and live.counts and len(live.playing.people()) > 1


def needed(live: Live) -> int:
    """How many must agree where more than half of the persons seated must."""
    return len(live.playing.people()) // 2 + 1


def verdict_on(live: Live, proposal: Proposal, *, late: bool = False) -> Verdict | None:
    """What became of a proposal; None while it waits for answers.

    Args:
        live: the match.
        proposal: one that is open.
        late: whether its time is up: who hasn't answered counts as absent then.
    """
    if by_majority(live, proposal.about):
        if len(proposal.agreed) >= needed(live):
            return "agreed"
        if len(set(live.playing.people()) - proposal.against) < needed(live):
            return "refused"
        return "unanswered" if late else None
    asked = voters(live, proposal.about)
    if proposal.against & asked:
        return "refused"
    return "agreed" if late or asked <= proposal.agreed else None


def outcome(live: Live, proposal: Proposal, verdict: Verdict) -> log.Entry:
    """The entry that a verdict leads to; one seat at a time where it is about several."""
    if verdict != "agreed":
        return log.Rejection(about=proposal.about, why=verdict)
    if proposal.about == "end":
        return log.End(reason="agreed")
    if proposal.about == "stand-in":
        return log.Seat(seat=min(live.playing.overdue), change="take-over", by="others")
    return log.Pause(on=proposal.about == "pause", by="agreement")
