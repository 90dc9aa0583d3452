"""A server's leaderboard: who counts, in which order, a page at a time.

It is over the tallies of one period: rated matches with two persons or more, and for ``solo`` those
alone against computers. Who has left the server, or had their data deleted, is left out. Ratings
are the present ones, whatever the period.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from sqlalchemy import Row, text
from sqlalchemy.engine import Connection

from data.standings.periods import ALL, Span, period
from data.standings.rating import PROVISIONAL_BELOW, Rating

Order = Literal["rating", "wins", "share", "average", "solo"]
"""By rating (conservative estimate), by wins, by wins a match, by points a round, or by the rating
in playing alone."""

PAGE = 10
"""Lines on a page."""


@dataclass(frozen=True, slots=True)
class Line:
    """A person's line.

    Attributes:
        player_id: who.
        name: as the server knows them.
        place: from 1, ties share it; None when they are below the minimum of matches.
        rating: from tables with others; None before the first.
        rated_matches: how many matches it is from.
        matches: in the period, with two persons or more.
        wins: of these; shared wins too.
        points: in these.
        rounds: of these.
        solo_rating: from playing alone; None before the first.
        solo_matches: alone against computers, in the period.
        solo_wins: of these.
    """

    player_id: int
    name: str
    place: int | None
    rating: Rating | None
    rated_matches: int
    matches: int
    wins: int
    points: int
    rounds: int
    solo_rating: Rating | None
    solo_matches: int
    solo_wins: int

    @property
    def share(self) -> float:
        """Wins a match, 0 to 1."""
        return self.wins / self.matches if self.matches else 0.0

    @property
    def average(self) -> float:
        """Points a round; a match has as many rounds as players, so this compares table sizes."""
        return self.points / self.rounds if self.rounds else 0.0

    @property
    def provisional(self) -> bool:
        """Whether the rating is from few matches."""
        return self.rated_matches < PROVISIONAL_BELOW


@dataclass(frozen=True, slots=True)
class Computer:
    """A computer level's rating in this server, on the same scale."""

    level: str
    rating: Rating
    matches: int


@dataclass(frozen=True, slots=True)
class Board:
    """A page of a leaderboard.

    Attributes:
        lines: the page's, best first.
        page: which, from 1; at most ``pages``.
        pages: how many there are, at least 1.
        total: how many persons are on the board.
        mine: the reader's own line, on the page or not; None if they have no match in the period.
        computers: strongest first.
    """

    lines: tuple[Line, ...]
    page: int
    pages: int
    total: int
    mine: Line | None
    computers: tuple[Computer, ...]


