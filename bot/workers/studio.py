"""Where pictures are drawn: off the event loop, and none twice."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from hashlib import blake2b
from typing import ParamSpec, Self

from bot.pictures.picture import Picture

P = ParamSpec("P")

KEPT = 512
"""Finished pictures that stay at hand; at some 20 KB each that is about 10 MB."""


def content_hash(drawing: str, *content: object) -> str:
    """What a picture is kept by: the drawing's name and everything that goes in."""
    # Views, names and styles are frozen dataclasses of plain values: their repr says all of them.
    return blake2b(repr((drawing, content)).encode(), digest_size=16).hexdigest()


class Studio:
    """Draws in worker threads and keeps what it drew.

    A picture asked for again, even while it is still being drawn, is not drawn again.
    """

    def __init__(self, *, kept: int = KEPT, workers: int = 1) -> None:
        self._kept = kept
        self._pictures: OrderedDict[str, asyncio.Task[Picture]] = OrderedDict()
        self._executor = ThreadPoolExecutor(workers, thread_name_prefix="studio")

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        self.close()

    async def draw(
        self, drawing: Callable[P, Picture], *args: P.args, **kwargs: P.kwargs
    ) -> Picture:
        """The picture that ``drawing`` makes of these arguments.

        Raises:
            Exception: whatever ``drawing`` raises; a failure is not kept.
        """
        key = content_hash(
            f"{drawing.__module__}.{drawing.__qualname__}", args, sorted(kwargs.items())
        )
        task = self._pictures.get(key)
        if task is None or (task.done() and (task.cancelled() or task.exception())):
            loop = asyncio.get_running_loop()
            future = loop.run_in_executor(self._executor, lambda: drawing(*args, **kwargs))
            task = self._pictures[key] = asyncio.ensure_future(_result(future))
        self._pictures.move_to_end(key)
        while len(self._pictures) > self._kept:
            self._pictures.popitem(last=False)
        # One who stops waiting must not take the picture from the others.
        return await asyncio.shield(task)

    def close(self) -> None:
        """Stop drawing; what is still waiting is dropped."""
        self._executor.shutdown(wait=False, cancel_futures=True)


async def _result(future: asyncio.Future[Picture]) -> Picture:
    return await future
