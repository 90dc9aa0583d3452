"""A player's hand with its controls: the private message, step by step.

``hand`` shows one step of ``bot.match.steps``; every control on it leads, through ``next_step``, to
another step or to an action. Nothing here is shown to anybody but the player.
"""

from __future__ import annotations

from dataclasses import dataclass

import discord

from bot.layouts import base, orientation, scouting, shows
from bot.layouts.base import Item, Layout, Tone
from bot.layouts.pings import back_button
from bot.match import steps
from bot.match.ids import Decision, Numbered, Verb
from bot.match.scene import Where
from bot.pictures import Picture
from bot.texts import SeatName, Texts, display_names
from bot.texts.actions import proposal
from bot.texts.cards import active_set, active_set_in_full, hand_lines, what_beats
from bot.texts.happenings import paused, time_left
from bot.texts.reasons import reason
from bot.texts.welcome import first_match
from engine import actions as a
from engine.players.reasons import explain
from engine.views import View, actions_if_on_turn


@dataclass(frozen=True, slots=True)
class HandContext:
    """What a hand's message is made from.

    Attributes:
        texts: the player's language.
        view: the seat's view.
        match: the match's number.
        decision: what the seat has to decide; None when it isn't its turn.
        names: who sits where, by seat.
        where: which server and channel it belongs to.
        picture: the hand drawn (with the preview of ``step``); None for text alone.
        due: UTC ms by which the seat must act; None without a deadline.
        hints: whether Hint is offered (unrated matches).
        first_match: whether the player has never played before.
        hint: a proposed action, once asked for.
        notice: a line on top, such as why the last click did nothing.
        story: what happened and how everybody stands, in a few lines.
        over: whether the match is over, so that nothing comes any more.
        paused: whether it stands still.
        away: why a computer plays for them; None if it doesn't.
    """

    texts: Texts
    view: View
    match: Numbered
    decision: Decision | None
    names: tuple[SeatName, ...]
    where: Where
    picture: Picture | None = None
    due: int | None = None
    hints: bool = False
    first_match: bool = False
    hint: a.Action | None = None
    notice: str | None = None
    story: tuple[str, ...] = ()
    over: bool = False
    paused: bool = False
    away: str | None = None


def hand(context: HandContext, step: steps.Step | None = None) -> Layout:
    """The hand as it stands, with the controls of ``step`` if something is to be decided."""
    step = step or steps.Home()
    texts = context.texts
    picture, files = base.shown(context.picture)
    items: list[Item] = [base.text(_head(context))]
    if context.first_match and context.decision is not None and begins(context.view):
        # Above the picture: then the hand and its buttons fit on a phone's screen together.
        items += [base.small(line) for line in first_match(texts, context.view.rules)]
    items += picture
    if not picture:
        items.append(base.text(in_words(context, step)))
    if context.view.phase != "orient":
        items.append(base.text(active_set_line(context, step)))
    if context.decision is None:
        if idle := _idle(context):
            items.append(base.text(idle))
        items += _foot(context)
        tone = Tone.GAME
    else:
        if context.hint is not None:
            items.append(base.text(hint_line(texts, context.view, context.hint)))
        items += controls(context, parts_of(context, context.decision), step)
        tone = Tone.TURN
    return base.layout(items, tone=tone, files=files)


def active_set_line(context: HandContext, step: steps.Step) -> str:
    """What lies there; and what beats it, unless the Shows that do are offered below."""
    texts, view = context.texts, steps.previewed(context.view, step)
    names = display_names(texts, context.names)
    said = (active_set if context.picture else active_set_in_full)(texts, view, names)
    acting = context.decision is not None and bool(steps.choices(context.view).shows)
    told = acting and context.picture is not None and not context.first_match
    if told or view.phase == "over" or not view.table:
        return said
    return f"{said}\n-# {what_beats(texts, view.table)}"


def assist_question(parts: shows.Controls) -> Layout:
    """Whether a hint is wanted although the match doesn't count then."""
    texts = parts.texts
    said = texts.gettext("A hint, then? The match doesn't count for the ratings any more.")
    yes = base.button(
        texts.gettext("Yes, a hint"),
        parts.click(Verb.HINT, "yes"),
        style=discord.ButtonStyle.danger,
    )
    return base.layout([base.text(said), base.row(yes, parts.back())], tone=Tone.TURN)


def hint_line(texts: Texts, view: View, action: a.Action) -> str:
    """What a computer player would do, and why, in a line."""
    words = proposal(texts, view, action)
    why = reason(texts, explain(view, action))
    return texts.gettext("💡 Hint: {proposal}. {why}", proposal=words, why=why)


