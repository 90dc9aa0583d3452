"""A match's log: append-only, one row an entry, and the truth about the match.

Each entry names the acting seat, never a person, and its *cause*: what brought it about, as
``interaction:ID``, ``deadline:ID``, ``message:ID`` or the bot's own ``computer:ROUND.TURN``. A
cause stands once in a match's log, so what is delivered twice acts once. The sequence number is the
lock: of two who append the same one, the second gets ``SequenceTaken``, reloads, and tries again if
the decision is still open. A cause must never contain a person's id.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError
from sqlalchemy import Row, bindparam, func, insert, select, update
from sqlalchemy.engine import Connection
from sqlalchemy.exc import IntegrityError

from data.store import schema
from data.store.driver import savepoint
from data.store.errors import AlreadyDone, BrokenLog, SequenceTaken
from engine import Deal as EngineDeal
from engine import actions
from engine.cards import PLAYER_COUNTS, Card, Cards

SeatNumber = Annotated[int, Field(ge=1, le=max(PLAYER_COUNTS))]


class _Entry(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Lobby(_Entry):
    """Something happened before the start; who sits where stands in ``seats``.

    These need not be logged; where they are, a double Join acts once, and the lobby's message can
    be compared with the log's head like any other.

    Attributes:
        change: among others ``start``: somebody pressed it; ``seats``: the match's first public
            message is there, and the seats are shuffled.
        order: of ``seats``, for each seat in turn the place, from 1, that its player had in the
            lobby (fair play); in logs from before there were ``seats``, of ``start``, if at all.
    """

    kind: Literal["lobby"] = "lobby"
    change: Literal[
        "open",
        "join",
        "leave",
        "add",
        "remove",
        "accept",
        "decline",
        "invite",
        "host",
        "start",
        "seats",
    ]
    seat: SeatNumber | None = None
    order: tuple[SeatNumber, ...] | None = None


class Deal(_Entry):
    """A round was dealt; hands by seat, each as ``3/7 1/3 …``."""

    kind: Literal["deal"] = "deal"
    round: Annotated[int, Field(ge=1, le=max(PLAYER_COUNTS))]
    starter: SeatNumber
    hands: tuple[str, ...]
    seat: None = None

    @classmethod
    def of(cls, deal: EngineDeal) -> Deal:
        """The entry for an engine's deal."""
        hands = tuple(" ".join(map(str, hand)) for hand in deal.hands)
        return cls(round=deal.number, starter=deal.starter, hands=hands)

    def engine_deal(self) -> EngineDeal:
        """The deal for ``engine.apply``.

        Raises:
            RuleError: ``bad-syntax``, a hand is not written as cards.
        """
        return EngineDeal(self.round, self.starter, tuple(map(_cards, self.hands)))


class Action(_Entry):
    """A seat acted, in the notation.

    Attributes:
        by: ``seat`` when its own player acted (a person, or the computer that sits there);
            ``stand-in`` when the bot acted for an absent or departed person.
    """

    kind: Literal["action"] = "action"
    seat: SeatNumber
    text: str
    by: Literal["seat", "stand-in"] = "seat"

    def engine_action(self) -> actions.Action:
        """The action for ``engine.apply``.

        Raises:
            RuleError: ``bad-syntax``.
        """
        return actions.parse(self.text)


class Seat(_Entry):
    """Who plays a seat changed.

    Attributes:
        change: ``take-over`` an absent person's seat is played by the bot until they ``return``;
            ``leave`` they gave it up for good.
        by: the person themselves, the clock, the others by a vote, a moderator, or Discord (left
            the server, …).
    """

    kind: Literal["seat"] = "seat"
    seat: SeatNumber
    change: Literal["take-over", "return", "leave"]
    by: Literal["player", "clock", "others", "moderator", "discord"]


class Clock(_Entry):
    """What the clock says of a decision.

    Attributes:
        change: its time is nearly up (``warning``), or up (``expiry``: a miss for the seat); or
            it has none and is waited for all too long (``overdue``).
    """

    kind: Literal["clock"] = "clock"
    seat: SeatNumber
    change: Literal["warning", "expiry", "overdue"]
    round: int
    turn: int


class Outage(_Entry):
    """Nobody could act for a while: the decisions of these seats have all their time again."""

    kind: Literal["outage"] = "outage"
    seats: tuple[SeatNumber, ...]
    seat: None = None


About = Literal["pause", "resume", "end", "stand-in"]
"""What persons vote about; ``stand-in``: that the bot plays for who is waited for all too long."""


class Vote(_Entry):
    """A person's voice about a proposal; the first yes is the proposal."""

    kind: Literal["vote"] = "vote"
    seat: SeatNumber
    about: About
    yes: bool


class Rejection(_Entry):
    """A proposal came to nothing: enough said no, or too few answered in time."""

    kind: Literal["rejection"] = "rejection"
    about: About
    why: Literal["refused", "unanswered"]
    seat: None = None


class Pause(_Entry):
    """The clock was stopped (``on``) or goes on.

    Attributes:
        by: ``clock``: a pause that was agreed on ends by itself; ``aside``: a solo match made room
            for another one of its player's, or is taken up again.
    """

    kind: Literal["pause"] = "pause"
    on: bool
    by: Literal["agreement", "moderator", "discord", "clock", "aside"]
    seat: SeatNumber | None = None


