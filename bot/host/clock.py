"""Serves the deadlines: one timer to the earliest, and rows that say what is due.

A deadline's effect and its claim are one transaction, so each is served once; a restart finds what
became due meanwhile still there.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from bot.base import logs, times
from bot.host import expiry
from bot.match.refusal import Refusal, Stale
from data.matches import deadlines as stored
from data.store.errors import BrokenLog

if TYPE_CHECKING:
    from bot.host import Host
    from data.matches.deadlines import Deadline

LONGEST_S = 30.0
"""The timer looks at the time of day at least this often: it stands still itself while the computer
sleeps, and knows nothing of a clock that is put forward."""

AGAIN_S = 30.0
"""After a fault the deadline is tried again this much later."""


class Clock:
    """One for the whole bot."""

    def __init__(self, host: Host) -> None:
        self._host = host
        self._timer: asyncio.TimerHandle | None = None
        self._serving: asyncio.Task[None] | None = None
        self._again = False

    def wake(self) -> None:
        """Look at the deadlines now: some have changed."""
        if self._serving is not None:
            self._again = True
            return
        self._cancel()
        self._serving = self._host.spawn(self._serve(), "clock")
        self._serving.add_done_callback(self._served)

    def stop(self) -> None:
        """Serve no more."""
        self._cancel()

    def _cancel(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _served(self, task: asyncio.Task[None]) -> None:
        self._serving = None
        if not task.cancelled() and task.exception() is not None and not self._host.closing:
            # The deadlines couldn't even be read: nobody else would look again.
            self._timer = asyncio.get_running_loop().call_later(AGAIN_S, self.wake)
        if self._again and not task.cancelled() and not self._host.closing:
            self._again = False
            self.wake()

    async def _serve(self) -> None:
        failed = False
        now = times.now()
        due = await self._host.db.read(lambda conn: stored.due(conn, now))
        for deadline in due:
            try:
                await serve(self._host, deadline)
            except Exception as error:  # noqa: BLE001  (a fault mustn't stop the others' clocks)
                failed = True
                logs.fault("deadline-failed", error, match=deadline.match_id, kind=deadline.kind)
        next_due = await self._host.db.read(stored.next_due)
        if next_due is None or self._host.closing:
            return
        if failed:
            next_due = max(next_due, times.now() + round(AGAIN_S * 1000))
        self._sleep(next_due)

    def _sleep(self, until: int) -> None:
        """Wake at a time (UTC milliseconds)."""
        wait = (until - times.now()) / 1000
        if wait <= 0:
            self.wake()
            return
        loop = asyncio.get_running_loop()
        self._timer = loop.call_later(min(wait, LONGEST_S), self._sleep, until)


async def serve(host: Host, deadline: Deadline) -> None:
    """Do what is due."""
    try:
        await expiry.SERVED[deadline.kind](host, deadline)
    except (Stale, Refusal):
        # What it was about has happened: nothing is due any more.
        now = times.now()
        await host.db.write(lambda conn: stored.claim(conn, deadline.id, now))
    except BrokenLog as error:
        await host.endings.close_broken(error)
