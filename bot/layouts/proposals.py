"""What a player can propose to the others, or as the host decide: at the table, and by command."""

from __future__ import annotations

import discord

from bot.layouts import base
from bot.layouts.base import Item, Layout, Tone
from bot.match.ids import Click, Numbered, Verb
from bot.match.scene import Where
from bot.texts import Texts
from data.matches.log import About


def button(texts: Texts, match: Numbered, about: About) -> Item:
    """The table's button that proposes something."""
    labels: dict[About, str] = {
        "pause": texts.gettext("Pause"),
        "resume": texts.gettext("Go on"),
        "end": texts.gettext("End…"),
        "stand-in": texts.gettext("Let the computer play"),
    }
    return base.button(labels[about], Click(Verb.VOTE, match, None, (about, "yes")))


def proposals(texts: Texts, match: Numbered, where: Where, *, paused: bool, alone: bool) -> Layout:
    """Where the table is, with buttons to propose a pause or the end.

    Args:
        texts: the player's language.
        match: the match's number.
        where: where it is.
        paused: whether the clock stands still.
        alone: whether the player ends the match without a vote.
    """
    about = "resume" if paused else "pause"
    label = texts.gettext("Propose to go on") if paused else texts.gettext("Propose a pause")
    end = texts.gettext("End the match") if alone else texts.gettext("Propose to end it")
    buttons = [
        base.button(label, Click(Verb.VOTE, match, None, (about, "yes"))),
        base.button(
            end,
            Click(Verb.VOTE, match, None, ("end", "yes")),
            style=discord.ButtonStyle.danger,
        ),
    ]
    if where.url:
        buttons.insert(0, base.link(texts.gettext("To the table"), where.url))
    return base.layout(
        [base.text(base.place(texts, where, match)), base.row(*buttons)], tone=Tone.PLAIN
    )
