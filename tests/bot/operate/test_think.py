"""Thoughts had by other processes: asked, answered, lost."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest

from bot.operate.think import Thinking, think
from bot.workers import elsewhere
from bot.workers.elsewhere import Elsewhere
from data.store import leases, thoughts
from data.store.database import Database
from data.store.thoughts import Question
from engine import View, apply, deal_from_seed, legal_actions, new_match, view
from tests import postgres
from tests.patience import PATIENCE_S


@pytest.fixture
async def db() -> AsyncIterator[Database]:
    database = await Database.open(postgres.emptied())
    yield database
    await database.close()


def orienting() -> tuple[View, tuple[object, ...]]:
    match = new_match(3)
    match = apply(match, deal_from_seed(match, "thinking")).match
    return view(match, 1), legal_actions(match, 1)


async def be_there(db: Database) -> None:
    """As if there were a thinker; but nobody thinks."""
    await db.write(lambda conn: leases.take(conn, [f"{thoughts.THINKER} 1"], "nobody"))


async def test_what_is_asked_is_answered_by_another_process(db: Database) -> None:
    seen, legal = orienting()
    asking = Elsewhere(db)
    ready = asyncio.Event()
    hearing = db.hear(lambda _, what: asking.answered(int(what)), ready.set, [thoughts.OVER])
    await ready.wait()
    assert await asking.think("greedy", seen, 50, 1) is None, "nobody is there"
    thinking = asyncio.create_task(Thinking(db, 0).run())
    async with asyncio.timeout(PATIENCE_S):
        while not await db.read(lambda conn: conn.exec_driver_sql("SELECT 1 FROM leases").first()):
            await asyncio.sleep(0.01)
        answers = await asyncio.gather(
            *(asking.think("greedy", seen, 30_000, seed) for seed in range(4))
        )
    assert set(answers) <= set(legal)
    assert (
        await db.read(lambda conn: conn.exec_driver_sql("SELECT 1 FROM thoughts").first()) is None
    )
    thinking.cancel()
    await asyncio.gather(thinking, return_exceptions=True)
    hearing.stop()
    assert await asking.think("greedy", seen, 50, 1) is None, "it has said good-bye"


async def test_a_thinker_that_is_lost_is_waited_for_once(
    db: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(elsewhere, "PATIENCE_MS", 1.0)
    await be_there(db)
    asking = Elsewhere(db)
    assert await asking.think("greedy", orienting()[0], 1.0, 1) is None
    assert (
        await db.read(lambda conn: conn.exec_driver_sql("SELECT 1 FROM thoughts").first()) is None
    )
    monkeypatch.setattr(thoughts, "ask", None)  # nobody is asked for a while
    assert await asking.think("greedy", orienting()[0], 1.0, 1) is None


async def test_a_thought_is_had_once_and_in_time(db: Database) -> None:
    await be_there(db)
    question = Question(0, "greedy", "{}", 50.0, 1)
    for _ in range(3):
        await db.write(lambda conn: thoughts.ask(conn, question, within_ms=60_000))
    await db.write(lambda conn: thoughts.ask(conn, question, within_ms=0))
    taken = await asyncio.gather(*(db.write(thoughts.take) for _ in range(6)))
    assert sorted(one.id for one in taken if one) == [1, 2, 3]


def test_with_sqlite_there_is_nothing_to_think_for(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("DATABASE_URL", "sqlite:///scout.sqlite3")
    assert think() == 2
    assert "PostgreSQL" in capsys.readouterr().err
