"""A match that one person plays in one message of their own: table, hand and controls together.

Each click changes it in place; what the computers did meanwhile stands in it in words.
"""

from __future__ import annotations

from dataclasses import dataclass

from bot.layouts import base, hand, table
from bot.layouts.base import Item, Layout, Tone
from bot.layouts.hand import HandContext
from bot.layouts.table import TableContext
from bot.match import steps
from bot.pictures import Picture
from bot.texts import display_names
from engine.views import View


@dataclass(frozen=True, slots=True)
class AloneContext:
    """What the message is made from.

    Attributes:
        hand: the person's hand; what it says of a place isn't used.
        title: what is being played.
        small: more about it, in small letters.
        told: what happened since the person last acted, oldest first.
        public: what everybody at the table sees.
        table: that drawn; None for words.
    """

    hand: HandContext
    title: str
    small: str
    told: tuple[str, ...]
    public: View
    table: Picture | None = None


def alone(context: AloneContext, step: steps.Step | None = None) -> Layout:
    """The message while it is on the person.

    Raises:
        ValueError: there is nothing for them to decide.
    """
    step, mine = step or steps.Home(), context.hand
    texts, view, decision = mine.texts, mine.view, mine.decision
    if decision is None:
        raise ValueError("nothing is to be decided")
    items: list[Item] = [base.text(_head(context))]
    if context.told:
        items.append(base.text("\n".join(f"-# {line}" for line in context.told)))
    table_drawn, table_file = base.shown(context.table)
    hand_drawn, hand_file = base.shown(mine.picture)
    if view.phase != "orient":
        items += table_drawn or [base.text(_table_in_words(context))]
    items += hand_drawn or [base.text(hand.in_words(mine, step))]
    if view.phase != "orient":
        items.append(base.text(hand.active_set_line(mine, step)))
    if mine.hint is not None:
        items.append(base.text(hand.hint_line(texts, view, mine.hint)))
    items += hand.controls(mine, hand.parts_of(mine, decision), step)
    return base.layout(items, tone=Tone.TURN, files=[*table_file, *hand_file])


def _head(context: AloneContext) -> str:
    mine = context.hand
    texts, view = mine.texts, mine.view
    of = texts.gettext(
        "round {number} of {count}",
        number=texts.number(view.round),
        count=texts.number(view.rounds),
    )
    asked = texts.gettext("Keep or flip?") if view.phase == "orient" else texts.gettext("Your turn")
    lines = [f"### {context.title} · {of}", f"**{asked}**", f"-# {context.small}"]
    return "\n".join([mine.notice, *lines] if mine.notice else lines)


def _table_in_words(context: AloneContext) -> str:
    mine = context.hand
    names = display_names(mine.texts, mine.names)
    return table.in_words(TableContext(mine.texts, context.public, mine.match, mine.names), names)
