"""Two lanes: what asks a person waits for nothing that shows, and is owed until it came."""

from __future__ import annotations

import asyncio
import random
from typing import Any

import pytest

from bot.layouts import Layout
from bot.match.ids import Verb
from bot.publish.budget import Budget
from bot.publish.delivery import Post
from tests.e2e.test_faults import orient
from tests.e2e.test_matches import check_end, started
from tests.e2e.world import Person, World, controls, text


async def everybody_keeps(people: list[Person]) -> None:
    for person in people:
        await person.user.click(person.hand(), custom_id=orient(person.hand()))


async def on_turn(world: World, people: list[Person]) -> Person:
    live = await world.live()
    name = live.row.seats[(live.view(None).turn or 1) - 1].name
    return next(person for person in people if person.name == name)


async def test_a_hand_does_not_wait_for_a_slow_table(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    people = await started(world, 3, 3, rounds=1)
    await everybody_keeps(people)
    edit, slow = Post.edit, asyncio.Event()

    async def held(
        post: Post, place: Any, message: int, layout: Layout, what: str, *args: Any, **how: Any
    ) -> None:
        if what == "table":
            await asyncio.sleep(20)
            slow.set()
        await edit(post, place, message, layout, what, *args, **how)

    monkeypatch.setattr(Post, "edit", held)
    mover = await on_turn(world, people)
    await mover.act(random.Random(1))
    following = await on_turn(world, people)
    assert following.hand() is not None
    assert not slow.is_set(), "the hand came while the table's edit was still on its way"


async def test_the_more_calls_are_spent_the_more_one_call_shows(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    people = await started(world, 2, 2, rounds=1, pace="untimed")
    await everybody_keeps(people)
    shows, table = world.bot.parts.desk.publisher._shows, await world.message("table")
    monkeypatch.setattr(shows, "_interval_s", 4.0)
    monkeypatch.setattr(Budget, "spent", property(lambda _: 0.5))
    await (await on_turn(world, people)).act(random.Random(1))
    await world.env.advance_time(5)
    path, before = f"/channels/{table.channel.id}/messages/{table.id}", world.fresh(table)
    known = len(world.env.http_requests)

    def edits() -> int:
        return sum(one.path == path for one in world.env.http_requests[known:])

    for _ in range(2):
        await (await on_turn(world, people)).act(random.Random(1))
    assert (await on_turn(world, people)).hand() is not None, "hands wait for nothing"
    assert edits() == 0
    await world.env.advance_time(3.1)
    assert edits() == 1
    assert text(world.fresh(table)) != text(before)
    await (await on_turn(world, people)).act(random.Random(1))
    await world.restart()
    assert edits() == 2, "what waited when the bot ended is shown by its next start"


async def test_nobody_looks_how_far_a_table_has_scrolled_while_calls_are_short(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    people = await started(world, 2, 2, rounds=1, pace="untimed")
    await everybody_keeps(people)
    spent = [0.5]
    monkeypatch.setattr(Budget, "spent", property(lambda _: spent[0]))
    await (await on_turn(world, people)).act(random.Random(1))
    path, looks = f"/channels/{(await world.message('table')).channel.id}/messages", []
    for share in (0.5, 0.2):
        spent[0] = share
        await world.env.advance_time(120)
        await (await on_turn(world, people)).act(random.Random(1))
        looks.append(
            sum((one.method, one.path) == ("GET", path) for one in world.env.http_requests)
        )
    assert looks == [0, 1]


async def test_after_an_hour_of_failures_all_is_shown_hands_first_and_once(world: World) -> None:
    people = await started(world, 2, 2, rounds=1, pace="untimed")
    await everybody_keeps(people)
    mover = await on_turn(world, people)
    backend = world.env.backend
    world.env.inject_error("POST", "/channels/*/messages", status=503, times=None)
    world.env.inject_error("PATCH", "/channels/*/messages/*", status=503, times=None)
    await mover.act(random.Random(1))
    following = await on_turn(world, people)
    assert following.hand() is None
    await world.env.advance_time(3600)
    tried = len(world.env.http_requests)
    backend.faults.clear()
    await world.env.advance_time(70)
    assert following.hand() is not None
    asked = [one for one in world.env.http_requests[tried:] if one.path.startswith("/channels")]
    assert asked
    dm = backend.dm_channels[following.user.id]
    assert asked[0].path == f"/channels/{dm}/messages", "who is waited for is told first"
    assert len([one for one in asked if one.path == f"/channels/{dm}/messages"]) == 1
    await world.play_to_the_end(people)
    await check_end(world)


@pytest.mark.parametrize("status", [400, 403])
async def test_a_refusal_about_the_person_has_them_pinged_at_once(
    world: World, status: int
) -> None:
    ada = world.person("Ada")
    world.env.inject_error("POST", "/users/@me/channels", status=status, code=50007, times=None)
    await ada.slash("scout play", computers=2, rounds=1)
    [thread] = world.channel.threads
    assert [one for one in thread.history() if ada.user.mention in text(one)]
    await world.env.advance_time(3600)
    opened = [one for one in world.env.http_requests if one.path == "/users/@me/channels"]
    assert len(opened) == 1


@pytest.mark.parametrize(("status", "code"), [(403, 40003), (403, 20026), (400, 40003)])
async def test_a_refusal_about_the_bot_closes_nobodys_messages(
    world: World, status: int, code: int
) -> None:
    world.env.inject_error("POST", "/users/@me/channels", status=status, code=code, times=3)
    people = await started(world, 3, 3, rounds=1)
    [thread] = world.channel.threads
    for person in people:
        assert person.hand() is None
        assert [one for one in thread.history() if person.user.mention in text(one)]
        table = await world.message("table")
        shown = await person.click(
            table, next(one.custom_id for one in controls(table) if one.click.verb is Verb.HAND)
        )
        chosen = next(one for one in controls(shown.response) if one.click.verb is Verb.ORIENT)
        await person.click(shown.response, chosen.custom_id)
    assert (await on_turn(world, people)).hand() is not None, "the next decision comes directly"


async def test_a_clicked_message_is_changed_by_its_answer_alone(world: World) -> None:
    ada, berk = world.people(2)
    await ada.slash("scout play", seats=3)
    lobby = await world.message("lobby")
    path = f"/channels/{lobby.channel.id}/messages/{lobby.id}"
    for custom_id in ("s1:addcomputer:1:-", "s1:removecomputer:1:-", "s1:join:1:-"):
        person = berk if "join" in custom_id else ada
        await person.click(world.fresh(lobby), custom_id)
    assert "Berk" in text(world.fresh(lobby))
    assert not [one for one in world.env.http_requests if one.path == path]


async def test_a_channel_of_direct_messages_is_opened_once(world: World) -> None:
    """The client forgets all but 128 of them, and at a restart all; the person's row doesn't."""
    ada = world.person("Ada")
    await ada.slash("scout play", computers=2, rounds=1)
    await ada.act(random.Random(1))
    await world.restart()
    await world.env.settle()
    for _ in range(3):
        await ada.act(random.Random(1))
    opened = [one for one in world.env.http_requests if one.path == "/users/@me/channels"]
    assert len(opened) == 1


async def test_an_action_is_three_units_at_most(world: World) -> None:
    ada = world.person("Ada")
    await ada.slash("scout play", computers=1, rounds=1)
    db = world.bot.parts.desk.db
    before, head = db.stats(), (await world.live()).head
    entries = 0
    while entries < 2:  # hers alone, if the deal lets her begin
        await ada.act(random.Random(1))
        entries = (await world.live()).head - head
    after = db.stats()
    # Its entries, the next hand, the table.
    assert after.units - before.units <= 3 * entries
