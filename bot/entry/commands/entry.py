"""How a slash command comes in: every one of them through the dispatcher."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

import discord

from bot.entry import dispatch
from bot.match.refusal import Refusal
from bot.texts import N_

if TYPE_CHECKING:
    from bot.app import ScoutBot
    from bot.host import Host
    from bot.match.visitor import Visitor

SERVERS_ONLY = N_("That needs a server: matches are played in its channels. Try it there!")


def host_of(interaction: discord.Interaction) -> Host:
    """The host that serves an interaction."""
    return cast("ScoutBot", interaction.client).host


async def enter(interaction: discord.Interaction, handler: dispatch.Handler) -> None:
    """Run a command's handler so that it is answered, whatever happens."""
    await dispatch.enter(host_of(interaction), interaction, handler)


def in_server(visitor: Visitor) -> int:
    """The server's id.

    Raises:
        Refusal: it is a direct message.
    """
    if visitor.guild_id is None:
        raise Refusal(SERVERS_ONLY)
    return visitor.guild_id
