"""Units of work: undone alone, or with their whole group; told only what holds."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from collections import deque
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import insert, select
from sqlalchemy.engine import Connection
from sqlalchemy.exc import IntegrityError, OperationalError

from data.people import guilds
from data.store import schema, units
from data.store.database import Database
from data.store.errors import DatabaseClosed
from data.store.units import Unit
from tests.data.store.held import Held

pytestmark = pytest.mark.sqlite


def nothing(conn: Connection) -> None:
    pass


def add(number: int) -> Unit[int]:
    def unit(conn: Connection) -> int:
        guilds.get_or_create(conn, number, f"guild {number}", at=number)
        return number

    return unit


def fail(number: int) -> Unit[int]:
    def unit(conn: Connection) -> int:
        add(number)(conn)
        raise ZeroDivisionError

    return unit


def leave(number: int) -> Unit[int]:
    """As SQLite does on a full disk: the transaction is gone, and then comes the error."""

    def unit(conn: Connection) -> int:
        add(number)(conn)
        conn.exec_driver_sql("ROLLBACK")
        raise ZeroDivisionError

    return unit


async def kept(db: Database) -> list[int]:
    query = select(schema.guilds.c.id).order_by(schema.guilds.c.id)
    return await db.read(lambda conn: list(conn.scalars(query)))


async def together(db: Database, *waiting: Unit[int]) -> list[int | BaseException]:
    """What becomes of units that are written in one group."""
    units.GROUP_S = 60.0
    held = Held(nothing, nothing)
    first = asyncio.create_task(db.write(held))
    await held.reached()
    tasks = [asyncio.create_task(db.write(unit)) for unit in waiting]
    await asyncio.sleep(0)
    held.go_on()
    return (await asyncio.gather(first, *tasks, return_exceptions=True))[1:]


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """A group isn't closed because a machine is slow."""
    monkeypatch.setattr(units, "GROUP_S", units.GROUP_S)


async def test_one_of_eight_raises_and_seven_stand(db: Database) -> None:
    outcomes = await together(db, *map(add, range(1, 5)), fail(5), *map(add, range(6, 9)))
    assert isinstance(outcomes.pop(4), ZeroDivisionError)
    assert outcomes == [1, 2, 3, 4, 6, 7, 8] == await kept(db)
    stats = db.stats()
    assert (stats.units, stats.transactions, stats.groups) == (9, 1, ((9, 1),))


async def test_when_sqlite_leaves_the_transaction_nobody_is_told_yes(db: Database) -> None:
    outcomes = await together(db, add(1), leave(2), add(3))
    assert [type(outcome) for outcome in outcomes[:2]] == [ZeroDivisionError] * 2
    # What came after it stands in a transaction of its own.
    assert outcomes[2] == 3
    assert await kept(db) == [3]


async def test_a_commit_that_fails_undoes_all_and_the_next_one_is_as_ever(db: Database) -> None:
    def orphan(conn: Connection) -> int:
        """What it breaks is found at the commit, which fails and leaves the transaction open."""
        conn.exec_driver_sql("PRAGMA defer_foreign_keys = ON")
        conn.execute(insert(schema.members).values(ORPHAN))
        return 2

    outcomes = await together(db, add(1), orphan, add(3))
    assert [type(outcome) for outcome in outcomes] == [IntegrityError] * 3
    assert await kept(db) == []
    assert await db.write(add(4)) == 4
    assert await kept(db) == [4]


ORPHAN = {"guild_id": 404, "player_id": 404, "name": "nobody", "checked_at": 1}

FULL = """
import asyncio, os, resource, sys
from data.store.database import Database
from tests.data.store.test_units import add, kept, together

async def main(url):
    db = await Database.open(url)
    await db.write(add(1))
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    size = os.path.getsize(url.removeprefix("sqlite:///") + "-wal")
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, limits[1]))
    full = await together(db, add(2), add(3))
    resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert await kept(db) == [1]
    assert await db.write(add(4)) == 4
    await db.close()
    print(*(type(outcome).__name__ for outcome in full))

asyncio.run(main(sys.argv[1]))
"""


