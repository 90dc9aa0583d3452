"""What happened in a server within a week."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from sqlalchemy import text
from sqlalchemy.engine import Connection

from data.daily import days

WEEK_MS = 7 * 24 * days.HOUR_MS

MOST = 3
"""So many winners are named."""


@dataclass(frozen=True, slots=True)
class Winner:
    """Who won how often; a shared win is a win."""

    name: str | None
    wins: int


@dataclass(frozen=True, slots=True)
class Best:
    """The best score in a daily deal that closed in the week."""

    name: str | None
    margin: float
    day: date


@dataclass(frozen=True, slots=True)
class Digest:
    """A week in a server.

    Attributes:
        matches: rated matches with others that were over in it.
        people: who played them.
        winners: who won most of them, most wins first.
        attempts: finished attempts at deals that closed in it.
        best: the best of these that is placed.
    """

    matches: int
    people: int
    winners: tuple[Winner, ...]
    attempts: int
    best: Best | None

    @property
    def empty(self) -> bool:
        """Whether nothing happened."""
        return not self.matches and not self.attempts


def digest(conn: Connection, guild_id: int, begin: int) -> Digest:
    """The week from a time on (UTC milliseconds)."""
    values = {
        "guild": guild_id,
        "begin": begin,
        "end": begin + WEEK_MS,
        "first": days.date_at(begin - days.OPEN_MS).isoformat(),
        "last": days.date_at(begin + WEEK_MS - days.OPEN_MS).isoformat(),
        "most": MOST,
    }
    matches, people = conn.execute(_MATCHES, values).one()
    winners = tuple(Winner(*row) for row in conn.execute(_WINNERS, values))
    attempts = conn.scalar(_ATTEMPTS, values) or 0
    best = conn.execute(_BEST, values).first()
    return Digest(
        matches,
        people,
        winners,
        attempts,
        Best(best.name, best.margin, days.parse(best.day)) if best is not None else None,
    )


_RATED = """
    FROM matches AS m JOIN seats AS s ON s.match_id = m.id
    WHERE m.guild_id = :guild AND m.status = 'finished' AND m.unrated_reason IS NULL
      AND NOT m.solo AND m.finished_at >= :begin AND m.finished_at < :end
      AND s.player_id IS NOT NULL
"""
_MATCHES = text(f"SELECT COUNT(DISTINCT m.id), COUNT(DISTINCT s.player_id) {_RATED}")
_WINNERS = text(f"""
    SELECT w.name, t.wins
    FROM (SELECT s.player_id, COUNT(*) AS wins {_RATED} AND s.rank = 1 GROUP BY s.player_id) AS t
    LEFT JOIN members AS w ON w.guild_id = :guild AND w.player_id = t.player_id
    ORDER BY t.wins DESC, t.player_id LIMIT :most
""")  # noqa: S608 - the parts are ours
_CLOSED = """
    FROM deals AS d
    JOIN attempts AS a ON a.deal_id = d.id
    JOIN attempt_servers AS s ON s.guild_id = :guild
      AND s.deal_id = a.deal_id AND s.player_id = a.player_id
    JOIN matches AS m ON m.id = a.match_id
    WHERE d.day >= :first AND d.day < :last AND d.closed_at IS NOT NULL AND a.margin IS NOT NULL
"""
_ATTEMPTS = text(f"SELECT COUNT(*) {_CLOSED}")
_BEST = text(f"""
    SELECT s.name, a.margin, d.day {_CLOSED} AND NOT a.young AND m.status = 'finished'
    ORDER BY a.margin DESC, d.day, a.player_id LIMIT 1
""")
