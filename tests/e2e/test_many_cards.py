"""Hands of 24 and 30 cards, reached by real play, stay fully playable by clicks."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import delete
from sqlalchemy.engine import Connection

from bot.match import ids
from bot.match.live import Live
from bot.match.steps import next_step
from data.matches import log
from data.store import schema
from engine import Deal, Scout, ScoutAndShow, Show, legal_actions
from engine.record import parse
from tests.data import factory
from tests.e2e.test_matches import started
from tests.e2e.world import Person, World, controls

RECORDS = Path(__file__).with_name("records")


async def set_up(world: World, name: str) -> tuple[Person, int]:
    """A match brought to where a record leads; the person with the many cards, and the seat."""
    record = parse((RECORDS / name).read_text())
    people = await started(world, record.players, record.players, rounds=1, pace="untimed")

    def unit(conn: Connection) -> None:
        conn.execute(delete(schema.log).where(schema.log.c.kind == "deal"))
        head = log.head(conn, 1)
        for number, entry in enumerate(record.entries, start=1):
            stored = (
                log.Deal.of(entry)
                if isinstance(entry, Deal)
                else log.Action(seat=entry.seat, text=str(entry.action))
            )
            factory.append(conn, 1, head + number, stored, f"record:{number}", 1)

    await world.bot.parts.desk.db.write(unit)
    await world.restart()
    live = await world.live()
    turn = live.view(None).turn
    assert turn is not None
    by_name = {person.name: person for person in people}
    return by_name[live.row.seats[turn - 1].name], turn


async def reachable(world: World, person: Person) -> set[str]:
    """Every action that clicks lead to, found by using each control of each page.

    Only the last click is not made: what it would do is asked of ``next_step``.
    """
    hand = person.hand()
    assert hand is not None
    live = await world.live()
    seat = next(one.seat for one in live.row.seats if one.name == person.name)
    view = live.view(seat)
    found: set[str] = set()
    seen: set[str] = set()

    async def follow(message: object) -> None:
        for control in list(controls(message)):
            if control.click.decision is None or control.click.verb is ids.Verb.HINT:
                continue
            for value in control.values or ("",):
                key = f"{control.custom_id} {value}"
                if key in seen:
                    continue
                seen.add(key)
                result = next_step(view, control.click, (value,) if value else ())
                if isinstance(result, Show | Scout | ScoutAndShow):
                    found.add(str(result))
                    continue
                await world.forge(person, message, control.custom_id, (value,) if value else ())
                await follow(world.fresh(hand))

    await follow(hand)
    return found


def legal_texts(live: Live, seat: int) -> Iterator[str]:
    for action in legal_actions(live.playing.match, seat):
        yield str(action)


@pytest.mark.parametrize("name", sorted(path.name for path in RECORDS.glob("hand-of-*.txt")))
async def test_every_legal_action_is_reached_by_clicks(world: World, name: str) -> None:
    person, seat = await set_up(world, name)
    live = await world.live()
    size = int(name.removeprefix("hand-of-").removesuffix(".txt"))
    assert len(live.view(seat).hand) >= size
    legal = set(legal_texts(live, seat))
    assert legal
    found = await reachable(world, person)
    assert found == legal
