"""The one way of a call from the publisher to Discord."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable
from typing import TypeVar

from bot.base import logs
from bot.publish.breakers import Breakers, Passage
from bot.publish.budget import Budget, Urgency
from bot.publish.place import Place
from bot.publish.refusals import (
    FAILURES,
    Failure,
    Meaning,
    Undelivered,
    for_the_whole_bot,
    meaning,
    pause_s,
)

T = TypeVar("T")

PAUSE_S = 5.0
"""The pause of all calls after a 429 that is about all of them but names no time."""


class Gate:
    """Every call that is made with the bot's token for a match goes through here.

    Attributes:
        breakers: what is closed.
        budget: how many calls there may be.
        made: calls that were made, by what they were for.
        failed: calls that failed, by what they were for and why.
        held: calls that weren't made, the same way.
    """

    def __init__(self, breakers: Breakers, budget: Budget) -> None:
        self.breakers, self.budget = breakers, budget
        self.made: Counter[str] = Counter()
        self.failed: Counter[tuple[str, Meaning]] = Counter()
        self.held: Counter[tuple[str, Meaning]] = Counter()

    async def call(
        self,
        make: Callable[[], Awaitable[T]],
        *,
        what: str,
        place: Place | None,
        urgency: Urgency,
        limit_s: float,
    ) -> T:
        """Make a call when it may be made.

        Args:
            make: makes the call; run once, and only when breakers and budget let it.
            what: what it is for ("hand", "table" ...), for the counts.
            place: where it goes; None if a refusal would say nothing of a place (opening a
                thread, say).
            urgency: calls before shows.
            limit_s: seconds that ``make`` may take. discord.py sleeps on 429s for as long as it is
                told: this ends that. What was broken off may have been done.

        Raises:
            Undelivered: it was held, or it failed.
        """
        passage = await self._enter(what, place, urgency)
        self.made[what] += 1
        try:
            async with asyncio.timeout(limit_s):
                done = await make()
        except FAILURES as error:
            said = meaning(error)
            gone = self.breakers.refused(passage, said)
            self._note(what, said, error)
            raise Undelivered(said, gone=gone, pause_s=pause_s(error), place=place) from error
        except BaseException:
            self.breakers.left(passage)
            raise
        self.breakers.answered(passage)
        return done

    async def _enter(self, what: str, place: Place | None, urgency: Urgency) -> Passage:
        try:
            self.breakers.check(place)  # what is held spends nothing
            await self.budget.take(urgency)
            return await self.breakers.enter(place, urgency)
        except Undelivered as held:
            self.held[what, held.meaning] += 1
            raise

    def _note(self, what: str, said: Meaning, error: Failure) -> None:
        self.failed[what, said] += 1
        told = {
            "what": what,
            "meaning": said.name,
            "raised": type(error).__name__,
            "status": getattr(error, "status", None),
            "code": getattr(error, "code", None),
        }
        if said.fault:
            logs.fault("request-refused", error, **told)
        else:
            logs.record("call-failed", **told)
        if for_the_whole_bot(error):
            self.budget.pause(pause_s(error) or PAUSE_S)
