"""A server's matches that are over, newest first."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import text
from sqlalchemy.engine import Connection

from data.matches import matches
from data.matches.models import StoredMatch

PAGE = 10
"""Matches on a page."""


@dataclass(frozen=True, slots=True)
class History:
    """A page of matches, newest first; pages count from 1, and there is at least one."""

    rows: tuple[StoredMatch, ...]
    page: int
    pages: int
    total: int


def history(
    conn: Connection, guild_id: int, *, player_id: int | None = None, page: int = 1
) -> History:
    """A page of a server's matches that were begun and are over, voided ones too, hidden ones not.

    Args:
        conn: to read from.
        guild_id: the server.
        player_id: only those in which this person had a seat.
        page: from 1; beyond the last it is the last.
    """
    whose = "guild" if player_id is None else "player"
    values = {"guild": guild_id, "player": player_id}
    total = conn.scalar(_COUNT[whose], values) or 0
    pages = max(1, -(-total // PAGE))
    page = min(max(1, page), pages)
    values |= {"limit": PAGE, "offset": (page - 1) * PAGE}
    ids = (conn.scalars(_IDS[whose], values)).all()
    return History(matches.readable(conn, ids), page, pages, total)


# As in data.profile a person's seats come first, which a CROSS JOIN sees to.
_FROM = {
    "guild": """
        FROM matches AS m
        WHERE m.guild_id = :guild AND m.finish_order IS NOT NULL AND NOT m.hidden
    """,
    "player": """
        FROM seats AS s CROSS JOIN matches AS m
        WHERE s.player_id = :player AND m.id = s.match_id
          AND m.guild_id = :guild AND m.finish_order IS NOT NULL AND NOT m.hidden
    """,
}
_COUNT = {whose: text(f"SELECT COUNT(*) {rows}") for whose, rows in _FROM.items()}
_IDS = {
    whose: text(f"SELECT m.id {rows} ORDER BY m.finish_order DESC LIMIT :limit OFFSET :offset")
    for whose, rows in _FROM.items()
}
