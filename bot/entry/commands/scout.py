"""``/scout``: what players type."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord
from discord import app_commands

from bot.entry import inviting
from bot.entry.clicks import alone, hands, pages, votes
from bot.entry.commands import meaning, playing
from bot.entry.commands.entry import enter, in_server
from bot.entry.commands.opening import open_match
from bot.layouts import help as help_layout
from bot.layouts import preferences as preferences_layout
from bot.match import levels
from bot.match.refusal import Refusal
from bot.texts import N_
from bot.texts.rules import PAGES
from data.matches.models import Pace
from data.people.models import Preferences
from engine.rules import LastCard, Spared, Starter

if TYPE_CHECKING:
    from bot.entry.answer import Answer
    from bot.entry.desk import Desk
    from bot.match.visitor import Visitor

scout = app_commands.Group(name="scout", description=N_("The card game SCOUT"))

LEVELS = [app_commands.Choice(name=level, value=level) for level in levels.LEVELS]


@scout.command(name="play", description=N_("Open a lobby, or play against computers at once"))
@app_commands.rename(is_open="open")
@app_commands.describe(
    seats=N_("How many seats, 2 to 5"),
    computers=N_("Computer players that sit down at once"),
    level=N_("How well they play"),
    pace=N_("How long a turn may take"),
    rounds=N_("Fewer rounds for a short evening; then it isn't rated"),
    rated=N_("Whether it counts for the ratings; alone against computers only with True"),
    is_open=N_("Whether anyone may join, or only who is invited"),
    starter=N_("Who starts the first round"),
    last_card=N_("Whether a round ends when the last Scout takes the last card"),
    spared=N_("Who loses nothing for cards left: who ended the round, or only an empty hand"),
    player2=N_("Somebody to invite"),
    player3=N_("Somebody else to invite"),
    player4=N_("And a third"),
    player5=N_("And a fourth"),
)
@app_commands.choices(level=LEVELS)
async def play(  # noqa: PLR0913, PLR0917  (Discord hands each option over as a parameter)
    interaction: discord.Interaction,
    seats: app_commands.Range[int, 2, 5] | None = None,
    computers: app_commands.Range[int, 0, 4] = 0,
    level: app_commands.Choice[str] | None = None,
    pace: Pace | None = None,
    rounds: app_commands.Range[int, 1, 5] | None = None,
    rated: bool | None = None,
    is_open: bool | None = None,
    starter: Starter | None = None,
    last_card: LastCard | None = None,
    spared: Spared | None = None,
    player2: discord.User | None = None,
    player3: discord.User | None = None,
    player4: discord.User | None = None,
    player5: discord.User | None = None,
) -> None:
    """Open a lobby, or a solo match."""
    chosen = {
        "seats": seats,
        "pace": pace,
        "rounds": rounds,
        "rated": rated,
        "open": is_open,
        "starter": starter,
        "last_card": last_card,
        "spared": spared,
    }
    sitting = (level.value if level else levels.DEFAULT_LEVEL,) * computers

    async def handle(desk: Desk, visitor: Visitor, answer: Answer) -> None:
        in_server(visitor)
        people = [one for one in (player2, player3, player4, player5) if one is not None]
        invited = inviting.named(visitor, people)
        await open_match(desk, visitor, answer, chosen, levels=sitting, invited=invited)

    await enter(interaction, handle)


@scout.command(name="hand", description=N_("Your hand with its buttons, for you alone"))
@app_commands.describe(
    match=N_("The match's number; without it this channel's, or the one due first")
)
async def hand(
    interaction: discord.Interaction, match: app_commands.Range[int, 1] | None = None
) -> None:
    """Show the visitor's hand."""

    async def handle(desk: Desk, visitor: Visitor, answer: Answer) -> None:
        match_id = await meaning.my_match(desk, visitor, match)
        await hands.show_hand(desk, visitor, answer, match_id)

    await enter(interaction, handle)


