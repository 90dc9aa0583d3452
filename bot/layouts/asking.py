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


def which(meant: Sequence[tuple[Controls, Action]]) -> Layout:
    """The actions as buttons, each of which acts; of too many the first.

    Args:
        meant: one at least, each with what its button needs; those of several matches say of which.
    """
    texts = meant[0][0].texts
    several = len({parts.match for parts, _ in meant}) > 1
    items: list[Item] = [base.text(texts.gettext("Which do you mean?"))]
    items += base.rows([_button(parts, one, several=several) for parts, one in meant[:MOST]])
    if (more := len(meant) - MOST) > 0:
        said = texts.ngettext(
            "{n} more would fit: name the gap as well.",
            "{n} more would fit: name the gap as well.",
            more,
        )
        items.append(base.small(said))
    return base.layout(items, tone=Tone.TURN)


def _button(parts: Controls, action: Action, *, several: bool) -> Item:
    label = proposal(parts.texts, parts.view, action)
    if several:
        label = parts.texts.gettext("Match {number}: {action}", number=parts.match, action=label)
    return base.button(label, parts.do(action))
