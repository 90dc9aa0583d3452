"""The log: one entry a sequence number and a cause; what comes back is checked."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from sqlalchemy import update
from sqlalchemy.engine import Connection
from sqlalchemy.exc import IntegrityError

from data.matches import log
from data.store import schema
from data.store.database import Database
from data.store.errors import AlreadyDone, BrokenLog, SequenceTaken
from engine import Deal, actions
from engine.cards import Card
from tests.data import factory

JOIN = log.Lobby(change="join", seat=1)

EVERY_KIND: list[log.Entry] = [
    log.Lobby(change="open"),
    JOIN,
    log.Deal(round=1, starter=2, hands=("3/7 1/2", "10/9 4/5")),
    log.Action(seat=1, text="scout left turned 3 show 2-4"),
    log.Action(seat=2, text="flip", by="stand-in"),
    log.Seat(seat=2, change="take-over", by="clock"),
    log.Clock(seat=2, change="warning", round=1, turn=4),
    log.Clock(seat=2, change="overdue", round=1, turn=4),
    log.Outage(seats=(1, 2)),
    log.Vote(seat=1, about="pause", yes=True),
    log.Rejection(about="stand-in", why="unanswered"),
    log.Pause(on=True, by="agreement", seat=1),
    log.Reminder(),
    log.End(reason="moderator"),
]


@pytest.fixture
async def match_id(db: Database) -> int:
    return await db.write(lambda conn: factory.lobby(conn, 1, 2))


async def test_every_kind_of_entry_comes_back_as_it_went(db: Database, match_id: int) -> None:
    def unit(conn: Connection) -> None:
        for number, entry in enumerate(EVERY_KIND, start=1):
            factory.append(conn, match_id, number, entry, f"test:{number}", 1_000 + number)

    await db.write(unit)

    def unit(conn: Connection) -> Any:
        loaded = log.load(conn, match_id)
        assert log.load(conn, match_id, after=8) == loaded[8:]
        assert log.head(conn, match_id) == len(EVERY_KIND)
        return loaded

    loaded = await db.read(unit)
    assert [logged.entry for logged in loaded] == EVERY_KIND
    assert [logged.sequence for logged in loaded] == list(range(1, len(EVERY_KIND) + 1))
    assert loaded[0].cause == "test:1"
    assert loaded[-1].at == 1_000 + len(EVERY_KIND)


def test_deals_and_actions_cross_to_the_engine_and_back() -> None:
    deal = Deal(2, 1, ((Card(3, 7), Card(10, 1)), (Card(2, 5),)))
    assert log.Deal.of(deal).hands == ("3/7 10/1", "2/5")
    assert log.Deal.of(deal).engine_deal() == deal
    assert log.Action(seat=1, text="show 3-5").engine_action() == actions.Show(3, 5)


async def test_a_sequence_number_is_given_once(db: Database, match_id: int) -> None:
    def unit(conn: Connection) -> None:
        factory.append(conn, match_id, 1, JOIN, "test:1", 1)
        with pytest.raises(SequenceTaken):
            factory.append(conn, match_id, 1, JOIN, "test:2", 2)
        # The transaction is still good, and the loser tries again.
        factory.append(conn, match_id, 2, JOIN, "test:2", 2)

    await db.write(unit)

    def unit(conn: Connection) -> None:
        assert [logged.cause for logged in log.load(conn, match_id)] == ["test:1", "test:2"]

    await db.read(unit)


async def test_a_cause_acts_once_in_a_match(db: Database, match_id: int) -> None:
    def unit(conn: Connection) -> None:
        other = factory.lobby(conn, 1, 2)
        factory.append(conn, match_id, 1, JOIN, "interaction:5", 1)
        with pytest.raises(AlreadyDone):
            factory.append(conn, match_id, 2, JOIN, "interaction:5", 2)
        with pytest.raises(AlreadyDone):
            factory.append(conn, match_id, 1, JOIN, "interaction:5", 2)
        factory.append(conn, other, 1, JOIN, "interaction:5", 1)
        assert log.done(conn, match_id, "interaction:5")
        assert not log.done(conn, match_id, "interaction:6")

    await db.write(unit)

    def unit(conn: Connection) -> None:
        assert log.head(conn, match_id) == 1

    await db.read(unit)


async def test_of_two_at_once_one_wins_and_both_learn_it(url: str, match_id: int) -> None:
    here, there = await Database.open(url), await Database.open(url)

    async def append(db: Database, cause: str) -> str:
        try:
            await db.write(lambda conn: factory.append(conn, match_id, 1, JOIN, cause, 1))
        except (SequenceTaken, AlreadyDone) as error:
            return type(error).__name__
        return "appended"

    assert sorted(await asyncio.gather(append(here, "a"), append(there, "b"))) == [
        "SequenceTaken",
        "appended",
    ]
    await here.close()
    await there.close()


async def test_an_entry_of_no_match_is_refused_loudly(db: Database) -> None:
    with pytest.raises(IntegrityError):
        await db.write(lambda conn: factory.append(conn, 404, 1, JOIN, "test:1", 1))


@pytest.mark.parametrize(
    "damage",
    [
        {"payload": "not json"},
        {"payload": "[]"},
        {"payload": '{"change": "dance"}'},
        {"payload": '{"change": "join", "surplus": 1}'},
        {"payload": "[" * 100_000},
        {"kind": "no-such-kind"},
        {"kind": "action"},
        {"seat": 6},
        {"sequence": 5},
    ],
)
async def test_a_damaged_entry_is_named(
    db: Database, match_id: int, damage: dict[str, object]
) -> None:
    def unit(conn: Connection) -> None:
        for number in (1, 2, 3):
            factory.append(conn, match_id, number, JOIN, f"test:{number}", 1)
        conn.execute(update(schema.log).where(schema.log.c.sequence == 2).values(damage))

    await db.write(unit)

    def unit(conn: Connection) -> Any:
        with pytest.raises(BrokenLog, match=f"match {match_id}, entry 2") as caught:
            log.load(conn, match_id)
        return caught

    caught = await db.read(unit)
    assert caught.value.sequence == 2
