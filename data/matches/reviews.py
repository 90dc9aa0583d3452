"""What a seat's decisions in a match that is over cost it, as it was once thought out.

Thinking takes long, so what came of it is kept. It hangs on nothing but the log and the judge: who
wants it anew asks for another version of the judge.
"""

from __future__ import annotations

from dataclasses import dataclass

from pydantic import TypeAdapter
from sqlalchemy import bindparam, func, insert, select
from sqlalchemy.engine import Connection

from data.matches.models import Stored
from data.store import schema
from engine.players.verdicts import accuracy as accuracy_of

FEWEST = 8
"""Decisions below which there is no accuracy: one mistake would decide it."""


class Judged(Stored):
    """A decision, and what it cost.

    Attributes:
        sequence: the log's entry in which it stands.
        played: what was done, in the notation.
        best: what would have been best, likewise; of equals what was played.
        cost: by how much the best is worth more, in points of the round; 0 where that is no more
            than chance can make it look.
    """

    sequence: int
    played: str
    best: str
    cost: float


@dataclass(frozen=True, slots=True)
class Review:
    """A seat's decisions, in their order, but those in which there was one thing to do alone.

    Attributes:
        judge: the version of what judged them.
        decisions: each of them.
    """

    judge: int
    decisions: tuple[Judged, ...]

    @property
    def accuracy(self) -> float | None:
        """0 to 100, where 100 is a best action every time; None for too few decisions."""
        if len(self.decisions) < FEWEST:
            return None
        return accuracy_of([one.cost for one in self.decisions])


@dataclass(frozen=True, slots=True)
class Accuracy:
    """A mean over so many matches."""

    mean: float
    matches: int


_DECISIONS = TypeAdapter(tuple[Judged, ...])


def load(conn: Connection, match_id: int, seat: int, judge: int) -> Review | None:
    """What this version of the judge thought; None if it hasn't been asked."""
    stored = conn.scalar(_LOAD, {"match": match_id, "seat": seat, "judge": judge})
    return None if stored is None else Review(judge, _DECISIONS.validate_json(stored))


def store(conn: Connection, match_id: int, seat: int, review: Review, at: int) -> Review:
    """Keep a review, unless there is one by this judge already; the one that is kept.

    Args:
        conn: in a writing unit.
        match_id: a match that is over.
        seat: whose decisions.
        review: what was thought of them.
        at: UTC milliseconds.
    """
    before = load(conn, match_id, seat, review.judge)
    if before is not None:
        return before
    values = {
        "match_id": match_id,
        "seat": seat,
        "judge": review.judge,
        "decisions": _DECISIONS.dump_json(review.decisions).decode(),
        "accuracy": review.accuracy,
        "at": at,
    }
    conn.execute(insert(schema.reviews), values)
    return review


def accuracy(
    conn: Connection, guild_id: int, player_id: int, judge: int, last: int = 20
) -> Accuracy | None:
    """How well somebody played in a server, over their last reviewed matches; None without one."""
    values = {"guild": guild_id, "player": player_id, "judge": judge, "last": last}
    mean, matches = conn.execute(_MEAN, values).one()
    return Accuracy(mean, matches) if matches else None


_ROWS = schema.reviews.c
_LOAD = select(_ROWS.decisions).where(
    _ROWS.match_id == bindparam("match"),
    _ROWS.seat == bindparam("seat"),
    _ROWS.judge == bindparam("judge"),
)
_SEATS, _MATCHES = schema.seats.c, schema.matches.c
_LAST = (
    select(_ROWS.accuracy)
    .join(schema.seats, (_SEATS.match_id == _ROWS.match_id) & (_SEATS.seat == _ROWS.seat))
    .join(schema.matches, _MATCHES.id == _ROWS.match_id)
    .where(
        _SEATS.player_id == bindparam("player"),
        _MATCHES.guild_id == bindparam("guild"),
        _ROWS.judge == bindparam("judge"),
        _ROWS.accuracy.is_not(None),
    )
    .order_by(_MATCHES.finish_order.desc())
    .limit(bindparam("last"))
    .subquery()
)
_MEAN = select(func.avg(_LAST.c.accuracy), func.count(_LAST.c.accuracy))
