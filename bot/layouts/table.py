"""The table: one public message per match, kept up to date in place; nothing secret in it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import discord

from bot.layouts import base, proposals
from bot.layouts.base import Item, Layout, Tone
from bot.match.ids import Click, Numbered, Verb
from bot.match.recount import Note
from bot.pictures import Picture
from bot.texts import SeatName, Texts, display_names
from bot.texts.actions import history_line
from bot.texts.cards import active_set_in_full, what_beats
from bot.texts.happenings import time_left_of, time_left_to_choose
from data.matches.log import About
from engine.views import View, points_so_far

LEAST_RECENT = 2
MAX_RECENT = 10

TableState = Literal["playing", "paused", "aside", "over", "ended", "suspended"]


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
        due: UTC ms by which the awaited must act, or when the pause ends; None without a deadline.
        recent: how many of the last actions are told; by default all since a person acted, and
            two at least.
        notes: what else happened lately, each between the actions where it did.
        nudge: whether Nudge is offered: only a person can be nudged, and by another one.
        proposals: what can be proposed now.
        state: whether play goes on.
        result: a link to the result once the match is over.
    """

    texts: Texts
    view: View
    match: Numbered
    names: tuple[SeatName, ...]
    stood_in: frozenset[int] = frozenset()
    left: frozenset[int] = frozenset()
    picture: Picture | None = None
    due: int | None = None
    recent: int | None = None
    notes: tuple[Note, ...] = ()
    nudge: bool = False
    proposals: tuple[About, ...] = ()
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
    if not picture:
        items.append(base.text(in_words(context, names)))
    if told := _told(context, names):
        items.append(base.text(told))
    items += base.rows(_buttons(context))
    playing = context.state == "playing"
    return base.layout(items, tone=Tone.GAME if playing else Tone.PLAIN, files=files)


def dealing(texts: Texts, match: Numbered, commitment: str) -> Layout:
    """What the table is first: from this message's id the deals follow, with a fixed secret."""
    title = texts.gettext("The cards are being dealt…")
    which = texts.gettext("Match {number}", number=match)
    fixed = texts.gettext("SHA-256 of the secret:\n`{commitment}`", commitment=commitment)
    small = "\n".join(f"-# {line}" for line in (which, *fixed.splitlines()))
    return base.layout([base.text(f"### {title}\n{small}")], tone=Tone.GAME)


def moved(texts: Texts, match: int, url: str) -> Layout:
    """What an old table message becomes when the table was posted anew."""
    said = texts.gettext("The table of match {number} has moved down.", number=match)
    return base.layout(
        [base.text(said), base.row(base.link(texts.gettext("To the table"), url))], tone=Tone.PLAIN
    )


def _head(context: TableContext, names: tuple[str, ...]) -> str:
    """What is awaited, large; which match and round this is, small."""
    texts, view = context.texts, context.view
    which = texts.gettext(
        "Match {match} · round {number} of {count}",
        match=context.match,
        number=texts.number(view.round),
        count=texts.number(view.rounds),
    )
    if left := _time_left(context):
        which = f"{which} · {left}"
    return f"### {_status(context, names)}\n-# {which}"


def _time_left(context: TableContext) -> str:
    """What comes by itself, and when."""
    texts, view = context.texts, context.view
    if context.due is None:
        return ""
    due = base.relative(context.due)
    if context.state == "paused":
        return texts.gettext("the pause ends {due}", due=due)
    if context.state != "playing":
        return ""
    return (time_left_to_choose if view.turn is None else time_left_of)(texts, due)


