"""Times in which nobody could act: what runs out in them, or soon after, is nobody's miss."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from bot.base import times
from bot.base.times import MINUTE, SECOND
from bot.host.outages import BEAT, Outages
from data.store import facts
from data.store.database import Database

SERVER, OTHER = 8 << 22, 9 << 22
START = 1_800_000_000_000


class Time:
    """The time of day, as the test has it."""

    def __init__(self) -> None:
        self.now = START

    def __call__(self) -> int:
        return self.now


@pytest.fixture
def time(monkeypatch: pytest.MonkeyPatch) -> Time:
    now = Time()
    monkeypatch.setattr(times, "now", now)
    return now


@pytest_asyncio.fixture
async def db(tmp_path: Path) -> AsyncIterator[Database]:
    opened = await Database.open(f"sqlite:///{tmp_path / 'scout.sqlite3'}")
    yield opened
    await opened.close()


def outages(db: Database, silent: dict[int, int]) -> Outages:
    """With two shards, each of which hears of one server."""

    async def answers(shard: int) -> bool:
        return shard not in silent

    return Outages(
        db,
        silent=lambda: silent,
        answers=answers,
        shard_of=lambda server: (server >> 22) % 2,
        servers_of=lambda shard: [[SERVER], [OTHER]][shard],
    )


async def passed(known: Outages, time: Time, ms: int) -> None:
    """Time passes, and the clock looks every half minute."""
    end = time.now + ms
    while time.now < end:
        time.now = min(end, time.now + 30 * SECOND)
        await known.look()


async def test_what_runs_out_in_an_outage_or_a_minute_after_it_has_its_time_again(
    db: Database, time: Time
) -> None:
    known = outages(db, {})
    await known.started()
    await passed(known, time, 5 * MINUTE)
    known.server_away(SERVER)
    began = time.now
    assert await known.look() == {SERVER}
    assert not known.spares(SERVER, began - 1)
    assert known.spares(SERVER, began + 20 * MINUTE), "however long it lasts"
    await passed(known, time, 20 * MINUTE)
    known.server_back(SERVER)
    assert await known.look() == frozenset()
    assert known.spares(SERVER, began)
    assert known.spares(SERVER, time.now + MINUTE)
    assert not known.spares(SERVER, time.now + MINUTE + 1)
    assert not known.spares(OTHER, began + MINUTE), "another server was there"


async def test_a_short_gap_spares_what_runs_out_in_it_and_no_more(db: Database, time: Time) -> None:
    known = outages(db, {})
    await known.started()
    await passed(known, time, 5 * MINUTE)
    known.server_away(SERVER)
    time.now += 2 * SECOND
    known.server_back(SERVER)
    assert known.spares(SERVER, time.now - SECOND)
    assert not known.spares(SERVER, time.now + SECOND)


async def test_a_silent_shards_servers_are_away_since_it_last_heard_anything(
    db: Database, time: Time
) -> None:
    silent: dict[int, int] = {}
    known = outages(db, silent)
    await known.started()
    await passed(known, time, 5 * MINUTE)
    silent[1] = time.now - MINUTE
    assert await known.look() == {OTHER}
    assert known.spares(OTHER, time.now - MINUTE)
    assert not known.spares(SERVER, time.now - MINUTE)
    time.now += MINUTE
    silent.clear()
    assert await known.look() == frozenset()
    assert known.spares(OTHER, time.now + MINUTE)
    assert not known.spares(OTHER, time.now + MINUTE + 1)


async def test_what_is_overdue_at_a_start_ran_out_while_the_bot_was_down(
    db: Database, time: Time
) -> None:
    first = outages(db, {})
    await first.started()
    await passed(first, time, 10 * MINUTE)
    time.now += 10 * MINUTE  # it is down
    second = outages(db, {})
    assert second.spares(SERVER, 1), "nobody is played for before it knows"
    await second.started()
    assert second.spares(SERVER, time.now - 15 * MINUTE), "the one before owed it"
    assert second.spares(SERVER, time.now + MINUTE)
    assert not second.spares(SERVER, time.now + MINUTE + 1)


async def test_a_quick_restart_spares_nothing_but_what_is_overdue(db: Database, time: Time) -> None:
    await outages(db, {}).started()
    time.now += 25 * SECOND
    second = outages(db, {})
    await second.started()
    assert second.spares(SERVER, time.now)
    assert not second.spares(SERVER, time.now + 1)


async def test_it_is_written_down_every_half_minute_that_the_bot_is_there_and_hears(
    db: Database, time: Time
) -> None:
    silent: dict[int, int] = {}
    known = outages(db, silent)
    await known.started()

    async def beat() -> int:
        return int(await db.read(lambda conn: facts.get(conn, BEAT)) or 0)

    assert await beat() == START
    for seconds, written in ((29, START), (30, START + 30 * SECOND)):
        time.now = START + seconds * SECOND
        await known.look()
        assert await beat() == written
    silent[0] = time.now
    time.now += MINUTE
    await known.look()
    assert await beat() == START + 30 * SECOND, "who hears nothing isn't there"


async def test_a_computer_that_slept_was_down(db: Database, time: Time) -> None:
    known = outages(db, {})
    await known.started()
    await passed(known, time, 10 * MINUTE)
    fell_asleep = time.now
    assert not known.spares(SERVER, fell_asleep)
    time.now += 3 * 60 * MINUTE
    assert await known.look() == frozenset()
    assert known.spares(SERVER, fell_asleep + MINUTE)
    assert known.spares(SERVER, time.now + MINUTE)
    assert not known.spares(SERVER, time.now + MINUTE + 1)


async def test_nobody_can_act_where_discord_does_not_answer(db: Database, time: Time) -> None:
    silent: dict[int, int] = {}
    known = outages(db, silent)
    await known.started()
    assert await known.can_act(SERVER)
    silent[0] = time.now - 30 * SECOND
    assert not await known.can_act(SERVER)
    assert known.spares(SERVER, time.now), "what ran out since then is nobody's miss"
    assert await known.can_act(OTHER)
