"""What an interaction says about the person behind it, and our row about them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord

from bot.match.visitor import Visitor
from bot.texts import texts_for

if TYPE_CHECKING:
    from bot.host.caches import People


async def visitor_of(people: People, interaction: discord.Interaction) -> Visitor:
    """Who is behind an interaction."""
    player = await people.find(interaction.user.id)
    preferred = player.preferences.locale if player else None
    return Visitor(
        discord_id=interaction.user.id,
        name=interaction.user.display_name,
        player=player,
        texts=texts_for(preferred or interaction.locale.value),
        locale=interaction.locale.value,
        guild_id=interaction.guild_id,
        channel_id=interaction.channel_id or 0,
        moderator=interaction.guild_id is not None and interaction.permissions.manage_guild,
    )
