"""What is done about the database now and then, with nobody waiting for it."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import TYPE_CHECKING

from bot.base import logs, times
from data.people.retention import purge_step

if TYPE_CHECKING:
    from bot.host import Host

EVERY_S = 6 * 60 * 60
"""Seconds from one round to the next; the first is at the start."""


async def keep_up(host: Host) -> None:
    """Again and again: show, delete and shrink what is due.

    How matches ended is shown where it couldn't be; what servers left behind 30 days ago is
    deleted; the write-ahead log is emptied. A round that fails is logged, and the next one comes
    all the same.
    """
    while not host.closing:
        try:
            await tidy(host)
        except Exception as error:  # noqa: BLE001  (housekeeping must not stop for good)
            logs.fault("upkeep-failed", error)
        await asyncio.sleep(EVERY_S)


async def tidy(host: Host) -> None:
    """One round of it."""
    await host.show_ends()
    steps = 0
    while not host.closing:
        now = times.now()
        if not await host.db.write(partial(purge_step, now=now), later=True):
            break
        steps += 1
    if steps:
        logs.record("purged", steps=steps)
    await host.db.checkpoint()
