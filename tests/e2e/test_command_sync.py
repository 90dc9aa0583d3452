"""Discord is told about the commands when they have changed, and only then."""

from __future__ import annotations

from typing import Any

import pytest
from discord import app_commands

from bot.app import ScoutBot, ScoutTree
from bot.entry.commands.scout import scout
from tests.e2e.world import World, settings, shut

Told = list[int | str]


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> Told:
    """The scopes that Discord is told about, one by one."""
    scopes: Told = []
    real = app_commands.CommandTree.sync

    async def sync(self: Any, *, guild: Any = None) -> Any:
        scopes.append(guild.id if guild else "everywhere")
        return await real(self, guild=guild)

    monkeypatch.setattr(ScoutTree, "sync", sync)
    return scopes


async def restart(world: World, told: Told, **changed: Any) -> Told:
    """A new bot on the same database; whom it told what."""
    told.clear()
    old = world.bot
    new = settings(world.database).model_copy(update=changed)
    await world.env.restart_bot(ScoutBot(new))
    await shut(old)
    return told


async def test_commands_are_told_once(told: Told, world: World) -> None:
    assert told == ["everywhere"]
    assert world.bot.desk.publisher.post.gate.made["commands"] == 1  # a call like any other
    assert await restart(world, told) == []


async def test_a_changed_command_is_told(
    told: Told, world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(scout.get_command("rules"), "description", "Something else")
    assert await restart(world, told) == ["everywhere"]
    assert await restart(world, told) == []
    monkeypatch.undo()


async def test_a_development_server_has_its_own_and_is_cleared_afterwards(
    told: Told, world: World
) -> None:
    here = world.guild.id
    assert await restart(world, told, development_guild=here) == [here]
    assert await restart(world, told, development_guild=here) == []
    other = world.env.create_guild("Elsewhere").id
    assert await restart(world, told, development_guild=other) == [here, other]
    # Everywhere nothing has changed meanwhile.
    assert await restart(world, told) == [other]
    assert await restart(world, told) == []
    assert world.bot.tree.get_commands(guild=world.guild) == []
