"""What is said to one person alone reaches nobody else, and nothing that is said calls anybody."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import Any

import pytest

from bot.host.caches import People
from bot.match.ids import Click, Verb
from data.people.players import Player
from tests.e2e.test_matches import started
from tests.e2e.world import World, text

EPHEMERAL = 64
DEFERRED, DEFERRED_UPDATE = 5, 6


@pytest.fixture
def late(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every answer comes late."""
    monkeypatch.setattr("bot.entry.answer.PATIENCE_S", 0.05)
    find = People.find

    async def slow(people: People, discord_id: int) -> Player | None:
        await asyncio.sleep(0.4)
        return await find(people, discord_id)

    monkeypatch.setattr(People, "find", slow)


def callbacks(world: World) -> list[dict[str, Any]]:
    """What interactions were first answered with."""
    return [one.json for one in world.env.http_requests if one.path.endswith("/callback")]


def followed_up(world: World) -> list[dict[str, Any]]:
    """What came after a promise."""
    return [
        one.json
        for one in world.env.http_requests
        if one.method == "POST" and one.path.startswith("/webhooks/")
    ]


async def test_a_command_that_takes_long_is_answered_to_that_person_alone(
    world: World, late: None
) -> None:
    answer = await world.person("Ada").slash("scout help")
    assert "SCOUT" in text(answer.response)
    [promise], [said] = callbacks(world), followed_up(world)
    assert promise["type"] == DEFERRED
    assert promise["data"]["flags"] & EPHEMERAL
    assert said["flags"] & EPHEMERAL


async def test_a_click_that_takes_long_is_answered_to_that_person_alone(
    world: World, request: pytest.FixtureRequest
) -> None:
    ada, _ = await started(world, 2, 2)
    table = await world.message("table")
    request.getfixturevalue("late")
    await ada.click(table, Click(Verb.HAND, 1).custom_id)
    assert callbacks(world)[-1]["type"] == DEFERRED_UPDATE
    [said] = followed_up(world)
    assert said["flags"] & EPHEMERAL, "or everybody would see the hand"


def messages_sent(world: World) -> Iterator[dict[str, Any]]:
    """Every message that was sent or changed, as it went over the wire."""
    for one in world.env.http_requests:
        if one.path.endswith("/callback"):
            if one.json.get("data") and "components" in one.json["data"]:
                yield one.json["data"]
        elif one.method in {"POST", "PATCH"} and one.json and "components" in one.json:
            yield one.json


async def test_nothing_but_a_ping_calls_anybody(world: World) -> None:
    people = await started(world, 2, 2, rounds=1)
    await people[0].slash("scout help")
    await world.play_to_the_end(people)
    sent = list(messages_sent(world))
    assert len(sent) > 20
    for message in sent:
        mentions = message["allowed_mentions"]
        assert not mentions["parse"], message
        assert not mentions.get("users"), "nobody was pinged: their direct messages are open"
        assert not mentions.get("roles")
