"""Matches and their seats: rows in, dataclasses out.

Every function takes a connection first; those that change something belong into a writing unit
(``Database.write``) and count once it is committed.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from pydantic import ValidationError
from sqlalchemy import (
    RowMapping,
    bindparam,
    delete,
    desc,
    func,
    insert,
    select,
    text,
    union,
    update,
)
from sqlalchemy.engine import Connection
from sqlalchemy.sql import ColumnElement

from data.matches import deadlines, log, messages
from data.matches.models import FINAL, MatchOptions, Status, StoredMatch, StoredSeat
from data.store import schema
from data.store.errors import BrokenLog
from data.store.leases import Shards
from engine import RULES_VERSION
from engine.fairness import commitment

_log = logging.getLogger(__name__)

LIVE: tuple[Status, ...] = ("lobby", "starting", "playing")
"""The statuses in which something can still happen."""

UNDEALT: tuple[Status, ...] = ("lobby", "starting")
"""Of them those in which nothing is dealt yet."""


def create(
    conn: Connection,
    *,
    guild_id: int,
    channel_id: int,
    host_id: int | None,
    options: MatchOptions,
    secret: str,
    at: int,
) -> int:
    """Open a lobby without seats; its id, which is never used again.

    Args:
        conn: in a writing transaction.
        guild_id: the server.
        channel_id: where it was opened.
        host_id: the host's key in ``players``.
        options: what was chosen.
        secret: from a cryptographic source; its commitment is stored beside it.
        at: UTC milliseconds.
    """
    values = {
        "guild_id": guild_id,
        "channel_id": channel_id,
        "status": "lobby",
        "options": options.model_dump_json(),
        "host_id": host_id,
        "secret": secret,
        "commitment": commitment(secret),
        "rules_version": RULES_VERSION,
        "created_at": at,
    }
    match_id: int = conn.execute(_CREATE, values).scalar_one()
    return match_id


def get(conn: Connection, match_id: int) -> StoredMatch | None:
    """A match with its seats; None if there is none of that id.

    Raises:
        BrokenLog: the row is not what a match's can be.
    """
    row = conn.execute(_GET, {"match": match_id}).mappings().first()
    if row is None:
        return None
    seats = _seats(conn, [match_id])
    return _match(row, seats.get(match_id, ()))


class Board(NamedTuple):
    """All of a match's rows.

    Attributes:
        row: the match's, with its seats.
        entries: its log.
        messages: those that aren't retired, and of some kinds all, oldest first.
        deadlines: the unclaimed ones, earliest first.
        called: to where in the log the messages have come that call a person.
        shown: to where those have come that show the match.
    """

    row: StoredMatch
    entries: tuple[log.Logged, ...]
    messages: tuple[messages.Message, ...]
    deadlines: tuple[deadlines.Deadline, ...]
    called: int
    shown: int


def board(conn: Connection, match_id: int, kept: Iterable[str] = ()) -> Board | None:
    """All of a match's rows at one moment; None if there is none of that id.

    Args:
        conn: to read from.
        match_id: which.
        kept: kinds of messages that are wanted even when they are retired.

    Raises:
        BrokenLog: the match's row, or its log, can't be read.
    """
    row = get(conn, match_id)
    if row is None:
        return None
    return Board(
        row,
        log.load(conn, match_id),
        messages.current(conn, match_id, kept),
        deadlines.of_match(conn, match_id),
        *lanes(conn, match_id),
    )


def change(conn: Connection, match_id: int, **values: Any) -> None:
    """Set columns of a match's row: ``thread_id``, ``start_id``, ``started_at``, ``host_id`` ….

    ``options`` may be given as ``MatchOptions``.
    """
    options = values.get("options")
    if isinstance(options, MatchOptions):
        values["options"] = options.model_dump_json()
    conn.execute(update(schema.matches).where(schema.matches.c.id == match_id).values(**values))


def set_status(
    conn: Connection, match_id: int, status: Status, *, at: int, reason: str | None = None
) -> bool:
    """Move a live match on; a final status also takes its deadlines away.

    Args:
        conn: in a writing transaction.
        match_id: which match.
        status: the new one.
        at: UTC milliseconds: when it started, or was over.
        reason: for a final status, why.

    Returns:
        Whether it was live, and so has changed.
    """
    values: dict[str, Any] = {"status": status}
    if status == "playing":
        values["started_at"] = at
    if status in FINAL:
        # Not every end stands in the log: what shows the match is behind from now on.
        values |= {"finished_at": at, "end_reason": reason, "shown": 0}
    result = conn.execute(
        update(schema.matches)
        .where(schema.matches.c.id == match_id, schema.matches.c.status.in_(LIVE))
        .values(**values)
    )
    if result.rowcount and status in FINAL:
        deadlines.clear(conn, match_id)
    return bool(result.rowcount)


def set_lanes(
    conn: Connection, match_id: int, *, called: int | None = None, shown: int | None = None
) -> None:
    """The match's messages have come to there in its log; neither lane ever moves back.

    Args:
        conn: in the writing unit that stores the message.
        match_id: whose.
        called: by what calls a person; None: as far as before.
        shown: by what shows the match; likewise.
    """
    for statement, to in ((_CALLED, called), (_SHOWN, shown)):
        if to is not None:
            conn.execute(statement, {"match": match_id, "to": to})


def show_anew(conn: Connection, match_id: int) -> None:
    """A match must be published though its log is where it was: its lanes begin anew."""
    conn.execute(_SHOW_ANEW, {"match": match_id})


def lanes(conn: Connection, match_id: int) -> tuple[int, int]:
    """To where in a match's log have come what calls a person, and what shows the match."""
    called, shown = conn.execute(_LANES, {"match": match_id}).one()
    return called, shown


