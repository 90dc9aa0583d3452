"""Attempts at deals: one a person and deal, over all servers."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable
from dataclasses import dataclass
from functools import partial
from typing import Any

from sqlalchemy import Row, bindparam, insert, select, text, update
from sqlalchemy.engine import Connection
from sqlalchemy.exc import IntegrityError

from data.matches import hidden
from data.matches.hidden import Hidden
from data.matches.hosted import Hosted
from data.store import schema
from data.store.driver import savepoint
from data.store.work import Work, look, put, until_done

_table = schema.attempts

SOME = 200
"""Attempts that a step of long work changes."""


@dataclass(frozen=True, slots=True)
class Attempt:
    """A person's attempt at a deal.

    Attributes:
        match_id: the match that it is.
        guild_id: the server where it began, and whose moderators may void it.
        status: the match's.
        young: whether the account was too young for it to be placed.
        margin: points less the mean of the others'; None until it is played to its end.
        percent: how much of the other placed attempts it beats; None until the deal is closed.
    """

    deal_id: int
    player_id: int
    match_id: int
    guild_id: int
    status: str
    young: bool
    margin: float | None
    percent: float | None

    @property
    def placed(self) -> bool:
        """Whether it has a place on boards."""
        return self.margin is not None and not self.young and self.status == "finished"


def begin(conn: Connection, mine: Hidden, at: int, *, young: bool) -> int:
    """Begin a person's attempt; the match's number, of the one that there is if there is one."""
    assert mine.deal_id is not None
    there = of_person(conn, mine.deal_id, mine.player_id)
    if there is not None:
        return there.match_id
    try:
        with savepoint(conn):
            match_id = hidden.begin(conn, mine, at)
            key = {"deal_id": mine.deal_id, "player_id": mine.player_id}
            conn.execute(_ADD, {**key, "match_id": match_id, "young": young})
            show_in(conn, mine.deal_id, mine.player_id, mine.guild_id, mine.name)
    except IntegrityError:  # another process was quicker
        there = of_person(conn, mine.deal_id, mine.player_id)
        if there is None:
            raise
        return there.match_id
    return match_id


def of_person(conn: Connection, deal_id: int, player_id: int) -> Attempt | None:
    """A person's attempt at a deal; None if they haven't begun it."""
    row = conn.execute(_OF_PERSON, {"deal": deal_id, "player": player_id}).first()
    return _attempt(row) if row is not None else None


def show_in(conn: Connection, deal_id: int, player_id: int, guild_id: int, name: str) -> None:
    """Put an attempt on a server's board, under the person's name there."""
    values = {"guild": guild_id, "deal": deal_id, "player": player_id, "name": name}
    conn.execute(_SHOW_IN, values)


def shown_in(conn: Connection, deal_id: int, player_id: int, guild_id: int) -> bool:
    """Whether an attempt is on a server's board."""
    values = {"guild": guild_id, "deal": deal_id, "player": player_id}
    return conn.scalar(_SHOWN_IN, values) is not None


def on_board(conn: Connection, match_id: int, guild_id: int) -> bool:
    """Whether a match is an attempt that stands on a server's board."""
    return conn.scalar(_ON_BOARD, {"match": match_id, "guild": guild_id}) is not None


def finish(conn: Connection, hosted: Hosted) -> None:
    """Keep the score of an attempt that was played to its end."""
    values = {"match": hosted.row.id, "to": hosted.match.margin(1)}
    conn.execute(_FINISH, values)


def playing(conn: Connection, deal_id: int) -> tuple[int, ...]:
    """The matches of a deal that are still on, some of them at a time."""
    return tuple(conn.scalars(_PLAYING, {"deal": deal_id, "limit": SOME}))


def matches_of(conn: Connection, deal_id: int) -> tuple[int, ...]:
    """The matches of a deal's attempts."""
    return tuple(conn.scalars(select(_table.c.match_id).where(_table.c.deal_id == deal_id)))


def percents(placed: Iterable[tuple[int, float]]) -> dict[int, float]:
    """How much of the other attempts each beats, in percent, ties half; nothing below two.

    >>> percents([(1, 6.0), (2, 1.5), (3, 1.5)])
    {1: 100.0, 2: 25.0, 3: 25.0}

    Args:
        placed: matches with their margins.
    """
    found = dict(placed)
    ranked = sorted(found.values())
    if len(ranked) < 2:
        return {}
    return {
        match_id: 50
        * (bisect_left(ranked, margin) + bisect_right(ranked, margin) - 1)
        / (len(ranked) - 1)
        for match_id, margin in found.items()
    }


