"""The driver of many tables: what it puts on, and how it counts. What it measures no test says."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest
from sqlalchemy import create_engine, select

from bot.match import ids
from bot.sandbox.model import Message
from data.matches import hosted, matches
from data.matches.hosted import Decision
from data.store import schema
from data.store.database import Database
from tests.benchmarks.tables import begun, crowd, measures
from tests.benchmarks.tables.__main__ import median

NOW = 1_000_000
DMS = {person: 1000 + person for person in range(101, 108)}
TABLES = [
    begun.Table(7, 8, (101, 102, 103)),
    begun.Table(7, 8, (104, 105, 106)),
    begun.Table(9, 10, (107,), ("easy", "hard")),
]


@pytest.mark.parametrize("shown", [False, True])
async def test_a_table_that_has_begun_is_one_the_bot_can_go_on_with(
    tmp_path: Path, shown: bool
) -> None:
    path = tmp_path / "scout.sqlite3"
    await begun.begin(path, TABLES, DMS, NOW, text_only=True, shown=shown)
    db = await Database.open(f"sqlite:///{path}")
    for number, table in enumerate(TABLES, start=1):
        board = await db.read(partial(matches.board, match_id=number))
        assert board is not None
        assert (board.row.guild_id, board.row.channel_id) == (table.guild, table.channel)
        played = hosted.fold(board.row, board.entries)
        assert not played.over
        awaited = played.awaited()
        assert awaited
        assert all(played.seats[seat - 1].control == "person" for seat in awaited)
        timed = {one.seat for one in board.deadlines if one.seat}
        assert timed == (set(awaited) if len(table.people) > 1 else set())
    assert await db.read(lambda conn: matches.behind(conn, 0)) == (() if shown else (1, 2, 3))
    await db.close()
    engine = create_engine(f"sqlite:///{path}")
    with engine.connect() as there:
        messages = there.execute(select(schema.messages)).all()
    engine.dispose()
    assert {one.match_id for one in messages} == ({1, 2, 3} if shown else set())
    hands = {one.channel_id for one in messages if one.kind == "hand"}
    assert hands <= set(DMS.values())
    assert bool(hands) == shown


def message(*controls: tuple[str, bool]) -> Message:
    parts = [{"type": 2, "custom_id": name, "disabled": off} for name, off in controls]
    return Message(1, 2, 3, components=[{"type": 17, "components": parts}])


def test_a_hand_asks_for_what_can_be_decided_with_it() -> None:
    show = ids.Click(ids.Verb.SHOW, 4, Decision(2, 5), ("1", "2"))
    other = ids.Click(ids.Verb.SHOW, 4, Decision(2, 5), ("1", "1"))
    hint = ids.Click(ids.Verb.HINT, 4, Decision(2, 5))
    rules = ids.Click(ids.Verb.RULES, 4, None, ("0",))
    sent = message(
        (rules.custom_id, False),
        (hint.custom_id, False),
        (show.custom_id, False),
        (other.custom_id, True),
    )
    asked = crowd.hand_of(sent)
    assert asked is not None
    assert (asked.match, asked.decision) == (4, Decision(2, 5))
    assert [click for click, _ in asked.controls] == [show]
    assert crowd.hand_of(message((rules.custom_id, False))) is None


def test_a_spread_is_told_in_milliseconds() -> None:
    told = measures.spread([one / 1000 for one in range(100, 0, -1)])
    assert told == {"count": 100, "p50": 51, "p95": 96, "p99": 100, "max": 100}
    assert measures.spread([]) is None


def test_of_several_runs_each_number_is_the_median() -> None:
    runs = [
        {"rate": 1, "ok": True, "wait": {"p99": 5.0}, "routes": {"a": 1}, "none": None},
        {"rate": 9, "ok": False, "wait": {"p99": 7.0}, "routes": {"b": 3}, "none": None},
        {"rate": 2, "ok": True, "wait": {"p99": 6.0}, "routes": {"a": 2}, "none": None},
    ]
    told = median(runs)
    assert (told["rate"], told["wait"], told["none"]) == (2, {"p99": 6.0}, None)
    assert told["routes"] == {"a": 1.5, "b": 3}
    assert told["ok"] is False, "one run that doesn't count spoils the median"
