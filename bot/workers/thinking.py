"""Where computer players think: processes of their own, so that the bot never waits for them."""

from __future__ import annotations

import asyncio
import os
import sys
import threading
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import TypeVar

from bot.base import logs
from bot.workers.elsewhere import Elsewhere
from bot.workers.pool import LOW_PRIORITY, Lost, Pool, Rank, Work
from engine.actions import Action
from engine.match import new_match
from engine.rules import Options
from engine.views import View

T = TypeVar("T")

QUEUE_LIMIT = 256
"""Thoughts that may wait at once; beyond it a move is made without thinking ahead."""

ADVICE_LIMIT = 16
"""Thoughts that may wait when somebody asks for advice; beyond it there is none."""

ADVISER = "expert"
"""The level that gives advice: the strongest."""

LEAST_MS = 5.0
"""However busy it is, a player may think this long."""

SIMPLE = "greedy"
"""Who moves where nobody can think: it needs neither tables nor time."""


@dataclass(frozen=True, slots=True)
class Trial:
    """Actions that were tried out; ``returns`` as ``engine.players.judging.returns`` has them."""

    actions: tuple[Action, ...]
    returns: tuple[tuple[float, ...], ...]


class Thinker:
    """Asks computer players for actions, off the loop, with less time each the more must wait.

    The tables' turns come first, what somebody asks advice or a review for after them.

    Args:
        workers: the processes that think; 0 for a thread (tests).
        elsewhere: thinks in other processes, if there are any.
    """

    def __init__(self, workers: int, elsewhere: Elsewhere | None = None) -> None:
        self._elsewhere = elsewhere
        self._pool = Pool("thinking", workers, _get_ready)
        self._trials = 0

    @property
    def waiting(self) -> int:
        """How many thoughts have not begun."""
        return self._pool.waiting

    async def choose(self, level: str, view: View, budget_ms: float, seed: int) -> Action:
        """A legal action for the view's seat by the computer player of that level.

        Args:
            level: the player's name, as the engine knows it.
            view: what the seat knows.
            budget_ms: milliseconds it may think while nobody else wants to; shrinks under load.
            seed: the source of its chance.
        """
        action = None
        if self._elsewhere is not None:
            action = await self._elsewhere.think(level, view, budget_ms, seed)
        if action is not None:
            return action
        if self._pool.pending >= QUEUE_LIMIT:
            logs.warn("thinking-queue-full", waiting=self.waiting)
        else:
            action = await self._thought(level, view, budget_ms, seed, rank=Rank.NOW)
        if action is None:
            action = await asyncio.to_thread(_think, SIMPLE, view, LEAST_MS, seed)
        return action

    async def advise(self, view: View, budget_ms: float, seed: int) -> Action | None:
        """What ``ADVISER`` would do, for somebody who asks; None while too many tables think.

        No other player's move is passed off as its advice.
        """
        if self._pool.pending >= ADVICE_LIMIT:
            return None
        return await self._thought(ADVISER, view, budget_ms, seed, rank=Rank.LATER)

    async def try_out(self, view: View, action: Action, redeals: int, seed: int) -> Trial | None:
        """What comes of an action and of the strongest others, for a review.

        Nobody gets less time for it: who asks for many redeals asks for some at a time.

        Args:
            view: what the seat knew.
            action: what it did.
            redeals: on how many all of them are played out.
            seed: fixes these.

        Returns:
            None where there is no machine code, which may yet be being made, or it is lost.
        """
        self._trials += 1
        try:
            return await self._done(partial(_try_out, view, action, redeals, seed), rank=Rank.LATER)
        finally:
            self._trials -= 1

    async def steady(self, level: str, view: View, secret: str) -> Action | None:
        """What a level does in a view, its chance hanging on the secret and the view alone.

        None while too many others think: nobody else's move is passed off as its own.
        """
        if self._pool.pending >= QUEUE_LIMIT:
            logs.warn("thinking-queue-full", waiting=self.waiting)
            return None
        return await self._done(partial(_steady, level, view, secret), rank=Rank.NOW)

    async def margin_alone(self, alone: Alone, run: int) -> float | None:
        """What ``ADVISER`` comes to in a person's place; None if it can't be said now."""
        self._trials += 1
        try:
            return await self._done(partial(_margin_alone, alone, run), rank=Rank.LATER)
        finally:
            self._trials -= 1

    async def _thought(
        self, level: str, view: View, budget_ms: float, seed: int, *, rank: Rank
    ) -> Action | None:
        """An action thought of in the pool; None, and a line in the log, if that fails."""
        thought = partial(_think, level, view, self._share(budget_ms), seed)
        return await self._done(thought, rank=rank)

    async def _done(self, thought: Callable[[], T], *, rank: Rank) -> T | None:
        try:
            return await self._pool.do(Work(thought, rank))
        except Lost:
            return None
        except Exception as error:  # noqa: BLE001  (whatever it was, the table must go on)
            logs.fault("thinking-failed", error)
            return None

    def _share(self, budget_ms: float) -> float:
        """What is left of so much time for one more thought, among those that aren't done."""
        size, before = self._pool.size, self._pool.pending - self._trials
        return max(LEAST_MS, budget_ms * size / max(before + 1, size))

    def warm_up(self) -> None:
        """Start the processes now, so that the first computer's turn doesn't wait for them."""
        self._pool.warm_up()

    def close(self) -> None:
        """Stop thinking, whatever is being thought."""
        self._pool.close()


@dataclass(frozen=True, slots=True)
class Alone:
    """A match of one person against a level, before its first deal.

    Attributes:
        players: how many play.
        options: how it is played.
        seed: what its deals follow from.
        level: who sits in all seats but the first.
        secret: what their chance hangs on.
    """

    players: int
    options: Options
    seed: str
    level: str
    secret: str


def _get_ready() -> None:
    """Load what the computer players need, before anybody waits for it.

    Where there is no machine code yet, a thread begins to make it, and is told to take its time.
    """
    from engine.players import NAMES, create  # noqa: PLC0415  (in the worker alone)

    before = set(threading.enumerate())
    for name in NAMES:
        create(name)
    if sys.platform == "linux":  # elsewhere a thread has no priority of its own
        for thread in set(threading.enumerate()) - before:
            if thread.native_id is not None:
                before_it = os.getpriority(os.PRIO_PROCESS, 0)
                os.setpriority(os.PRIO_PROCESS, thread.native_id, before_it + LOW_PRIORITY)


def _think(level: str, view: View, budget_ms: float, seed: int) -> Action:
    from engine.players import NAMES, think  # noqa: PLC0415  (numpy and tables load in the worker)

    # An old match may have a level that there is no longer.
    return think(level if level in NAMES else SIMPLE, view, budget_ms, seed)


def _try_out(view: View, action: Action, redeals: int, seed: int) -> Trial | None:
    from engine.players import judging  # noqa: PLC0415  (as above)

    if not judging.is_fast():
        return None
    asked = tuple(dict.fromkeys((*judging.candidates(view), action)))
    return Trial(asked, judging.returns(view, asked, redeals, seed))


def _steady(level: str, view: View, secret: str) -> Action:
    from engine.players.steady import steady  # noqa: PLC0415  (as above)

    return steady(level, view, secret)


def _margin_alone(alone: Alone, run: int) -> float | None:
    from engine.players.steady import margin_alone  # noqa: PLC0415  (as above)

    match = new_match(alone.players, alone.options)
    return margin_alone(match, alone.seed, alone.level, alone.secret, run)