def board(
    conn: Connection,
    guild_id: int,
    *,
    order: Order = "rating",
    span: Span = "all",
    now: int,
    page: int = 1,
    least: int = 1,
    reader: int | None = None,
) -> Board:
    """A page of a server's leaderboard.

    Args:
        conn: to read from.
        guild_id: the server.
        order: what it goes by.
        span: all time, or the month or week that ``now`` is in.
        now: UTC milliseconds.
        page: from 1; beyond the last it is the last.
        least: how many matches in the period it takes to be placed.
        reader: whose own line is wanted, by our key.
    """
    values = {
        "guild": guild_id,
        "period": period(span, now),
        "least": max(1, least),
        "reader": reader or 0,
    }
    page = max(1, page)
    found = conn.execute(_LINES[order], values | _lines_of(page)).all()
    total: int = found[0].total if found else conn.scalar(_COUNT[order], values)
    pages = max(1, -(-total // PAGE))
    if page > pages:
        page = pages
        found = conn.execute(_LINES[order], values | _lines_of(page)).all()
    first, last = (page - 1) * PAGE + 1, page * PAGE
    lines = tuple(_line(row) for row in found if first <= row.line <= last)
    mine = next((_line(row) for row in found if row.player_id == reader), None)
    if mine is None and reader is not None:
        row = conn.execute(_UNPLACED, values).first()
        mine = _line(row) if row else None
    return Board(lines, page, pages, total, mine, computers(conn, guild_id))


def everybody(conn: Connection, guild_id: int) -> tuple[Line, ...]:
    """Every line of a server's all-time leaderboard by rating, best first."""
    values = {"guild": guild_id, "period": ALL, "least": 1, "reader": 0, "after": 0}
    found = conn.execute(_LINES["rating"], values | {"upto": 10**9})
    return tuple(_line(row) for row in found)


def _lines_of(page: int) -> dict[str, int]:
    return {"after": (page - 1) * PAGE, "upto": page * PAGE}


def computers(conn: Connection, guild_id: int) -> tuple[Computer, ...]:
    """The computer levels' ratings in a server, strongest first."""
    return tuple(
        Computer(row.level, Rating(row.mu, row.sigma), row.matches)
        for row in conn.execute(_COMPUTERS, {"guild": guild_id})
    )


def _line(row: Row[tuple[object, ...]]) -> Line:
    return Line(
        player_id=row.player_id,
        name=row.name,
        place=row.place,
        rating=Rating(row.mu, row.sigma) if row.mu is not None else None,
        rated_matches=row.rated_matches or 0,
        matches=row.matches,
        wins=row.wins,
        points=row.points,
        rounds=row.rounds,
        solo_rating=Rating(row.solo_mu, row.solo_sigma) if row.solo_mu is not None else None,
        solo_matches=row.solo_matches,
        solo_wins=row.solo_wins,
    )


# Who is on the board. The tallies of a server's period lie next to each other in their primary key.
_ON_BOARD = """
    FROM tallies AS t
    JOIN members AS m ON m.guild_id = t.guild_id AND m.player_id = t.player_id
    {join}
    WHERE t.guild_id = :guild AND t.period = :period
      AND t.{matches} >= :least AND m.left_at IS NULL
"""

_RATING = """
    JOIN guilds AS g ON g.id = t.guild_id
    JOIN ratings AS o
      ON o.guild_id = g.id AND o.generation = g.generation
     AND o.ladder = '{ladder}' AND o.player_id = t.player_id
"""

# What a line shows, for the few persons in "ranked".
_DETAILS = """
    SELECT ranked.place, ranked.line, ranked.total, t.*, m.name,
           r.mu, r.sigma, r.matches AS rated_matches,
           s.mu AS solo_mu, s.sigma AS solo_sigma
    FROM ranked
    JOIN guilds AS g ON g.id = :guild
    JOIN tallies AS t
      ON t.guild_id = g.id AND t.period = :period AND t.player_id = ranked.player_id
    JOIN members AS m ON m.guild_id = :guild AND m.player_id = ranked.player_id
    LEFT JOIN ratings AS r
      ON r.guild_id = g.id AND r.generation = g.generation
     AND r.ladder = 'table' AND r.player_id = ranked.player_id
    LEFT JOIN ratings AS s
      ON s.guild_id = g.id AND s.generation = g.generation
     AND s.ladder = 'solo' AND s.player_id = ranked.player_id
"""

_PAGE = """
    WITH board AS (
        SELECT t.player_id, t.{matches} AS played, {value} AS value
        {on_board}
    ), placed AS (
        SELECT player_id,
               RANK() OVER (ORDER BY value DESC) AS place,
               ROW_NUMBER() OVER (ORDER BY value DESC, played DESC, player_id) AS line,
               COUNT(*) OVER () AS total
        FROM board
    ), ranked AS (
        SELECT * FROM placed
        WHERE line > :after AND line <= :upto OR player_id = :reader
    )
    {details}
    ORDER BY ranked.line
"""


def _page(value: str, ladder: str | None = None) -> str:
    matches = "solo_matches" if ladder == "solo" else "matches"
    join = _RATING.format(ladder=ladder) if ladder else ""
    on_board = _ON_BOARD.format(join=join, matches=matches)
    return _PAGE.format(matches=matches, value=value, on_board=on_board, details=_DETAILS)


_LINES = {
    "rating": text(_page("o.mu - 3 * o.sigma", ladder="table")),
    "wins": text(_page("t.wins")),
    "share": text(_page("1.0 * t.wins / t.matches")),
    "average": text(_page("1.0 * t.points / t.rounds")),
    "solo": text(_page("o.mu - 3 * o.sigma", ladder="solo")),
}

_COUNT = {
    order: text(
        "SELECT COUNT(*)"
        + _ON_BOARD.format(join="", matches="solo_matches" if order == "solo" else "matches")
    )
    for order in _LINES
}

_UNPLACED = text(f"""
    WITH ranked AS (
        SELECT CAST(:reader AS BIGINT) AS player_id, CAST(NULL AS BIGINT) AS place,
               0 AS line, 0 AS total
    )
    {_DETAILS}
""")

_COMPUTERS = text("""
    SELECT r.level, r.mu, r.sigma, r.matches
    FROM guilds AS g
    JOIN ratings AS r ON r.guild_id = g.id AND r.generation = g.generation
    WHERE g.id = :guild AND r.level IS NOT NULL
    ORDER BY r.mu - 3 * r.sigma DESC
""")