def behind(conn: Connection, since: int, shards: Shards | None = None) -> tuple[int, ...]:
    """The numbers of matches whose messages haven't come to their log's end, oldest first.

    Live ones, and those that were over at ``since`` (UTC milliseconds) or later; only those in
    servers on some shards, if these are given.
    """
    rows = conn.execute(_BEHIND, {"since": since})
    return tuple(row.id for row in rows if shards is None or row.guild_id in shards)


class Mark(NamedTuple):
    """What in a match's row changes with it: whoever has another mark isn't up to date."""

    head: int
    status: Status
    thread_id: int | None
    called: int
    shown: int


def mark(conn: Connection, match_id: int) -> Mark | None:
    """The match's mark; None if there is none of that id."""
    row = conn.execute(_MARK, {"match": match_id}).first()
    return Mark(*row) if row else None


def replace_seats(
    conn: Connection, match_id: int, seats: Iterable[StoredSeat]
) -> tuple[StoredSeat, ...]:
    """Put these in place of a match's seats, numbered from 1 in the order given."""
    conn.execute(_REMOVE_SEATS, {"match": match_id})
    rows = [
        {
            "match_id": match_id,
            "seat": number,
            "player_id": seat.player_id,
            "level": seat.level,
            "name": seat.name,
            "status": seat.status,
            "points": seat.points,
            "rank": seat.rank,
        }
        for number, seat in enumerate(seats, start=1)
    ]
    if rows:
        conn.execute(_ADD_SEATS, rows)
    return (_seats(conn, [match_id])).get(match_id, ())


def change_seat(conn: Connection, match_id: int, seat: int, **values: Any) -> None:
    """Set columns of one seat: ``status``, ``name``, ``points``, ``rank`` …."""
    table = schema.seats
    conn.execute(
        update(table).where(table.c.match_id == match_id, table.c.seat == seat).values(**values)
    )


def in_channel(conn: Connection, channel_id: int) -> tuple[StoredMatch, ...]:
    """The live matches of a channel or thread that everybody there may see, newest first."""
    table = schema.matches
    by_channel = _live(
        conn, table.c.channel_id == channel_id, table.c.thread_id.is_(None), ~table.c.hidden
    )
    return (*_live(conn, table.c.thread_id == channel_id), *by_channel)


