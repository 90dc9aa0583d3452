"""The host: everything that keeps matches going, put together once for the whole bot.

``Host`` holds the parts; each part gets the host and finds the others through it.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Coroutine, Iterator
from typing import TYPE_CHECKING, Any

from bot.base import logs, times
from bot.base.seldom import Seldom
from bot.host.clock import Clock
from bot.host.computers import Computers
from bot.host.endings import Endings
from bot.host.ledger import Ledger
from bot.host.places import Places
from bot.host.upkeep import keep_up
from bot.match.refusal import Refusal
from bot.match.replaying import Replays
from bot.publish import Publisher
from bot.workers.advice import Advices
from bot.workers.studio import Studio
from bot.workers.thinking import Thinker
from data.matches import matches, messages
from data.people import guilds
from data.store.errors import BrokenLog

if TYPE_CHECKING:
    import discord

    from bot.match.live import Live
    from bot.settings import Settings
    from data.store.database import Database

LAST_WORDS_S = 2.0
"""Seconds that answers and messages under way are given at a shutdown."""


class Host:
    """All of the bot but its connection to Discord."""

    def __init__(self, client: discord.Client, db: Database, settings: Settings) -> None:
        self.client = client
        self.db = db
        self.settings = settings
        self.closing = False
        self.counting = asyncio.Lock()
        self.thinker = Thinker(settings.think_workers)
        self.studio = Studio(settings.draw_workers)
        self.ledger = Ledger(db, self.changed)
        self.publisher = Publisher(self, settings.publish_interval_ms)
        self.computers = Computers(self, settings.computer_pace_ms)
        self.clock = Clock(self)
        self.endings = Endings(self)
        self.places = Places(self)
        self.nudges = Seldom()
        self.replays = Replays()
        self.advices = Advices(self.thinker)
        self.known_commands: frozenset[str] = frozenset()
        self._tasks: set[asyncio.Task[Any]] = set()
        self._answering = 0

    def changed(self, live: Live) -> None:
        """A match has changed: whoever must act next, or show it, is told."""
        if self.closing:
            return
        self.clock.wake()
        self.computers.wake(live)
        if not self.computers.busy(live.id):
            self.publisher.wake(live.id)

    def look_at(self, match_id: int) -> None:
        """Look at a match as if it had changed: after a restart, or a fault."""
        if not self.closing:
            self.spawn(self._look_at(match_id), f"look-at-{match_id}")

    async def _look_at(self, match_id: int) -> None:
        try:
            self.changed(await self.ledger.load(match_id))
        except BrokenLog as error:
            await self.endings.close_broken(error)
        except Refusal:
            return  # it is no longer kept

    async def resume(self) -> None:
        """Take up every live match where it was left, and close those whose server is gone."""
        gone = await self.compare_servers()
        live = await self.db.read(matches.live_ids)
        # A match may have ended in the instant before the bot did, with nobody told.
        late = await self.db.read(lambda conn: messages.behind(conn, ("result",)))
        behind = [message.match_id for message in late]
        logs.record("resumed", matches=len(live), behind=len(behind), servers_gone=gone)
        for match_id in dict.fromkeys((*live, *behind)):
            await self._look_at(match_id)
        self.clock.wake()
        self.spawn(keep_up(self), "upkeep")

    async def show_ends(self, guild_id: int | None = None) -> None:
        """Try again to show how matches ended, of a server or of all, where the bot couldn't.

        It gives up a day after the end.
        """
        since = times.now() - times.DAY
        unshown = await self.db.read(lambda conn: messages.unshown(conn, since, guild_id))
        for match_id in unshown:
            self.publisher.wake(match_id)

    async def compare_servers(self) -> int:
        """Close the matches of servers that the bot was removed from meanwhile; how many servers.

        An outage of a server is no removal: Discord still names it.
        """
        present = [guild.id for guild in self.client.guilds]
        now = times.now()
        gone = await self.db.write(lambda conn: guilds.mark_present(conn, present, now))
        for guild_id in gone:
            await self.places.guild_removed(guild_id)
        return len(gone)

    def guild_name(self, guild_id: int) -> str:
        """What a server is called."""
        guild = self.client.get_guild(guild_id)
        return guild.name if guild is not None else ""

    def spawn(self, work: Coroutine[Any, Any, None], name: str) -> asyncio.Task[None]:
        """Run something in the background; a fault in it is logged."""
        task = asyncio.create_task(work, name=name)
        self._tasks.add(task)
        task.add_done_callback(self._finished)
        return task

    def _finished(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            logs.fault("task-failed", error, task=task.get_name())

    @contextlib.contextmanager
    def busy(self) -> Iterator[None]:
        """Within this block an interaction is being answered; a shutdown waits for it."""
        self._answering += 1
        try:
            yield
        finally:
            self._answering -= 1

    async def close(self) -> None:
        """Stop: let answers under way be given, leave the rest to the next start."""
        self.closing = True
        self.clock.stop()
        loop = asyncio.get_running_loop()
        end = loop.time() + LAST_WORDS_S
        # An event for each of them would be more to get wrong than looking twenty times a second.
        while (self._answering or self.publisher.working) and loop.time() < end:  # noqa: ASYNC110
            await asyncio.sleep(0.05)
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self.thinker.close()
        self.studio.close()
        await self.db.close()
