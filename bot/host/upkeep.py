"""What is done about the database now and then, with nobody waiting for it."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from bot.base import logs, times
from data.people import privacy
from data.people.retention import purge
from data.standings import recount

if TYPE_CHECKING:
    from bot.host import Host

EVERY_S = 6 * 60 * 60
"""Seconds from one round to the next; the first is at the start."""

AGAIN_S = 2.0
"""Seconds until it is tried again to empty the write-ahead log."""


async def keep_up(host: Host) -> None:
    """Again and again: show, delete and shrink what is due.

    How matches ended is shown where it couldn't be; what servers left behind 30 days ago is
    deleted, and what deletions that were broken off left; servers are counted anew for which that
    was asked; the write-ahead log is emptied. A round that fails is logged, and the next one comes
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
    for player_id in await host.db.read(privacy.unfinished):
        await host.db.work(privacy.finish_forgetting(player_id))
    servers = await host.db.work(purge(times.now()))
    if servers:
        logs.record("purged", servers=servers)
    await count_anew(host)
    await empty_log(host)


async def count_anew(host: Host) -> None:
    """Make the ratings and leaderboards anew of the servers for which that was asked.

    One at a time; a fault is logged, and it stays asked for.
    """
    async with host.counting:
        for guild_id in await host.db.read(recount.asked):
            try:
                rated = await host.db.work(recount.recount(guild_id))
            except Exception as error:  # noqa: BLE001  (the next server's turn comes all the same)
                logs.fault("recount-failed", error, server=guild_id)
            else:
                logs.record("counted-anew", server=guild_id, matches=rated)


async def empty_log(host: Host) -> None:
    """Empty the write-ahead log: while somebody reads what was before, again and again."""
    while not host.closing:
        if await host.db.checkpoint():
            return
        await asyncio.sleep(AGAIN_S)
