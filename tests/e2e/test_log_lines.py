"""The program's log: a line for every action, and in none of them what others must not know."""

from __future__ import annotations

import logging
import random
import re
from typing import Any

import pytest
from sqlalchemy import func, select
from sqlalchemy.engine import Connection

from bot.match.ids import Click, Verb
from data.store import schema
from tests.e2e.test_matches import started
from tests.e2e.world import World, controls

LINE = re.compile(r'[a-z]+(-[a-z]+)*( [a-z_]+=([A-Za-z0-9-]+|"[A-Za-z0-9 -]+"))*')
"""An event and its fields; no sign of any kind in which a card, a mention or a token is written."""

WORDS = {
    "ready": {"guilds", "shards"},
    "resumed": {"behind"},
    "server-joined": {"server"},
    "commands-synced": {"count", "scope"},
    "lobby": {"match", "did", "solo", "players"},
    "action": {"match", "seat", "did"},
    "computer": {"match", "seat", "did"},
    "nudge": {"match", "seat"},
    "vote": {"match", "seat", "about", "yes"},
}
"""Every event of such a match, with its fields. A new field is a decision: is it everybody's?"""

DID = {"orient", "show", "scout", "scout-and-show", "open", "join", "add", "start"}


async def test_a_match_is_logged_without_its_secrets(
    world: World, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG, logger="scout")
    people = await started(world, 3, 2, rounds=1)
    table = await world.message("table")
    for person in people:
        await person.click(table, Click(Verb.HAND, 1).custom_id)
    rng = random.Random(1)
    for _ in range(4):
        for person in people:
            await person.act(rng)
    for person in people:
        # The clicks that are refused must not tell more than those that work.
        await world.forge(person, table, Click(Verb.NUDGE, 1).custom_id)
        await world.forge(person, table, f"{Click(Verb.VOTE, 1).custom_id}:end:no")
        await world.forge(person, table, f"{Click(Verb.DO, 1).custom_id}:show_1-9")
    await world.play_to_the_end(people)
    ours = [one for one in caplog.records if one.name == "scout" or one.levelno >= logging.WARNING]
    lines = [one.getMessage() for one in ours if one.name != "simcord"]
    row = await world.row()
    for line in lines:
        assert LINE.fullmatch(line), line
        event, *fields = line.split(" ")
        named = dict(field.split("=", 1) for field in fields)
        assert set(named) <= WORDS[event], line
        assert "did" not in named or named["did"] in DID, line
        assert row.secret not in line
        for person in people:
            assert str(person.user.id) not in line
            assert person.name not in line

    def unit(conn: Connection) -> Any:
        query = select(func.count()).where(schema.log.c.kind == "action")
        return conn.scalar(query)

    actions = await world.bot.parts.desk.db.read(unit)
    assert len([one for one in lines if one.startswith(("action ", "computer "))]) == actions
    assert any("seat=" in one for one in lines)


@pytest.mark.expects_errors
async def test_a_fault_is_logged_without_what_was_chosen(
    world: World, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    [ada] = await started(world, 2, 1, rounds=1)

    async def broken(*_: object, **__: object) -> None:
        raise RuntimeError("out of order")

    monkeypatch.setattr("bot.entry.clicks.hands.play.act", broken)
    hand = ada.hand()
    assert hand is not None
    chosen = next(one for one in controls(hand) if one.click.verb is Verb.ORIENT)
    await ada.click(hand, chosen.custom_id)
    [fault] = [one for one in caplog.records if one.levelno >= logging.ERROR]
    said = logging.Formatter().format(fault)
    assert re.search(r"fault reference=[0-9a-f]{8} kind=component what=orient\n", said)
    assert "RuntimeError: out of order" in said
    assert chosen.custom_id not in said
    assert chosen.click.args[0] not in said.split("Traceback")[0]
