"""Questions to the players of a match: pause, resume, end; and leaving, asked once more."""

from __future__ import annotations

from dataclasses import dataclass

import discord

from bot.layouts import base
from bot.layouts.base import Layout, Tone
from bot.match.ids import Click, Numbered, Verb
from bot.texts import SeatName, Texts, display_names


@dataclass(frozen=True, slots=True)
class VoteContext:
    """A proposal that all persons of a match must agree to.

    Attributes:
        texts: the server's language.
        match: the match's number.
        about: ``pause``, ``resume`` or ``end``.
        names: who sits where, by seat.
        agreed: the seats whose persons have agreed.
        waiting: the seats whose persons have not answered.
        outcome: whether it was agreed; None while it is open.
    """

    texts: Texts
    match: Numbered
    about: str
    names: tuple[SeatName, ...]
    agreed: frozenset[int]
    waiting: frozenset[int]
    outcome: bool | None = None


def vote(context: VoteContext) -> Layout:
    """The proposal with who has agreed, and Agree and Disagree while it is open."""
    texts = context.texts
    agreed = _named(context, context.agreed) or "–"
    lines = [
        f"### {_question(context)}",
        texts.gettext("Agreed: {names}", names=agreed),
    ]
    if context.outcome is not None:
        said = texts.gettext("It is agreed.") if context.outcome else texts.gettext("Not agreed.")
        return base.layout([base.text("\n".join([*lines, said]))], tone=Tone.PLAIN)
    waiting = _named(context, context.waiting)
    lines.append(texts.gettext("Waiting for: {names}", names=waiting))
    yes = Click(Verb.VOTE, context.match, None, (context.about, "yes"))
    no = Click(Verb.VOTE, context.match, None, (context.about, "no"))
    buttons = base.row(
        base.button(texts.gettext("Agree"), yes, style=discord.ButtonStyle.success),
        base.button(texts.gettext("Disagree"), no, style=discord.ButtonStyle.danger),
    )
    return base.layout([base.text("\n".join(lines)), buttons], tone=Tone.GAME)


def _named(context: VoteContext, seats: frozenset[int]) -> str:
    names = display_names(context.texts, context.names)
    return context.texts.listed(names[seat - 1] for seat in sorted(seats))


def _question(context: VoteContext) -> str:
    texts = context.texts
    questions = {
        "pause": texts.gettext("Pause match {number}?", number=context.match),
        "resume": texts.gettext("Go on with match {number}?", number=context.match),
        "end": texts.gettext("End match {number} now?", number=context.match),
    }
    return questions[context.about]


def leave_question(
    texts: Texts, match: Numbered, *, rated: bool, last: bool, lost: bool = False
) -> Layout:
    """Whether somebody really wants to give their seat up.

    Args:
        texts: their language.
        match: the match's number.
        rated: whether leaving counts as last place.
        last: whether they are the last person, so that the match ends.
        lost: whether it then counts as lost.
    """
    lines = [texts.gettext("Leave match {number} for good?", number=match)]
    if lost:
        lines.append(texts.gettext("It ends then, and as it is rated it counts as lost."))
    elif last:
        lines.append(texts.gettext("You are the last person in it: it ends, unrated."))
    else:
        lines.append(texts.gettext("A computer takes your seat, and you can't come back."))
        if rated:
            lines.append(texts.gettext("It is rated: you get the last place."))
    leave = base.button(
        texts.gettext("Leave for good"), Click(Verb.QUIT, match), style=discord.ButtonStyle.danger
    )
    stay = base.button(texts.gettext("Stay: my hand"), Click(Verb.BACK, match))
    return base.layout([base.text("\n".join(lines)), base.row(leave, stay)], tone=Tone.TROUBLE)
