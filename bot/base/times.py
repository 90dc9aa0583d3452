"""The one clock of the bot: integer UTC milliseconds, as the database keeps them."""

from __future__ import annotations

import discord

SECOND = 1000
MINUTE = 60 * SECOND
HOUR = 60 * MINUTE
DAY = 24 * HOUR


def now() -> int:
    """Milliseconds since 1970, UTC."""
    return int(discord.utils.utcnow().timestamp() * 1000)


def made_at(discord_id: int) -> int:
    """When what has this id in Discord was made (UTC milliseconds)."""
    return int(discord.utils.snowflake_time(discord_id).timestamp() * 1000)
