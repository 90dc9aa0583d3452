"""The slash commands, and telling Discord about them when they have changed."""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING

import discord

from bot import logs
from bot.commands import standings
from bot.commands.admin import admin
from bot.commands.challenge import challenge
from bot.commands.scout import scout

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


async def sync_if_changed(bot: ScoutBot) -> None:
    """Register the commands with Discord if they differ from those it was last told."""
    guild_id = bot.settings.development_guild
    target = discord.Object(guild_id) if guild_id else None
    if target is not None:
        bot.tree.copy_global_to(guild=target)
    payload = [command.to_dict(bot.tree) for command in bot.tree.get_commands(guild=target)]
    text = json.dumps(payload, sort_keys=True, default=str)
    told = (
        f"{bot.application_id}:{guild_id or 'global'}:{hashlib.sha256(text.encode()).hexdigest()}"
    )
    del told
    await bot.tree.sync(guild=target)
    logs.record("commands-synced", count=len(payload))