class Reminder(_Entry):
    """The pause is nearly over."""

    kind: Literal["reminder"] = "reminder"
    seat: None = None


class Assist(_Entry):
    """Its one person asked for a hint in a rated match, knowing that it doesn't count then."""

    kind: Literal["assist"] = "assist"
    seat: SeatNumber


class End(_Entry):
    """The match ended before its last round did, or was closed.

    Attributes:
        reason: ``agreed`` by vote, by the ``host``, by a ``moderator``; ``deserted``: the last
            person is gone; ``endless``: the round was given up (1,000 actions); ``gone``: the
            channel or the server is gone; ``broken``: the log can't be replayed; ``closed``: its
            daily deal closed.
    """

    kind: Literal["end"] = "end"
    reason: Literal[
        "agreed", "host", "moderator", "deserted", "endless", "gone", "broken", "closed"
    ]
    seat: SeatNumber | None = None


Entry = (
    Lobby
    | Deal
    | Action
    | Seat
    | Clock
    | Outage
    | Vote
    | Rejection
    | Pause
    | Reminder
    | Assist
    | End
)

_PAYLOAD = TypeAdapter(dict[str, Any])
_ENTRY: TypeAdapter[Entry] = TypeAdapter(Annotated[Entry, Field(discriminator="kind")])


@dataclass(frozen=True, slots=True)
class Logged:
    """An entry as it stands in the log; ``at`` is UTC milliseconds."""

    sequence: int
    entry: Entry
    cause: str
    at: int


def append(conn: Connection, match_id: int, entries: Sequence[Logged]) -> None:
    """Append entries, all or none; ``matches.head`` says how far the log goes then.

    Args:
        conn: in a writing unit.
        match_id: whose log.
        entries: at least one; the first one's sequence is the head's plus one.

    Raises:
        AlreadyDone: the cause of one stands in the log already.
        SequenceTaken: the first one's sequence does.
    """
    try:
        with savepoint(conn):
            conn.execute(_APPEND, [_row(match_id, logged) for logged in entries])
    except IntegrityError:
        for logged in entries:
            if done(conn, match_id, logged.cause):
                raise AlreadyDone(logged.cause) from None
        if head(conn, match_id) >= entries[0].sequence:
            raise SequenceTaken(entries[0].sequence) from None
        raise
    conn.execute(_SET_HEAD, {"match": match_id, "to": entries[-1].sequence})


def done(conn: Connection, match_id: int, cause: str) -> bool:
    """Whether an entry with this cause stands in the log."""
    return conn.scalar(_DONE, {"match": match_id, "cause": cause}) is not None


def head(conn: Connection, match_id: int) -> int:
    """The last sequence number; 0 for an empty log."""
    return conn.scalar(_HEAD, {"match": match_id}) or 0


def load(conn: Connection, match_id: int, after: int = 0) -> tuple[Logged, ...]:
    """The entries after sequence number ``after``, oldest first.

    Raises:
        BrokenLog: an entry is not what an entry can be, or one is missing.
    """
    entries = []
    rows = conn.execute(_LOAD, {"match": match_id, "after": after})
    for expected, row in enumerate(rows, start=after + 1):
        if row.sequence != expected:
            raise BrokenLog(match_id, expected, f"missing; entry {row.sequence} comes next")
        entries.append(Logged(row.sequence, _entry(match_id, row), row.cause, row.at))
    return tuple(entries)


def _row(match_id: int, logged: Logged) -> dict[str, Any]:
    entry = logged.entry
    return {
        "match_id": match_id,
        "sequence": logged.sequence,
        "kind": entry.kind,
        "seat": entry.seat,
        "payload": entry.model_dump_json(exclude={"kind", "seat"}),
        "cause": logged.cause,
        "at": logged.at,
    }


def _entry(match_id: int, row: Row[*tuple[Any, ...]]) -> Entry:
    try:
        payload = _PAYLOAD.validate_json(row.payload)
        fields = payload if row.seat is None else {**payload, "seat": row.seat}
        return _ENTRY.validate_python({**fields, "kind": row.kind})
    except ValidationError as error:
        first = str(error).splitlines()[0]
        raise BrokenLog(match_id, row.sequence, f"not an entry: {first}") from error


def _cards(text: str) -> Cards:
    return tuple(map(Card.parse, text.split(" ")))


_MATCH = schema.log.c.match_id == bindparam("match")
_APPEND = insert(schema.log)
_SET_HEAD = (
    update(schema.matches)
    .where(schema.matches.c.id == bindparam("match"))
    .values(head=bindparam("to"))
)
_DONE = select(schema.log.c.sequence).where(_MATCH, schema.log.c.cause == bindparam("cause"))
_HEAD = select(func.max(schema.log.c.sequence)).where(_MATCH)
_LOAD = (
    select(
        schema.log.c.sequence,
        schema.log.c.kind,
        schema.log.c.seat,
        schema.log.c.payload,
        schema.log.c.cause,
        schema.log.c.at,
    )
    .where(_MATCH, schema.log.c.sequence > bindparam("after"))
    .order_by(schema.log.c.sequence)
)
