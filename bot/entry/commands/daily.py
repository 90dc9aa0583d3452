"""``/scout daily``: the same deal for everybody, once a day."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord
from discord import app_commands

from bot.entry import deals
from bot.entry.clicks import daily as pages
from bot.entry.commands.entry import enter
from bot.texts import N_

if TYPE_CHECKING:
    from bot.entry.answer import Answer
    from bot.entry.desk import Desk
    from bot.match.visitor import Visitor


@app_commands.command(
    name="daily", description=N_("Today's deal: the same cards for everybody, once")
)
@app_commands.describe(day=N_("Which day's, such as 2026-12-01; today's without it"))
async def daily(interaction: discord.Interaction, day: str | None = None) -> None:
    """Show a daily deal: to be begun, where it was left, or its board."""

    async def handle(desk: Desk, visitor: Visitor, answer: Answer) -> None:
        deals.server_of(visitor)
        await pages.open_deal(desk, visitor, answer, deals.day_asked(day))

    await enter(interaction, handle)