def at_place(conn: Connection, channel_id: int) -> tuple[StoredMatch, ...]:
    """The live matches of a channel, those in its threads too, or of a thread; newest first.

    Hidden ones need no channel.
    """
    ids = conn.scalars(_AT_PLACE, {"place": channel_id, "live": LIVE}).all()
    return readable(conn, ids)


def in_guild(conn: Connection, guild_id: int) -> tuple[StoredMatch, ...]:
    """The live matches of a server, newest first."""
    return _live(conn, schema.matches.c.guild_id == guild_id)


def of_player(conn: Connection, player_id: int) -> tuple[StoredMatch, ...]:
    """The live matches in which a person has a seat, newest first, those left included."""
    table = schema.seats
    mine = select(table.c.match_id).where(table.c.player_id == player_id)
    return _live(conn, schema.matches.c.id.in_(mine))


def live(conn: Connection) -> tuple[StoredMatch, ...]:
    """Every live match, newest first."""
    return _live(conn)


def count_live(conn: Connection) -> dict[str, int]:
    """How many matches are live, by status."""
    found = {row.status: row.number for row in conn.execute(_COUNT_LIVE, {"live": LIVE})}
    return {status: found.get(status, 0) for status in LIVE}


def idlest(conn: Connection, guild_id: int) -> tuple[StoredMatch, ...]:
    """The matches that are on in a server, lobbies included, solo ones not; the idlest first."""
    return readable(conn, conn.scalars(_IDLEST, {"guild": guild_id, "live": LIVE}).all())


def lobbies_of(conn: Connection, host_id: int) -> tuple[StoredMatch, ...]:
    """The lobbies of which a person is the host, newest first."""
    table = schema.matches
    return _readable(conn, table.c.host_id == host_id, table.c.status == "lobby")


def opened_by(conn: Connection, host_id: int, cause: str) -> int | None:
    """The number of a person's match that is on, or a lobby, with an entry of this cause."""
    values = {"host": host_id, "cause": cause, "live": LIVE}
    found: int | None = conn.scalar(_OPENED_BY, values)
    return found


def solo_of(conn: Connection, player_id: int) -> tuple[int, ...]:
    """A person's solo matches that are on and haven't stepped aside, the idlest last."""
    return tuple(conn.scalars(_SOLO_OF, {"player": player_id, "aside": deadlines.ASIDE}))


def readable(conn: Connection, match_ids: Sequence[int]) -> tuple[StoredMatch, ...]:
    """These matches, in this order, without those whose rows can't be read (these are logged)."""
    found = {row.id: row for row in _readable(conn, schema.matches.c.id.in_(match_ids))}
    return tuple(found[match_id] for match_id in match_ids if match_id in found)


def _live(conn: Connection, *conditions: ColumnElement[bool]) -> tuple[StoredMatch, ...]:
    return _readable(conn, schema.matches.c.status.in_(LIVE), *conditions)


def _readable(conn: Connection, *conditions: ColumnElement[bool]) -> tuple[StoredMatch, ...]:
    """Matches whose rows can be read, newest first; a broken one must not harm the others."""
    query = select(schema.matches).where(*conditions).order_by(schema.matches.c.id.desc())
    rows = conn.execute(query).mappings().all()
    seats = _seats(conn, [row["id"] for row in rows])
    found = []
    for row in rows:
        try:
            found.append(_match(row, seats.get(row["id"], ())))
        except BrokenLog as error:
            _log.error("passed over: %s", error)
    return tuple(found)


def _seats(conn: Connection, match_ids: Sequence[int]) -> dict[int, tuple[StoredSeat, ...]]:
    seats: dict[int, tuple[StoredSeat, ...]] = {}
    if not match_ids:
        return seats
    for row in conn.execute(_SEATS, {"matches": match_ids}).mappings():
        fields = dict(row)
        match_id = fields.pop("match_id")
        seats[match_id] = (*seats.get(match_id, ()), StoredSeat(**fields))
    return seats


