"""What a player can propose to the others, or as the host decide: at the table, and by command."""

from __future__ import annotations

import discord

from bot.layouts import base
from bot.layouts.base import Item, Layout, Tone
from bot.match.ids import Click, Numbered, Verb
from bot.match.scene import Where
from bot.texts import Texts
from data.matches.log import About

PAUSE = "\N{DOUBLE VERTICAL BAR}"
"""Said by its sign in every language."""


def buttons(texts: Texts, match: Numbered, possible: tuple[About, ...]) -> list[Item]:
    """The table's: what a match that stands still waits for; else a way to what can be proposed."""
    found = []
    if "resume" in possible:
        found = [_button(texts.gettext("Go on"), match, "resume")]
        found.append(_button(texts.gettext("End…"), match, "end"))
    elif possible:
        # One for both, and a sign: on a phone there is room for no more beside those of every turn.
        label = PAUSE if "pause" in possible else texts.gettext("End…")
        found = [base.button(label, Click(Verb.PROPOSE, match))]
    if "stand-in" in possible:
        found.append(_button(texts.gettext("Let the computer play"), match, "stand-in"))
    return found


def _button(
    label: str,
    match: Numbered,
    about: About,
    style: discord.ButtonStyle = discord.ButtonStyle.secondary,
) -> Item:
    return base.button(label, Click(Verb.VOTE, match, None, (about, "yes")), style=style)


def proposals(
    texts: Texts,
    match: Numbered,
    where: Where,
    possible: tuple[About, ...],
    *,
    alone: bool,
) -> Layout:
    """Where the table is, with buttons to propose a pause or the end.

    Args:
        texts: the player's language.
        match: the match's number.
        where: where it is.
        possible: what can be proposed now.
        alone: whether the player ends the match without a vote.
    """
    labels: dict[About, str] = {
        "pause": texts.gettext("Propose a pause"),
        "resume": texts.gettext("Propose to go on"),
        "end": texts.gettext("End the match") if alone else texts.gettext("Propose to end it"),
        "stand-in": texts.gettext("Let the computer play"),
    }
    styles: dict[About, discord.ButtonStyle] = {"end": discord.ButtonStyle.danger}
    plain = discord.ButtonStyle.secondary
    items = [_button(labels[about], match, about, styles.get(about, plain)) for about in possible]
    if where.url:
        items.insert(0, base.link(texts.gettext("To the table"), where.url))
    return base.layout(
        [base.text(base.place(texts, where, match)), base.row(*items)], tone=Tone.PLAIN
    )
