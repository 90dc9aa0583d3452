"""Whole matches by clicks: people, mixed tables, one person against computers."""

from __future__ import annotations

import pytest

from bot.match.ids import Click, Verb
from engine import Options
from engine.record import parse
from tests.e2e.world import Person, World, replayed_totals, text


async def started(world: World, seats: int, people: int, **options: object) -> list[Person]:
    """A match with so many people, and computers in the other seats."""
    players = world.people(people)
    await players[0].slash("scout play", seats=seats, **options)
    message = await world.message("lobby")
    for person in players[1:]:
        await person.click(message, Click(Verb.JOIN, 1).custom_id)
    for _ in range(seats - people):
        await players[0].click(world.fresh(message), Click(Verb.ADD_COMPUTER, 1).custom_id)
    await players[0].click(world.fresh(message), Click(Verb.START, 1).custom_id)
    return players


async def check_end(world: World) -> None:
    row = await world.row()
    assert row.status == "finished"
    totals = replayed_totals(await world.record())
    assert tuple(seat.points for seat in row.seats) == totals
    final = await world.message("final")
    shown = text(final) + " ".join(one.description or "" for one in final.attachments)
    for seat in row.seats:
        if seat.name:
            assert seat.name in shown


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
async def test_people_play_a_whole_match(world: World, seats: int) -> None:
    short = {"rounds": 1} if seats > 3 else {}
    players = await started(world, seats, seats, **short)
    await world.play_to_the_end(players, seed=seats)
    await check_end(world)
    record = parse(await world.record())
    places = record.fair_play.lobby
    assert places is not None
    assert list(record.names.values()) == [players[place - 1].name for place in places]


async def test_the_options_of_a_table_are_those_of_its_record(world: World) -> None:
    chosen = {"starter": "random", "last_card": "continue", "spared": "emptied"}
    ada = world.person("Ada")
    await ada.slash("scout play", computers=2, rounds=1, **chosen)
    await world.play_to_the_end([ada])
    await check_end(world)
    record = await world.record()
    assert '[Last card "continue"]\n[Spared "emptied"]' in record
    assert parse(record).options == Options(1, **chosen)


@pytest.mark.parametrize(("seats", "people"), [(3, 2), (4, 3), (5, 2)])
async def test_people_and_computers_play(world: World, seats: int, people: int) -> None:
    players = await started(world, seats, people, rounds=1)
    await world.play_to_the_end(players, seed=seats)
    await check_end(world)


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
async def test_one_person_against_computers(world: World, seats: int) -> None:
    ada = world.person("Ada")
    await ada.slash("scout play", computers=seats - 1, rounds=1)
    await world.play_to_the_end([ada], seed=seats)
    await check_end(world)
