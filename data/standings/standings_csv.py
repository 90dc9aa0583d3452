"""A server's standings as CSV, for its moderators."""

from __future__ import annotations

import csv
import io

from sqlalchemy.engine import Connection

from data.standings import leaderboard
from data.standings.leaderboard import Line

COLUMNS = (
    "place",
    "name",
    "rating",
    "uncertainty",
    "rated matches",
    "matches",
    "wins",
    "win share",
    "points",
    "rounds",
    "points a round",
    "solo rating",
    "solo matches",
    "solo wins",
)


def standings_csv(conn: Connection, guild_id: int) -> str:
    """The all-time leaderboard by rating, every line of it; then the computer levels.

    UTF-8 with a header; names are written so that no spreadsheet takes one for a formula.
    """
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow(COLUMNS)
    writer.writerows(_row(line) for line in leaderboard.everybody(conn, guild_id))
    for computer in leaderboard.computers(conn, guild_id):
        name, rating = f"computer: {computer.level}", computer.rating
        writer.writerow(["", name, rating.points, rating.uncertainty, computer.matches])
    return text.getvalue()


def _row(line: Line) -> list[object]:
    return [
        line.place,
        _as_text(line.name),
        line.rating.points if line.rating else "",
        line.rating.uncertainty if line.rating else "",
        line.rated_matches,
        line.matches,
        line.wins,
        f"{line.share:.3f}",
        line.points,
        line.rounds,
        f"{line.average:.2f}",
        line.solo_rating.points if line.solo_rating else "",
        line.solo_matches,
        line.solo_wins,
    ]


def _as_text(name: str) -> str:
    return f"'{name}" if name.startswith(("=", "+", "-", "@", "\t", "\r")) else name
