"""All that is kept about a person, given to them as plain JSON data."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from functools import partial
from typing import Any

from pydantic import JsonValue
from sqlalchemy import Table, select
from sqlalchemy.engine import Connection
from sqlalchemy.sql import ColumnElement

from data.people.models import Preferences
from data.store import schema
from data.store.work import Work, look

MATCHES = 20
"""Matches that a step reads, with what the person did in them."""


def export(player_id: int) -> Work[dict[str, JsonValue]]:
    """All that is stored about a person; times are UTC milliseconds.

    Other people's hands, keys and names are not among it.

    Raises:
        LookupError: there is no such person.
    """
    data: dict[str, JsonValue] = yield look(partial(_person, player_id=player_id))
    matches: list[JsonValue] = []
    after = 0
    while found := (yield look(partial(_matches, player_id=player_id, after=after))):
        matches += found
        after = found[-1]["id"]
    return {**data, "matches": matches}


def _person(conn: Connection, player_id: int) -> dict[str, JsonValue]:
    (person,) = _rows(conn, schema.players, schema.players.c.id == player_id) or (None,)
    if person is None:
        raise LookupError(player_id)
    person["preferences"] = Preferences.model_validate_json(person["preferences"]).model_dump()
    return {
        "person": person,
        "servers": _servers(conn, player_id),
        "ratings": _ratings(conn, player_id),
        "tallies": _rows(conn, schema.tallies, schema.tallies.c.player_id == player_id),
        "declined": _declined(conn, player_id),
        "messages": _rows(conn, schema.messages, schema.messages.c.player_id == player_id),
        "attempts": _rows(conn, schema.attempts, schema.attempts.c.player_id == player_id),
        "boards": _rows(
            conn, schema.attempt_servers, schema.attempt_servers.c.player_id == player_id
        ),
    }


def _servers(conn: Connection, player_id: int) -> list[JsonValue]:
    members, guilds = schema.members, schema.guilds
    query = (
        select(
            members.c.guild_id,
            guilds.c.name.label("server"),
            members.c.name,
            members.c.left_at,
            members.c.checked_at,
        )
        .join(guilds, guilds.c.id == members.c.guild_id)
        .where(members.c.player_id == player_id)
    )
    return [dict(row) for row in conn.execute(query).mappings()]


def _declined(conn: Connection, player_id: int) -> list[JsonValue]:
    """When they declined somebody's invitation; whose is not told."""
    rows = schema.declines
    query = select(rows.c.at).where(rows.c.challenged_id == player_id).order_by(rows.c.at)
    return [{"at": at} for at in conn.scalars(query)]


def _ratings(conn: Connection, player_id: int) -> list[JsonValue]:
    """Those of the generation that is read."""
    rows, guilds = schema.ratings, schema.guilds
    read = select(guilds.c.generation).where(guilds.c.id == rows.c.guild_id).scalar_subquery()
    return _rows(conn, rows, rows.c.player_id == player_id, rows.c.generation == read)


def _matches(conn: Connection, player_id: int, after: int) -> list[dict[str, JsonValue]]:
    """Some of the person's matches after that number: each one's row and what is of their seat.

    Others' keys are not among it.
    """
    rows, seats = schema.matches, schema.seats
    query = (
        select(
            rows.c.id,
            rows.c.guild_id,
            rows.c.channel_id,
            rows.c.thread_id,
            rows.c.status,
            rows.c.options,
            rows.c.started_at,
            rows.c.finished_at,
            (rows.c.host_id == player_id).label("hosted"),
            seats.c.seat,
            seats.c.name,
            seats.c.points,
            seats.c.rank,
        )
        .join(seats, seats.c.match_id == rows.c.id)
        .where(seats.c.player_id == player_id, seats.c.match_id > after)
        .order_by(seats.c.match_id)
        .limit(MATCHES)
    )
    found = [dict(row) for row in conn.execute(query).mappings()]
    ids = [row["id"] for row in found]
    plays = _of_seats(conn, schema.plays, player_id, ids)
    changes = _of_seats(conn, schema.rating_changes, player_id, ids)
    reviews = _of_seats(conn, schema.reviews, player_id, ids)
    entries = _of_seats(conn, schema.log, player_id, ids)
    return [
        {
            **row,
            "play": plays[row["id"]],
            "rating_change": changes[row["id"]],
            "reviews": reviews[row["id"]],
            "log": entries[row["id"]],
        }
        for row in found
    ]


def _of_seats(
    conn: Connection, table: Table, player_id: int, ids: Sequence[int]
) -> defaultdict[int, list[JsonValue]]:
    """A table's rows of the person's seats in some matches, by match."""
    seats = schema.seats
    columns = [column for column in table.c if column.name not in {"match_id", "seat"}]
    query = (
        select(table.c.match_id, *columns)
        .join(seats, (seats.c.match_id == table.c.match_id) & (seats.c.seat == table.c.seat))
        .where(seats.c.player_id == player_id, seats.c.match_id.in_(ids))
        .order_by(*table.primary_key.columns)
    )
    found: defaultdict[int, list[JsonValue]] = defaultdict(list)
    for row in conn.execute(query).mappings():
        fields = dict(row)
        found[fields.pop("match_id")].append(fields)
    return found


def _rows(conn: Connection, table: Table, *conditions: ColumnElement[bool]) -> list[Any]:
    query = select(table).where(*conditions).order_by(*table.primary_key.columns)
    return [dict(row) for row in conn.execute(query).mappings()]
