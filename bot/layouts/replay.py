"""A replay: a match that is over, step by step, all hands open."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import discord

from bot.layouts import base, limits, review, sharing
from bot.layouts.base import Item, Layout, Tone
from bot.layouts.fairness import unfair
from bot.layouts.history import seat_names, state_of
from bot.layouts.sharing import NOT_SHARED, Sharing
from bot.match.ids import BadCustomId, Click, Verb, numbered
from bot.match.replaying import Step
from bot.pictures import Picture
from bot.texts import Texts, display_names, label_names
from bot.texts.actions import history_line, proposal
from bot.texts.cards import both_ends
from bot.texts.happenings import round_end
from bot.texts.reasons import reason
from bot.workers.advice import Advice
from data.matches.models import StoredMatch
from engine.players.reasons import explain
from engine.views import view

EXPERT = "expert"
"""The argument of a click that asks what expert would have played."""


@dataclass(frozen=True, slots=True)
class ReplayContext:
    """A moment of a replay.

    Attributes:
        texts: the reader's language.
        row: the match.
        steps: all of its steps.
        at: which one is shown, from 0.
        fair: whether its deals follow from the secret that was committed to.
        picture: the moment, drawn; without it the hands stand in the text.
        advised: whether it is told what expert would have played, here and at the next steps.
        advice: what that is; None if there was no time to think about it.
        played: whether the reader was among the players.
        sharing: how far it is shown.
    """

    texts: Texts
    row: StoredMatch
    steps: tuple[Step, ...]
    at: int
    fair: bool
    picture: Picture | None = None
    advised: bool = False
    advice: tuple[Advice, ...] | None = None
    played: bool = False
    sharing: Sharing = NOT_SHARED

    @property
    def step(self) -> Step:
        """The step that is shown."""
        return self.steps[self.at]


def step_of(click: Click, values: tuple[str, ...] = ()) -> int:
    """Which step a click on a replay asks for; it may be beyond the last.

    Raises:
        BadCustomId: none.
    """
    word = values[0] if values else click.args[-1] if click.args else ""
    if not (word.isascii() and word.isdigit() and len(word) < 6):
        raise BadCustomId(click.custom_id)
    return int(word)


def advised(click: Click) -> bool:
    """Whether a click on a replay asks to be told what expert would have played."""
    return EXPERT in click.args[1:]


def replay(context: ReplayContext) -> Layout:
    """What was played, the table with all hands, the score so far, and the controls."""
    texts = context.texts
    picture, files = base.shown(context.picture)
    items: list[Item] = [base.text(_head(context)), *picture]
    if not picture:
        items += [base.text(_open_hands(context)), base.text(_score(context))]
    if context.advised:
        items.append(base.text(_advice(context)))
    if not context.fair:
        items.append(base.text(unfair(texts)))
    if context.sharing.by is not None:
        here = Click(Verb.REPLAY, numbered(context.row), None, ("open", str(context.at)))
        replay = base.button(texts.gettext("Replay"), here)
        items += sharing.foot(texts, context.sharing.by, replay, match=numbered(context.row))
        return base.layout(items, tone=Tone.GAME, files=files)
    more = [
        _switch(context),
        base.button(texts.gettext("Record"), Click(Verb.RECORD, numbered(context.row))),
        base.fair_button(texts, numbered(context.row), fair=context.fair),
    ]
    films = [
        base.button(
            texts.gettext("Animate"),
            Click(Verb.ANIMATE, numbered(context.row), None, ("round", str(context.step.round))),
            emoji="🎞️",
        ),
        base.button(
            texts.gettext("As a page"), Click(Verb.PAGE, numbered(context.row)), emoji="📄"
        ),
    ]
    if context.played:
        more.append(review.button(texts, numbered(context.row)))
    elif context.row.deal_id is not None:
        more.append(review.button_of(texts, context.row, 1))  # a deal is played in seat 1
    if context.sharing.offered:
        kept = (EXPERT,) if context.advised else ()
        step = (*kept, str(context.at))
        films.insert(0, sharing.button(texts, "replay", *step, match=numbered(context.row)))
    rows = [base.row(*more), base.row(*films)]
    return base.layout([*items, *_moves(context), *rows], tone=Tone.GAME, files=files)


def _switch(context: ReplayContext) -> Item:
    """The button that brings expert's opinion for this and the next steps, or ends that."""
    texts, there = context.texts, str(context.at)
    if context.advised:
        click = Click(Verb.REPLAY, numbered(context.row), None, ("e", there))
        return base.button(texts.gettext("Without expert"), click)
    click = Click(Verb.REPLAY, numbered(context.row), None, ("e", EXPERT, there))
    return base.button(texts.gettext("What would expert play?"), click)


def _advice(context: ReplayContext) -> str:
    """What expert would have played, why, and what was played."""
    texts, step = context.texts, context.step
    if context.advice is None:
        return texts.gettext(
            "💡 Too many computers are thinking just now. Please ask again in a moment."
        )
    names = display_names(texts, seat_names(context.row))
    lines = [_would(texts, names, one) for one in context.advice]
    if not lines:
        return texts.gettext("💡 Here was nothing to decide: the round was over.")
    later = context.steps[context.at + 1 : context.at + 2]
    if later and later[0].action is not None and later[0].round == step.round:
        played = history_line(texts, names, view(later[0].match, None).history[-1])
        lines.append("-# " + texts.gettext("What was played: {played}.", played=played))
    return "\n".join(lines)


