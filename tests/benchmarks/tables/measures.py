"""What is counted while the tables play, and how it is said."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

LAG_EVERY_S = 0.01


def quantile(ranked: Sequence[float], share: float) -> float:
    """The value that this share of the ``ranked`` ones doesn't exceed."""
    return ranked[min(len(ranked) - 1, int(len(ranked) * share))]


def spread(seconds: Sequence[float]) -> dict[str, float | int] | None:
    """Milliseconds: median, 95 %, 99 %, longest; and how many there are. None without any."""
    if not seconds:
        return None
    ranked = sorted(seconds)
    shares = {"p50": 0.5, "p95": 0.95, "p99": 0.99, "max": 1.0}
    told = {name: round(quantile(ranked, share) * 1000, 1) for name, share in shares.items()}
    return {"count": len(ranked), **told}


@dataclass(slots=True)
class Counts:
    """What people did and saw; all times are seconds.

    Attributes:
        actions: decisions made, by the verb that made them.
        interactions: clicks and choices sent.
        answers: from an interaction sent to its callback received, by the pocket Discord.
        deferred: callbacks that only promised an answer.
        unanswered: interactions without a callback within three seconds.
        refused: clicks of an action that changed nothing.
        shown: from the click that decides to its message showing that it was done.
        hands: from there to the next hand of that match, posted to whoever is asked by then.
        tables: from there to the next change of that match's table.
        again: from an action shown to the same person's next hand.
        idle: times when somebody would have acted and nobody was asked.
    """

    actions: Counter[str] = field(default_factory=Counter)
    interactions: int = 0
    answers: list[float] = field(default_factory=list)
    deferred: int = 0
    unanswered: int = 0
    refused: int = 0
    shown: list[float] = field(default_factory=list)
    hands: list[float] = field(default_factory=list)
    tables: list[float] = field(default_factory=list)
    again: list[float] = field(default_factory=list)
    idle: int = 0


class Lag:
    """How late this process's own loop is: what it sees late, it counts as the bot's lateness."""

    def __init__(self) -> None:
        self.seconds: list[float] = []
        self._task = asyncio.create_task(self._watch())

    async def _watch(self) -> None:
        while True:
            before = time.perf_counter()
            await asyncio.sleep(LAG_EVERY_S)
            self.seconds.append(time.perf_counter() - before - LAG_EVERY_S)

    def stop(self) -> None:
        self._task.cancel()
