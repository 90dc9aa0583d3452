"""Matches that have begun, written into a new database all at once: nobody counts an opening."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from sqlalchemy import Connection, create_engine, insert

from bot.match import limits
from bot.match.live import Live
from data.matches.hosted import Hosted, SeatControl
from data.matches.models import MatchOptions, Pace, StoredMatch, StoredSeat
from data.people.models import GuildSettings, Preferences
from data.store import schema
from data.store.database import Database
from engine import RULES_VERSION, Match, apply, fairness, legal_actions, new_match
from tests.data import factory

SEEDS = 200
"""So many different matches; beyond it they are played alike."""

MESSAGES = 500_000_000_000_000_000
"""Ids of messages that exist in rows alone come after it."""

NEARLY_OVER = 0.8
"""A match begins before this share of its entries: few of them end while they are measured."""


@dataclass(frozen=True, slots=True)
class Table:
    """Who plays where: people by Discord id, then computers by level; mostly in a thread."""

    guild: int
    channel: int
    people: tuple[int, ...]
    levels: tuple[str, ...] = ()
    thread: int | None = None

    @property
    def place(self) -> int:
        """Where the table stands."""
        return self.thread or self.channel

    @property
    def players(self) -> int:
        return len(self.people) + len(self.levels)


async def begin(
    path: Path,
    tables: Sequence[Table],
    dms: Mapping[int, int],
    now: int,
    *,
    text_only: bool,
    shown: bool,
    pace: Pace = "relaxed",
    begun: float = NEARLY_OVER,
) -> None:
    """Make a database in which each table is somewhere in its match, and a person is to act.

    Args:
        path: of a file that isn't there yet.
        tables: each gets a match, numbered from 1.
        dms: the DM channels of all people: the bot has written to them before.
        now: when they have come so far, UTC milliseconds.
        text_only: what all people prefer.
        shown: whether table and hands have been sent already, as their rows then say.
        pace: of matches with several persons.
        begun: each match is somewhere before this share of its entries.
    """
    db = await Database.open(f"sqlite:///{path}")
    await db.close()
    engine = create_engine(f"sqlite:///{path}")
    with engine.begin() as conn:
        keys = _write_places(conn, tables, dms, now, text_only=text_only)
        begun = [
            _Begun(number, table, keys, dms, now, pace, begun)
            for number, table in enumerate(tables, start=1)
        ]
        for kind, rows in (
            (schema.matches, [one.match(shown=shown) for one in begun]),
            (schema.seats, [row for one in begun for row in one.seats()]),
            (schema.log, [row for one in begun for row in one.log()]),
            (schema.deadlines, [row for one in begun for row in one.deadlines()]),
            (schema.messages, [row for one in begun for row in one.messages()] if shown else []),
        ):
            if rows:
                conn.execute(insert(kind), rows)
    engine.dispose()


def _write_places(
    conn: Connection,
    tables: Iterable[Table],
    dms: Mapping[int, int],
    now: int,
    *,
    text_only: bool,
) -> dict[int, int]:
    """Servers and people; our keys of people by their Discord ids."""
    settings = GuildSettings(max_matches=1000).model_dump_json()
    preferences = Preferences(seen_locale="en-US", text_only=text_only).model_dump_json()
    guilds = dict.fromkeys(table.guild for table in tables)
    people = dict.fromkeys(person for table in tables for person in table.people)
    keys = {person: key for key, person in enumerate(people, start=1)}
    conn.execute(
        insert(schema.guilds),
        [
            {"id": one, "name": f"Server {number}", "settings": settings, "joined_at": now}
            for number, one in enumerate(guilds, start=1)
        ],
    )
    conn.execute(
        insert(schema.players),
        [
            {
                "id": key,
                "discord_id": person,
                "name": _name(key),
                "preferences": preferences,
                "dm_channel_id": dms[person],
                "first_match_at": 1,
                "created_at": 1,
            }
            for person, key in keys.items()
        ],
    )
    return keys


def _name(key: int) -> str:
    return f"Player {key}"


class _Begun:
    """A match somewhere between its first deal and its last round; its rows, by table."""

    def __init__(
        self,
        number: int,
        table: Table,
        keys: Mapping[int, int],
        dms: Mapping[int, int],
        now: int,
        pace: Pace,
        begun: float,
    ) -> None:
        self.number, self.table, self.dms, self.now = number, table, dms, now
        self.options = MatchOptions(
            seats=table.players, pace=pace if len(table.people) > 1 else "untimed"
        )
        self.people = [keys[person] for person in table.people]
        self.seed = number % SEEDS
        states = _states(table.players, self.seed)
        early = range(1, int(len(states) * begun))
        self.head = Random(number).choice([one for one in early if _by_people(states[one], table)])
        self.live = self._live(states[self.head])

    def _live(self, match: Match) -> Live:
        sitting: list[tuple[int | None, str | None]] = [(one, None) for one in self.people]
        sitting += [(None, one) for one in self.table.levels]
        seats = tuple(
            StoredSeat(seat, player_id=key, level=level, name=_name(key) if key else None)
            for seat, (key, level) in enumerate(sitting, start=1)
        )
        secret = f"secret {self.seed}"
        row = StoredMatch(
            id=self.number,
            guild_id=self.table.guild,
            channel_id=self.table.channel,
            thread_id=self.table.thread,
            status="playing",
            options=self.options,
            host_id=self.people[0],
            secret=secret,
            commitment=fairness.commitment(secret),
            start_id=factory.START_ID,
            rules_version=RULES_VERSION,
            created_at=self.now,
            started_at=self.now,
            finished_at=None,
            end_reason=None,
            unrated_reason=None,
            finish_order=None,
            rounds=None,
            seat_count=None,
            people=None,
            solo=None,
            seats=seats,
        )
        control = tuple(SeatControl("computer" if s.level else "person", s.level) for s in seats)
        return Live(row, Hosted(row, match, control, head=self.head), self.head)

    def match(self, *, shown: bool) -> dict[str, Any]:
        columns = asdict(self.live.row)
        del columns["seats"]
        lanes = dict.fromkeys(("called", "shown"), self.head if shown else 0)
        options = self.options.model_dump_json()
        return columns | lanes | {"options": options, "head": self.head}

    def seats(self) -> Iterator[dict[str, Any]]:
        for seat in self.live.row.seats:
            yield {"match_id": self.number, **asdict(seat)}

    def log(self) -> Iterator[dict[str, Any]]:
        entries = _entries(self.table.players, self.seed)[: self.head]
        for sequence, (kind, seat, payload) in enumerate(entries, start=1):
            yield {
                "match_id": self.number,
                "sequence": sequence,
                "kind": kind,
                "seat": seat,
                "payload": payload,
                "cause": f"begun:{sequence}",
                "at": self.now,
            }

    def deadlines(self) -> Iterator[dict[str, Any]]:
        for wanted in limits.wanted(self.live, (), self.now):
            yield {"match_id": self.number, **asdict(wanted)}

    def messages(self) -> Iterator[dict[str, Any]]:
        """The table and a hand for each who is asked, where nobody will look for them."""
        asked = [(seat, self.live.decision(seat)) for seat in self.live.playing.awaited()]
        for place, (seat, decision) in enumerate([(None, None), *asked]):
            yield {
                "match_id": self.number,
                "kind": "hand" if seat else "table",
                "seat": seat,
                "player_id": self.people[seat - 1] if seat else None,
                "round": decision.round if decision else None,
                "turn": decision.turn if decision else None,
                "channel_id": self.dms[self.table.people[seat - 1]] if seat else self.table.place,
                "message_id": MESSAGES + self.number * 10 + place,
                "sequence": self.head,
                "content_hash": None,
                "state": "live",
                "posted_at": self.now,
            }


@cache
def _entries(players: int, seed: int) -> tuple[tuple[str, int | None, str], ...]:
    """A match's log: kind, seat and payload of each entry."""
    entries = map(factory.as_logged, factory.play_out(players, seed))
    return tuple(
        (one.kind, one.seat, one.model_dump_json(exclude={"kind", "seat"})) for one in entries
    )


@cache
def _states(players: int, seed: int) -> tuple[Match, ...]:
    """The match after so many entries, from 0 to all of them."""
    match = new_match(players, MatchOptions(seats=players).for_engine(players))
    states = [match]
    for entry in factory.play_out(players, seed):
        match = apply(match, entry).match
        states.append(match)
    return tuple(states)


def _by_people(match: Match, table: Table) -> bool:
    """Whether somebody is to act, and no computer."""
    asked = [seat for seat in range(1, match.players + 1) if legal_actions(match, seat)]
    return bool(asked) and max(asked) <= len(table.people)
