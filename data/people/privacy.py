"""A person is deleted at their wish.

A person's Discord id stands in ``players`` alone. Their name stands there, in the seats of their
matches, in ``members`` and on deals' boards (``attempt_servers``); the channel of their DMs in
``players`` and ``messages``. Deleting takes all of this away, and the reviews of their play. Their
key, their points and their actions stay as those of "a former player": they are part of others'
matches and ratings, and nothing leads from them to the person any more.
"""

from __future__ import annotations

from functools import partial

from sqlalchemy import delete, select, tuple_, update
from sqlalchemy.engine import Connection

from data.matches import log, matches
from data.matches.hosted import fold
from data.matches.models import StoredMatch
from data.people.models import Preferences
from data.store import facts, locks, schema
from data.store.errors import BrokenLog
from data.store.work import Work, look, put, until_done


class StillPlaying(Exception):  # noqa: N818 - it names what is in the way
    """The person has a seat in a match that is on; they leave it first.

    Attributes:
        match_ids: in which.
    """

    def __init__(self, match_ids: tuple[int, ...]) -> None:
        super().__init__(match_ids)
        self.match_ids = match_ids


def forget(player_id: int) -> Work[tuple[int, ...]]:
    """Delete a person: id, name, preferences, lessons, memberships and where their DMs are.

    The first step takes away what leads to them; then go their DMs, the reviews of their play and
    their name in the seats, some at a time. When all is done, ``Database.checkpoint``: only then
    nothing of it is left in the write-ahead log.

    Returns:
        The matches in which they had a seat.

    Raises:
        StillPlaying: they have a seat in a match that is on, and must leave it first.
    """
    yield put(partial(_part, player_id=player_id))
    yield from finish_forgetting(player_id)
    played: tuple[int, ...] = yield look(partial(_played, player_id=player_id))
    return played


def finish_forgetting(player_id: int) -> Work[int]:
    """What is left of ``forget`` when it was broken off."""
    return until_done(partial(_clear_some, player_id=player_id))


def unfinished(conn: Connection) -> tuple[int, ...]:
    """The persons of whom not everything that shall go is gone yet."""
    return tuple(int(key.removeprefix(_FACT)) for key in facts.starting_with(conn, _FACT))


_FACT = "forgetting:"

CLEARED = 200
"""Messages, reviews and seats that a step clears, of each."""


def _part(conn: Connection, player_id: int) -> None:
    locks.person(conn, player_id)
    on = [row for row in matches.of_player(conn, player_id) if _sits(conn, row, player_id)]
    if on:
        raise StillPlaying(tuple(row.id for row in on))
    conn.execute(delete(schema.members).where(schema.members.c.player_id == player_id))
    declines = schema.declines.c
    theirs = (declines.challenger_id == player_id) | (declines.challenged_id == player_id)
    conn.execute(delete(schema.declines).where(theirs))
    conn.execute(
        update(schema.players)
        .where(schema.players.c.id == player_id)
        .values(
            discord_id=None,
            name=None,
            preferences=Preferences().model_dump_json(),
            dm_blocked_at=None,
            dm_channel_id=None,
            first_match_at=None,
            lessons=0,
        )
    )
    on_boards = schema.attempt_servers
    conn.execute(update(on_boards).where(on_boards.c.player_id == player_id).values(name=None))
    facts.put(conn, f"{_FACT}{player_id}", "")


def _clear_some(conn: Connection, player_id: int) -> bool:
    """Take the person out of some seats and messages; whether there may be more."""
    messages, seats, reviews = schema.messages, schema.seats, schema.reviews
    theirs = select(messages.c.id).where(messages.c.player_id == player_id).limit(CLEARED)
    cleared = conn.execute(delete(messages).where(messages.c.id.in_(theirs))).rowcount
    mine = seats.c.player_id == player_id
    reviewed = (
        select(*reviews.primary_key.columns)
        .join(seats, (seats.c.match_id == reviews.c.match_id) & (seats.c.seat == reviews.c.seat))
        .where(mine)
        .limit(CLEARED)
    )
    key = tuple_(*reviews.primary_key.columns)
    cleared += conn.execute(delete(reviews).where(key.in_(reviewed))).rowcount
    named = select(seats.c.match_id).where(mine, seats.c.name.is_not(None)).limit(CLEARED)
    cleared += conn.execute(
        update(seats).where(mine, seats.c.match_id.in_(conn.scalars(named).all())).values(name=None)
    ).rowcount
    if not cleared:
        facts.forget(conn, f"{_FACT}{player_id}")
    return cleared > 0


def _played(conn: Connection, player_id: int) -> tuple[int, ...]:
    seats = schema.seats
    return tuple(conn.scalars(select(seats.c.match_id).where(seats.c.player_id == player_id)))


def _sits(conn: Connection, row: StoredMatch, player_id: int) -> bool:
    """Whether the person's seat in a match that is on is still theirs."""
    seat = row.seat_of(player_id)
    if seat is None or row.status in matches.UNDEALT:
        return seat is not None
    try:
        hosted = fold(row, log.load(conn, row.id))
    except BrokenLog:
        return False  # nobody plays that one any more
    return hosted.seats[seat.seat - 1].control != "left"