def _head(context: HandContext) -> str:
    texts, view = context.texts, context.view
    if context.over:
        title = texts.gettext("The match is over")
    elif context.paused:
        title = texts.gettext("⏸️ Paused")
    elif view.phase == "over":
        title = texts.gettext("The round is over")
    elif context.decision is None:
        title = texts.gettext("Your hand")
    elif view.phase == "orient":
        title = texts.gettext("Keep or flip?")
    else:
        title = texts.gettext("Your turn")
    of = texts.gettext(
        "round {number} of {count}",
        number=texts.number(view.round),
        count=texts.number(view.rounds),
    )
    lines = [f"### {title} · {of}", *_where_and_when(context)]
    lines += [f"-# {line}" for line in context.story]
    if context.notice:
        lines.insert(0, context.notice)
    return "\n".join(lines)


def _where_and_when(context: HandContext) -> list[str]:
    """Where the match is: in full when it begins, else by its number if its clock runs too."""
    texts, view = context.texts, context.view
    place = base.place(texts, context.where, context.match)
    if context.due is None or context.decision is None:
        return [place]
    left = time_left(texts, base.relative(context.due), orienting=view.phase == "orient")
    if begins(view):
        return [place, f"-# {left}"]
    return [f"-# {base.match_link(texts, context.where, context.match)} · {left}"]


def begins(view: View) -> bool:
    """Whether it is the first thing that a match asks of its players: then all is explained."""
    return view.phase == "orient" and view.round == 1


def in_words(context: HandContext, step: steps.Step) -> str:
    """The hand where it isn't drawn."""
    view = context.view
    if view.phase == "orient" and context.decision is not None:
        return orientation.both_ways(context.texts, view.hand)
    cards = steps.previewed(view, step).hand
    return hand_lines(context.texts, cards) or context.texts.gettext("No cards left.")


def parts_of(context: HandContext, decision: Decision) -> shows.Controls:
    """What the controls of a match's hand are made with."""
    drawn = context.picture is not None
    return shows.Controls(context.texts, context.view, context.match, decision, drawn=drawn)


def controls(context: HandContext, parts: shows.Controls, step: steps.Step) -> list[Item]:
    """What can be chosen at a step."""
    view = context.view
    if view.phase == "orient" and not isinstance(step, steps.Confirm):
        return orientation.controls(parts, hints=context.hints, first=context.first_match)
    match step:
        case steps.Home(page):
            return _home(context, parts, page)
        case steps.Both():
            return scouting.both(parts)
        case steps.Gaps():
            return scouting.gaps(parts, step)
        case steps.Then():
            return scouting.then(parts, step)
        case steps.Confirm(action):
            return confirm(parts, action)


def _home(context: HandContext, parts: shows.Controls, page: int) -> list[Item]:
    legal = steps.choices(context.view)
    more = [
        *([scouting.both_button(parts)] if legal.both else []),
        *([parts.hint()] if context.hints else []),
        base.rules_button(context.texts, context.match),
    ]
    return [
        *shows.controls(parts, legal, page),
        *scouting.controls(parts, legal),
        base.row(*more),
    ]


def confirm(parts: shows.Controls, action: a.Action) -> list[Item]:
    """The question back: do it, or back."""
    texts = parts.texts
    words = proposal(texts, parts.view, action)
    return [
        base.text(f"**{words}?**"),
        base.row(
            base.button(
                texts.gettext("Yes, do it"), parts.do(action), style=discord.ButtonStyle.success
            ),
            parts.back(),
        ),
    ]


def _idle(context: HandContext) -> str:
    texts, view = context.texts, context.view
    names = display_names(texts, context.names)
    if context.over:
        return ""
    if context.away is not None:
        return context.away
    if context.paused:
        return paused(texts)
    if view.phase == "over":
        return texts.gettext("The next round comes as soon as it is dealt.")
    if view.phase == "orient":
        waiting = [name for name, ready in zip(names, view.ready, strict=True) if not ready]
        return texts.gettext(
            "You have chosen. Still choosing: {names}.", names=texts.listed(waiting)
        )
    lines = []
    if view.turn is not None:
        lines.append(texts.gettext("It is {name}'s turn.", name=names[view.turn - 1]))
    could = steps.choices(view, actions_if_on_turn(view))
    if context.picture is None:
        lines.append(shows.could_do(texts, view, could))
    elif could.shows:
        marked = texts.gettext("Marked: what you could show if nothing changes.")
        lines.append(f"-# {marked}")
    return "\n".join(lines)


def _foot(context: HandContext) -> list[Item]:
    """The ways on from a hand that asks nothing; one that does has no room for them."""
    texts, buttons = context.texts, list[Item]()
    if context.away is not None:
        buttons.append(back_button(texts, context.match))
    if context.where.url:
        buttons.append(base.link(texts.gettext("To the table"), context.where.url))
    return [base.row(*buttons, base.rules_button(texts, context.match))]
