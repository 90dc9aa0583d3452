"""What is done about the database now and then, with nobody waiting for it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from functools import partial
from typing import Any

from bot.base import logs, times
from bot.host.leases import Charge
from data.people import challenges, privacy
from data.people.retention import purge
from data.standings import recount
from data.store.database import Database

EVERY_S = 6 * 60 * 60
"""Seconds from one round to the next; the first is at the start."""

AGAIN_S = 2.0
"""Seconds until it is tried again to empty the write-ahead log."""


class Upkeep:
    """Again and again: publish what is behind, delete and shrink what is due.

    What servers left behind 30 days ago is deleted, and what deletions that were broken off left;
    servers are counted anew for which that was asked; the write-ahead log is emptied. A round that
    fails is logged, and the next one comes all the same.
    """

    def __init__(
        self, db: Database, publish_behind: Callable[[], Awaitable[object]], charge: Charge
    ) -> None:
        """``charge`` says whether it is this process that keeps the whole up."""
        self._db = db
        self._charge = charge
        self._publish_behind = publish_behind
        self._counting = asyncio.Lock()
        self._tasks: set[asyncio.Task[None]] = set()

    def begin(self) -> None:
        """The first round now, and the others when their time comes."""
        self.spawn(self._keep_up(), "upkeep")

    async def stop(self) -> None:
        """Break off what is being done; the next start goes on."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _keep_up(self) -> None:
        while True:
            await self.tidy()
            await asyncio.sleep(EVERY_S)

    async def tidy(self) -> None:
        """One round of it; a fault in one part of it is logged, and the next part's turn comes."""
        once = (
            self._finish_forgetting,
            self._purge,
            self._find_behind,
            self._count_anew,
            self._empty_log,
        )
        for part in (self._publish_behind, *(once if self._charge.upkeep else ())):
            try:
                await part()
            except Exception as error:  # noqa: BLE001  (housekeeping must not stop for good)
                logs.fault("upkeep-failed", error, part=part.__name__.strip("_"))

    async def _finish_forgetting(self) -> None:
        for player_id in await self._db.read(privacy.unfinished):
            await self._db.work(privacy.finish_forgetting(player_id))
        forget = partial(challenges.forget_declines, now=times.now())
        await self._db.write(forget, later=True)

    async def _purge(self) -> None:
        servers = await self._db.work(purge(times.now()))
        if servers:
            logs.record("purged", servers=servers)

    async def _find_behind(self) -> None:
        """In rounds alone: a former version that still runs beside this one may count on."""
        await self._db.write(recount.ask_where_behind, later=True)

    def count_anew_soon(self) -> None:
        """Make the ratings and leaderboards anew of the servers for which that was asked."""
        if self._charge.upkeep:  # or else the process whose task it is has heard of it
            self.spawn(self._count_anew(), "recount")

    async def empty_log_soon(self) -> bool:
        """Empty the write-ahead log now, or else as soon as it can be; whether it is empty."""
        empty = await self._db.checkpoint()
        if not empty:
            self.spawn(self._empty_log(), "empty-log")
        return empty

    async def _count_anew(self) -> None:
        """One server at a time; a fault is logged, and it stays asked for."""
        async with self._counting:
            for guild_id in await self._db.read(recount.asked):
                try:
                    rated = await self._db.work(recount.recount(guild_id))
                except Exception as error:  # noqa: BLE001  (the next server's turn comes anyway)
                    logs.fault("recount-failed", error, server=guild_id)
                else:
                    logs.record("counted-anew", server=guild_id, matches=rated)

    async def _empty_log(self) -> None:
        """While somebody reads what was before, again and again."""
        while not await self._db.checkpoint():  # noqa: ASYNC110  (nobody tells when they are done)
            await asyncio.sleep(AGAIN_S)

    def spawn(self, work: Coroutine[Any, Any, None], name: str) -> None:
        """Do something in the background, until it is done or ``stop``; a fault is logged."""
        task = asyncio.create_task(work, name=name)
        self._tasks.add(task)
        task.add_done_callback(self._finished)

    def _finished(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            logs.fault("upkeep-failed", error, task=task.get_name())
