"""``/scout-admin``: what moderators can do."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial
from typing import TYPE_CHECKING

import discord
from discord import app_commands

from bot.base import logs
from bot.entry.commands.entry import enter, in_server
from bot.layouts import base, notices
from bot.layouts import settings as settings_layout
from bot.match.live import Live
from bot.match.refusal import Refusal
from bot.texts import N_, columns, display_names
from data.matches import matches
from data.people.models import GuildSettings
from data.standings import standings
from data.standings.standings_csv import standings_csv

if TYPE_CHECKING:
    from bot.entry.answer import Answer
    from bot.entry.desk import Desk
    from bot.match.visitor import Visitor

admin = app_commands.Group(
    name="scout-admin",
    description=N_("SCOUT in this server: settings, and matches in trouble"),
    allowed_contexts=app_commands.AppCommandContext(guild=True, dm_channel=False),
    default_permissions=discord.Permissions(manage_guild=True),
)

NO_MATCH_HERE = N_("There is no match in this channel; name one by its number.")
NO_SUCH_MATCH = N_("There is no match {number} in this server.")
NO_SUCH_SEAT = N_("There is no seat {seat} in this match.")
NOT_VOIDABLE = N_("Only a match that is over can be voided; end it first.")

ALONE = N_("Somebody plays that match alone: nobody waits for it. You can end or void it.")

MatchNumber = app_commands.Range[int, 1]
MATCH = N_("The match's number; without it this channel's")


@admin.command(name="settings", description=N_("Channels, threads, language, defaults, limits"))
async def settings(interaction: discord.Interaction) -> None:
    """Show the server's settings."""

    async def handle(desk: Desk, visitor: Visitor, answer: Answer) -> None:
        guild = await desk.servers.get(in_server(visitor))
        chosen = guild.settings if guild else GuildSettings()
        await answer.private(settings_layout.settings(visitor.texts, chosen))

    await enter(interaction, handle)


@admin.command(name="pause", description=N_("Stop a match's clock, or let it go on"))
@app_commands.describe(match=MATCH)
async def pause(interaction: discord.Interaction, match: MatchNumber | None = None) -> None:
    """Pause a match, or end its pause."""

    async def do(desk: Desk, visitor: Visitor, live: Live, cause: str) -> str:
        _check_shared(live)
        on = live.hosted is None or not live.hosted.paused
        await desk.endings.pause(live.id, cause, on=on)
        if on:
            return visitor.texts.gettext("Match {number} is paused.", number=live.id)
        return visitor.texts.gettext("Match {number} goes on.", number=live.id)

    await _moderate(interaction, match, do)


@admin.command(name="end", description=N_("End a match, or close a lobby; it doesn't count then"))
@app_commands.describe(match=MATCH)
async def end(interaction: discord.Interaction, match: MatchNumber | None = None) -> None:
    """End a match."""

    async def do(desk: Desk, visitor: Visitor, live: Live, cause: str) -> str:
        if live.hosted is None:
            await desk.lobbies.close(live.id, "moderator")
        else:
            await desk.endings.end(live.id, "moderator", cause)
        return visitor.texts.gettext("Match {number} is over.", number=live.id)

    await _moderate(interaction, match, do)


@admin.command(name="replace", description=N_("Give a person's seat to a computer player for good"))
@app_commands.describe(seat=N_("Which seat, as the table lists them from 1"), match=MATCH)
async def replace(
    interaction: discord.Interaction,
    seat: app_commands.Range[int, 1, 5],
    match: MatchNumber | None = None,
) -> None:
    """Replace a seat's player."""

    async def do(desk: Desk, visitor: Visitor, live: Live, cause: str) -> str:
        _check_shared(live)
        if seat > len(live.row.seats):
            raise Refusal(NO_SUCH_SEAT, seat=seat)
        await desk.endings.leave(live.id, seat, cause, by="moderator")
        name = display_names(visitor.texts, live.names)[seat - 1]
        return visitor.texts.gettext("A computer player now plays for {name}.", name=name)

    await _moderate(interaction, match, do)


@admin.command(name="void", description=N_("A finished match shall not count; ratings follow"))
@app_commands.describe(match=N_("The match's number"))
async def void(interaction: discord.Interaction, match: MatchNumber) -> None:
    """Void a finished match."""

    async def do(desk: Desk, visitor: Visitor, live: Live, cause: str) -> str:
        del cause
        if not await desk.db.write(lambda conn: standings.void(conn, live.id)):
            raise Refusal(NOT_VOIDABLE)
        desk.upkeep.count_anew_soon()
        desk.mailboxes.drop(live.id)
        desk.publisher.show(await desk.mailboxes.board(live.id))
        if live.row.deal_id is not None:
            await desk.daily.count_anew(live.row.deal_id)
        desk.bulletins.wake()
        return visitor.texts.gettext(
            "Match {number} doesn't count any more. The standings are being counted anew.",
            number=live.id,
        )

    await _moderate(interaction, match, do)


@admin.command(name="standings", description=N_("This server's standings as a CSV file"))
async def standings_file(interaction: discord.Interaction) -> None:
    """Give the standings as a file."""

    async def handle(desk: Desk, visitor: Visitor, answer: Answer) -> None:
        guild_id = in_server(visitor)
        headings = columns.standings(visitor.texts)
        computer = partial(columns.computer, visitor.texts)
        table = await desk.db.read(lambda conn: standings_csv(conn, guild_id, headings, computer))
        said = visitor.texts.gettext("All-time standings of this server")
        # Spreadsheets take a file for UTF-8 only if it begins with this mark.
        item, file = base.attached(table.encode("utf-8-sig"), "scout-standings.csv")
        layout = base.layout([base.text(said), item], tone=base.Tone.PLAIN, files=[file])
        await answer.private(layout)

    await enter(interaction, handle)


def _check_shared(live: Live) -> None:
    """Refuse what makes sense only where others wait.

    Raises:
        Refusal: the match is one person's alone.
    """
    if live.row.hidden:
        raise Refusal(ALONE)


Do = Callable[["Desk", "Visitor", Live, str], Awaitable[str]]


async def _moderate(interaction: discord.Interaction, match: int | None, do: Do) -> None:
    """Do something to a match of this server, and say what."""

    async def handle(desk: Desk, visitor: Visitor, answer: Answer) -> None:
        live = await _match(desk, visitor, match)
        said = await do(desk, visitor, live, f"interaction:{interaction.id}")
        command = interaction.command.name if interaction.command else "?"
        logs.record("moderated", match=live.id, did=command)
        await answer.private(notices.notice(visitor.texts, said))

    await enter(interaction, handle)


async def _match(desk: Desk, visitor: Visitor, number: int | None) -> Live:
    guild_id = in_server(visitor)
    if number is None:
        here = await desk.db.read(lambda conn: matches.in_channel(conn, visitor.channel_id))
        if not here:
            raise Refusal(NO_MATCH_HERE)
        number = here[0].id
    row = await desk.db.read(lambda conn: matches.get(conn, number))
    if row is None or row.guild_id != guild_id:
        raise Refusal(NO_SUCH_MATCH, number=number)
    return await desk.mailboxes.load(number)
