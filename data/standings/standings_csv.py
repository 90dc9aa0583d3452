"""A server's standings as CSV, for its moderators."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Sequence

from sqlalchemy.engine import Connection

from data.standings import leaderboard
from data.standings.leaderboard import Line


def standings_csv(
    conn: Connection, guild_id: int, headings: Sequence[str], computer: Callable[[str], str]
) -> str:
    """The all-time leaderboard by rating, every line of it; then the computer levels.

    UTF-8 with a header; names are written so that no spreadsheet takes one for a formula.

    Args:
        conn: the database.
        guild_id: the server's id.
        headings: what stands above the columns, in the order of ``_row``.
        computer: names a computer level.
    """
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow(headings)
    writer.writerows(_row(line) for line in leaderboard.everybody(conn, guild_id))
    for one in leaderboard.computers(conn, guild_id):
        rating = one.rating
        name = computer(one.level)
        writer.writerow(["", name, rating.points, rating.uncertainty, one.matches])
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
