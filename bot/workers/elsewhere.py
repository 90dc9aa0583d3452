"""Thoughts that other processes have for us, on this machine or others, by the database."""

from __future__ import annotations

import asyncio
import json
from contextlib import suppress
from functools import partial

from bot.base import logs
from data.store import thoughts
from data.store.database import Database
from data.store.thoughts import Question
from engine import actions
from engine.actions import Action
from engine.views import View, to_json

PATIENCE_MS = 700.0
"""How much longer than it may think a thinker is waited for; then it is taken for lost."""

REST_S = 5.0
"""After one was lost, nobody is asked for so long: a table waits once for it, not at every turn."""


class Elsewhere:
    """Asks thinkers, and waits for their answers.

    Args:
        db: a database that processes share.
    """

    def __init__(self, db: Database) -> None:
        self._db = db
        self._waiting: dict[int, asyncio.Event] = {}
        self._rests_until = float("-inf")

    def answered(self, number: int) -> None:
        """A question was answered: ours, or another process's."""
        if number in self._waiting:
            self._waiting[number].set()

    async def think(self, level: str, view: View, budget_ms: float, seed: int) -> Action | None:
        """An action for the view's seat; None if nobody thinks elsewhere, or not in time."""
        loop = asyncio.get_running_loop()
        if loop.time() < self._rests_until:
            return None
        asked = Question(0, level, json.dumps(to_json(view)), budget_ms, seed)
        patience_ms = budget_ms + PATIENCE_MS
        number = await self._db.write(partial(thoughts.ask, asked=asked, within_ms=patience_ms))
        if number is None:
            return None
        answered = self._waiting[number] = asyncio.Event()
        try:
            with suppress(TimeoutError):  # perhaps the answer is there, and we only weren't told
                async with asyncio.timeout(patience_ms / 1000):
                    await answered.wait()
        finally:
            del self._waiting[number]
        text = await self._db.write(partial(thoughts.collect, number=number))
        if text is None:
            self._rests_until = loop.time() + REST_S
            logs.warn("thought-lost", level=level)
            return None
        return actions.parse(text)
