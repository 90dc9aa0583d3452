"""One budget of calls for the whole bot, spent before discord.py sees a call.

Discord allows 50 calls a second and answers what is beyond with 429s, which then hold up hands as
well as tables. Interaction answers aren't counted by Discord and don't come here.
"""

from __future__ import annotations

import asyncio
from collections import deque
from enum import IntEnum

CALLS_PER_S = 45
SLICE_S = 0.2
"""Calls come in bursts of what this many seconds allow: no call waits long behind shows."""


class Urgency(IntEnum):
    """What goes first."""

    CALL = 0
    """What asks a person for something: hands, pings, warnings, closing lines."""

    SHOW = 1
    """What shows something to everybody: tables, results, votes, lobbies."""


class Budget:
    """Never more than ``per_second`` calls in any second; calls before shows, first come first.

    A grant comes back by a timer of its own, so that any interval holds no more than it may,
    and an idle budget has no timer.
    """

    def __init__(self, per_second: float = CALLS_PER_S) -> None:
        self._all = self._free = max(1, round(per_second * SLICE_S))
        self._back_s = self._all / per_second
        self._waiting: dict[Urgency, deque[asyncio.Future[None]]] = {
            urgency: deque() for urgency in Urgency
        }
        self._paused: asyncio.TimerHandle | None = None

    async def take(self, urgency: Urgency) -> None:
        """Wait for leave to make one call."""
        if self._free and self._paused is None:
            self._grant()
            return
        leave = asyncio.get_running_loop().create_future()
        self._waiting[urgency].append(leave)
        await leave  # cancelled after it was granted, the grant comes back by its timer

    @property
    def spent(self) -> float:
        """The share that is spent at this moment, 0 to 1."""
        return 1 - self._free / self._all

    def waiting(self, urgency: Urgency) -> int:
        """How many wait for leave."""
        return sum(not leave.done() for leave in self._waiting[urgency])

    def pause(self, seconds: float) -> None:
        """Grant nothing for a while; a longer pause that is on already stays."""
        loop = asyncio.get_running_loop()
        if self._paused is not None:
            if self._paused.when() >= loop.time() + seconds:
                return
            self._paused.cancel()
        self._paused = loop.call_later(seconds, self._resume)

    def _resume(self) -> None:
        self._paused = None
        self._serve()

    def _grant(self) -> None:
        self._free -= 1
        asyncio.get_running_loop().call_later(self._back_s, self._back)

    def _back(self) -> None:
        self._free += 1
        self._serve()

    def _serve(self) -> None:
        for urgency in Urgency:
            queue = self._waiting[urgency]
            while queue and self._free and self._paused is None:
                leave = queue.popleft()
                if not leave.done():
                    self._grant()
                    leave.set_result(None)
