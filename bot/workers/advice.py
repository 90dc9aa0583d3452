"""What expert would have played at the moments of a match that is over."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from dataclasses import dataclass

from bot.match.replaying import Step
from bot.workers.thinking import Thinker
from engine import Action
from engine.views import View, view

TURN_MS = 250.0
ORIENTATION_MS = 60.0
"""How long it thinks about a turn, and about which way up to hold each of the hands."""


@dataclass(frozen=True, slots=True)
class Advice:
    """What expert would have done in a seat's place, by what that seat could see.

    Attributes:
        view: the seat's view, in which the action is legal.
        action: what it would have done.
    """

    view: View
    action: Action

    @property
    def seat(self) -> int:
        """Whose place it is."""
        assert self.view.seat is not None
        return self.view.seat


class Advices:
    """The advice that is asked for, thought out once and kept for whoever comes by again."""

    KEPT = 1024
    """Steps; some 5 kB each."""

    def __init__(self, thinker: Thinker) -> None:
        self._thinker = thinker
        self._kept: OrderedDict[tuple[int, int], asyncio.Task[tuple[Advice, ...] | None]]
        self._kept = OrderedDict()

    async def of(self, match_id: int, at: int, step: Step) -> tuple[Advice, ...] | None:
        """What expert would have done at a step: each orientation, and the turn that is next.

        Args:
            match_id: a match that is over.
            at: which of its steps.
            step: that step.

        Returns:
            Nothing where nothing was to be decided; None if there is no time to think now.
        """
        key = match_id, at
        if key not in self._kept:
            task = asyncio.create_task(self._think(match_id, at, step), name="advice")
            task.add_done_callback(lambda done: self._thought(key, done))
            self._kept[key] = task
        self._kept.move_to_end(key)
        while len(self._kept) > self.KEPT:
            self._kept.popitem(last=False)
        # Whoever asks may go away; the thought is finished for the next who asks.
        return await asyncio.shield(self._kept[key])

    def _thought(self, key: tuple[int, int], task: asyncio.Task[tuple[Advice, ...] | None]) -> None:
        if task.cancelled() or task.exception() is not None or task.result() is None:
            self._kept.pop(key, None)  # the next who asks may have more luck

    async def _think(self, match_id: int, at: int, step: Step) -> tuple[Advice, ...] | None:
        asked: list[tuple[View, float]] = []
        if step.dealt is not None:
            seats = range(1, step.dealt.players + 1)
            asked += [(view(step.dealt, seat), ORIENTATION_MS) for seat in seats]
        if (turn := view(step.match, None).turn) is not None:
            asked.append((view(step.match, turn), TURN_MS))
        found = []
        for seen, budget in asked:
            action = await self._thinker.advise(seen, budget, match_id * 1_000_003 + at)
            if action is None:
                return None
            found.append(Advice(seen, action))
        return tuple(found)
