"""Deadlines: every one of them, by letting time pass."""

from __future__ import annotations

import asyncio
import random

import pytest

from bot.host import clock, daily
from bot.match.ids import Click, Verb
from data.matches import log as stored
from tests.e2e.test_matches import started
from tests.e2e.world import Person, World, controls, text


def awaited(world: World, people: list[Person]) -> list[Person]:
    return [person for person in people if person.hand() is not None]


async def test_the_warning_comes_before_the_end(world: World) -> None:
    people = await started(world, 2, 2, pace="live")
    await world.env.advance_time(59)
    assert not any("time is nearly up" in text(dm) for dm in people[0].dms())
    await world.env.advance_time(2)
    for person in people:
        assert sum("time is nearly up" in text(dm) for dm in person.dms()) == 1


async def test_an_orientation_that_runs_out_is_kept(world: World) -> None:
    people = await started(world, 2, 2, pace="live")
    hands = [(await world.live()).view(seat).hand for seat in (1, 2)]
    await world.env.advance_time(91)
    live = await world.live()
    assert live.view(None).phase == "play"
    assert [live.view(seat).hand for seat in (1, 2)] == hands
    assert "kept as dealt" in text(await world.message("table"))
    for person in people:
        assert not any("time is nearly up" in text(dm) for dm in person.dms()), (
            "the warning is gone"
        )


async def test_a_turn_that_runs_out_is_played_by_the_computer(world: World) -> None:
    people = await started(world, 3, 2, pace="live")
    for person in people:
        await person.act(random.Random(1))
    live = await world.live()
    assert live.view(None).phase == "play"
    seat = live.view(None).turn
    [slow] = awaited(world, people)
    old = slow.hand()
    await world.env.advance_time(91)
    live = await world.live()
    assert live.playing.seats[seat - 1].misses == 1
    assert any(str(line).startswith(f"{seat} ") for line in live.view(None).history)
    assert not controls_with_decision(world.fresh(old)), "no old hand keeps live buttons"
    assert "time was up" in text(world.fresh(old))
    assert "time was up" in text(await world.message("table"))


def controls_with_decision(message: object) -> list[object]:
    return [one for one in controls(message) if one.click.decision]


async def test_the_clock_looks_often_for_it_may_have_slept(world: World) -> None:
    await started(world, 2, 2, pace="correspondence")
    timer = world.bot.parts.clock._timer
    assert timer is not None
    assert timer.when() - asyncio.get_running_loop().time() <= 30


async def absent(world: World) -> tuple[Person, Person, int]:
    """Two people and a computer; one of the people misses three decisions."""
    ada, berk = await started(world, 3, 2, pace="live")
    rng = random.Random(5)
    for _ in range(60):
        live = await world.live()
        seats = {seat.name: seat.seat for seat in live.row.seats}
        if live.playing.seats[seats["Berk"] - 1].control == "stand-in":
            return ada, berk, seats["Berk"]
        if not await ada.act(rng):
            await world.env.advance_time(91)
    raise AssertionError("nobody was replaced")


async def test_three_misses_and_the_seat_is_played_by_the_computer(world: World) -> None:
    ada, berk, seat = await absent(world)
    table = text(await world.message("table"))
    assert "away" in table
    assert berk.hand() is None
    answer = await berk.slash("scout hand")
    assert answer.ephemeral
    assert (await world.live()).playing.seats[seat - 1].control == "person"
    assert "is back" in text(await world.message("table"))
    del ada


async def test_the_third_miss_takes_the_seat_over_and_no_other(world: World) -> None:
    ada, _, seat = await absent(world)
    log = await world.bot.parts.desk.db.read(lambda conn: stored.load(conn, 1))
    mine = [one.entry for one in log if one.entry.seat == seat]
    taken = next(n for n, entry in enumerate(mine) if getattr(entry, "change", "") == "take-over")
    missed = [one for one in mine[:taken] if getattr(one, "change", "") == "expiry"]
    assert len(missed) == 3
    del ada


@pytest.mark.parametrize("label", ["My hand", "Rules"])
async def test_any_click_brings_the_absent_back(world: World, label: str) -> None:
    _, berk, seat = await absent(world)
    await berk.press(await world.message("table"), label)
    assert (await world.live()).playing.seats[seat - 1].control == "person"


async def test_when_everybody_is_away_the_match_ends_unrated(world: World) -> None:
    people = await started(world, 3, 2, pace="live")
    for _ in range(12):
        if (await world.row()).status != "playing":
            break
        await world.env.advance_time(91)
    row = await world.row()
    assert (row.status, row.end_reason) == ("ended", "deserted")
    assert row.unrated_reason is not None
    assert all(person.hand() is None for person in people)


async def test_deadlines_survive_a_restart(world: World) -> None:
    await started(world, 2, 2, pace="live")
    await world.env.advance_time(50)
    await world.restart()
    await world.env.advance_time(45)
    assert (await world.live()).view(None).phase == "play"


async def test_untimed_matches_wait(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (clock, daily):
        monkeypatch.setattr(module, "LONGEST_S", 24 * 3600)  # a month of looks takes its time
    await started(world, 2, 2, pace="untimed")
    await world.env.advance_time(3 * 24 * 3600)
    assert (await world.live()).view(None).phase == "orient"
    await world.env.advance_time(28 * 24 * 3600)
    assert (await world.row()).end_reason == "deserted"


@pytest.mark.parametrize(("pace", "seconds"), [("relaxed", 600), ("correspondence", 86400)])
async def test_each_pace_has_its_time(
    world: World, monkeypatch: pytest.MonkeyPatch, pace: str, seconds: int
) -> None:
    monkeypatch.setattr(clock, "LONGEST_S", seconds)  # a day of looks takes its time
    await started(world, 2, 2, pace=pace)
    await world.env.advance_time(seconds - 1)
    assert (await world.live()).view(None).phase == "orient"
    await world.env.advance_time(2)
    assert (await world.live()).view(None).phase == "play"


async def test_a_nudge_calls_whoever_is_awaited_once_in_a_while(world: World) -> None:
    ada, berk = await started(world, 2, 2, pace="untimed")
    await ada.act(random.Random(1))
    table = await world.message("table")
    nudge = Click(Verb.NUDGE, 1).custom_id
    assert Verb.NUDGE in [one.click.verb for one in controls(table)]
    await ada.click(table, nudge)
    [thread] = world.channel.threads
    assert thread.last_message.mentions == [] or thread.last_message.mentions[0].id == berk.user.id
    assert berk.user.mention in text(thread.last_message)
    again = await ada.click(table, nudge)
    assert "moment ago" in text(again.response)
    await world.env.advance_time(130)
    await ada.click(table, nudge)
    own = await berk.click(table, nudge)
    assert "They are waiting for you" in text(own.response)
