"""``python -m bot ratings rebuild``: every rating anew from the stored matches; needs no token."""

from __future__ import annotations

import asyncio
import sys

from sqlalchemy.engine import Connection

from bot.settings import DatabaseSettings, SettingsError, read_settings
from data.people import guilds
from data.standings import recount
from data.store import leases
from data.store.database import Database
from data.store.errors import DatabaseError, DatabaseInUse
from data.store.sole import sole_bot

RUNNING = (
    "a bot is running on this database; it rates everything anew beside its work, and begins "
    "within six hours, or when it is started anew"
)


def rebuild() -> int:
    """Rebuild the ratings in ``DATABASE_URL``; the exit code, after one clear line on error.

    Beside a running bot it is only asked for: two at once would be in each other's way.
    """
    try:
        url = read_settings(DatabaseSettings).database_url
        asyncio.run(_ask(url))
        try:
            with sole_bot(url):
                servers, rated = asyncio.run(_recount(url))
        except DatabaseInUse:
            print(RUNNING)
            return 0
    except (SettingsError, DatabaseError) as error:
        print(f"scout: {error}", file=sys.stderr)
        return 2
    print(f"rated anew: {rated} matches in {servers} servers")
    return 0


async def _ask(url: str) -> None:
    def ask(conn: Connection) -> None:
        for guild_id in guilds.known(conn):
            recount.ask(conn, guild_id)

    db = await Database.open(url)
    try:
        await db.write(ask)
    finally:
        await db.close()


async def _recount(url: str) -> tuple[int, int]:
    db = await Database.open(url)
    try:
        if db.shared and await db.read(leases.held):
            raise DatabaseInUse(RUNNING)
        ids = await db.read(recount.asked)
        rated = 0
        for guild_id in ids:
            rated += await db.work(recount.recount(guild_id), gently=False)
        return len(ids), rated
    finally:
        await db.close()
