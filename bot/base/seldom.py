"""A brake for what may happen once in a while only."""

from __future__ import annotations


class Seldom:
    """Things that may happen once in a while, by key."""

    def __init__(self) -> None:
        self._last: dict[int, int] = {}

    def may(self, key: int, now: int, every_ms: int) -> bool:
        """Whether enough time has passed since the last time; if so, this is the new last time."""
        if now - self._last.get(key, now - every_ms) < every_ms:
            return False
        self._last[key] = now
        return True
