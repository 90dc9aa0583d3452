"""The command on a person: a seat held for them in one's own lobby, or in a new one."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import discord
from discord import app_commands

from bot.entry import inviting
from bot.entry.commands.entry import enter, in_server
from bot.entry.commands.opening import open_match
from bot.entry.linking import link
from bot.layouts import notices
from bot.texts import name
from data.matches import matches

if TYPE_CHECKING:
    from bot.entry.answer import Answer
    from bot.entry.desk import Desk
    from bot.host.inviting import Guest
    from bot.match.visitor import Visitor


@app_commands.context_menu(name="Challenge to SCOUT")
async def challenge(
    interaction: discord.Interaction, person: discord.Member | discord.User
) -> None:
    """Hold a seat for that person."""

    async def handle(desk: Desk, visitor: Visitor, answer: Answer) -> None:
        (guest,) = inviting.named(visitor, (person,))
        lobby = await _own_lobby(desk, visitor)
        if lobby is None:
            await open_match(desk, visitor, answer, {}, invited=(guest,))
        else:
            await _invite(desk, visitor, answer, lobby, guest)

    await enter(interaction, handle)


async def _own_lobby(desk: Desk, visitor: Visitor) -> int | None:
    """The lobby with a free seat of which the visitor is the host here; in this channel first."""
    guild_id = in_server(visitor)
    if visitor.player_id is None:
        return None
    rows = await desk.db.read(partial(matches.lobbies_of, host_id=visitor.player_id))
    free = [row for row in rows if len(row.seats) < row.options.seats and row.guild_id == guild_id]
    free.sort(key=lambda row: row.channel_id != visitor.channel_id)
    return free[0].id if free else None


async def _invite(
    desk: Desk, visitor: Visitor, answer: Answer, match_id: int, guest: Guest
) -> None:
    await desk.lobbies.invite(visitor, match_id, answer.interaction.id, (guest,))
    said = [
        visitor.texts.gettext(
            "{name} has a seat in your lobby, [match {number}]({url}).",
            name=name(guest.name),
            number=match_id,
            url=await link(desk, match_id),
        )
    ]
    if silent := await inviting.quiet(desk, visitor.texts, (guest,)):
        said.append(silent)
    await answer.private(notices.notice(visitor.texts, "\n".join(said)))
    await inviting.call(desk, visitor, match_id, (guest,))
