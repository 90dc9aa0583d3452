"""Endings and interventions: leaving, ending, pausing, replacing, and logs that don't replay."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Literal

from bot.base import logs, times
from bot.host import voting
from bot.host.mailbox import Mailboxes
from bot.host.voting import NOT_ON
from bot.match.live import Live
from bot.match.refusal import Refusal
from bot.texts import N_
from data.matches import log, matches
from data.store.database import Database
from data.store.errors import BrokenLog

By = Literal["player", "clock", "moderator", "discord"]

GONE_ALREADY = N_("That seat's player has left already.")
NOT_ALONE = N_("The others have a say in that now: propose it.")
A_COMPUTERS = N_("A computer player sits there.")


class Endings:
    """Whatever ends a match, or a person's part in it, before the last round."""

    def __init__(
        self,
        db: Database,
        mailboxes: Mailboxes,
        tell_broken: Callable[[int], Awaitable[None]],
    ) -> None:
        """``tell_broken`` says where a match was that it had to be closed."""
        self._db = db
        self._mailboxes = mailboxes
        self._tell_broken = tell_broken

    async def leave(self, match_id: int, seat: int, cause: str, *, by: By) -> None:
        """A person's seat goes to the stand-in for good; with the last person the match ends.

        Raises:
            Refusal: the match isn't on, or no person has that seat.
        """

        def decide(live: Live) -> list[log.Entry]:
            if not live.on:
                raise Refusal(NOT_ON)
            control = live.playing.seats[seat - 1].control
            if control == "computer":
                raise Refusal(A_COMPUTERS)
            if control == "left":
                raise Refusal(GONE_ALREADY)
            return [log.Seat(seat=seat, change="leave", by=by)]

        await self._mailboxes.commit(match_id, cause, decide)
        logs.record("left", match=match_id, seat=seat, by=by)

    async def end(
        self,
        match_id: int,
        reason: Literal["host", "moderator", "gone"],
        cause: str,
        *,
        seat: int | None = None,
    ) -> None:
        """End a match that is on; ``seat`` is the host's, if they end it.

        Raises:
            Refusal: it isn't on.
        """

        def decide(live: Live) -> list[log.Entry]:
            if not live.on:
                raise Refusal(NOT_ON)
            if seat is not None and not voting.ends_alone(live, seat):
                raise Refusal(NOT_ALONE)  # the match has become another one meanwhile
            return [log.End(reason=reason, seat=seat)]

        await self._mailboxes.commit(match_id, cause, decide)
        logs.record("ended", match=match_id, reason=reason)

    async def pause(self, match_id: int, cause: str, *, on: bool) -> bool:
        """A moderator stops the clock, or lets it go on; whether that changed anything.

        Raises:
            Refusal: the match isn't on.
        """
        changed = False

        def decide(live: Live) -> list[log.Entry]:
            nonlocal changed
            if not live.on:
                raise Refusal(NOT_ON)
            changed = live.playing.paused != on
            return [log.Pause(on=on, by="moderator")] if changed else []

        await self._mailboxes.commit(match_id, cause, decide)
        logs.record("pause" if on else "resume", match=match_id, by="moderator")
        return changed

    async def close_broken(self, error: BrokenLog) -> None:
        """Close a match whose log can't be replayed, so that nobody is stuck in it."""
        logs.fault("broken-log", match=error.match_id, why=error)
        now, match_id = times.now(), error.match_id
        closed = await self._db.write(
            lambda conn: matches.set_status(conn, match_id, "broken", at=now, reason="broken")
        )
        self._mailboxes.drop(match_id)
        if closed:
            await self._tell_broken(match_id)
