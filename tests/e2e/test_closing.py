"""Told to stop in the middle of something: what is under way is finished, nothing is begun."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from typing import Any

import pytest

from bot.app import CLOSING_S
from bot.entry.dispatch import RESTARTING
from bot.host import play
from bot.match.ids import Click, Verb
from bot.parts import LAST_WORDS_S
from tests.e2e.test_matches import started
from tests.e2e.world import World, text


async def test_what_is_being_answered_is_answered_before_the_database_closes(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada, berk = await started(world, 2, 2, rounds=1)
    begun, go_on = asyncio.Event(), asyncio.Event()
    act = play.act

    async def slow(*args: Any, **how: Any) -> Any:
        begun.set()
        await go_on.wait()
        return await act(*args, **how)

    monkeypatch.setattr("bot.entry.clicks.hands.play.act", slow)
    decision = Click(Verb.ORIENT, 1, (await world.live()).playing.decision(1), ("keep",))
    hand = ada.hand()
    assert hand is not None
    click = await world.emit_click(ada, hand, decision.custom_id)
    await begun.wait()
    stopping = asyncio.create_task(world.bot.parts.close())
    await asyncio.sleep(0)
    table = await world.message("table")
    late = await world.emit_click(berk, table, Click(Verb.HAND, 1).custom_id)
    while not late.acknowledged:
        await asyncio.sleep(0.01)
    assert late.ephemeral
    assert text(late.response) == RESTARTING
    go_on.set()
    await stopping
    assert "You kept" in text(click.response)
    with closing(sqlite3.connect(world.database)) as raw:
        assert raw.execute("SELECT count(*) FROM log WHERE kind = 'action'").fetchone() == (1,)
    # The last connection folded the write-ahead log into the file.
    assert not world.database.with_name("scout.sqlite3-wal").exists()


def test_the_time_for_last_words_fits_into_that_for_closing() -> None:
    assert LAST_WORDS_S < CLOSING_S < 5
