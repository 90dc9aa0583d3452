"""Which of several actions was meant, asked of whoever typed it."""

from __future__ import annotations

from collections.abc import Sequence

from bot.layouts import base, limits
from bot.layouts.base import Item, Layout, Tone
from bot.layouts.shows import Controls
from bot.texts.actions import proposal
from engine.actions import Action

MOST = 5 * limits.ROW_WIDTH
"""Buttons in one message."""


def which(parts: Controls, meant: Sequence[Action]) -> Layout:
    """The actions as buttons, each of which acts; of too many the first."""
    texts = parts.texts
    items: list[Item] = [base.text(texts.gettext("Which do you mean?"))]
    items += base.rows(
        [base.button(proposal(texts, parts.view, one), parts.do(one)) for one in meant[:MOST]]
    )
    if (more := len(meant) - MOST) > 0:
        said = texts.ngettext(
            "{n} more would fit: name the gap as well.",
            "{n} more would fit: name the gap as well.",
            more,
        )
        items.append(base.small(said))
    return base.layout(items, tone=Tone.TURN)
