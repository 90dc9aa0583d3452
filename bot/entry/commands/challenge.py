"""The command on a person: a lobby with a seat held for them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord
from discord import app_commands

from bot.entry.commands.entry import enter
from bot.entry.commands.opening import open_match
from bot.match.refusal import Refusal
from bot.texts import N_

if TYPE_CHECKING:
    from bot.entry.answer import Answer
    from bot.entry.desk import Desk
    from bot.match.visitor import Visitor

YOURSELF = N_("You can't challenge yourself. But `/scout play` seats you against computers.")
A_BOT = N_("Bots don't play SCOUT. My own computer players do: `/scout play`.")


@app_commands.context_menu(name="Challenge to SCOUT")
async def challenge(
    interaction: discord.Interaction, person: discord.Member | discord.User
) -> None:
    """Open a lobby with a seat held for that person."""

    async def handle(desk: Desk, visitor: Visitor, answer: Answer) -> None:
        if person.id == visitor.discord_id:
            raise Refusal(YOURSELF)
        if person.bot:
            raise Refusal(A_BOT)
        await open_match(desk, visitor, answer, {}, invited=(person,))

    await enter(interaction, handle)