def _status(context: TableContext, names: tuple[str, ...]) -> str:
    texts, view = context.texts, context.view
    match context.state:
        case "paused":
            return texts.gettext("⏸️ Paused. The clock stands still.")
        case "aside":
            return texts.gettext("⏸️ Set aside. **My hand** takes it up again.")
        case "suspended":
            return texts.gettext("⏸️ Waiting until I can reach this place again.")
        case "over":
            return texts.gettext("The match is over.")
        case "ended":
            return texts.gettext("The match has ended.")
    if view.phase == "orient":
        return texts.ngettext(
            "Keep or flip: {ready} of {n} is ready",
            "Keep or flip: {ready} of {n} are ready",
            view.players,
            ready=texts.number(sum(view.ready)),
        )
    if view.turn is None:
        return texts.gettext("The round is over.")
    return texts.gettext("{name}'s turn", name=names[view.turn - 1])


def in_words(context: TableContext, names: tuple[str, ...]) -> str:
    """What the picture would show."""
    texts, view = context.texts, context.view
    lines = [_seat(context, seat, name) for seat, name in enumerate(names, start=1)]
    if view.phase != "orient":
        lines.insert(0, active_set_in_full(texts, view, names))
    return "\n".join(lines)


def _seat(context: TableContext, seat: int, name: str) -> str:
    texts, view = context.texts, context.view
    i = seat - 1
    mark = ""
    if view.phase == "orient":
        mark = texts.gettext("ready") if view.ready[i] else texts.gettext("choosing…")
    head = f"-# {'▶' if view.turn == seat else '▫'} **{name}**"
    if view.starter == seat:
        head += " " + texts.gettext("(starting player)")
    points = points_so_far(view, seat)
    head += " · " + texts.ngettext("{n} point", "{n} points", points)
    words = [
        *([mark] if mark else []),
        texts.ngettext("{n} card", "{n} cards", view.hand_sizes[i]),
        texts.ngettext("{n} captured", "{n} captured", view.captured[i]),
        texts.ngettext("{n} Scout token", "{n} Scout tokens", view.tokens[i]),
    ]
    if view.rules.scout_and_show:
        there = view.scout_and_show[i]
        words.append(
            texts.gettext("Scout & Show ✔") if there else texts.gettext("Scout & Show used")
        )
    return f"{head} · {' · '.join(words)}"


def _told(context: TableContext, names: tuple[str, ...]) -> str:
    """What would beat the set, what happened, and whose seat a computer plays."""
    texts, view = context.texts, context.view
    wanted = _since_a_person(context) if context.recent is None else context.recent
    recent = view.history[-min(wanted, MAX_RECENT) :] if wanted else ()
    first = len(view.history) - len(recent)
    happened = [note.said for note in context.notes if note.after <= first]
    for number, done in enumerate(recent, start=first + 1):
        happened.append(history_line(texts, names, done))
        happened += [note.said for note in context.notes if note.after == number]
    lines = happened[-MAX_RECENT:]
    if view.phase == "play" and view.table:
        lines.insert(0, what_beats(texts, view.table))
    for seat, name in enumerate(names, start=1):
        if seat in context.stood_in:
            lines.append(texts.gettext("{name} is away: the computer plays", name=name))
        elif seat in context.left:
            lines.append(texts.gettext("{name} has left: the computer plays", name=name))
    return "\n".join(f"-# {line}" for line in lines)


def _since_a_person(context: TableContext) -> int:
    """How many actions the last update may have brought: computers' turns come together."""
    count = 0
    for done in reversed(context.view.history):
        if not context.names[done.seat - 1].is_computer:
            break
        count += 1
    return max(LEAST_RECENT, count)


def _buttons(context: TableContext) -> list[Item]:
    texts, match = context.texts, context.match
    rules = base.rules_button(texts, match)
    if context.state in ("over", "ended"):
        label = texts.gettext("To the result")
        return [*([base.link(label, context.result)] if context.result else []), rules]
    nudge = base.button(
        texts.gettext("Nudge"), Click(Verb.NUDGE, match), disabled=not context.nudge
    )
    hand = base.button(
        texts.gettext("My hand"),
        Click(Verb.HAND, match),
        style=discord.ButtonStyle.primary,
    )
    proposing = proposals.buttons(texts, match, context.proposals)
    if context.state == "paused":
        return [*proposing, hand, nudge, rules]
    return [hand, nudge, rules, *proposing]
