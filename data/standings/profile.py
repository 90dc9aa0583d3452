"""What a server knows about how somebody plays."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import text
from sqlalchemy.engine import Connection

from data.daily import streaks
from data.matches.plays import Play
from data.standings import leaderboard
from data.standings.leaderboard import Line
from data.standings.rating import Rating


@dataclass(frozen=True, slots=True)
class Size:
    """Rated matches with two persons or more, at tables of one size."""

    seats: int
    matches: int
    wins: int
    points: int
    rounds: int

    @property
    def average(self) -> float:
        """Points a round."""
        return self.points / self.rounds if self.rounds else 0.0


@dataclass(frozen=True, slots=True)
class Point:
    """The rating after a match, over at ``at`` (UTC milliseconds)."""

    at: int
    rating: Rating


@dataclass(frozen=True, slots=True)
class Profile:
    """A person in a server.

    Attributes:
        line: their line of the all-time leaderboard, without a place if they have left; None
            before the first rated match.
        on_board: how many are on that leaderboard.
        sizes: by table size, smallest first.
        play: how they play, over everything they played to the end here, rated or not, but hidden.
        played: how many matches that is.
        broken_off: matches that they left, or that ended early by their own doing.
        history: the rating over time, oldest first; from tables with others.
        computers: the levels' ratings, for comparison.
        streak: how many daily deals they finished in a row, on any server.
    """

    line: Line | None
    on_board: int
    sizes: tuple[Size, ...]
    play: Play
    played: int
    broken_off: int
    history: tuple[Point, ...]
    computers: tuple[leaderboard.Computer, ...]
    streak: int = 0


def profile(conn: Connection, guild_id: int, player_id: int, now: int) -> Profile:
    """A person's profile in a server; all zero for somebody who never played there."""
    board = leaderboard.board(conn, guild_id, now=now, reader=player_id)
    values = {"guild": guild_id, "player": player_id}
    sizes = [Size(*row) for row in conn.execute(_SIZES, values)]
    played, *counts = conn.execute(_PLAY, values).one()
    history = [
        Point(row.finished_at, Rating(row.mu, row.sigma)) for row in conn.execute(_HISTORY, values)
    ]
    return Profile(
        line=board.mine,
        on_board=board.total,
        sizes=tuple(sizes),
        play=Play(*(count or 0 for count in counts)),
        played=played,
        broken_off=conn.scalar(_BROKEN_OFF, values) or 0,
        history=tuple(history),
        computers=board.computers,
        streak=streaks.of_person(conn, player_id),
    )


# A person's seats come first: they are few against the server's matches. SQLite keeps the order of
# a CROSS JOIN; without statistics it would begin with the matches.
_SIZES = text("""
    SELECT m.seat_count, COUNT(*), SUM(CASE WHEN s.rank = 1 THEN 1 ELSE 0 END),
           SUM(s.points), SUM(m.rounds)
    FROM seats AS s CROSS JOIN matches AS m
    WHERE s.player_id = :player AND m.id = s.match_id AND m.guild_id = :guild
      AND m.status = 'finished' AND m.unrated_reason IS NULL AND NOT m.solo
    GROUP BY m.seat_count
    ORDER BY m.seat_count
""")

_PLAY = text("""
    SELECT COUNT(*), SUM(p.rounds), SUM(p.ended_empty), SUM(p.ended_unbeaten), SUM(p.ended_stuck),
           SUM(p.shows), SUM(p.scouts), SUM(p.scout_and_shows), MAX(p.longest_show)
    FROM seats AS s CROSS JOIN matches AS m CROSS JOIN plays AS p
    WHERE s.player_id = :player AND m.id = s.match_id AND m.guild_id = :guild
      AND m.status = 'finished' AND m.end_reason IS NULL AND NOT m.hidden
      AND p.match_id = s.match_id AND p.seat = s.seat
""")

_BROKEN_OFF = text("""
    SELECT COUNT(*)
    FROM seats AS s CROSS JOIN matches AS m
    WHERE s.player_id = :player AND m.id = s.match_id AND m.guild_id = :guild
      AND m.status IN ('finished', 'ended') AND NOT m.hidden AND m.deal_id IS NULL
      AND (
          s.status = 'left' OR m.end_reason IN ('deserted', 'agreed')
          OR m.end_reason = 'host' AND m.host_id = s.player_id
      )
""")

_HISTORY = text("""
    SELECT m.finished_at, c.mu, c.sigma
    FROM seats AS s CROSS JOIN matches AS m CROSS JOIN rating_changes AS c
    WHERE s.player_id = :player AND m.id = s.match_id AND m.guild_id = :guild AND NOT m.solo
      AND c.match_id = s.match_id AND c.seat = s.seat
    ORDER BY m.finish_order
""")
