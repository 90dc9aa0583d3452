"""Kills in the instant between sending a message and noting that it was sent."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from data.matches import messages
from tests.e2e.test_matches import check_end
from tests.e2e.world import World


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
    assert kills == ["table", "hand", "result", "final", "outcome"]
    assert sent(world) == {one.message_id for one in await world.shown()}
