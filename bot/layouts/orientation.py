"""The orientation choice: both ways to hold the new hand, Keep and Flip (R7)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord

from bot.layouts import base
from bot.layouts.base import Item
from bot.match.ids import Verb
from bot.texts import Texts
from bot.texts.cards import hand_lines
from engine.cards import Cards, flipped

if TYPE_CHECKING:
    from bot.layouts.shows import Controls


def both_ways(texts: Texts, hand: Cards) -> str:
    """The hand as dealt and as it would be flipped, in words."""
    kept = texts.gettext("**Keep**: the hand as it was dealt")
    turned = texts.gettext("**Flip**: every card turned, the order kept")
    bold = texts.gettext("The **bold** numbers count.")
    lines = (kept, hand_lines(texts, hand), turned, hand_lines(texts, flipped(hand)), bold)
    return "\n".join(lines)


def controls(parts: Controls, *, hints: bool, first: bool = False) -> list[Item]:
    """Keep and Flip; before the first round with what the choice means.

    For a ``first`` match the way to the lessons, too.
    """
    texts = parts.texts
    keep = parts.click(Verb.ORIENT, "keep")
    flip = parts.click(Verb.ORIENT, "flip")
    buttons = [
        base.button(texts.gettext("Keep"), keep, style=discord.ButtonStyle.success),
        base.button(texts.gettext("Flip"), flip, style=discord.ButtonStyle.primary),
        *([parts.hint()] if hints else []),
        *([base.learn_button(texts)] if first else []),
    ]
    if parts.view.round > 1:
        return [base.row(*buttons)]
    meaning = texts.gettext(
        "You choose once: this way up, or the other. After that no card is ever moved or turned."
    )
    return [base.small(meaning), base.row(*buttons)]
