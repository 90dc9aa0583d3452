"""The clock: what is due goes to its match; a fault is that match's alone."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from bot.base import times
from bot.host import clock as module
from bot.host.clock import Clock
from bot.host.leases import Everything
from bot.match.refusal import Stale
from data.matches import deadlines
from data.matches.deadlines import Deadline, Wanted
from data.store.database import Database
from tests.data import factory


@pytest_asyncio.fixture
async def db(tmp_path: Path) -> AsyncIterator[Database]:
    opened = await Database.open(f"sqlite:///{tmp_path / 'scout.sqlite3'}")
    yield opened
    await opened.close()


async def due(db: Database, count: int) -> list[int]:
    """So many matches with a deadline that has been due since 1970."""

    def make(conn: object) -> list[int]:
        found = []
        for _ in range(count):
            match_id = factory.lobby(conn, 1)  # type: ignore[arg-type]
            deadlines.replace(conn, match_id, [Wanted("lobby-idle", 1)])  # type: ignore[arg-type]
            found.append(match_id)
        return found

    return await db.write(make)


async def test_100_bad_rows_starve_nobody(
    db: Database, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(module, "AT_ONCE", 20)
    bad, good = await due(db, 100), (await due(db, 1))[0]
    served, asked = asyncio.Event(), []

    async def serve(deadline: Deadline) -> None:
        if deadline.match_id != good:
            asked.append(deadline.match_id)
            raise RuntimeError("this one never works")
        now = times.now()
        await db.write(lambda conn: deadlines.claim(conn, deadline.id, now))
        served.set()

    clock = Clock(db, serve, Everything())
    clock.wake()
    await served.wait()
    clock.stop()
    assert sorted(asked) == bad, "each was tried once, and then left alone for a while"
    assert all("deadline-failed" in record.getMessage() for record in caplog.records)


async def test_what_has_happened_meanwhile_is_due_no_more(db: Database) -> None:
    [match_id] = await due(db, 1)
    asked = asyncio.Event()

    async def serve(deadline: Deadline) -> None:
        asked.set()
        raise Stale

    clock = Clock(db, serve, Everything())
    clock.wake()
    await asked.wait()
    while await db.read(lambda conn: deadlines.of_match(conn, match_id)):
        await asyncio.sleep(0.001)
    clock.stop()


async def test_a_match_waits_for_no_other(db: Database) -> None:
    slow, quick = await due(db, 2)
    done = asyncio.Event()

    async def serve(deadline: Deadline) -> None:
        if deadline.match_id == slow:
            await asyncio.Event().wait()  # for ever
        now = times.now()
        await db.write(lambda conn: deadlines.claim(conn, deadline.id, now))
        done.set()

    clock = Clock(db, serve, Everything())
    clock.wake()
    await done.wait()
    assert await db.read(lambda conn: deadlines.of_match(conn, slow))
    assert not await db.read(lambda conn: deadlines.of_match(conn, quick))
    clock.stop()
