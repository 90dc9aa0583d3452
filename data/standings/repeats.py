"""The same persons may be rated only so often a day."""

from __future__ import annotations

from collections import defaultdict

from sqlalchemy import func, select
from sqlalchemy.engine import Connection
from sqlalchemy.sql import ColumnElement

from data.standings.tables import Table
from data.store import schema

REPEATS_RATED = 3
"""How many matches of the same persons are rated within ``REPEAT_MS``."""

REPEAT_MS = 24 * 60 * 60 * 1000
"""Milliseconds."""


class Repeats:
    """Counts the rated matches of the same persons within 24 hours."""

    def __init__(self) -> None:
        self._times: defaultdict[str, list[int]] = defaultdict(list)

    @classmethod
    def before(
        cls,
        conn: Connection,
        guild_id: int,
        order: int,
        *conditions: ColumnElement[bool],
    ) -> Repeats:
        """Those over before finish order ``order`` that may matter from there on."""
        repeats = cls()
        rows = schema.matches
        here = (rows.c.guild_id == guild_id, *conditions)
        earliest = conn.scalar(
            select(func.min(rows.c.finished_at)).where(*here, rows.c.finish_order >= order)
        )
        query = select(rows.c.people, rows.c.finished_at).where(
            *here,
            rows.c.finish_order < order,
            rows.c.finished_at > (earliest or 0) - REPEAT_MS,
            rows.c.status == "finished",
            rows.c.unrated_reason.is_(None),
            *conditions,
        )
        for people, finished_at in conn.execute(query):
            repeats._times[people].append(finished_at)
        return repeats

    def too_many(self, table: Table) -> bool:
        """Whether enough of them were rated; a person alone may play computers at will."""
        since = table.finished_at - REPEAT_MS
        recent = sum(time > since for time in self._times.get(table.people, ()))
        return not table.solo and recent >= REPEATS_RATED

    def add(self, table: Table) -> None:
        """Another one is rated."""
        self._times[table.people].append(table.finished_at)
