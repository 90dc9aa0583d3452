"""The table: one public message per match, kept up to date in place; nothing secret in it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import discord

from bot.layouts import base
from bot.layouts.base import Item, Layout, Tone
from bot.match.ids import Click, Verb
from bot.pictures import Picture
from bot.texts import SeatName, Texts, display_names
from bot.texts.actions import history_line
from bot.texts.cards import active_set
from engine.views import View

RECENT = 4
MAX_RECENT = 10

TableState = Literal["playing", "paused", "over", "ended", "suspended"]


@dataclass(frozen=True, slots=True)
class TableContext:
    """What the table's message is made from.

    Attributes:
        texts: the server's language.
        view: the public's view.
        match: the match's number.
        names: who sits where, by seat.
        stood_in: the seats that the computer plays for a person who may come back.
        left: the seats that it plays for a person who left for good.
        picture: the table drawn; None for text alone.
        due: UTC ms by which the awaited must act; None without a deadline, or when paused.
        recent: how many of the last actions are told.
        notes: what else happened lately, said by ``bot.texts.happenings``.
        nudge: whether Nudge is offered: only a person can be nudged, and by another one.
        state: whether play goes on.
        result: a link to the result once the match is over.
    """

    texts: Texts
    view: View
    match: int
    names: tuple[SeatName, ...]
    stood_in: frozenset[int] = frozenset()
    left: frozenset[int] = frozenset()
    picture: Picture | None = None
    due: int | None = None
    recent: int = RECENT
    notes: tuple[str, ...] = ()
    nudge: bool = False
    state: TableState = "playing"
    result: str | None = None


def table(context: TableContext) -> Layout:
    """The table as everybody sees it.

    Raises:
        ValueError: the view is one seat's, not the public's.
    """
    if context.view.seat is not None:
        raise ValueError("the table is everybody's: it needs the public view")
    texts = context.texts
    names = display_names(texts, context.names)
    picture, files = base.shown(context.picture)
    items: list[Item] = [base.text(_head(context, names)), *picture]
    if context.view.phase != "orient":
        items.append(base.text(active_set(texts, context.view, names)))
    items.append(base.text(_seats(context, names)))
    told = _told(context, names)
    if told:
        items.append(base.text(told))
    items.append(base.row(*_buttons(context)))
    playing = context.state == "playing"
    return base.layout(items, tone=Tone.GAME if playing else Tone.PLAIN, files=files)


def moved(texts: Texts, match: int, url: str) -> Layout:
    """What an old table message becomes when the table was posted anew."""
    said = texts.gettext("The table of match {number} has moved down.", number=match)
    return base.layout(
        [base.text(said), base.row(base.link(texts.gettext("To the table"), url))], tone=Tone.PLAIN
    )


def _head(context: TableContext, names: tuple[str, ...]) -> str:
    texts, view = context.texts, context.view
    title = texts.gettext(
        "SCOUT · match {match} · round {number} of {count}",
        match=context.match,
        number=view.round,
        count=view.rounds,
    )
    return f"### {title}\n{_status(context, names)}"


def _status(context: TableContext, names: tuple[str, ...]) -> str:
    texts, view = context.texts, context.view
    match context.state:
        case "paused":
            return texts.gettext("⏸️ Paused. The clock stands still.")
        case "suspended":
            return texts.gettext("⏸️ Waiting until I can reach this place again.")
        case "over":
            return texts.gettext("The match is over.")
        case "ended":
            return texts.gettext("The match has ended.")
    due = f" · {base.relative(context.due)}" if context.due is not None else ""
    if view.phase == "orient":
        ready = sum(view.ready)
        count = len(view.ready)
        said = texts.gettext(
            "Everyone chooses which way up to hold their hand: {ready} of {count} are ready. "
            "{name} will start.",
            ready=ready,
            count=count,
            name=names[view.starter - 1],
        )
        return said + due
    if view.turn is None:
        return texts.gettext("The round is over.")
    return texts.gettext("It is **{name}**'s turn", name=names[view.turn - 1]) + due


def _seats(context: TableContext, names: tuple[str, ...]) -> str:
    return "\n".join(_seat(context, seat, name) for seat, name in enumerate(names, start=1))


def _seat(context: TableContext, seat: int, name: str) -> str:
    texts, view = context.texts, context.view
    i = seat - 1
    mark = ""
    if view.phase == "orient":
        mark = texts.gettext("ready") if view.ready[i] else texts.gettext("choosing…")
    # All in small print, and so two lines on a phone: the picture says it again, larger.
    head = f"-# {'▶' if view.turn == seat else '▫'} **{name}**"
    if seat in context.stood_in:
        head += " " + texts.gettext("(away: the computer plays)")
    elif seat in context.left:
        head += " " + texts.gettext("(left: the computer plays)")
    head += " · " + texts.ngettext("{n} point", "{n} points", view.totals[i])
    words = [
        *([mark] if mark else []),
        texts.ngettext("{n} card", "{n} cards", view.hand_sizes[i]),
        texts.ngettext("{n} captured", "{n} captured", view.captured[i]),
        texts.ngettext("{n} token", "{n} tokens", view.tokens[i]),
    ]
    if view.rules.scout_and_show:
        there = view.scout_and_show[i]
        words.append(
            texts.gettext("Scout & Show ✔") if there else texts.gettext("Scout & Show used")
        )
    return f"{head} · {' · '.join(words)}"


def _told(context: TableContext, names: tuple[str, ...]) -> str:
    history = context.view.history[-min(context.recent, MAX_RECENT) :] if context.recent else ()
    lines = [history_line(context.texts, names, line) for line in history]
    lines += context.notes
    return "\n".join(f"-# {line}" for line in lines[-MAX_RECENT:])


def _buttons(context: TableContext) -> list[Item]:
    texts, match = context.texts, context.match
    rules = base.button(texts.gettext("Rules"), Click(Verb.RULES, match, None, ("0",)))
    if context.state in ("over", "ended"):
        label = texts.gettext("To the result")
        return [*([base.link(label, context.result)] if context.result else []), rules]
    nudge = base.button(
        texts.gettext("Nudge"), Click(Verb.NUDGE, match), disabled=not context.nudge, emoji="👉"
    )
    hand = base.button(
        texts.gettext("My hand"),
        Click(Verb.HAND, match),
        style=discord.ButtonStyle.primary,
        emoji="🃏",
    )
    return [hand, nudge, rules]
