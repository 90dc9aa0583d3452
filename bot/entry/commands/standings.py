"""``/scout``: leaderboard, profile, matches, replay, review, privacy."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, Literal

import discord
from discord import app_commands

from bot.entry.clicks import privacy as privacy_clicks
from bot.entry.clicks import replays, reviews, seasons
from bot.entry.clicks import standings as pages
from bot.entry.commands.entry import enter, in_server
from bot.layouts.history import seat_names
from bot.layouts.leaderboard import Choice
from bot.match.refusal import Refusal
from bot.texts import N_, Texts, label_names
from data.matches.models import StoredMatch
from data.people import players
from data.standings import history
from data.standings.periods import Span

if TYPE_CHECKING:
    from bot.entry.answer import Answer
    from bot.entry.desk import Desk
    from bot.match.visitor import Visitor

LONGEST_CHOICE = 100

Asked = Literal["rating", "wins", "share", "average", "solo", "season"]
"""What a leaderboard goes by; a season is a page of its own."""

NONE_YET = N_("You have finished no match here yet. Name another one, and a seat.")


@app_commands.command(name="leaderboard", description=N_("Who is best in this server"))
@app_commands.describe(
    order=N_("What it goes by; rating at first"),
    time=N_("All time, this month or this week"),
    least=N_("How many matches it takes to be placed"),
    page=N_("Which page"),
    month=N_("A season's month, such as 2026-12; this one without it"),
)
async def leaderboard(
    interaction: discord.Interaction,
    order: Asked = "rating",
    time: Span = "all",
    least: app_commands.Range[int, 1, 100_000] = 1,
    page: app_commands.Range[int, 1, 100_000] = 1,
    month: str | None = None,
) -> None:
    """Show a page of the leaderboard, or of a season."""

    async def handle(desk: Desk, visitor: Visitor, answer: Answer) -> None:
        if order == "season":
            asked = seasons.month_asked(month)
            await answer.private(await seasons.season_page(desk, visitor, "rated", asked, page))
            return
        choice = Choice(order, time, least, page)
        await answer.private(await pages.board_page(desk, visitor, choice))

    await enter(interaction, handle)


@app_commands.command(name="profile", description=N_("One player's rating, results and habits"))
@app_commands.describe(person=N_("Whose; without it your own"))
async def profile(interaction: discord.Interaction, person: discord.User | None = None) -> None:
    """Show a profile."""

    async def handle(desk: Desk, visitor: Visitor, answer: Answer) -> None:
        user = person or interaction.user
        player_id = await _known(desk, user)
        layout = await pages.profile_page(desk, visitor, player_id, user.display_name)
        await answer.private(layout)

    await enter(interaction, handle)


@app_commands.command(name="versus", description=N_("What your matches with somebody came to"))
@app_commands.describe(person=N_("With whom"))
async def versus(interaction: discord.Interaction, person: discord.User) -> None:
    """Show the visitor's matches with somebody."""

    async def handle(desk: Desk, visitor: Visitor, answer: Answer) -> None:
        player_id = await _known(desk, person)
        layout = await seasons.versus_page(desk, visitor, player_id, person.id, person.display_name)
        await answer.private(layout)

    await enter(interaction, handle)


@app_commands.command(name="matches", description=N_("This server's finished matches"))
@app_commands.describe(person=N_("Only those they played"))
async def matches(interaction: discord.Interaction, person: discord.User | None = None) -> None:
    """List matches, newest first."""

    async def handle(desk: Desk, visitor: Visitor, answer: Answer) -> None:
        in_server(visitor)
        # Nobody has the key -1: somebody unknown has played no match.
        player_id = 0 if person is None else await _known(desk, person) or -1
        name = None if person is None else person.display_name
        await answer.private(await pages.history_page(desk, visitor, 1, player_id, name))

    await enter(interaction, handle)


@app_commands.command(
    name="replay", description=N_("Step through a finished match, all hands open")
)
@app_commands.describe(match=N_("The match's number"))
async def replay(interaction: discord.Interaction, match: app_commands.Range[int, 1]) -> None:
    """Open a replay at its first step."""

    async def handle(desk: Desk, visitor: Visitor, answer: Answer) -> None:
        await answer.private(await replays.replay_page(desk, visitor, match, 0))

    await enter(interaction, handle)


@app_commands.command(name="review", description=N_("What decisions in a finished match cost"))
@app_commands.describe(
    match=N_("The match's number; without it your last one here"),
    seat=N_("Whose decisions, by their seat; without it your own"),
)
async def review(
    interaction: discord.Interaction,
    match: app_commands.Range[int, 1] | None = None,
    seat: app_commands.Range[int, 1, 5] | None = None,
) -> None:
    """Show what a seat's decisions cost."""

    async def handle(desk: Desk, visitor: Visitor, answer: Answer) -> None:
        match_id = match or await _last_match(desk, visitor)
        await reviews.show(desk, visitor, answer, match_id, seat or 0)

    await enter(interaction, handle)


@review.autocomplete("match")
@replay.autocomplete("match")
async def complete_match(
    interaction: discord.Interaction, typed: str
) -> list[app_commands.Choice[int]]:
    """Offer the server's latest matches."""

    async def handle(desk: Desk, visitor: Visitor, answer: Answer) -> None:
        if visitor.guild_id is None:
            await answer.choices([])
            return
        found = await desk.db.read(partial(history.history, guild_id=visitor.guild_id))
        rows = [row for row in found.rows if str(typed) in str(row.id)]
        await answer.choices([_choice(visitor.texts, row) for row in rows])

    await enter(interaction, handle)
    return []


@app_commands.command(
    name="privacy", description=N_("What is kept about you; take it along or delete it")
)
async def privacy(interaction: discord.Interaction) -> None:
    """Show what is kept, with the buttons."""

    async def handle(desk: Desk, visitor: Visitor, answer: Answer) -> None:
        del desk
        await answer.private(privacy_clicks.opening(visitor))

    await enter(interaction, handle)


async def _last_match(desk: Desk, visitor: Visitor) -> int:
    """The match in this server that the visitor finished last.

    Raises:
        Refusal: there is none, or it is a direct message.
    """
    guild_id = in_server(visitor)
    found = await desk.db.read(
        partial(history.history, guild_id=guild_id, player_id=visitor.player_id or -1)
    )
    if not found.rows:
        raise Refusal(NONE_YET)
    return found.rows[0].id


async def _known(desk: Desk, user: discord.abc.User) -> int | None:
    player = await desk.db.read(lambda conn: players.find(conn, user.id))
    return player.id if player else None


def _choice(texts: Texts, row: StoredMatch) -> app_commands.Choice[int]:
    names = texts.listed(label_names(texts, seat_names(row)))
    return app_commands.Choice(name=f"{row.id}: {names}"[:LONGEST_CHOICE], value=row.id)


COMMANDS: tuple[app_commands.Command[Any, ..., None], ...] = (
    leaderboard,
    versus,
    profile,
    matches,
    replay,
    review,
    privacy,
)
"""What ``/scout`` has of these."""
