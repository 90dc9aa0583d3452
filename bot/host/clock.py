"""Serves the deadlines: one timer to the earliest, and rows that say what is due.

A deadline's effect and its claim are one unit, so each is served once; a restart finds what became
due meanwhile still there. Each is its match's affair: the clock waits for none, and a match in
which serving fails is left alone for a while, the others aren't.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Collection

from bot.base import logs, times
from bot.host.leases import Charge
from bot.match.board import Board
from bot.match.limits import COMPUTER
from bot.match.refusal import Refusal, Stale
from data.matches import deadlines
from data.matches.deadlines import Deadline
from data.store.database import Database

LONGEST_S = 30.0
"""The timer looks at the time of day at least this often: it stands still itself while the computer
sleeps, and knows nothing of a clock that is put forward."""

AT_ONCE = 100
"""Deadlines that are asked for at a time."""

BACK_OFF_S = (1.0, 300.0)
"""How long a match is left alone in which serving a deadline failed; doubled each time, to this."""

Serve = Callable[[Deadline], Awaitable[None]]
Away = Callable[[], Awaitable[Collection[int]]]


async def _nowhere() -> Collection[int]:
    return ()


class Clock:
    """One for the whole bot."""

    def __init__(self, db: Database, serve: Serve, charge: Charge, away: Away = _nowhere) -> None:
        """Serve what is this process's to serve.

        Args:
            db: where the deadlines are.
            serve: does what is due; Stale and Refusal from it say that nothing is any more.
            charge: says whose.
            away: the servers, asked at every look, whose deadlines have to wait.
        """
        self._db = db
        self._charge = charge
        self._serve = serve
        self._away = away
        self._timer: asyncio.TimerHandle | None = None
        self._look: asyncio.Task[None] | None = None
        self._again = False
        self._stopped = False
        self._at_work: dict[int, asyncio.Task[None]] = {}
        self._pauses: dict[int, float] = {}

    def changed(self, board: Board) -> None:
        """A match has changed: its earliest deadline may come before all that were known."""
        if board.id not in self._at_work:
            # Computers know of their turns; here those are found that a restart or a fault left.
            due = (one.due_at for one in board.deadlines if one.kind != COMPUTER)
            if (earliest := next(due, None)) is not None:
                self._wake_at(earliest)

    def wake(self) -> None:
        """Look now."""
        self._wake_at(0)

    def stop(self) -> None:
        """Serve no more; what is being served is broken off."""
        self._stopped = True
        if self._timer is not None:
            self._timer.cancel()
        for task in (self._look, *self._at_work.values()):
            if task is not None:
                task.cancel()

    def _wake_at(self, due_at: int) -> None:
        """Look at a time (UTC milliseconds), or earlier if that was planned."""
        if self._stopped:
            return
        loop = asyncio.get_running_loop()
        wait = min(max(0.0, (due_at - times.now()) / 1000), LONGEST_S)
        when = loop.time() + wait
        if self._timer is not None and not self._timer.cancelled():
            if self._timer.when() <= when:
                return
            self._timer.cancel()
        self._timer = loop.call_at(when, self._start)

    def _start(self) -> None:
        self._timer = None
        if self._look is None:
            self._look = asyncio.create_task(self._serve_due(), name="clock")
            self._look.add_done_callback(self._looked)
        else:
            self._again = True

    def _looked(self, _: asyncio.Task[None]) -> None:
        self._look = None
        if self._again:
            self._again = False
            self.wake()

    async def _serve_due(self) -> None:
        try:
            away = tuple(await self._away())
            now, busy, shards = times.now(), tuple(self._at_work), self._charge.shards
            due, upcoming = await self._db.read(
                lambda conn: (
                    deadlines.due(
                        conn,
                        now,
                        skip_matches=busy,
                        skip_servers=away,
                        limit=AT_ONCE,
                        shards=shards,
                    ),
                    deadlines.next_due(conn, after=now, skip_servers=away, shards=shards),
                )
            )
            for deadline in due:
                self._begin(deadline)
            if len(due) == AT_ONCE:
                upcoming = now  # there may be more
        except Exception as error:  # noqa: BLE001  (nobody else would look again)
            logs.fault("clock-failed", error)
            upcoming = times.now() + round(1000 * LONGEST_S)
        latest = times.now() + round(1000 * LONGEST_S)
        self._wake_at(min(upcoming, latest) if upcoming is not None else latest)

    def _begin(self, deadline: Deadline) -> None:
        """Serve a deadline beside all others; one of a match at a time."""
        if deadline.match_id not in self._at_work:
            work = asyncio.create_task(self._one(deadline), name=f"deadline-{deadline.match_id}")
            self._at_work[deadline.match_id] = work

    async def _one(self, deadline: Deadline) -> None:
        match_id = deadline.match_id
        try:
            await self._served(deadline)
            self._pauses.pop(match_id, None)
        except Exception as error:  # noqa: BLE001  (a fault is its own match's)
            least, most = BACK_OFF_S
            pause = self._pauses[match_id] = min(2 * self._pauses.get(match_id, least / 2), most)
            logs.fault(
                "deadline-failed", error, match=match_id, kind=deadline.kind, again_in_s=pause
            )
            await asyncio.sleep(pause)
        finally:
            self._at_work.pop(match_id, None)
            self.wake()

    async def _served(self, deadline: Deadline) -> None:
        try:
            await self._serve(deadline)
        except (Stale, Refusal):
            # What it was about has happened: nothing is due any more.
            now = times.now()
            await self._db.write(lambda conn: deadlines.claim(conn, deadline.id, now), later=True)