async def test_on_a_full_disk_nothing_is_acknowledged(url: str) -> None:
    """The statements succeed, and the commit doesn't."""
    done = subprocess.run(
        [sys.executable, "-c", FULL, url],
        check=True,
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[3])},
    )
    assert done.stdout.split() == ["OperationalError", "OperationalError"]
    db = await Database.open(url)
    assert await kept(db) == [1, 4]
    await db.close()


async def test_who_is_not_let_begin_is_told(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another process writes for longer than we wait."""
    monkeypatch.setattr("data.store.sqlite.BUSY_TIMEOUT_MS", 0)
    here, there = await Database.open(url), await Database.open(url)
    held = Held(nothing, add(1))
    writing = asyncio.create_task(there.write(held))
    await held.reached()
    with pytest.raises(OperationalError, match="locked"):
        await here.write(add(2))
    held.go_on()
    await writing
    await here.write(add(3))
    assert await kept(here) == [1, 3]
    await here.close()
    await there.close()


async def test_a_caller_who_is_cancelled_cancels_no_unit(db: Database) -> None:
    held = Held(nothing, nothing)
    first = asyncio.create_task(db.write(held))
    await held.reached()
    callers = [asyncio.create_task(db.write(unit)) for unit in (add(1), fail(2), add(3))]
    await asyncio.sleep(0)
    for caller in (first, *callers[:2]):
        caller.cancel()
    held.go_on()
    assert await callers[2] == 3
    assert await kept(db) == [1, 3]
    assert all(caller.cancelled() for caller in (first, *callers[:2]))


async def test_bookkeeping_stands_behind_what_somebody_waits_for(db: Database) -> None:
    order: list[str] = []
    held = Held(nothing, nothing)
    first = asyncio.create_task(db.write(held))
    await held.reached()
    rest = [
        asyncio.create_task(db.write(lambda _: order.append("book"), later=True)),
        asyncio.create_task(db.write(lambda _: order.append("click"))),
    ]
    await asyncio.sleep(0)
    held.go_on()
    await asyncio.gather(first, *rest)
    assert order == ["click", "book"]


class Crowded(deque[Any]):
    """As if another thread took the last one just after it was seen."""

    def __len__(self) -> int:
        return super().__len__() + 1


def test_two_readers_may_reach_for_the_same_unit() -> None:
    reads = units.Reads([], "BEGIN")
    reads._waiting = (Crowded(), Crowded())
    assert reads._take() is None


async def test_closing_does_what_waits_and_then_nothing(url: str) -> None:
    db = await Database.open(url)
    waiting = [asyncio.create_task(db.write(add(number))) for number in (1, 2)]
    await asyncio.sleep(0)
    await db.close()
    assert await asyncio.gather(*waiting) == [1, 2]
    with pytest.raises(DatabaseClosed):
        await db.write(add(3))
    await db.close()
    again = await Database.open(url)
    assert await kept(again) == [1, 2]
    await again.close()


async def test_a_read_that_fails_midway_leaves_no_old_snapshot(db: Database) -> None:
    for number in range(1, 5):
        await db.write(add(number))

    def midway(conn: Connection) -> None:
        found = conn.execute(select(schema.guilds))
        found.fetchone()
        raise ZeroDivisionError

    failed = await asyncio.gather(*(db.read(midway) for _ in range(9)), return_exceptions=True)
    assert {type(error) for error in failed} == {ZeroDivisionError}
    await db.write(add(5))
    seen = await asyncio.gather(*(kept(db) for _ in range(9)))
    assert seen == [[1, 2, 3, 4, 5]] * 9
    assert await db.checkpoint(), "and nothing keeps the write-ahead log from being emptied"
    del failed  # whoever holds the errors holds no statement with them
