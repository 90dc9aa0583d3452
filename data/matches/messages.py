"""The messages that show a match, and how far in its log each of them shows it."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Select, bindparam, delete, func, insert, select, update
from sqlalchemy.engine import Connection

from data.matches.models import MessageState
from data.store import schema

_table = schema.messages


@dataclass(frozen=True, slots=True)
class Message:
    """A message that shows a match.

    Attributes:
        id: our own key.
        kind: ``lobby``, ``table``, ``hand``, ``result`` …; the bot's own words.
        seat: whose hand; None for what is everybody's.
        player_id: whose DM; None for a channel's message.
        round: the decision's it asks for, or whose result it shows.
        turn: the decision's.
        channel_id: Discord's, of the channel, thread or DM.
        message_id: Discord's.
        sequence: the log entry up to which it shows the match.
        content_hash: of what was last sent.
        state: what is still done about it.
        posted_at: UTC milliseconds.
    """

    id: int
    match_id: int
    kind: str
    seat: int | None
    player_id: int | None
    round: int | None
    turn: int | None
    channel_id: int
    message_id: int
    sequence: int
    content_hash: str | None
    state: MessageState
    posted_at: int


def add(  # noqa: PLR0913 - a column each, by keyword
    conn: Connection,
    match_id: int,
    kind: str,
    *,
    channel_id: int,
    message_id: int,
    sequence: int,
    at: int,
    seat: int | None = None,
    player_id: int | None = None,
    round: int | None = None,  # noqa: A002 - the rules' word
    turn: int | None = None,
    content_hash: str | None = None,
) -> int:
    """Remember a message that was sent; our key for it."""
    values = {
        "match_id": match_id,
        "kind": kind,
        "seat": seat,
        "player_id": player_id,
        "round": round,
        "turn": turn,
        "channel_id": channel_id,
        "message_id": message_id,
        "sequence": sequence,
        "content_hash": content_hash,
        "state": "live",
        "posted_at": at,
    }
    key: int = conn.execute(_ADD, values).scalar_one()
    return key


def add_unknown(
    conn: Connection, match_id: int, kind: str, *, message_id: int, **values: Any
) -> None:
    """``add`` a message that asks for something, unless the click on it was faster."""
    if by_message(conn, message_id) is None:
        add(conn, match_id, kind, message_id=message_id, **values)


def of_match(conn: Connection, match_id: int, kind: str | None = None) -> tuple[Message, ...]:
    """A match's messages, oldest first; those of one kind if it is given. Retired ones too."""
    if kind is None:
        return _read(conn, _OF_MATCH, {"match": match_id})
    return _read(conn, _OF_KIND, {"match": match_id, "kind": kind})


def current(conn: Connection, match_id: int, kept: Iterable[str] = ()) -> tuple[Message, ...]:
    """A match's messages that aren't retired, and those of the ``kept`` kinds; oldest first."""
    return _read(conn, _CURRENT, {"match": match_id, "kept": list(kept)})


def by_message(conn: Connection, message_id: int) -> Message | None:
    """The row of a message, by Discord's id; None if it shows no match."""
    found = _read(conn, _BY_MESSAGE, {"message": message_id})
    return found[0] if found else None


def set_shown(conn: Connection, key: int, sequence: int, content_hash: str | None) -> None:
    """A message now shows the match up to ``sequence``; an older answer changes nothing."""
    conn.execute(_SET_SHOWN, {"key": key, "to": sequence, "hash": content_hash})


def retire(conn: Connection, key: int) -> None:
    """Leave a message as it is from now on."""
    conn.execute(_SET_STATE, {"key": key, "to": "retired"})


def rest(conn: Connection, key: int) -> None:
    """A hand asks for nothing any more, and stays to be looked at."""
    conn.execute(_SET_STATE, {"key": key, "to": "resting"})


def retire_resting(conn: Connection, match_id: int, seat: int) -> None:
    """A seat's newer hand is there: those that rest stay as they are from now on."""
    conn.execute(_RETIRE_RESTING, {"match": match_id, "of": seat})


def reopen_hands(conn: Connection, match_ids: Collection[int]) -> None:
    """Have each seat's last hands looked at once more: whether they are put down nobody may know.

    The unit of an action leaves the clicked hand to the answer, which a kill can forestall; the
    next hand may have come before that. Nobody waits so long for an answer that they are asked
    twice meanwhile.
    """
    conn.execute(_REOPEN_HANDS, {"matches": tuple(match_ids)})


def repost(
    conn: Connection, key: int, *, channel_id: int, message_id: int, sequence: int, at: int
) -> None:
    """A message was sent anew: the row now stands for the new one."""
    values = {
        "key": key,
        "channel": channel_id,
        "message": message_id,
        "to": sequence,
        "at": at,
    }
    conn.execute(_REPOST, values)


def forget(conn: Connection, key: int) -> None:
    """A message is gone, and nothing comes in its place."""
    conn.execute(_FORGET, {"key": key})


def _read(
    conn: Connection, query: Select[*tuple[Any, ...]], values: dict[str, Any] | None = None
) -> tuple[Message, ...]:
    return tuple(Message(*row) for row in conn.execute(query, values))


_key = _table.c.id == bindparam("key")
_ADD = insert(_table).returning(_table.c.id)
_OF_MATCH = select(_table).where(_table.c.match_id == bindparam("match")).order_by(_table.c.id)
_OF_KIND = _OF_MATCH.where(_table.c.kind == bindparam("kind"))
_CURRENT = _OF_MATCH.where(
    (_table.c.state != "retired") | _table.c.kind.in_(bindparam("kept", expanding=True))
)
_BY_MESSAGE = select(_table).where(_table.c.message_id == bindparam("message"))
_SET_SHOWN = (
    update(_table)
    .where(_key, _table.c.sequence <= bindparam("to"))
    .values(sequence=bindparam("to"), content_hash=bindparam("hash"))
)
_SET_STATE = update(_table).where(_key).values(state=bindparam("to"))
_RETIRE_RESTING = (
    update(_table)
    .where(
        _table.c.match_id == bindparam("match"),
        _table.c.seat == bindparam("of"),
        _table.c.state == "resting",
    )
    .values(state="retired")
)
_HANDS = (
    select(
        _table.c.id,
        func.row_number()
        .over(partition_by=(_table.c.match_id, _table.c.seat), order_by=_table.c.id.desc())
        .label("age"),
    )
    .where(_table.c.match_id.in_(bindparam("matches", expanding=True)), _table.c.kind == "hand")
    .subquery()
)
_LAST_HANDS = select(_HANDS.c.id).where(_HANDS.c.age <= 2)
_REOPEN_HANDS = update(_table).where(_table.c.id.in_(_LAST_HANDS)).values(state="live")
_REPOST = (
    update(_table)
    .where(_key)
    .values(
        channel_id=bindparam("channel"),
        message_id=bindparam("message"),
        sequence=bindparam("to"),
        state="live",
        posted_at=bindparam("at"),
    )
)
_FORGET = delete(_table).where(_key)
