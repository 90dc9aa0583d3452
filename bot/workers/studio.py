"""Where pictures are drawn: in a process of their own, those that a click waits for first."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from hashlib import blake2b
from typing import ParamSpec, Self

from bot.base import logs
from bot.pictures.picture import Picture
from bot.workers.pool import LOW_PRIORITY, Lost, Pool, Rank, Work

P = ParamSpec("P")

KEPT = 512
"""Finished pictures that stay at hand; at some 20 KB each that is about 10 MB."""


def content_hash(drawing: str, *content: object) -> str:
    """What a picture is kept by: the drawing's name and everything that goes in."""
    # Views, names and styles are frozen dataclasses of plain values: their repr says all of them.
    return blake2b(repr((drawing, content)).encode(), digest_size=16).hexdigest()


@dataclass(frozen=True, slots=True)
class Order:
    """A picture that was asked for, and what will come of it."""

    work: Work[Picture]
    result: asyncio.Task[Picture | None]


class Studio:
    """Has pictures drawn and keeps them.

    Whoever waits at a click goes first, then the hands that are sent, then what everybody is shown.
    A picture asked for again, even while it is still being drawn, is not drawn again.

    Args:
        workers: the processes that draw; 0 for a thread (tests).
        kept: how many finished pictures stay at hand.

    Attributes:
        drawn: how many pictures were drawn so far.
        cached: how many were there already, or being drawn, when they were asked for.
    """

    def __init__(self, workers: int, *, kept: int = KEPT) -> None:
        self.drawn = 0
        self.cached = 0
        self._kept = kept
        self._orders: OrderedDict[str, Order] = OrderedDict()
        self._pool = Pool("drawing", workers, _get_ready, nice=LOW_PRIORITY)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        self.close()

    @property
    def waiting(self) -> int:
        """How many pictures nobody has begun to draw."""
        return self._pool.waiting

    async def draw(
        self, drawing: Callable[P, Picture], *args: P.args, **kwargs: P.kwargs
    ) -> Picture | None:
        """The picture that ``drawing`` makes of these arguments, for somebody who waits for it.

        Returns:
            None, after a line in the log, if it can't be drawn: there shall be text instead.
        """
        return await self.draw_at(Rank.NOW, drawing, *args, **kwargs)

    async def draw_at(
        self, rank: Rank, drawing: Callable[P, Picture], *args: P.args, **kwargs: P.kwargs
    ) -> Picture | None:
        """As ``draw``, for a message that is sent: after all that goes before it."""
        call = partial(drawing, *args, **kwargs)
        name = f"{call.func.__module__}.{call.func.__qualname__}"
        key = content_hash(name, call.args, sorted(call.keywords.items()))
        order = self._orders.get(key)
        if order is None:
            work = Work(call, rank)
            result = asyncio.create_task(self._drawn(key, name, work), name="picture")
            order = self._orders[key] = Order(work, result)
        else:
            self.cached += 1
            order.work.rank = min(order.work.rank, rank)
        self._orders.move_to_end(key)
        while len(self._orders) > self._kept:
            self._orders.popitem(last=False)
        # One who stops waiting must not take the picture from the others.
        return await asyncio.shield(order.result)

    async def _drawn(self, key: str, name: str, work: Work[Picture]) -> Picture | None:
        try:
            picture = await self._pool.do(work)
        except Lost:
            picture = None
        except Exception as error:  # noqa: BLE001  (whatever it was, there is the text)
            logs.fault("drawing-failed", error, drawing=name)
            picture = None
        if picture is None:
            self._orders.pop(key, None)  # the next who asks may have more luck
        else:
            self.drawn += 1
        return picture

    def warm_up(self) -> None:
        """Start the processes now, so that the first picture doesn't wait for them."""
        self._pool.warm_up()

    def close(self) -> None:
        """Stop drawing, whatever is being drawn."""
        self._pool.close()


def _get_ready() -> None:
    """Load the drawings, before anybody waits for one."""
    import bot.pictures.leaderboard  # noqa: PLC0415  (where it is drawn alone)
    import bot.pictures.replay  # noqa: F401, PLC0415
