"""How a slash command comes in: every one of them through the dispatcher."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, cast

import discord

from bot.entry import dispatch
from bot.match.refusal import Refusal
from bot.texts import N_

if TYPE_CHECKING:
    from bot.entry.desk import Desk
    from bot.match.visitor import Visitor

SERVERS_ONLY = N_("That needs a server: matches are played in its channels. Try it there!")


class Bot(Protocol):
    """What a command needs of the client that it comes through."""

    @property
    def desk(self) -> Desk:
        """What interactions are answered with."""


def desk_of(interaction: discord.Interaction) -> Desk:
    """What the interaction is answered with."""
    return cast("Bot", interaction.client).desk


async def enter(interaction: discord.Interaction, handler: dispatch.Handler) -> None:
    """Run a command's handler so that it is answered, whatever happens."""
    await dispatch.enter(desk_of(interaction), interaction, handler)


def in_server(visitor: Visitor) -> int:
    """The server's id.

    Raises:
        Refusal: it is a direct message.
    """
    if visitor.guild_id is None:
        raise Refusal(SERVERS_ONLY)
    return visitor.guild_id
