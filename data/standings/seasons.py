"""Seasons: UTC's months, each with a champion of the rated matches and one of the daily deals.

All of it is derived from what is counted anyway (``tallies``, ``attempts``); nothing is stored for
it, and ratings go on over all seasons.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import text
from sqlalchemy.engine import Connection

from data.standings.periods import period
from data.standings.tallies import BEST, WHOLE

BEST_DEALS, LEAST_DEALS = 15, 10
"""So many of somebody's deals count; with fewer than the second they aren't placed."""

PAGE = 10


@dataclass(frozen=True, slots=True)
class Month:
    """A UTC month."""

    year: int
    month: int

    @classmethod
    def at(cls, at: int) -> Month:
        """The month that holds a time (UTC milliseconds)."""
        return cls.parse(period("month", at))

    @classmethod
    def parse(cls, text: str) -> Month:
        """A month as it is written, ``2026-12``.

        Raises:
            ValueError: it isn't one.
        """
        when = datetime.strptime(text, "%Y-%m").replace(tzinfo=UTC)
        if f"{when:%Y-%m}" != text:
            raise ValueError(text)
        return cls(when.year, when.month)

    def __str__(self) -> str:
        return f"{self.year:04}-{self.month:02}"

    @property
    def begins(self) -> int:
        """Its first moment (UTC milliseconds)."""
        return round(1000 * datetime(self.year, self.month, 1, tzinfo=UTC).timestamp())

    @property
    def next(self) -> Month:
        """The month after it."""
        return Month(self.year + self.month // 12, self.month % 12 + 1)

    @property
    def before(self) -> Month:
        """The month before it."""
        return Month(self.year - (self.month == 1), (self.month - 2) % 12 + 1)


@dataclass(frozen=True, slots=True)
class Line:
    """Somebody in a season.

    Attributes:
        place: from 1; ties share it.
        name: as the server knows them; None for a former player.
        score: rated matches: the sum of the best shares of opponents ranked below; daily deals: the
            mean of the best percents.
        counted: how many matches or deals that is from.
    """

    place: int
    player_id: int
    name: str | None
    score: float
    counted: int


@dataclass(frozen=True, slots=True)
class Season:
    """A page of a season, best first; pages count from 1, and there is at least one."""

    lines: tuple[Line, ...]
    page: int
    pages: int
    total: int


def rated(conn: Connection, guild_id: int, month: Month, page: int = 1) -> Season:
    """A season of a server's rated matches with others."""
    values = {"guild": guild_id, "month": str(month), "best": BEST, "whole": WHOLE}
    return _season(conn, _RATED, values, page)


def daily(conn: Connection, guild_id: int, month: Month, page: int = 1) -> Season:
    """A season of the daily deals, of those whose attempts stand on a server's boards."""
    values = {
        "guild": guild_id,
        "month": f"{month}-%",
        "best": BEST_DEALS,
        "least": LEAST_DEALS,
    }
    return _season(conn, _DAILY, values, page)


def champions(season: Season) -> tuple[Line, ...]:
    """Who leads the first page of a season; those who tie are all champions."""
    return tuple(line for line in season.lines if line.place == 1)


def _season(conn: Connection, query: Any, values: dict[str, Any], page: int) -> Season:
    def read(number: int) -> list[Any]:
        offset = (number - 1) * PAGE
        return list(conn.execute(query, {**values, "limit": PAGE, "offset": offset}))

    page = max(1, page)
    rows = read(page)
    if not rows and page > 1:  # beyond the last
        rows, page = read(1), 1
        if rows and rows[0].total > PAGE:
            page = -(-rows[0].total // PAGE)
            rows = read(page)
    total = rows[0].total if rows else 0
    lines = tuple(
        Line(row.place, row.player_id, row.name, float(row.score), row.counted) for row in rows
    )
    return Season(lines, page, max(1, -(-total // PAGE)), total)


_SCORED = """
    SELECT RANK() OVER (ORDER BY t.score DESC) AS place, t.player_id, w.name, t.score, t.counted,
           COUNT(*) OVER () AS total
    FROM totals AS t
    LEFT JOIN members AS w ON w.guild_id = :guild AND w.player_id = t.player_id
    WHERE w.left_at IS NULL
    ORDER BY t.score DESC, t.player_id
    LIMIT :limit OFFSET :offset
"""
_RATED = text(f"""
    WITH totals AS (
        SELECT player_id, 1.0 * best / :whole AS score,
               CASE WHEN matches < :best THEN matches ELSE :best END AS counted
        FROM tallies WHERE guild_id = :guild AND period = :month AND matches > 0
    )
    {_SCORED}
""")  # noqa: S608 - the parts are ours
_DAILY = text(f"""
    WITH ranked AS (
        SELECT a.player_id, a.percent,
               ROW_NUMBER() OVER (PARTITION BY a.player_id ORDER BY a.percent DESC) AS number,
               COUNT(*) OVER (PARTITION BY a.player_id) AS played
        FROM deals AS d
        JOIN attempts AS a ON a.deal_id = d.id
        JOIN attempt_servers AS s ON s.guild_id = :guild
          AND s.deal_id = a.deal_id AND s.player_id = a.player_id
        WHERE d.day LIKE :month AND a.percent IS NOT NULL
    ), totals AS (
        SELECT player_id, AVG(percent) AS score, COUNT(*) AS counted
        FROM ranked WHERE number <= :best AND played >= :least GROUP BY player_id
    )
    {_SCORED}
""")  # noqa: S608