def _match(row: RowMapping, seats: tuple[StoredSeat, ...]) -> StoredMatch:
    fields = dict(row)
    for lane in ("head", "called", "shown"):  # the log tells, and `lanes`
        del fields[lane]
    try:
        options = MatchOptions.model_validate_json(fields.pop("options"))
    except ValidationError as error:
        raise BrokenLog(row["id"], None, f"its options: {str(error).splitlines()[0]}") from error
    return StoredMatch(**fields, options=options, seats=seats)


_this = schema.matches.c.id == bindparam("match")
_CREATE = insert(schema.matches).returning(schema.matches.c.id)
_GET = select(schema.matches).where(_this)
_SEATS = (
    select(schema.seats)
    .where(schema.seats.c.match_id.in_(bindparam("matches", expanding=True)))
    .order_by(schema.seats.c.match_id, schema.seats.c.seat)
)
_ADD_SEATS = insert(schema.seats)
_REMOVE_SEATS = delete(schema.seats).where(schema.seats.c.match_id == bindparam("match"))
_CALLED, _SHOWN = (
    update(schema.matches).where(_this, lane < bindparam("to")).values({lane: bindparam("to")})
    for lane in (schema.matches.c.called, schema.matches.c.shown)
)
_SHOW_ANEW = update(schema.matches).where(_this).values(called=0, shown=0)
_MARK = select(*(schema.matches.c[name] for name in Mark._fields)).where(_this)
_LANES = select(schema.matches.c.called, schema.matches.c.shown).where(_this)
_LIVE = schema.matches.c.status.in_(bindparam("live", expanding=True))
_COUNT_LIVE = (
    select(schema.matches.c.status, func.count().label("number"))
    .where(_LIVE)
    .group_by(schema.matches.c.status)
)
# Two queries in one: with an OR SQLite would go through all that are live.
_AT_PLACE = union(
    select(schema.matches.c.id).where(
        schema.matches.c.channel_id == bindparam("place"), _LIVE, ~schema.matches.c.hidden
    ),
    select(schema.matches.c.id).where(schema.matches.c.thread_id == bindparam("place"), _LIVE),
).order_by(desc("id"))
_IDLEST = text("""
    SELECT m.id
    FROM matches AS m LEFT JOIN log AS l ON l.match_id = m.id AND l.sequence = m.head
    WHERE m.guild_id = :guild AND m.status IN :live AND m.solo IS NOT TRUE AND NOT m.hidden
    ORDER BY l.at, m.id
""").bindparams(bindparam("live", expanding=True))
_OPENED_BY = text("""
    SELECT m.id
    FROM matches AS m JOIN log AS l ON l.match_id = m.id
    WHERE m.host_id = :host AND m.status IN :live AND l.cause = :cause
""").bindparams(bindparam("live", expanding=True))
# A person's seats come first; SQLite keeps the order of a CROSS JOIN.
_SOLO_OF = text("""
    SELECT m.id
    FROM seats AS s CROSS JOIN matches AS m
    LEFT JOIN log AS l ON l.match_id = m.id AND l.sequence = m.head
    WHERE s.player_id = :player AND m.id = s.match_id AND m.status = 'playing' AND m.solo
      AND NOT m.hidden
      AND NOT EXISTS (
          SELECT 1 FROM deadlines AS d
          WHERE d.match_id = m.id AND d.kind = :aside AND d.claimed_at IS NULL
      )
    ORDER BY l.at DESC, m.id DESC
""")
# The first condition is the index's own, to the letter.
_BEHIND = text("""
    SELECT id, guild_id FROM matches
    WHERE (called < head OR shown < head)
      AND status <> 'broken' AND (finished_at IS NULL OR finished_at >= :since)
      AND NOT hidden AND deal_id IS NULL
    ORDER BY id
""")
