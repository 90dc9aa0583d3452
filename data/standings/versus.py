"""What two people's matches together in a server came to."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import text
from sqlalchemy.engine import Connection

LAST = 5
"""So many of the last matches are named."""


@dataclass(frozen=True, slots=True)
class Together:
    """A match that both played; points are the totals."""

    match_id: int
    commitment: str
    finished_at: int
    mine: int
    theirs: int


@dataclass(frozen=True, slots=True)
class Versus:
    """The matches of two people that were played to their end, rated or not.

    Attributes:
        matches: how many.
        ahead: in how many the first ranked ahead of the second.
        behind: and behind.
        difference: the first's points less the second's, the mean; 0 without a match.
        last: the last ones, newest first.
    """

    matches: int
    ahead: int
    behind: int
    difference: float
    last: tuple[Together, ...]

    @property
    def level(self) -> int:
        """In how many they ranked level."""
        return self.matches - self.ahead - self.behind


def versus(conn: Connection, guild_id: int, mine: int, theirs: int) -> Versus:
    """What two people's matches together in a server came to, from the first one's side."""
    values = {"guild": guild_id, "mine": mine, "theirs": theirs, "last": LAST}
    matches, ahead, behind, difference = conn.execute(_SUMS, values).one()
    last = tuple(Together(*row) for row in conn.execute(_LAST, values))
    return Versus(matches, ahead or 0, behind or 0, float(difference or 0), last)


# Their seats come first: they are few against the server's matches (as in `profile`).
_BOTH = """
    FROM seats AS s CROSS JOIN matches AS m CROSS JOIN seats AS o
    WHERE s.player_id = :mine AND m.id = s.match_id AND m.guild_id = :guild
      AND m.status = 'finished' AND s.rank IS NOT NULL
      AND o.match_id = s.match_id AND o.player_id = :theirs
"""
_SUMS = text(f"""
    SELECT COUNT(*), SUM(CASE WHEN s.rank < o.rank THEN 1 ELSE 0 END),
           SUM(CASE WHEN s.rank > o.rank THEN 1 ELSE 0 END), AVG(1.0 * s.points - o.points)
    {_BOTH}
""")
_LAST = text(f"""
    SELECT m.id, m.commitment, m.finished_at, s.points, o.points
    {_BOTH}
    ORDER BY m.finish_order DESC LIMIT :last
""")
