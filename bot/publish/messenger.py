"""What both lanes of all matches share: where a match stands, whom to report to, how to wait."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Hashable
from typing import Any, Protocol

from bot.base import logs
from bot.match.board import Board
from bot.match.refusal import Refusal
from bot.match.scene import Scene
from bot.publish.breakers import Breakers
from bot.publish.budget import Urgency
from bot.publish.refusals import Undelivered
from bot.render import Kit
from data.matches.log import Logged
from data.store.errors import BrokenLog
from data.store.units import Unit

AGAIN_S = (15.0, 900.0)
"""Seconds until what failed is tried again; doubled each time, to the second of them."""


class Matches(Protocol):
    """What publishing needs of the matches."""

    async def board(self, match_id: int) -> Board:
        """The match as it stands."""

    async def report(self, match_id: int, unit: Unit[Any]) -> Board:
        """Store what became of the match's messages; the board has the new rows then."""

    async def write(self, match_id: int, unit: Unit[Any]) -> Any:
        """Change rows of a match; its board is read anew."""


class Found(Protocol):
    """Who is told what publishing finds out."""

    async def place_gone(self, channel_id: int) -> None:
        """A channel or thread is certainly no more."""

    async def first_message(self, match_id: int, channel_id: int, message_id: int) -> bool:
        """A match's first message was posted; whether the match begins with it."""

    async def member_gone(self, match_id: int, seat: int) -> None:
        """A seat's person has left the server."""

    async def broken(self, error: BrokenLog) -> None:
        """A match's log can't be replayed."""

    def person_changed(self, player_id: int) -> None:
        """A person's row was changed by a report."""


class Messenger:
    """One for the whole bot."""

    def __init__(
        self,
        *,
        matches: Matches,
        found: Found,
        scenes: Callable[[Board], Awaitable[Scene]],
        entries: Callable[[int], Awaitable[tuple[Logged, ...]]],
        breakers: Breakers,
        kit: Kit,
        ours: Callable[[int], bool],
    ) -> None:
        """``ours`` says whether it is this process that publishes a server's matches."""
        self._ours = ours
        self._matches = matches
        self.found = found
        self.scene = scenes
        self.entries = entries
        self._breakers = breakers
        self.kit = kit
        self._held: dict[int, int] = {}
        self._awaited: dict[tuple[int, str], asyncio.Event] = {}
        self._tasks: set[asyncio.Task[Any]] = set()

    async def board(self, match_id: int) -> Board | None:
        """The match as it stands; None if it is no longer kept, or another process publishes it."""
        try:
            board = await self._matches.board(match_id)
            return board if self.publishes(board) else None
        except Refusal:
            return None
        except BrokenLog as error:
            await self.found.broken(error)
            return None

    def publishes(self, board: Board) -> bool:
        """Whether it is this process that publishes a match."""
        return self._ours(board.live.row.guild_id)

    async def report(self, match_id: int, unit: Unit[Any], *, person: int | None = None) -> None:
        """Store what became of a message; ``person``: whose row changed by it."""
        await self._matches.report(match_id, unit)
        if person is not None:
            self.found.person_changed(person)

    async def change(self, match_id: int, unit: Unit[Any]) -> None:
        """Change a match's own row."""
        await self._matches.write(match_id, unit)

    def hold(self, message_id: int, match_id: int) -> None:
        """Leave a match's message alone: a handler will change it as the answer to a click."""
        self._held[message_id] = match_id

    def release(self, message_id: int) -> None:
        """The handler is done with the message."""
        self._held.pop(message_id, None)

    def held(self, message_id: int) -> bool:
        """Whether a handler has the message in hand."""
        return message_id in self._held

    def answering(self, match_id: int) -> bool:
        """Whether a handler has any of a match's messages in hand."""
        return match_id in self._held.values()

    def changed(self, board: Board) -> None:
        """A match has changed: perhaps a message is there that something links to."""
        for match_id, kind in [key for key in self._awaited if key[0] == board.id]:
            if board.message(kind) is not None:
                self._awaited.pop((match_id, kind)).set()

    async def with_message(self, board: Board, kind: str, patience_s: float) -> Board:
        """The match once a message of that kind is there; as it is then in any case."""
        if board.message(kind) is not None:
            return board
        there = self._awaited.setdefault((board.id, kind), asyncio.Event())
        try:
            async with asyncio.timeout(patience_s):
                await there.wait()
        except TimeoutError:
            self._awaited.pop((board.id, kind), None)
        return await self.board(board.id) or board

    def retries(self, urgency: Urgency) -> Retries:
        """When deliveries of a lane are tried again."""
        return Retries(self._breakers, urgency)

    def spawn(self, work: Coroutine[Any, Any, None], name: str) -> asyncio.Task[None]:
        """Run something in the background; a fault in it is logged."""
        task = asyncio.create_task(work, name=name)
        self._tasks.add(task)
        task.add_done_callback(self._finished)
        return task

    def _finished(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            logs.fault("publishing-failed", error, task=task.get_name())

    async def close(self) -> None:
        """Stop everything; the next start goes on."""
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)


class Retries:
    """When what couldn't be delivered is tried again; what waits has no task.

    It waits for the breaker that holds it; or for a pause, longer each time.
    """

    def __init__(self, breakers: Breakers, urgency: Urgency) -> None:
        self._breakers = breakers
        self._urgency = urgency
        self._pauses: dict[Hashable, float] = {}
        self._waiting: dict[Hashable, asyncio.TimerHandle | None] = {}

    def waiting(self, key: Hashable) -> bool:
        """Whether it isn't time yet for another try."""
        return key in self._waiting

    def __len__(self) -> int:
        """How many deliveries wait for another try."""
        return len(self._waiting)

    def delivered(self, key: Hashable) -> None:
        """It was delivered, or needn't be any more."""
        self._pauses.pop(key, None)

    def undelivered(self, key: Hashable, why: Undelivered, wake: Callable[[], None]) -> None:
        """Have ``wake`` called when it is worth another try."""
        if why.held or self._breakers.held(why.place) is not None:
            self._waiting[key] = None
            self._breakers.wake(
                (self._urgency, key), why.place, self._urgency, lambda: self._wake(key, wake)
            )
        else:
            self._later(key, why.pause_s, wake)

    def failed(self, key: Hashable, error: Exception, wake: Callable[[], None]) -> None:
        """The same after a fault of our own: it is logged, and somebody waits all the same."""
        logs.fault("publishing-failed", error, again_in_s=self._pauses.get(key, AGAIN_S[0]))
        self._later(key, None, wake)

    def _later(self, key: Hashable, asked_s: float | None, wake: Callable[[], None]) -> None:
        pause_s = self._pauses.get(key, AGAIN_S[0])
        self._pauses[key] = min(2 * pause_s, AGAIN_S[1])
        loop = asyncio.get_running_loop()
        self._waiting[key] = loop.call_later(asked_s or pause_s, self._wake, key, wake)

    def _wake(self, key: Hashable, wake: Callable[[], None]) -> None:
        self._waiting.pop(key, None)
        wake()
