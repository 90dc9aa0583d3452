"""Reviews: thought out once, piece by piece, behind the tables' turns, and kept."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from sqlalchemy.engine import Connection

from bot.base import times
from bot.match.moments import moments
from bot.workers import reviewing
from bot.workers.reviewing import AT_ONCE, JUDGE, REDEALS, Reviews
from bot.workers.thinking import Thinker, Trial
from data.matches import log
from data.matches.models import MatchOptions, StoredMatch
from data.store.database import Database
from engine import Action
from engine.views import View
from engine.views import legal_actions as of_view
from tests.data import factory

Played = tuple[StoredMatch, tuple[log.Logged, ...]]


@pytest.fixture
async def db(tmp_path: Path) -> AsyncIterator[Database]:
    database = await Database.open(f"sqlite:///{tmp_path / 'scout.sqlite3'}")
    yield database
    await database.close()


@pytest.fixture
async def match(db: Database) -> Played:
    def unit(conn: Connection) -> Played:
        short = MatchOptions(rounds=1)
        match_id, _ = factory.finished(conn, 1, 2, 3, at=1, options=short)
        return factory.stored(conn, match_id), log.load(conn, match_id)

    return await db.write(unit)


class Trying(Thinker):
    """Tries out what it is asked about; the values are given."""

    def __init__(self, better: float, noise: float = 0.1, *, able: bool = True) -> None:
        super().__init__(0)
        self.better, self.noise, self.able = better, noise, able
        self.seeds: list[int] = []
        self.redeals: list[int] = []

    async def try_out(self, view: View, action: Action, redeals: int, seed: int) -> Trial | None:
        self.seeds.append(seed)
        self.redeals.append(redeals)
        await asyncio.sleep(0)
        if not self.able:
            return None
        other = next(one for one in of_view(view) if one != action)
        sway = [self.noise * (-1) ** i for i in range(redeals)]
        return Trial((other, action), tuple((self.better + x, -x) for x in sway))


async def test_each_decision_is_tried_on_four_hundred_redeals_some_at_a_time(
    db: Database, match: Played
) -> None:
    thinker = Trying(better=1.5)
    found = await Reviews(db, thinker, times.now).of(*match, 2)
    asked = moments(*match, 2)
    assert found is not None
    assert [one.sequence for one in found.decisions] == [one.sequence for one in asked]
    assert thinker.redeals == [AT_ONCE] * (REDEALS // AT_ONCE) * len(asked)
    assert len(set(thinker.seeds)) == len(thinker.seeds), "no piece repeats another"
    for one, moment in zip(found.decisions, asked, strict=True):
        assert one.played == str(moment.action) != one.best
        assert one.cost == 1.5
    assert found.judge == JUDGE


async def test_what_chance_may_have_done_costs_nothing(db: Database, match: Played) -> None:
    # The error of a cost is noise / 200 ** 0.5 * 2 here.
    found = await Reviews(db, Trying(better=0.1, noise=1), times.now).of(*match, 1)
    assert found is not None
    assert all(one.cost == 0 and one.best == one.played for one in found.decisions)
    found = await Reviews(db, Trying(better=0.3, noise=1), times.now).of(*match, 2)
    assert found is not None
    assert all(one.cost == 0.3 for one in found.decisions)


async def test_it_is_thought_once_and_kept(db: Database, match: Played) -> None:
    thinker = Trying(better=1)
    ours = Reviews(db, thinker, times.now)
    both = await asyncio.gather(ours.of(*match, 1), ours.of(*match, 1))
    once = len(thinker.seeds)
    assert once == len(moments(*match, 1)) * REDEALS // AT_ONCE
    assert both[0] is both[1]
    assert await ours.of(*match, 1) == both[0]
    assert await ours.stored(match[0].id, 1) == both[0]
    assert await ours.stored(match[0].id, 2) is None
    assert len(thinker.seeds) == once


async def test_who_asks_may_go_away(db: Database, match: Played) -> None:
    thinker = Trying(better=1)
    ours = Reviews(db, thinker, times.now)
    asked = asyncio.create_task(ours.of(*match, 1))
    await asyncio.sleep(0)
    asked.cancel()
    await asyncio.gather(asked, return_exceptions=True)
    assert await ours.of(*match, 1) is not None
    assert len(thinker.seeds) == len(moments(*match, 1)) * REDEALS // AT_ONCE


async def test_where_nothing_can_be_judged_nothing_is_kept(db: Database, match: Played) -> None:
    thinker = Trying(better=1, able=False)
    ours = Reviews(db, thinker, times.now)
    assert await ours.of(*match, 1) is None
    assert len(thinker.seeds) == 1
    assert await ours.stored(match[0].id, 1) is None
    thinker.able = True
    assert await ours.of(*match, 1) is not None


@pytest.fixture
async def thinker() -> AsyncIterator[Thinker]:
    one = Thinker(0)
    yield one
    one.close()


async def test_the_judge_itself_finds_something_better_than_the_worst(
    db: Database, match: Played, thinker: Thinker, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("numba")
    from engine.players.fast import ready

    ready.machine(wait=True)
    monkeypatch.setattr(reviewing, "REDEALS", 100)
    found = await Reviews(db, thinker, times.now).of(*match, 1)
    assert found is not None
    for one, moment in zip(found.decisions, moments(*match, 1), strict=True):
        legal = {str(action) for action in of_view(moment.view)}
        assert {one.played, one.best} <= legal
        assert (one.cost > 0) == (one.best != one.played)
    assert any(one.cost > 1 for one in found.decisions), "it was played by chance"


async def test_without_machine_code_there_is_no_trial(
    match: Played, thinker: Thinker, monkeypatch: pytest.MonkeyPatch
) -> None:
    from engine.players import judging

    monkeypatch.setattr(judging, "is_fast", lambda: False)
    one = moments(*match, 1)[0]
    assert await thinker.try_out(one.view, one.action, 2, 1) is None


async def test_a_trial_takes_no_time_from_the_tables(
    match: Played, thinker: Thinker, monkeypatch: pytest.MonkeyPatch
) -> None:
    from bot.workers import thinking

    budgets: list[float] = []

    def think(level: str, view: View, budget_ms: float, seed: int) -> Action:
        del level, seed
        budgets.append(budget_ms)
        return of_view(view)[0]

    monkeypatch.setattr(thinking, "_think", think)
    monkeypatch.setattr(thinking, "_try_out", lambda *_: None)
    one = moments(*match, 1)[0]
    await asyncio.gather(
        thinker.try_out(one.view, one.action, 2, 1), thinker.choose("expert", one.view, 60, 1)
    )
    assert budgets == [60]
