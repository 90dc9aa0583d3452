"""Streaks: deals finished in a row. Derived from the attempts; nothing of it is stored."""

from __future__ import annotations

from collections.abc import Iterable

from sqlalchemy import text
from sqlalchemy.engine import Connection

FORGIVEN_IN = 30
"""Of so many deals in a row one may be missed."""

LONGEST = 3_000
"""Deals that are looked back on, at most."""


def streak(finished: Iterable[bool]) -> int:
    """How many deals were finished in a row, one miss in any 30 forgiven.

    >>> streak([True, False, True, True, False, True])
    3

    Args:
        finished: for each deal that there was whether it was finished, the newest first.
    """
    length, missed_at = 0, None
    for index, done in enumerate(finished):
        if done:
            length += 1
        elif missed_at is None or index - missed_at >= FORGIVEN_IN:
            missed_at = index
        else:
            break
    return length


def of_person(conn: Connection, player_id: int) -> int:
    """A person's streak. A deal that is still open is no miss yet."""
    rows = conn.execute(_DEALS, {"player": player_id, "limit": LONGEST})
    return streak(row.done for row in rows if row.done or row.closed_at is not None)


_DEALS = text("""
    SELECT d.closed_at, m.id IS NOT NULL AS done
    FROM deals AS d
    LEFT JOIN attempts AS a ON a.deal_id = d.id AND a.player_id = :player AND a.margin IS NOT NULL
    LEFT JOIN matches AS m ON m.id = a.match_id AND m.status = 'finished'
    ORDER BY d.day DESC LIMIT :limit
""")
