"""The whole bot on PostgreSQL: what it does most, on the other engine."""

from __future__ import annotations

import random

import pytest

from bot.base import times
from bot.host import leases
from bot.host.daily import LONGEST_S
from tests import postgres
from tests.e2e.test_daily import TODAY, begun, played
from tests.e2e.test_matches import check_end, started
from tests.e2e.test_standings import press
from tests.e2e.world import World, text


@pytest.fixture
def database(monkeypatch: pytest.MonkeyPatch) -> str:
    # The simulated Discord waits until nothing more is about to happen; a renewal always is.
    monkeypatch.setattr(leases, "RENEWED_S", 600.0)
    monkeypatch.setattr(leases, "WANTED_S", 600.0)
    monkeypatch.setattr(leases, "TRUSTED_S", 1200.0)
    return postgres.emptied()


async def test_people_and_a_computer_play_a_match_to_its_end(world: World) -> None:
    people = await started(world, 3, 2, rounds=1)
    await world.play_to_the_end(people)
    await check_end(world)


async def test_a_bot_that_is_killed_goes_on_where_it_was(world: World) -> None:
    (ada,) = await started(world, 2, 1, rounds=1)
    rng = random.Random(1)
    for _ in range(3):
        await ada.act(rng)
    before = (await world.live()).head
    await world.restart()
    assert (await world.live()).head == before
    await world.play_to_the_end([ada])
    assert (await world.row()).status == "finished"


async def test_time_that_runs_out_is_served(world: World) -> None:
    people = await started(world, 2, 2, pace="live")
    await world.env.advance_time(91)
    assert (await world.live()).view(None).phase == "play"
    assert sum(person.hand() is not None for person in people) == 1


async def test_a_person_who_wishes_it_is_deleted(world: World) -> None:
    ada, berk = await started(world, 2, 2, rounds=1)
    await world.play_to_the_end([ada, berk])
    shown = (await ada.slash("scout privacy")).response
    asked = await press(ada, shown, "Delete my data …")
    assert "It is deleted" in text(await press(ada, asked, "Delete for good"))
    listed = text((await berk.slash("scout matches")).response)
    assert "a former player" in listed
    assert "Ada" not in listed


async def test_a_daily_deal_is_played_and_closed(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(times, "made_at", lambda _: 0)
    ada, berk = world.people(2)
    over = await played(ada, await begun(ada))
    assert "Your score:" in text(over)
    await begun(berk)
    now = times.now
    monkeypatch.setattr(times, "now", lambda: now() + 2 * times.DAY)
    await world.env.advance_time(LONGEST_S + 1)
    board = text((await berk.slash("scout daily", day=TODAY)).response)
    assert "Ada" in board
    assert "isn't placed" in board
    assert "Secret:" in board
