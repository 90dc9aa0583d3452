"""One person against computers, from the command to the final score."""

from __future__ import annotations

import random

import pytest

from bot.match.ids import Verb
from tests.e2e.world import World, controls, replayed_totals, text


@pytest.mark.parametrize("computers", [1, 2])
async def test_a_person_plays_to_the_final_score(world: World, computers: int) -> None:
    ada = world.person("Ada")
    answer = await ada.slash("scout play", computers=computers, rounds=1)
    assert answer.response.ephemeral
    # Nobody else is there to nudge whoever is awaited.
    assert Verb.NUDGE not in [one.click.verb for one in controls(await world.message("table"))]
    await world.play_to_the_end([ada])
    row = await world.row()
    assert row.status == "finished"
    assert tuple(seat.points for seat in row.seats) == replayed_totals(await world.record())


async def test_a_restart_in_the_middle_costs_nothing(world: World) -> None:
    ada = world.person("Ada")
    await ada.slash("scout play", computers=2, rounds=1)
    rng = random.Random(3)
    await ada.act(rng)
    await ada.act(rng)
    before = await world.live()
    await world.restart()
    assert await world.live() == before
    await world.play_to_the_end([ada])
    assert (await world.row()).status == "finished"
    assert "over" in text(await world.message("final"))
