"""``/scout learn``: eight short lessons."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord
from discord import app_commands

from bot.entry.clicks import learn as lessons
from bot.entry.commands.entry import enter
from bot.match.lessons import LESSONS
from bot.texts import N_

if TYPE_CHECKING:
    from bot.entry.answer import Answer
    from bot.entry.desk import Desk
    from bot.match.visitor import Visitor


@app_commands.command(name="learn", description=N_("Never played? Eight short lessons"))
@app_commands.describe(lesson=N_("Which lesson; without it the list of them"))
async def learn(
    interaction: discord.Interaction, lesson: app_commands.Range[int, 1, len(LESSONS)] | None = None
) -> None:
    """Show the lessons, or one of them."""

    async def handle(desk: Desk, visitor: Visitor, answer: Answer) -> None:
        if lesson is None:
            await answer.private(lessons.menu(visitor))
        else:
            await lessons.open_lesson(desk, visitor, answer, lesson - 1)

    await enter(interaction, handle)
