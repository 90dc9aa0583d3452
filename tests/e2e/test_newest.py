"""One opens the thread and sees the table: the newest message is the live one."""

from __future__ import annotations

import random

import pytest

from bot.match.ids import Click, Verb
from tests.e2e.test_matches import started
from tests.e2e.world import World, controls, text


async def test_after_a_rounds_result_the_table_is_posted_anew_below_it(world: World) -> None:
    people = await started(world, 2, 2, pace="untimed")
    chance, old = random.Random(1), await world.message("table")
    while (await world.live()).view(None).round == 1:
        assert (await world.message("table")).id == old.id, "within a round it stays in place"
        for person in people:
            await person.act(chance)
    table, result = await world.message("table"), await world.message("result")
    [thread] = world.channel.threads
    assert thread.history()[-1].id == table.id > result.id > old.id
    assert [one for one in controls(table) if one.click.verb is Verb.HAND]
    moved = world.fresh(old)
    assert "moved down" in text(moved)
    assert not controls(moved)
    assert table.jump_url in str(moved.components[0].to_dict())
    await world.play_to_the_end(people)
    final = await world.message("final")
    assert thread.history()[-1].id == final.id, "in the end it is the result that one looks for"


@pytest.mark.parametrize("proposals", [2, 3])
async def test_proposals_push_the_table_away_and_it_comes_after_them(
    world: World, proposals: int
) -> None:
    ada, berk = await started(world, 2, 2, pace="untimed")
    old = await world.message("table")
    for _ in range(proposals):
        page = await ada.slash("scout table")
        yes = Click(Verb.VOTE, 1, None, ("pause", "yes")).custom_id
        await ada.click(page.response, yes)
        vote = await world.message("vote-pause")
        await berk.click(vote, Click(Verb.VOTE, 1, None, ("pause", "no")).custom_id)
    await ada.act(random.Random(1))
    table = await world.message("table")
    [thread] = world.channel.threads
    if proposals < 3:
        assert table.id == old.id
        return
    assert thread.history()[-1].id == table.id != old.id
    assert "moved down" in text(world.fresh(old))