@scout.command(name="hint", description=N_("What a strong player would do in your place, and why"))
@app_commands.describe(
    match=N_("The match's number; without it this channel's, or the one due first")
)
async def hint(
    interaction: discord.Interaction, match: app_commands.Range[int, 1] | None = None
) -> None:
    """Show the visitor's hand with a proposal, in an unrated match."""

    async def handle(desk: Desk, visitor: Visitor, answer: Answer) -> None:
        match_id = await meaning.my_match(desk, visitor, match)
        await hands.show_hint(desk, visitor, answer, match_id)

    await enter(interaction, handle)


@scout.command(name="act", description=N_("Act by typing, such as show 5 6 7"))
@app_commands.describe(
    action=N_("keep, flip, show 5 6 7, show cards 3-5, scout 8 left gap 4 …"),
    match=N_("The match's number; without it this channel's, or the one due first"),
)
async def act(
    interaction: discord.Interaction,
    action: str,
    match: app_commands.Range[int, 1] | None = None,
) -> None:
    """Act by typing."""

    async def handle(desk: Desk, visitor: Visitor, answer: Answer) -> None:
        await playing.act(desk, visitor, answer, action, match)

    await enter(interaction, handle)


@act.autocomplete("action")
async def complete_action(
    interaction: discord.Interaction, typed: str
) -> list[app_commands.Choice[str]]:
    """Offer the legal actions that fit what was typed."""
    chosen = interaction.namespace.match
    match = chosen if isinstance(chosen, int) else None

    async def handle(desk: Desk, visitor: Visitor, answer: Answer) -> None:
        await answer.choices(await playing.completions(desk, visitor, typed, match))

    await enter(interaction, handle)
    return []


@scout.command(name="table", description=N_("Where the table is, and what you can propose there"))
@app_commands.describe(
    match=N_("The match's number; without it this channel's, or the one due first")
)
async def table(
    interaction: discord.Interaction, match: app_commands.Range[int, 1] | None = None
) -> None:
    """Link the table."""

    async def handle(desk: Desk, visitor: Visitor, answer: Answer) -> None:
        await playing.table(desk, visitor, answer, match)

    await enter(interaction, handle)


@scout.command(name="leave", description=N_("Give your seat up for good"))
@app_commands.describe(
    match=N_("The match's number; without it this channel's, or the one due first")
)
async def leave(
    interaction: discord.Interaction, match: app_commands.Range[int, 1] | None = None
) -> None:
    """Ask whether they mean it."""

    async def handle(desk: Desk, visitor: Visitor, answer: Answer) -> None:
        match_id = await meaning.my_match(desk, visitor, match)
        live = await desk.mailboxes.load(match_id)
        seat = hands.their_seat(live, visitor)
        if live.row.sealed:
            raise Refusal(alone.NOTHING_TO_LEAVE)
        await answer.private(votes.leaving(visitor, live, seat))

    await enter(interaction, handle)


@scout.command(name="rules", description=N_("How SCOUT is played"))
@app_commands.describe(page=N_("Which page"))
async def rules(
    interaction: discord.Interaction, page: app_commands.Range[int, 1, PAGES] = 1
) -> None:
    """Show a page of the rules."""

    async def handle(desk: Desk, visitor: Visitor, answer: Answer) -> None:
        await answer.private(await pages.rules_page(desk, visitor, page - 1))

    await enter(interaction, handle)


@scout.command(name="help", description=N_("What this bot can do"))
async def help_command(interaction: discord.Interaction) -> None:
    """Show the help."""

    async def handle(desk: Desk, visitor: Visitor, answer: Answer) -> None:
        await answer.private(help_layout.help_page(visitor.texts, desk.commands))

    await enter(interaction, handle)


@scout.command(name="preferences", description=N_("Language, pings, confirmation, pictures"))
async def preferences(interaction: discord.Interaction) -> None:
    """Show the visitor's preferences."""

    async def handle(desk: Desk, visitor: Visitor, answer: Answer) -> None:
        del desk
        chosen = visitor.player.preferences if visitor.player else Preferences()
        blocked = visitor.player is not None and visitor.player.dm_blocked_at is not None
        layout = preferences_layout.preferences(visitor.texts, chosen, dm_blocked=blocked)
        await answer.private(layout)

    await enter(interaction, handle)
