"""What must hold between kills: the database against what people were told, and against itself."""

from __future__ import annotations

import sqlite3
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

from sqlalchemy import create_engine, select
from sqlalchemy.engine import Connection

from bot.match.board import Board, board_of
from bot.match.ids import Decision
from bot.match.limits import EXPIRY
from data.matches import log, matches
from data.store import schema
from data.store.errors import BrokenLog
from tests.benchmarks.tables.crowd import Hand

Asked = tuple[int, Decision, int]
"""A match, a decision in it, and the Discord id of who is asked for it."""


@dataclass
class Model:
    """All that was seen so far.

    Attributes:
        acknowledged: the interactions whose decision was shown as made, with their matches.
        voided: matches of which it was said that they don't count any more.
        asked: the messages that asked for a decision.
        posted: what the bot has sent of its own accord, and what it said, by id.
    """

    acknowledged: dict[int, int] = field(default_factory=dict)
    voided: set[int] = field(default_factory=set)
    asked: defaultdict[Asked, set[int]] = field(default_factory=lambda: defaultdict(set))
    posted: dict[int, str] = field(default_factory=dict)
    _logs: dict[int, list[tuple[object, ...]]] = field(default_factory=dict)
    _due: dict[tuple[int, int, Decision], int] = field(default_factory=dict)

    @property
    def hands(self) -> set[int]:
        """The messages that asked for something. One that a kill left without a row has its
        answer, and needs none."""
        return set().union(*self.asked.values())

    def check(self, database: Path) -> list[str]:
        """What is wrong in a database that nobody has open."""
        engine = create_engine(f"sqlite:///{database}")
        try:
            with engine.connect() as conn:
                return [*self._whole(conn), *self._kept(conn), *self._once(), *self._matches(conn)]
        finally:
            engine.dispose()

    def settled(self, database: Path, hands: Iterable[Hand], now: Mapping[int, str]) -> list[str]:
        """What is wrong in one whose bot had time to show everything.

        Args:
            database: the one.
            hands: those that have buttons.
            now: what the messages say, by id; an old table leads to where it is now.
        """
        engine = create_engine(f"sqlite:///{database}")
        with engine.connect() as conn:
            hands = list(hands)
            old = [one for one in hands if not _is_asked(conn, one)]
        engine.dispose()
        with closing(sqlite3.connect(database)) as raw:
            known = {one for (one,) in raw.execute("SELECT message_id FROM messages")}
            tables = raw.execute(
                "SELECT match_id, count(*) FROM messages WHERE kind = 'table' GROUP BY match_id"
            ).fetchall()
        wrong = [f"match {match} has {count} tables" for match, count in tables if count != 1]
        wrong += [f"match {one.match}: an old hand has buttons, {one.decision}" for one in old]
        buttons = {one.message for one in hands}
        lost = [
            said
            for one, said in self.posted.items()
            if one not in known and (one in buttons or one not in self.hands)
            if "has moved down" not in now.get(one, "")
        ]
        return wrong + [f"a message that the bot doesn't know: {said}" for said in lost]

    def _whole(self, conn: Connection) -> Iterator[str]:
        [told] = conn.exec_driver_sql("PRAGMA integrity_check").scalars()
        if told != "ok":
            yield f"the database is damaged: {told}"

    def _kept(self, conn: Connection) -> Iterator[str]:
        """Nothing that was written is gone, and what was acknowledged is there."""
        query = select(schema.log).order_by(schema.log.c.match_id, schema.log.c.sequence)
        logs: defaultdict[int, list[tuple[object, ...]]] = defaultdict(list)
        for row in conn.execute(query):
            logs[row.match_id].append(tuple(row))
            if row.sequence != len(logs[row.match_id]):
                yield f"match {row.match_id}: entry {row.sequence} comes out of its order"
        for match, before in self._logs.items():
            if logs[match][: len(before)] != before:
                yield f"match {match}: its log was changed"
        self._logs = dict(logs)
        causes = [cause for (cause,) in conn.execute(select(schema.log.c.cause))]
        for interaction, match in self.acknowledged.items():
            found = causes.count(f"interaction:{interaction}")
            if found != 1:
                yield f"match {match}: what was acknowledged was written {found} times"
        for match in self.voided:
            row = matches.get(conn, match)
            if row is None or row.status != "void":
                yield f"match {match} counts again"

    def _once(self) -> Iterator[str]:
        for (match, decision, _), messages in self.asked.items():
            if len(messages) > 1:
                yield f"match {match}: {decision} was asked for {len(messages)} times"

    def _matches(self, conn: Connection) -> Iterator[str]:
        for match in conn.scalars(select(schema.matches.c.id)).all():
            try:
                read = matches.board(conn, match, ())
                assert read is not None
                board = board_of(read)
            except BrokenLog as error:
                yield f"match {match} can't be replayed: {error}"
                continue
            if log.head(conn, match) != board.live.head:
                yield f"match {match}: its row and its log are of different lengths"
            yield from self._due_as_before(board)
            yield from _counted(board)

    def _due_as_before(self, board: Board) -> Iterator[str]:
        live = board.live
        if not live.on or live.playing.paused or live.row.options.pace == "untimed":
            return
        there = {
            (one.seat, Decision(one.round, one.turn)): one.due_at
            for one in board.deadlines
            if one.kind == EXPIRY
        }
        for seat in live.playing.awaited():
            decision = live.decision(seat)
            assert decision is not None
            if (seat, decision) not in there:
                yield f"match {live.id}: nobody would notice that seat {seat} doesn't decide"
                continue
            due = there[seat, decision]
            if self._due.setdefault((live.id, seat, decision), due) != due:
                yield f"match {live.id}: seat {seat}'s time for {decision} was changed"


def _is_asked(conn: Connection, hand: Hand) -> bool:
    """Whether somebody has to decide what a hand asks for."""
    read = matches.board(conn, hand.match, ())
    assert read is not None
    live = board_of(read).live
    return any(live.decision(seat.seat) == hand.decision for seat in live.row.seats)


def _counted(board: Board) -> Iterator[str]:
    """A match that was played to its end has the points that its log says."""
    live = board.live
    if live.row.status not in {"finished", "void"} or not live.playing.match.over:
        return
    points = tuple(seat.points for seat in live.row.seats)
    if points != live.playing.match.totals:
        yield f"match {live.id}: points {points}, played {live.playing.match.totals}"
