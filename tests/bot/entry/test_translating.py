"""Commands in the languages of those who type them."""

from __future__ import annotations

from typing import Any

import discord
import pytest
from discord import app_commands
from discord.ext import commands as ext

from bot.app import ScoutTree
from bot.entry.commands import add_commands
from bot.entry.commands.translating import Translator
from bot.texts import commands, texts_for

Named = tuple[str, str]


def tree() -> ScoutTree:
    bot = ext.Bot("!", intents=discord.Intents.none(), tree_cls=ScoutTree)
    add_commands(bot.tree, type("Desk", (), {})())
    return bot.tree


def names(node: dict[str, Any], kind: str = commands.COMMAND) -> set[Named]:
    """Every name in what Discord is told, and in which context it is translated."""
    found = {(kind, node["name"])}
    for option in node.get("options", ()):
        nested = option["type"] <= discord.AppCommandOptionType.subcommand_group.value
        found |= names(option, commands.COMMAND if nested else commands.OPTION)
    for choice in node.get("choices", ()):
        found.add((commands.CHOICE, choice["name"]))
    return found


def test_every_name_that_discord_shows_can_be_translated() -> None:
    told = tree()
    shown: set[Named] = set()
    for command in told.get_commands():
        shown |= names(command.to_dict(told))
    known = {
        *((commands.COMMAND, name) for name in commands.COMMANDS),
        *((commands.OPTION, name) for name in commands.OPTIONS),
        *((commands.CHOICE, name) for name in commands.CHOICES),
    }
    # The groups are called the same everywhere.
    assert shown - known == {(commands.COMMAND, "scout"), (commands.COMMAND, "scout-admin")}
    assert known <= shown, "names of commands that are no more"


@pytest.mark.parametrize("language", ["tr", "pl"])
async def test_commands_are_told_in_each_language(language: str) -> None:
    texts = texts_for(language)
    told = tree()
    await told.set_translator(Translator())
    scout = told.get_command("scout")
    assert isinstance(scout, app_commands.Group)
    payload = await scout.get_translated_payload(told, Translator())
    play = next(one for one in payload["options"] if one["name"] == "play")
    assert play["name_localizations"][language] == texts.pgettext("command", "play") != "play"
    said = texts.gettext(play["description"])
    assert play["description_localizations"][language] == said != play["description"]
    assert "fa" not in play["name_localizations"]
