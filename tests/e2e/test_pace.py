"""Who clicks as fast as a program is told to wait, and has no query made for it."""

from __future__ import annotations

import random

import pytest
from sqlalchemy.engine import Connection

from bot.entry import dispatch
from bot.entry.pace import AT_ONCE, Pace
from bot.match.ids import Click, Verb
from bot.texts import texts_for
from data.people import players
from tests.e2e.test_faults import orient
from tests.e2e.test_matches import started
from tests.e2e.world import World, text


@pytest.fixture
def hurried(world: World) -> None:
    """The limit is as in earnest; other tests have no time to lose."""
    world.bot.parts.desk.pace = Pace()


async def test_a_flood_of_clicks_is_put_off_and_does_nothing(world: World, hurried: None) -> None:
    ada, berk = await started(world, 2, 2)
    hand, db = ada.hand(), world.bot.parts.desk.db
    forged = Click(Verb.RULES, args=("1",)).custom_id
    for _ in range(AT_ONCE):
        await world.emit_click(ada, hand, forged)
    await world.env.settle()
    reads, head = db.stats().reads, (await world.live()).head
    late = [await world.emit_click(ada, hand, orient(hand)) for _ in range(20)]
    await world.env.settle()
    for answer in late:
        assert answer.acknowledged
        assert answer.ephemeral
        assert text(answer.response) == dispatch.TOO_FAST
    assert (await world.live()).head == head
    assert db.stats().reads == reads, "cheaply: without a query"
    await berk.act(random.Random(1))
    assert (await world.live()).head > head, "nobody else is held up"
    await world.env.advance_time(10)
    await ada.click(hand, orient(hand))
    assert (await world.live()).view(None).phase == "play"


async def test_who_is_put_off_is_told_in_the_language_they_chose(
    world: World, hurried: None
) -> None:
    ada = world.person("Ada")
    await ada.slash("scout play", computers=1)
    db, desk = world.bot.parts.desk.db, world.bot.parts.desk

    def choose(conn: Connection) -> int:
        me = players.find(conn, ada.user.id)
        assert me is not None
        players.set_preferences(conn, me.id, me.preferences.model_copy(update={"locale": "fa"}))
        return me.id

    desk.people.changed(await db.write(choose))
    answers = [await ada.slash("scout help") for _ in range(2 * AT_ONCE)]
    assert text(answers[-1].response) == texts_for("fa").gettext(dispatch.TOO_FAST)


async def test_commands_and_completions_count_as_well(world: World, hurried: None) -> None:
    ada = world.person("Ada")
    answers = [await ada.slash("scout help") for _ in range(AT_ONCE + 1)]
    assert [text(one.response) == dispatch.TOO_FAST for one in answers] == [False] * AT_ONCE + [
        True
    ]
    assert not await ada.member.autocomplete(world.channel, "scout act", "action", "show")