def _would(texts: Texts, names: Sequence[str], advice: Advice) -> str:
    words = proposal(texts, advice.view, advice.action)
    return texts.gettext(
        "💡 Expert for {name}: **{proposal}**. {why}",
        name=names[advice.seat - 1],
        proposal=words,
        why=reason(texts, explain(advice.view, advice.action)),
    )


def _head(context: ReplayContext) -> str:
    texts, row, step = context.texts, context.row, context.step
    names = display_names(texts, seat_names(row))
    title = texts.gettext(
        "Match {match}: round {round}, step {step} of {steps}",
        match=row.id,
        round=texts.number(step.round),
        step=texts.number(context.at + 1),
        steps=texts.number(len(context.steps)),
    )
    state = state_of(texts, row)
    small = f"\n-# {state}" if state else ""
    return f"### {title}{small}\n{what_happened(texts, step, names)}"


def what_happened(texts: Texts, step: Step, names: Sequence[str]) -> str:
    """What led to a step, in words."""
    public = view(step.match, None)
    if step.action is None:
        starter = texts.gettext("{name} starts.", name=names[public.starter - 1])
        flipped = texts.listed(names[seat - 1] for seat in sorted(step.flipped))
        if flipped:
            return starter + " " + texts.gettext("Hands flipped: {names}.", names=flipped)
        return starter + " " + texts.gettext("Everybody kept the hand as dealt.")
    said = f"**{history_line(texts, names, public.history[-1])}** · `{step.action}`"
    if step.by_bot:
        said += "\n-# " + texts.gettext("played by the computer for an absent player")
    if public.end is not None:
        said += f"\n{round_end(texts, public, names)}"
    return said


def _score(context: ReplayContext) -> str:
    """Each seat's total before the round, and what the round is worth to it as it stands."""
    texts, match = context.texts, context.step.match
    public = view(match, None)
    assert match.round is not None
    scores = match.round.scores()
    over = public.end is not None
    names = display_names(texts, seat_names(context.row))
    lines = []
    for i, who in enumerate(names):
        before = match.totals[i] - (scores[i] if over else 0)
        turn = "▶ " if public.turn == i + 1 else ""
        bold = f"{turn}**{who}**"
        total = f"**{texts.number(before + scores[i])}**"
        said = texts.gettext(
            "{name}: {before} + this round {score} = {total}",
            name=bold,
            before=texts.number(before),
            score=texts.number(scores[i], signed=True),
            total=total,
        )
        parts = " · ".join(
            (
                texts.ngettext("{n} captured", "{n} captured", public.captured[i]),
                texts.ngettext("{n} Scout token", "{n} Scout tokens", public.tokens[i]),
                texts.ngettext("{n} card", "{n} cards", public.hand_sizes[i]),
            )
        )
        lines.append(f"{said}\n-# {parts}")
    return "\n".join(lines)


def _open_hands(context: ReplayContext) -> str:
    texts, state = context.texts, context.step.match.round
    assert state is not None
    names = display_names(texts, seat_names(context.row))
    table = both_ends(texts, state.table) if state.table else texts.gettext("empty")
    lines = [texts.gettext("Active set: {cards}", cards=table)]
    for who, hand in zip(names, state.hands, strict=True):
        lines.append(f"{who}: {both_ends(texts, hand) if hand else '–'}")
    return "\n".join(lines)


def _moves(context: ReplayContext) -> list[Item]:
    texts, row, at = context.texts, context.row, context.at
    last = len(context.steps) - 1
    kept = (EXPERT,) if context.advised else ()
    begins = [index for index, step in enumerate(context.steps) if step.number == 0]
    earlier = max((index for index in begins if index < at), default=0)
    later = min((index for index in begins if index > at), default=last)
    where = (
        (texts.gettext("« Round"), earlier, at > 0, "a"),
        (texts.gettext("Back"), at - 1, at > 0, "b"),
        (texts.gettext("Next"), at + 1, at < last, "c"),
        (texts.gettext("Round »"), later, at < last, "d"),
    )
    buttons = []
    for label, to, there, which in where:
        # Two buttons may lead to the same step, and ids must differ: a letter tells them apart.
        click = Click(Verb.REPLAY, numbered(row), None, (which, *kept, str(max(to, 0))))
        style = discord.ButtonStyle.primary if which == "c" else discord.ButtonStyle.secondary
        buttons.append(base.button(label, click, style=style, disabled=not there))
    jump = Click(Verb.REPLAY, numbered(row), None, ("jump", *kept))
    return [base.row(*buttons), base.menu(jump, _options(context), texts.gettext("Jump to …"))]


def _options(context: ReplayContext) -> list[discord.SelectOption]:
    """The rounds' beginnings, and in the shown round as many actions as fit, evenly spaced."""
    begins = [index for index, step in enumerate(context.steps) if step.number == 0]
    here = [
        index
        for index, step in enumerate(context.steps)
        if step.round == context.step.round and step.number
    ]
    room = limits.OPTIONS - len(begins)
    if len(here) > room:
        spaced = {here[round(i * (len(here) - 1) / (room - 2))] for i in range(room - 1)}
        here = sorted(spaced | ({context.at} & set(here)))
    names = label_names(context.texts, seat_names(context.row))
    return [
        base.option(
            step_option(context.texts, context.steps[index], names),
            str(index),
            default=index == context.at,
        )
        for index in sorted({*begins, *here})
    ]


def step_option(texts: Texts, step: Step, names: Sequence[str]) -> str:
    """A step as a menu has it."""
    if step.action is None:
        return texts.gettext("Round {number}", number=texts.number(step.round))
    said = history_line(texts, names, step.match.round.history[-1]) if step.match.round else ""
    number = texts.ltr(f"{step.round}.{step.number}")
    return f"{number} {said}"
