"""Agreement among the persons of a match: to pause, to go on, to end."""

from __future__ import annotations

from typing import Literal

from bot.base import logs
from bot.host.mailbox import Mailboxes
from bot.match.live import Live
from bot.match.refusal import Refusal
from bot.texts import N_
from data.matches import log

About = Literal["pause", "resume", "end"]

NOT_ON = N_("This match isn't on.")
ALREADY_PAUSED = N_("The match is paused already.")
NOT_PAUSED = N_("The match isn't paused.")


async def vote(
    mailboxes: Mailboxes, match_id: int, seat: int, about: About, *, yes: bool, cause: str
) -> None:
    """Count a person's voice; the host's alone is enough to end the match.

    What follows when everybody has agreed, ``follow`` says.

    Raises:
        Refusal: the match isn't on, or it is so already.
    """

    def decide(live: Live) -> list[log.Entry]:
        check(live, about)
        if about == "end" and yes and live.row.seats[seat - 1].player_id == live.row.host_id:
            return [log.End(reason="host", seat=seat)]
        agreed = live.playing.agreed(about)
        if seat in agreed if yes else not agreed:
            return []  # said already, or there is nothing to say no to
        return [log.Vote(seat=seat, about=about, yes=yes)]

    await mailboxes.commit(match_id, cause, decide)
    logs.record("vote", match=match_id, seat=seat, about=about, yes=yes)


def check(live: Live, about: About) -> None:
    """Refuse what can't be proposed now."""
    if not live.on:
        raise Refusal(NOT_ON)
    if about == "pause" and live.playing.paused:
        raise Refusal(ALREADY_PAUSED)
    if about == "resume" and not live.playing.paused:
        raise Refusal(NOT_PAUSED)
