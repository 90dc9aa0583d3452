"""A brake for what may happen once in a while only."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable

KEPT = 10_000
"""Keys that are remembered, the latest ones."""

TIMES = 5
"""Times that are remembered of each, the latest ones."""


class Seldom:
    """Things that may happen once in a while, or a few times, by key."""

    def __init__(self) -> None:
        self._times: OrderedDict[Hashable, tuple[int, ...]] = OrderedDict()

    def may(self, key: Hashable, now: int, within_ms: int, most: int = 1) -> bool:
        """Whether it happened fewer than ``most`` times in a while; if so, it happens now."""
        if self.lately(key, now, within_ms) >= most:
            return False
        self.note(key, now)
        return True

    def lately(self, key: Hashable, now: int, within_ms: int) -> int:
        """How often it happened in a while."""
        return sum(now - at < within_ms for at in self._times.get(key, ()))

    def note(self, key: Hashable, now: int) -> None:
        """It happens now."""
        self._times[key] = (*self._times.get(key, ()), now)[-TIMES:]
        self._times.move_to_end(key)
        while len(self._times) > KEPT:
            self._times.popitem(last=False)
