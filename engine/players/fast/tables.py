"""Names for stretches of an array, each with its size; where they begin is summed, not counted."""

from __future__ import annotations

import hashlib


class Table:
    """Stretches one after the other, in the order in which they are named.

    >>> table = Table()
    >>> table.of("HANDS", 5), table.of("TURN"), table.size
    (0, 5, 6)
    """

    def __init__(self) -> None:
        self.size = 0
        self.sizes: dict[str, int] = {}

    def of(self, name: str, size: int = 1) -> int:
        """The number at which the next stretch begins, which has this name and size."""
        first = self.size
        self.sizes[name] = size
        self.size += size
        return first

    def until(self, end: int) -> list[tuple[str, int]]:
        """Names and sizes of the stretches before a number."""
        first, found = 0, []
        for name, size in self.sizes.items():
            if first >= end:
                break
            found.append((name, size))
            first += size
        return found

    def fingerprint(self) -> str:
        """Sixteen digits that change with any name, size or order."""
        text = " ".join(f"{name}:{size}" for name, size in self.sizes.items())
        return hashlib.sha256(text.encode()).hexdigest()[:16]
