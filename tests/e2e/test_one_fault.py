"""One fault is one match's: it starves no other, and is told once for each time it is tried."""

from __future__ import annotations

import logging
import random
from typing import Any

import pytest
from sqlalchemy import text as sql

from bot.base import times
from bot.host.computers import Computers
from bot.match.board import Board
from bot.parts import Parts
from data.people import guilds
from data.people.retention import purge
from tests.e2e.test_matches import check_end, started
from tests.e2e.world import World

pytestmark = pytest.mark.expects_errors


def errors(caplog: pytest.LogCaptureFixture) -> list[str]:
    """The names of the errors that were logged."""
    return [
        one.getMessage().split(" ")[0] for one in caplog.records if one.levelno >= logging.ERROR
    ]


async def test_computers_that_fail_are_told_of_once_a_try(
    world: World, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def broken(*_: object) -> None:
        raise RuntimeError("no thought comes")

    act = Computers._act
    monkeypatch.setattr(Computers, "_act", broken)
    ada, berk = await started(world, 3, 2, rounds=1, pace="untimed")
    for person in (ada, berk):
        await person.act(random.Random(1))  # each click changes the board, and is no new try
    assert errors(caplog) == ["computers-failed"]
    await world.env.advance_time(31)
    [*_, first, second] = [one.getMessage() for one in caplog.records if "-failed" in one.msg]
    assert set(errors(caplog)[1:]) == {"deadline-failed"}
    assert "again_in_s=1.0" in first
    assert "again_in_s=2.0" in second
    told = len(errors(caplog))
    monkeypatch.setattr(Computers, "_act", act)
    await world.env.advance_time(3)
    await world.play_to_the_end([ada, berk])
    await check_end(world)
    assert len(errors(caplog)) == told


async def break_log(world: World, match: int) -> None:
    broken = sql("UPDATE log SET payload = '{}' WHERE kind = 'deal' AND match_id = :match")
    await world.bot.parts.desk.db.write(lambda conn: conn.execute(broken, {"match": match}))
    world.bot.parts.desk.mailboxes.drop(match)


async def test_a_removed_servers_matches_end_though_one_of_them_is_broken(world: World) -> None:
    ada, _ = await started(world, 2, 2)
    await ada.slash("scout play", seats=3)
    await ada.slash("scout play", computers=2)
    await break_log(world, 3)
    del world.env.backend.guilds[world.guild.id]
    await world.ready()
    rows = [await world.row(match) for match in (1, 2)]
    assert [row.end_reason for row in rows] == ["gone", "gone"]
    assert (await world.row(3)).status == "broken"


async def test_a_removal_that_was_broken_off_is_finished_by_the_next_ready(world: World) -> None:
    await started(world, 2, 2)
    db = world.bot.parts.desk.db
    # Killed after the server was marked and before its matches were ended.
    await db.write(lambda conn: guilds.mark_removed(conn, world.guild.id, times.now()))
    del world.env.backend.guilds[world.guild.id]
    await world.restart()
    assert (await world.row()).end_reason == "gone"


async def test_a_match_that_fails_at_the_start_keeps_no_other_from_it(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada = world.person("Ada")
    with monkeypatch.context() as unshown:
        unshown.setattr(type(world.bot.parts.publisher), "changed", lambda *_, **__: None)
        for _ in range(2):
            await ada.slash("scout play", computers=1, rounds=1)
    changed = Parts.changed

    def broken(parts: Parts, board: Board) -> None:
        if board.id == 1:
            raise RuntimeError("something nobody thought of")
        changed(parts, board)

    monkeypatch.setattr(Parts, "changed", broken)
    await world.restart()
    assert await world.message("table", match=2)
    assert world.bot.parts.clock._timer is not None
    assert world.bot.parts.upkeep._tasks


async def test_what_fails_in_upkeep_keeps_nothing_else_from_being_done(
    world: World, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    upkeep, done = world.bot.parts.upkeep, []

    async def broken() -> None:
        raise RuntimeError("it can't be published")

    def purged(now: int) -> Any:
        done.append(now)
        return purge(now)

    monkeypatch.setattr(upkeep, "_publish_behind", broken)
    monkeypatch.setattr("bot.host.upkeep.purge", purged)
    await upkeep.tidy()
    assert errors(caplog) == ["upkeep-failed"]
    assert done
