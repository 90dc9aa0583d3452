"""What is remembered of a place while it matters."""

from __future__ import annotations

import asyncio
from collections import deque
from dataclasses import dataclass, field

from bot.publish.breaker import Breaker
from bot.publish.budget import Urgency
from bot.publish.place import Place
from bot.publish.refusals import Meaning

REFUSALS = 3
"""Requests that a place may refuse until it is closed: so many at most are on their way at once."""


@dataclass(slots=True)
class Known:
    """A place that a call is on its way to, or that has refused one.

    Attributes:
        place: which.
        breaker: closed while it refuses.
        why: what it last refused.
        refused: refusals in a row that needn't be the place's doing.
        calls: on their way, the slow ones too.
        fresh: of them, those that may be refused any moment.
        queue: who waits until fewer are on their way.
        gone_at: loop time of the first answer that it is gone, if nothing else was heard since.
    """

    place: Place
    breaker: Breaker = field(default_factory=Breaker)
    why: Meaning = Meaning.PLACE_CLOSED
    refused: int = 0
    calls: int = 0
    fresh: int = 0
    queue: dict[Urgency, deque[asyncio.Future[None]]] = field(
        default_factory=lambda: {urgency: deque() for urgency in Urgency}
    )
    gone_at: float | None = None

    @property
    def room(self) -> int:
        """How many more calls may be on their way."""
        return REFUSALS - self.refused - self.fresh

    @property
    def idle(self) -> bool:
        """Whether nothing needs remembering."""
        return self.breaker.idle and not (self.refused or self.calls or any(self.queue.values()))

    async def turn(self, urgency: Urgency) -> None:
        """Wait until there may be room; look anew then."""
        turn = asyncio.get_running_loop().create_future()
        self.queue[urgency].append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            self.let_in()  # the turn may have been theirs already
            raise

    def let_in(self) -> None:
        """There is room, or the place was closed: as many as that concerns look anew."""
        room = self.room
        for queue in self.queue.values():
            while queue and (room > 0 or not self.breaker.is_open):
                turn = queue.popleft()
                if not turn.done():
                    turn.set_result(None)
                    room -= 1
