"""A unit that stops in its middle, so that a test can do something meanwhile."""

from __future__ import annotations

import asyncio
import threading
from typing import Any

from sqlalchemy.engine import Connection

from data.store.units import Unit


class Held:
    """Two units in one; between them it waits to be let go on."""

    def __init__(self, first: Unit[Any], second: Unit[Any]) -> None:
        self._parts = (first, second)
        self._reached, self._free = threading.Event(), threading.Event()

    def __call__(self, conn: Connection) -> tuple[Any, Any]:
        first = self._parts[0](conn)
        self._reached.set()
        assert self._free.wait(60)
        return first, self._parts[1](conn)

    async def reached(self) -> None:
        assert await asyncio.to_thread(self._reached.wait, 60)

    def go_on(self) -> None:
        self._free.set()
