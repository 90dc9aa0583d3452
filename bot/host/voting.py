"""What the persons of a match decide together: to pause, to go on, to end, to do without one."""

from __future__ import annotations

from bot.base import logs
from bot.host.mailbox import Mailboxes
from bot.match import follow
from bot.match.live import Live
from bot.match.refusal import Refusal
from bot.texts import N_
from data.matches import log

NOT_ON = N_("This match isn't on.")
ALREADY_PAUSED = N_("The match is paused already.")
NOT_PAUSED = N_("The match isn't paused.")
NOT_OVERDUE = N_("Nobody has been waited for that long.")


async def vote(
    mailboxes: Mailboxes, match_id: int, seat: int, about: log.About, *, yes: bool, cause: str
) -> None:
    """Count a person's voice. The first yes is the proposal; what follows, ``follow`` says.

    Raises:
        Refusal: the match isn't on, or it is so already.
    """

    def decide(live: Live) -> list[log.Entry]:
        _check(live, seat, about)
        proposal = live.playing.proposal(about)
        if proposal is None or proposal.state != "open":
            # There is nothing to say no to.
            return [log.Vote(seat=seat, about=about, yes=True)] if yes else []
        said_already = seat in (proposal.agreed if yes else proposal.against)
        return [] if said_already else [log.Vote(seat=seat, about=about, yes=yes)]

    await mailboxes.commit(match_id, cause, decide)
    logs.record("vote", match=match_id, seat=seat, about=about, yes=yes)


def ends_alone(live: Live, seat: int) -> bool:
    """Whether a person's End needs nobody else's yes: the host's, unless several play for a rating.

    Who agrees to a proposal that is open is one of several all the same.
    """
    host = live.row.seats[seat - 1].player_id == live.row.host_id
    return host and not follow.by_majority(live, "end") and not live.playing.agreed("end")


def _check(live: Live, seat: int, about: log.About) -> None:
    """Refuse what can't be proposed now."""
    if not live.on:
        raise Refusal(NOT_ON)
    if about == "pause" and live.playing.paused:
        raise Refusal(ALREADY_PAUSED)
    if about == "resume" and not live.playing.paused:
        raise Refusal(NOT_PAUSED)
    if about == "stand-in" and not live.playing.overdue - {seat}:
        raise Refusal(NOT_OVERDUE)
