"""The boards of deals: who in a server did how well, and how that compares with everybody's."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import text
from sqlalchemy.engine import Connection

PAGE = 10
"""Attempts on a page."""


@dataclass(frozen=True, slots=True)
class Line:
    """A finished attempt on a board.

    Attributes:
        player_id: whose.
        name: theirs in the server; None for a former player.
        match_id: the match.
        margin: the score.
        place: from 1, ties share it; None if it isn't placed.
        void: whether a moderator voided it.
        percent: of all placed attempts beaten; None until the deal is closed, and for one alone.
    """

    player_id: int
    name: str | None
    match_id: int
    margin: float
    place: int | None
    void: bool
    percent: float | None


@dataclass(frozen=True, slots=True)
class DealBoard:
    """A page of a deal's board in a server: placed attempts, best first, then the others.

    Attributes:
        lines: the page's.
        page: from 1.
        pages: one at least.
        total: finished attempts in the server.
        everywhere: finished attempts over all servers.
    """

    lines: tuple[Line, ...]
    page: int
    pages: int
    total: int
    everywhere: int


def board(conn: Connection, deal_id: int, guild_id: int, page: int = 1) -> DealBoard:
    """A page of a deal's board; one beyond the last is the last.

    Who left the server isn't there.
    """
    values = {"deal": deal_id, "guild": guild_id}
    total, everywhere = conn.execute(_COUNTS, values).one()
    pages = max(1, -(-total // PAGE))
    page = min(max(1, page), pages)
    values |= {"limit": PAGE, "offset": (page - 1) * PAGE}
    lines = tuple(
        Line(
            row.player_id,
            row.name,
            row.match_id,
            row.margin,
            row.place if row.placed else None,
            row.status == "void",
            row.percent,
        )
        for row in conn.execute(_LINES, values)
    )
    return DealBoard(lines, page, pages, total, everywhere)


def finished(conn: Connection, deal_id: int, guild_id: int) -> int:
    """How many in a server have finished a deal."""
    return int(conn.execute(_COUNTS, {"deal": deal_id, "guild": guild_id}).one()[0])


def percent_now(conn: Connection, deal_id: int, margin: float) -> float | None:
    """How much of the other placed attempts a placed one beats as it stands; None for one alone."""
    row = conn.execute(_PERCENT, {"deal": deal_id, "margin": margin}).one()
    if row.placed < 2:
        return None
    return float(100 * (row.below + (row.same - 1) / 2) / (row.placed - 1))


_HERE = """
    FROM attempt_servers AS s
    JOIN attempts AS a ON a.deal_id = s.deal_id AND a.player_id = s.player_id
    JOIN matches AS m ON m.id = a.match_id
    LEFT JOIN members AS w ON w.guild_id = s.guild_id AND w.player_id = s.player_id
    WHERE s.guild_id = :guild AND s.deal_id = :deal AND a.margin IS NOT NULL AND w.left_at IS NULL
"""
_COUNTS = text(f"""
    SELECT (SELECT COUNT(*) {_HERE}),
           (SELECT COUNT(*) FROM attempts WHERE deal_id = :deal AND margin IS NOT NULL)
""")  # noqa: S608 - the parts are ours
_LINES = text(f"""
    SELECT h.*, RANK() OVER (PARTITION BY h.placed ORDER BY h.margin DESC) AS place
    FROM (
        SELECT a.player_id, s.name, a.match_id, a.margin, a.percent, m.status,
               CASE WHEN a.young OR m.status <> 'finished' THEN 0 ELSE 1 END AS placed
        {_HERE}
    ) AS h
    ORDER BY h.placed DESC, h.margin DESC, h.match_id
    LIMIT :limit OFFSET :offset
""")  # noqa: S608
_PERCENT = text("""
    SELECT COUNT(*) AS placed,
           SUM(CASE WHEN a.margin < :margin THEN 1 ELSE 0 END) AS below,
           SUM(CASE WHEN a.margin = :margin THEN 1 ELSE 0 END) AS same
    FROM attempts AS a JOIN matches AS m ON m.id = a.match_id
    WHERE a.deal_id = :deal AND a.margin IS NOT NULL AND NOT a.young AND m.status = 'finished'
""")
