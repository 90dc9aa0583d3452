"""``python -m bot ratings rebuild``: every rating anew from the stored matches; needs no token."""

from __future__ import annotations

import asyncio
import sys
from functools import partial

from bot.settings import DatabaseSettings, SettingsError, read_settings
from data.people import guilds
from data.standings import standings
from data.store.database import Database
from data.store.errors import DatabaseError


def rebuild() -> int:
    """Rebuild the ratings in ``DATABASE_URL``; the exit code, after one clear line on error."""
    try:
        url = read_settings(DatabaseSettings).database_url
        servers, rated = asyncio.run(_rebuild(url))
    except (SettingsError, DatabaseError) as error:
        print(f"scout: {error}", file=sys.stderr)
        return 2
    print(f"rated anew: {rated} matches in {servers} servers")
    return 0


async def _rebuild(url: str) -> tuple[int, int]:
    db = await Database.open(url)
    try:
        ids = await db.read(guilds.known)
        rated = 0
        for guild_id in ids:
            # A transaction a server: a bot that runs meanwhile gets its turn in between.
            rated += await db.write(partial(standings.rebuild, guild_id=guild_id))
        return len(ids), rated
    finally:
        await db.close()