def count(deal_id: int) -> Work[None]:
    """Store each attempt's final percent; those that aren't placed have none."""
    placed: list[tuple[int, float]] = yield look(partial(_placed, deal_id=deal_id))
    final = percents(placed)
    yield put(partial(_no_percents, deal_id=deal_id))
    rows = [{"match": match_id, "to": percent} for match_id, percent in sorted(final.items())]
    for first in range(0, len(rows), SOME):
        yield put(partial(_set_percents, rows=rows[first : first + SOME]))


def unseal(deal_id: int) -> Work[int]:
    """Let everybody see a closed deal's matches; returns when all are to be seen."""
    return until_done(partial(_unseal_some, deal_id=deal_id))


def _unseal_some(conn: Connection, deal_id: int) -> bool:
    return bool(conn.execute(_UNSEAL, {"deal": deal_id, "limit": SOME}).rowcount)


def _no_percents(conn: Connection, deal_id: int) -> None:
    conn.execute(_NO_PERCENT, {"deal": deal_id})


def _set_percents(conn: Connection, rows: list[dict[str, Any]]) -> None:
    conn.execute(_SET_PERCENT, rows)


def _placed(conn: Connection, deal_id: int) -> list[tuple[int, float]]:
    return [(row.match_id, row.margin) for row in conn.execute(_PLACED, {"deal": deal_id})]


def _attempt(row: Row[*tuple[Any, ...]]) -> Attempt:
    return Attempt(*row)


_rows = schema.matches
_OF_PERSON = (
    select(
        _table.c.deal_id,
        _table.c.player_id,
        _table.c.match_id,
        _rows.c.guild_id,
        _rows.c.status,
        _table.c.young,
        _table.c.margin,
        _table.c.percent,
    )
    .join(_rows, _rows.c.id == _table.c.match_id)
    .where(_table.c.deal_id == bindparam("deal"), _table.c.player_id == bindparam("player"))
)
_ADD = insert(_table)
_SHOW_IN = text("""
    INSERT INTO attempt_servers (guild_id, deal_id, player_id, name)
    VALUES (:guild, :deal, :player, :name)
    ON CONFLICT (guild_id, deal_id, player_id) DO UPDATE SET name = excluded.name
""")
_shown = schema.attempt_servers
_SHOWN_IN = select(_shown.c.guild_id).where(
    _shown.c.guild_id == bindparam("guild"),
    _shown.c.deal_id == bindparam("deal"),
    _shown.c.player_id == bindparam("player"),
)
_ON_BOARD = (
    select(_table.c.match_id)
    .join(
        _shown, (_shown.c.deal_id == _table.c.deal_id) & (_shown.c.player_id == _table.c.player_id)
    )
    .where(_table.c.match_id == bindparam("match"), _shown.c.guild_id == bindparam("guild"))
)
_FINISH = (
    update(_table).where(_table.c.match_id == bindparam("match")).values(margin=bindparam("to"))
)
_PLAYING = text("""
    SELECT a.match_id FROM attempts AS a JOIN matches AS m ON m.id = a.match_id
    WHERE a.deal_id = :deal AND m.status = 'playing'
    ORDER BY a.match_id LIMIT :limit
""")
_PLACED = text("""
    SELECT a.match_id, a.margin FROM attempts AS a JOIN matches AS m ON m.id = a.match_id
    WHERE a.deal_id = :deal AND a.margin IS NOT NULL AND NOT a.young AND m.status = 'finished'
""")
_NO_PERCENT = update(_table).where(_table.c.deal_id == bindparam("deal")).values(percent=None)
_SET_PERCENT = (
    update(_table).where(_table.c.match_id == bindparam("match")).values(percent=bindparam("to"))
)
_UNSEAL = text("""
    UPDATE matches SET hidden = FALSE
    WHERE id IN (
        SELECT m.id FROM attempts AS a JOIN matches AS m ON m.id = a.match_id
        WHERE a.deal_id = :deal AND m.hidden LIMIT :limit
    )
""")
