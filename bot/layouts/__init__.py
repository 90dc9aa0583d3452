"""What the bot's messages look like: pure functions from plain contexts to Components V2."""

from bot.layouts.base import Layout

__all__ = ["Layout"]
