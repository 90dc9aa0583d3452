"""What an interaction says about the person behind it, and our row about them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord

from bot.match.visitor import Visitor
from bot.texts import Texts, first_of, texts_for

if TYPE_CHECKING:
    from bot.entry.desk import Desk


async def visitor_of(desk: Desk, interaction: discord.Interaction) -> Visitor:
    """Who is behind an interaction."""
    player = await desk.people.find(interaction.user.id)
    preferred = player.preferences.locale if player else None
    return Visitor(
        discord_id=interaction.user.id,
        name=interaction.user.display_name,
        player=player,
        texts=await texts_to(desk, interaction, preferred),
        locale=interaction.locale.value,
        guild_id=interaction.guild_id,
        channel_id=interaction.channel_id or 0,
        moderator=interaction.guild_id is not None and interaction.permissions.manage_guild,
    )


def texts_at_once(desk: Desk, interaction: discord.Interaction) -> Texts:
    """The same as far as it is known without a look at the database, which may be what failed."""
    player = desk.people.remembered(interaction.user.id)
    preferred = player.preferences.locale if player else None
    return first_of(preferred, interaction.locale.value) or texts_for(None)


async def texts_to(desk: Desk, interaction: discord.Interaction, preferred: str | None) -> Texts:
    """What only they see: in the language they prefer, else their client's, else the server's."""
    texts = first_of(preferred, interaction.locale.value)
    if texts is None and interaction.guild_id is not None:
        texts = await desk.scenes.texts_of(interaction.guild_id)
    return texts or texts_for(None)
