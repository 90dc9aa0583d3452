"""The publisher: brings every message that shows a match up to date with its log.

It never works inside a handler or a lock. A match that changes while it is being published is
published once more afterwards, however often it has changed: that is how bursts become one update.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import discord

from bot.base import logs
from bot.base.seldom import Seldom
from bot.match.refusal import Refusal
from bot.publish import delivery, reconcile
from bot.publish.windows import Windows
from data.matches import messages
from data.store.errors import BrokenLog

if TYPE_CHECKING:
    from sqlalchemy.engine import Connection

    from bot.host import Host
    from bot.layouts import Layout

AGAIN_S = 15.0
"""Seconds until something that failed is tried again; doubled each time."""

ATTEMPTS = 5


class Publisher:
    """One for the whole bot; at most one task a match."""

    def __init__(self, host: Host, interval_ms: int) -> None:
        """Publish a match at most once in ``interval_ms``, so that Discord needn't slow us."""
        self._host = host
        self._interval = interval_ms / 1000
        self._tasks: dict[int, asyncio.Task[None]] = {}
        self._changed: set[int] = set()
        self._held: set[int] = set()
        self._failures: dict[int, int] = {}
        self._active = 0
        self.looks = Seldom()
        self.threadless: set[int] = set()
        self.windows = Windows(host)

    @property
    def working(self) -> bool:
        """Whether anything is being published now."""
        return self._active > 0

    def wake(self, match_id: int) -> None:
        """The match has changed: bring its messages up to date soon."""
        self._changed.add(match_id)
        if match_id not in self._tasks and not self._host.closing:
            task = self._host.spawn(self._publish(match_id), f"publish-{match_id}")
            self._tasks[match_id] = task
            task.add_done_callback(lambda _: self._finished(match_id))

    def hold(self, message_id: int) -> None:
        """Leave a message alone: a handler is about to change it as the answer to a click."""
        self._held.add(message_id)

    def release(self, message_id: int, match_id: int) -> None:
        """The handler is done with the message; what came meanwhile is shown now."""
        self._held.discard(message_id)
        self.wake(match_id)

    def held(self, message_id: int) -> bool:
        """Whether a handler has the message in hand."""
        return message_id in self._held

    async def answered(self, message_id: int, head: int, layout: Layout) -> None:
        """A message shows the match up to ``head`` now, as the answer to a click on it."""
        mark = str(delivery.fingerprint(layout))

        def note(conn: Connection) -> None:
            shown = messages.by_message(conn, message_id)
            if shown is not None:
                messages.set_shown(conn, shown.id, head, mark)

        await self._host.db.write(note)

    async def hand_done(self, message_id: int) -> None:
        """A hand's message has become a line, as the answer to the click on it."""

        def note(conn: Connection) -> None:
            shown = messages.by_message(conn, message_id)
            if shown is not None:
                messages.retire(conn, shown.id)

        await self._host.db.write(note)

    def _finished(self, match_id: int) -> None:
        del self._tasks[match_id]
        if match_id in self._changed:
            self.wake(match_id)

    async def _publish(self, match_id: int) -> None:
        while match_id in self._changed:
            self._changed.discard(match_id)
            self._active += 1
            try:
                await reconcile.reconcile(self._host, match_id)
                self._failures.pop(match_id, None)
            except BrokenLog as error:
                await self._host.endings.close_broken(error)
            except Refusal:
                return  # the match is no longer kept
            except (discord.HTTPException, OSError) as error:
                if isinstance(error, discord.HTTPException) and 400 <= error.status < 500:
                    logs.fault("publishing-refused", error, match=match_id, code=error.code)
                else:
                    logs.warn("publishing-failed", match=match_id, error=type(error).__name__)
                self._again(match_id)
            except Exception:
                self._again(match_id)
                raise
            finally:
                self._active -= 1
            if self._interval:
                await asyncio.sleep(self._interval)

    def _again(self, match_id: int) -> None:
        failures = self._failures[match_id] = self._failures.get(match_id, 0) + 1
        if failures <= ATTEMPTS:
            wait = AGAIN_S * 2 ** (failures - 1)
            asyncio.get_running_loop().call_later(wait, self.wake, match_id)
        else:
            self._failures.pop(match_id)  # the match's next change tries anew
