"""Which lessons somebody has finished."""

from __future__ import annotations

from sqlalchemy.engine import Connection

from bot.base import times
from bot.host.caches import People
from bot.match.visitor import Visitor
from data.people import players
from data.store.database import Database


async def finish(db: Database, people: People, visitor: Visitor, lesson: int) -> None:
    """Remember that the visitor has finished a lesson; lessons count from 0."""
    if visitor.player is not None and visitor.player.lessons >> lesson & 1:
        return
    at = times.now()

    def note(conn: Connection) -> int:
        mine = players.by_discord(conn, visitor.discord_id, visitor.name, at)
        players.change(conn, mine.id, lessons=mine.lessons | 1 << lesson)
        return mine.id

    key = await db.write(note)
    people.changed(key, visitor.discord_id)
