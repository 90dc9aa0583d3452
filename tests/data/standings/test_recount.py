"""Counting anew in steps, with everything that can happen between two of them."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from sqlalchemy import select
from sqlalchemy.engine import Connection

from data.standings import leaderboard, recount, standings, tallies
from data.store import schema
from data.store.database import Database
from data.store.work import Work
from tests.data import factory
from tests.data.standings.test_standings import DAY, derived, play_a_season

Meanwhile = Callable[[Connection], object]


def in_steps(conn: Connection, work: Work[int], meanwhile: dict[int, Meanwhile]) -> int:
    """Do it all; before the step of a number something else is done. How many steps there were."""
    answer: Any = None
    steps = 0
    try:
        while True:
            step = work.send(answer)
            if steps in meanwhile:
                meanwhile[steps](conn)
            answer = step.unit(conn)
            steps += 1
    except StopIteration:
        return steps


def anew(conn: Connection) -> dict[str, list[tuple[object, ...]]]:
    """What is derived from the matches as they are, by a recount that nothing disturbs."""
    factory.rebuild_all(conn)
    return derived(conn)


@pytest.fixture
def small_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(recount, "READ", 3)
    monkeypatch.setattr(recount, "WRITTEN", 5)
    monkeypatch.setattr(recount, "MENDED", 5)
    monkeypatch.setattr(recount, "LAST", 2)


@pytest.mark.usefixtures("small_steps")
@pytest.mark.parametrize("seed", range(6))
async def test_what_is_over_or_voided_meanwhile_is_counted(db: Database, seed: int) -> None:
    def unit(conn: Connection) -> None:
        rng = Random(seed)
        ids = play_a_season(conn, 24, seed=seed)

        def finish(conn: Connection) -> None:
            play = rng.sample(range(1, 6), 3)
            for n in range(rng.randint(1, 6)):
                factory.finished(conn, *play, seed=rng.randint(1, 5), at=40 * DAY + n)

        def void(conn: Connection) -> None:
            standings.void(conn, rng.choice(ids))

        standings.void(conn, ids[rng.randrange(24)])
        if seed % 2:
            recount.ask(conn, factory.GUILD)
        steps = [(rng.randrange(40), rng.choice((finish, finish, void))) for _ in range(4)]
        for guild_id in recount.asked(conn):
            assert in_steps(conn, recount.recount(guild_id), dict(steps)) > 5
        # What was voided after the last look of all is asked for once more.
        factory.recount_all(conn)
        assert derived(conn) == anew(conn)

    await db.write(unit)


@pytest.mark.usefixtures("small_steps")
@pytest.mark.parametrize("step", range(1, 16))
async def test_a_match_voided_after_it_was_counted_counts_no_more(db: Database, step: int) -> None:
    def unit(conn: Connection) -> None:
        ids = [factory.finished(conn, 1, 2, 3, seed=n % 5, at=n * DAY)[0] for n in range(1, 13)]
        standings.void(conn, ids[1])
        void = {step: lambda conn: standings.void(conn, ids[3])}
        assert in_steps(conn, recount.recount(factory.GUILD), void) > step
        factory.recount_all(conn)
        assert derived(conn) == anew(conn)

    await db.write(unit)


async def test_tallies_are_right_before_anything_is_counted_anew(db: Database) -> None:
    def unit(conn: Connection) -> None:
        ids = [factory.finished(conn, 1, 2, 3, seed=n % 5, at=n * DAY)[0] for n in range(1, 13)]
        assert standings.void(conn, ids[4])
        assert standings.void(conn, ids[9])
        before = derived(conn)["tallies"]
        assert anew(conn)["tallies"] == before

    await db.write(unit)


@pytest.mark.usefixtures("small_steps")
async def test_a_recount_of_everything_mends_the_tallies(db: Database) -> None:
    def unit(conn: Connection) -> None:
        play_a_season(conn, 24, seed=6)
        before = derived(conn)
        rows = schema.tallies
        here = rows.c.guild_id == factory.GUILD
        one_more = rows.update().values(points=rows.c.points + 1)
        conn.execute(one_more.where(here, rows.c.player_id == 1))
        conn.execute(rows.delete().where(here, rows.c.player_id == 2))
        stray = {column.name: 1 for column in rows.c} | {"shares": "{}"}
        conn.execute(rows.insert().values(stray | {"guild_id": factory.GUILD, "period": "2001-01"}))
        recount.ask(conn, factory.GUILD)
        # What is over while they are mended is in them.
        finish = {20: lambda conn: factory.finished(conn, 1, 4, seed=1, at=60 * DAY)}
        in_steps(conn, recount.recount(factory.GUILD), finish)
        mended = derived(conn)
        assert mended != before
        factory.rebuild_all(conn)
        assert derived(conn) == mended
        conn.execute(rows.delete())
        factory.rebuild_all(conn)
        assert derived(conn) == mended

    await db.write(unit)


async def test_what_a_former_version_counted_is_counted_anew(db: Database) -> None:
    def unit(conn: Connection) -> None:
        ids = play_a_season(conn, 24, seed=6)
        recount.ask_where_behind(conn)
        assert recount.asked(conn) == ()
        # A former version wrote what it knows of; since then matches were over, and one was voided.
        unknown = {"shares": "{}", "shares_of": 0, "best": 0}
        conn.execute(schema.tallies.update().values(unknown))
        factory.finished(conn, 1, 2, 3, seed=7, at=40 * DAY)
        standings.void(conn, ids[0])
        factory.recount_all(conn)
        assert tallies.behind(conn) != ()
        recount.ask_where_behind(conn)
        assert recount.asked(conn) == tallies.behind(conn)
        factory.recount_all(conn)
        assert tallies.behind(conn) == ()
        assert derived(conn) == anew(conn)

    await db.write(unit)


@pytest.mark.usefixtures("small_steps")
async def test_until_the_last_step_what_is_read_is_the_old(db: Database) -> None:
    def unit(conn: Connection) -> None:
        ids = play_a_season(conn, 24, seed=9)

        def rated() -> object:
            board = leaderboard.board(conn, factory.GUILD, now=DAY)
            return [(line.player_id, line.rating) for line in board.lines], board.computers

        standings.void(conn, ids[3])
        before, seen = rated(), []
        watch = {step: lambda _: seen.append(rated()) for step in range(500)}
        in_steps(conn, recount.recount(factory.GUILD), watch)
        after = rated()
        assert after != before
        switched = seen.index(after)
        assert switched > 10
        assert seen[:switched] == [before] * switched
        assert seen[switched:] == [after] * (len(seen) - switched)

    await db.write(unit)


@pytest.mark.usefixtures("small_steps")
@pytest.mark.parametrize("last", [1, 5, 9, 12, 15])
async def test_a_recount_that_was_broken_off_begins_again(db: Database, last: int) -> None:
    def stop(_: Connection) -> None:
        raise KeyboardInterrupt

    def unit(conn: Connection) -> None:
        ids = play_a_season(conn, 24, seed=4)
        standings.void(conn, ids[5])
        with pytest.raises(KeyboardInterrupt):
            in_steps(conn, recount.recount(factory.GUILD), {last: stop})
        assert recount.asked(conn) == (factory.GUILD,)
        factory.recount_all(conn)
        assert recount.asked(conn) == ()
        assert derived(conn) == anew(conn)

    await db.write(unit)


@pytest.mark.sqlite
async def test_what_stands_is_not_written_again(db: Database) -> None:
    def unit(conn: Connection) -> None:
        play_a_season(conn, 12, seed=3)
        recount.ask(conn, factory.GUILD)
        conn.exec_driver_sql(
            "CREATE TEMP TRIGGER told AFTER UPDATE ON rating_changes "
            "BEGIN SELECT RAISE(FAIL, 'written again'); END"
        )
        factory.recount_all(conn)

    await db.write(unit)


async def test_asking_twice_counts_from_the_earlier_one(db: Database) -> None:
    def since(conn: Connection) -> int | None:
        return conn.scalar(select(schema.guilds.c.recount_from))

    def unit(conn: Connection) -> None:
        factory.lobby(conn, 1)
        for asked, expected in ((7, 7), (9, 7), (3, 3), (4, 3)):
            recount.ask(conn, factory.GUILD, asked)
            assert since(conn) == expected
        assert recount.asked(conn) == (factory.GUILD,)

    await db.write(unit)


async def test_a_server_that_nobody_asked_for_is_left_alone(db: Database) -> None:
    def unit(conn: Connection) -> None:
        factory.finished(conn, 1, 2, at=DAY)
        assert in_steps(conn, recount.recount(factory.GUILD), {}) == 1
        assert in_steps(conn, recount.recount(404), {}) == 1

    await db.write(unit)


async def test_as_long_work_of_a_database_it_comes_to_the_same(db: Database) -> None:
    def ask(conn: Connection) -> dict[str, list[tuple[object, ...]]]:
        play_a_season(conn, 12, seed=3)
        recount.ask(conn, factory.GUILD)
        return derived(conn)

    before = await db.write(ask)
    rated = await db.work(recount.recount(factory.GUILD))
    assert rated > 0
    assert await db.read(derived) == before
    assert await db.read(recount.asked) == ()
