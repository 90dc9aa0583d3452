"""One fixed match per table size, with a new bot on the same database before every single click.

The buttons are old ones: those that a bot before has put there.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import delete, update
from sqlalchemy.engine import Connection

from bot.host import lobby
from bot.match.ids import BadCustomId
from bot.match.steps import Both, Gaps, Step, Then, next_step
from data.matches import log, matches
from data.store import schema
from engine import Action, Deal, Scout, ScoutAndShow, apply
from engine.record import Record, opening, parse
from engine.views import View
from tests.data import factory
from tests.e2e.test_matches import started
from tests.e2e.world import Control, Person, World, controls

RECORDS = Path(__file__).with_name("records")

READS_AT_A_START = 12
"""However many matches are live: commands, lanes, what is due, deals, bulletins, upkeep."""


async def dealt(world: World, record: Record) -> list[Person]:
    """A match with the record's secret, and so with its deal; its persons by seat."""
    fair, deal = record.fair_play, record.entries[0]
    assert isinstance(deal, Deal)
    with pytest.MonkeyPatch.context() as patched:
        # From the lobby on: its buttons carry letters of the secret's commitment.
        patched.setattr(lobby.secrets, "token_hex", lambda _: fair.secret)
        people = await started(world, record.players, record.players, rounds=1, pace="untimed")

    def unit(conn: Connection) -> None:
        matches.change(conn, 1, start_id=fair.start)
        conn.execute(delete(schema.log).where(schema.log.c.kind == "deal"))
        # The record is from before the order of the seats was kept.
        start = log.Lobby(change="seats")
        conn.execute(
            update(schema.log)
            .where(schema.log.c.payload.contains('"seats"'))
            .values(payload=start.model_dump_json(exclude={"kind", "seat"}))
        )
        factory.append(conn, 1, log.head(conn, 1) + 1, log.Deal.of(deal), "record", 1)

    await world.bot.parts.desk.db.write(unit)
    world.bot.parts.desk.mailboxes.drop(1)
    by_name = {person.name: person for person in people}
    return [by_name[seat.name] for seat in (await world.row()).seats]


def towards(view: View, message: Any, action: Action) -> tuple[Control, str, Step | Action]:
    """The control that leads to an action, what to choose there, and what comes of it."""
    scout = action.scout if isinstance(action, ScoutAndShow) else action
    both = isinstance(action, ScoutAndShow)
    for control in controls(message):
        if control.click.decision is None:
            continue
        for value in control.values or ("",):
            try:
                found = next_step(view, control.click, (value,) if value else ())
            except BadCustomId:
                continue
            match found:
                case Gaps(end, turned, then) if isinstance(scout, Scout):
                    if (end, turned, then) == (scout.end, scout.turned, both):
                        return control, value, found
                case Both() if both:
                    return control, value, found
                case Then(one) if both and one == scout:
                    return control, value, found
                case _ if found == action:
                    return control, value, found
    raise AssertionError(f"no control leads to {action}")


async def perform(world: World, person: Person, seat: int, action: Action) -> None:
    """Click one's way to an action, with a new bot for each click."""
    first = person.hand()
    assert first is not None
    while True:
        await world.restart()
        hand = person.hand()
        assert hand is not None
        assert hand.id == first.id, "the hand of before, with its buttons"
        view = (await world.live()).view(seat)
        control, value, found = towards(view, hand, action)
        if value:
            await person.choose(hand, control.custom_id, value)
        else:
            await person.click(hand, control.custom_id)
        if found == action:
            return


@pytest.mark.parametrize("players", [2, 3, 4, 5])
async def test_a_restart_before_every_click_changes_nothing(world: World, players: int) -> None:
    record = parse((RECORDS / f"short-{players}.txt").read_text())
    by_seat = await dealt(world, record)
    match = apply(opening(record), record.entries[0]).match
    for entry in record.entries[1:]:
        assert not isinstance(entry, Deal)
        await perform(world, by_seat[entry.seat - 1], entry.seat, entry.action)
        match = apply(match, entry).match
        assert (await world.live()).playing.match == match
    await world.restart()
    assert match.over
    row = await world.row()
    assert row.status == "finished"
    assert tuple(seat.points for seat in row.seats) == match.totals
    written = parse(await world.record())
    assert (written.entries, written.fair_play) == (record.entries, record.fair_play)
    # Nothing was asked, shown or told twice.
    shown = await world.shown()
    assert [one.kind for one in shown if one.kind in ("table", "result", "final")] == [
        "table",
        "result",
        "final",
    ]
    actions = len(record.entries) - 1
    assert len([one for one in shown if one.kind == "hand"]) == actions


@pytest.mark.parametrize("sleeping", [0, 60])
async def test_a_start_asks_for_no_match_that_sleeps(world: World, sleeping: int) -> None:
    def sleep(conn: Connection) -> None:
        for _ in range(sleeping):
            match_id = factory.lobby(conn, 1, guild=world.guild.id)
            head = log.Logged(1, log.Lobby(change="open", seat=1), f"sleeping:{match_id}", 1)
            log.append(conn, match_id, [head])
            matches.set_lanes(conn, match_id, called=1, shown=1)

    await world.bot.parts.desk.db.write(sleep)
    await world.restart()
    await world.env.settle()
    assert world.bot.parts.desk.db.stats().reads == READS_AT_A_START
