"""How a slash command comes in: every one of them through the dispatcher."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, cast

import discord
from discord import app_commands

from bot.entry import dispatch
from bot.match.refusal import Refusal
from bot.texts import N_

if TYPE_CHECKING:
    from bot.entry.answer import Answer
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

    async def handle(desk: Desk, visitor: Visitor, answer: Answer) -> None:
        if not _as_offered(interaction):
            raise Refusal(dispatch.NOT_AS_OFFERED)
        await handler(desk, visitor, answer)

    await dispatch.enter(desk_of(interaction), interaction, handle)


def _as_offered(interaction: discord.Interaction) -> bool:
    """Whether each option that has choices is one of them: an old client may know others."""
    command = interaction.command
    if not isinstance(command, app_commands.Command):
        return True
    given = {name: value for name, value in interaction.namespace}  # noqa: C416 (no mapping)
    return all(
        given.get(one.display_name) in (None, *(choice.value for choice in one.choices))
        for one in command.parameters
        if one.choices and not one.autocomplete
    )


def in_server(visitor: Visitor) -> int:
    """The server's id.

    Raises:
        Refusal: it is a direct message.
    """
    if visitor.guild_id is None:
        raise Refusal(SERVERS_ONLY)
    return visitor.guild_id
