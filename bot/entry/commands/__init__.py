"""The slash commands."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.entry.commands import standings
from bot.entry.commands.admin import admin
from bot.entry.commands.challenge import challenge
from bot.entry.commands.scout import scout

if TYPE_CHECKING:
    from bot.app import ScoutBot


def add_commands(bot: ScoutBot) -> None:
    """Put every command into the bot's tree."""
    for subcommand in standings.COMMANDS:
        scout.add_command(subcommand, override=True)
    for command in (scout, admin, challenge):
        bot.tree.add_command(command, override=True)
    bot.host.known_commands = frozenset(
        f"/{command.qualified_name}" for command in bot.tree.walk_commands()
    )
