"""Kills in the instant between sending a message and noting that it was sent."""

from __future__ import annotations

import asyncio
import random
from typing import Any

import pytest
from sqlalchemy.engine import Connection

from bot.entry.answer import Answer
from bot.match.board import Board
from bot.match.ids import Verb
from data.matches import messages
from tests.e2e.test_faults import orient
from tests.e2e.test_hands import in_play
from tests.e2e.test_matches import check_end, started
from tests.e2e.world import World, controls, text


def sent(world: World) -> set[int]:
    """Every message that the bot has sent of its own accord."""
    everywhere = world.env.backend.messages.values()
    return {
        message.id
        for channel in everywhere
        for message in channel.values()
        if message.author_id == world.env.backend.bot_user.id
        and message.components
        and message.interaction_metadata is None
    }


async def test_what_was_sent_before_a_kill_is_not_sent_again(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    note, kills = messages.add, []

    def add(conn: Any, match_id: int, kind: str, **values: Any) -> int:
        if kind not in kills:
            kills.append(kind)
            raise asyncio.CancelledError  # nothing that comes after it in this task is done
        return note(conn, match_id, kind, **values)

    ada = world.person("Ada")
    monkeypatch.setattr(messages, "add", add)
    await ada.slash("scout play", computers=1, rounds=1)
    for _ in range(3):
        await world.restart()
    await world.play_to_the_end([ada])
    for _ in range(3):
        await world.restart()
    await check_end(world)
    assert sorted(kills) == ["final", "hand", "outcome", "result", "table"]
    assert sent(world) == {one.message_id for one in await world.shown()}


async def test_a_kill_between_commit_and_answer_counts_once_and_leaves_no_old_buttons(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada, berk = await started(world, 2, 2, pace="untimed")
    hand = ada.hand()
    assert hand is not None
    chosen = orient(hand)

    async def killed(*_: object, **__: object) -> None:
        await asyncio.Event().wait()  # nothing that comes after it in this task is done

    with monkeypatch.context() as dying:
        dying.setattr(Answer, "update", killed)
        dying.setattr(world.bot.parts.publisher, "changed", lambda *_, **__: None)
        click = await world.emit_click(ada, hand, chosen)
        while not (await world.live()).view(None).ready.count(True):
            await asyncio.sleep(0)
        [handler] = [one for one in asyncio.all_tasks() if "run_event" in repr(one.get_coro())]
        handler.cancel()
        await asyncio.wait([handler])
        assert not click.acknowledged
        assert controls(world.fresh(hand)), "the answer never came"
        await world.restart()
    assert not controls(world.fresh(hand))
    assert "You" in text(world.fresh(hand))
    again = await world.forge(ada, hand, chosen)
    assert "moved on" in text(again.response)
    actions = [one for one in (await world.live()).recent if one.entry.kind == "action"]
    assert len(actions) == 1
    await berk.act(random.Random(1))
    await world.play_to_the_end([ada, berk])
    await check_end(world)


async def test_no_buttons_stay_though_the_next_hand_came_before_the_answer_that_a_kill_took(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    people = await started(world, 2, 2, pace="untimed")
    person = await in_play(world, people)
    [other] = [one for one in people if one is not person]
    hand, rng = person.hand(), random.Random(1)
    assert hand is not None
    shows = [one for one in controls(hand) if one.click.verb is Verb.SHOW]
    update, publisher = Answer.update, world.bot.parts.publisher
    release = publisher.release

    async def killed(answer: Answer, layout: Any) -> None:
        if answer.interaction.user.id == person.user.id:
            raise asyncio.CancelledError  # nothing that comes after it in this task is done
        await update(answer, layout)

    def forgotten(message_id: int, board: Board) -> None:
        if message_id != hand.id:
            release(message_id, board)

    with monkeypatch.context() as dying:
        dying.setattr(Answer, "update", killed)
        dying.setattr(publisher, "release", forgotten)
        await world.forge(person, hand, shows[0].custom_id)
        while person.hand().id == hand.id:
            assert await other.act(rng)
        assert controls(world.fresh(hand)), "the answer never came"
    newer = person.hand()
    await world.restart()
    assert text(world.fresh(hand)).startswith("You showed")
    assert not controls(world.fresh(hand))
    assert controls(world.fresh(newer))
    await world.play_to_the_end(people)
    await check_end(world)


async def test_a_click_faster_than_the_row_of_its_hand_makes_it_known(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    people = await started(world, 2, 2, pace="untimed")
    hand = people[0].hand()
    await world.bot.parts.desk.db.write(lambda conn: forget_hand(conn, hand.id))
    world.bot.parts.desk.mailboxes.drop(1)

    async def killed(*_: object, **__: object) -> None:
        await asyncio.Event().wait()  # nothing that comes after it in this task is done

    with monkeypatch.context() as dying:
        dying.setattr(Answer, "update", killed)
        dying.setattr(world.bot.parts.publisher, "changed", lambda *_, **__: None)
        await world.emit_click(people[0], hand, orient(hand))
        while not (await world.live()).view(None).ready.count(True):
            await asyncio.sleep(0)
        [handler] = [one for one in asyncio.all_tasks() if "run_event" in repr(one.get_coro())]
        handler.cancel()
        await asyncio.wait([handler])
        assert controls(world.fresh(hand)), "the answer never came"
        await world.restart()
    assert not controls(world.fresh(hand))
    assert sent(world) == {one.message_id for one in await world.shown()}


def forget_hand(conn: Connection, message_id: int) -> None:
    """The bot was killed before it noted that hand."""
    known = messages.by_message(conn, message_id)
    assert known is not None
    messages.forget(conn, known.id)
