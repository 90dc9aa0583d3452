"""The slash commands."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bot.entry.commands import standings
from bot.entry.commands.admin import admin
from bot.entry.commands.challenge import challenge
from bot.entry.commands.daily import daily
from bot.entry.commands.learn import learn
from bot.entry.commands.scout import scout

if TYPE_CHECKING:
    from discord import app_commands

    from bot.entry.desk import Desk


def add_commands(tree: app_commands.CommandTree[Any], desk: Desk) -> None:
    """Put every command into the bot's tree."""
    subcommands: tuple[app_commands.Command[Any, ..., None], ...]
    subcommands = (learn, daily, *standings.COMMANDS)
    for subcommand in subcommands:
        scout.add_command(subcommand, override=True)
    for command in (scout, admin, challenge):
        tree.add_command(command, override=True)
    typed = (*scout.commands, admin)
    desk.commands = {f"/{one.qualified_name}": one.description for one in typed}
