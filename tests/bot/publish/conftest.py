"""Time in these tests is the loop's own and jumps to the next timer: nobody waits."""

from __future__ import annotations

import asyncio


class JumpingLoop(asyncio.SelectorEventLoop):
    """An event loop that has nothing to do but goes on to its next timer at once."""

    _now = 0.0

    def time(self) -> float:
        return self._now

    def _run_once(self) -> None:
        next_ones = [timer.when() for timer in self._scheduled if not timer.cancelled()]
        if next_ones and not self._ready:
            self._now = max(self._now, min(next_ones))
        super()._run_once()


def pytest_asyncio_loop_factories() -> dict[str, type[JumpingLoop]]:
    return {"jumping": JumpingLoop}
