"""Questions to the players of a match: pause, resume, end; and leaving, asked once more."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import discord

from bot.layouts import base
from bot.layouts.base import Layout, Tone
from bot.match.ids import Click, Numbered, Verb
from bot.texts import SeatName, Texts, display_names
from data.matches.hosted import State
from data.matches.log import About


@dataclass(frozen=True, slots=True)
class VoteContext:
    """A proposal to the persons of a match.

    Attributes:
        texts: the server's language.
        match: the match's number.
        about: what it is about.
        names: who sits where, by seat.
        by: the seat that proposes it.
        agreed: the seats whose persons have agreed.
        against: the seats whose persons are against it.
        waiting: the seats whose persons are asked and have not answered.
        state: what it came to; ``open`` while answers are waited for.
        people: Discord ids of who has not answered, by seat.
        overdue: for ``stand-in``, the seats that are waited for.
        needed: how many must agree; None if all who answer must.
        due: UTC ms until when it is open.
        ended_by: the seat of the host, if they ended the match meanwhile.
    """

    texts: Texts
    match: Numbered
    about: About
    names: tuple[SeatName, ...]
    by: int
    agreed: frozenset[int]
    against: frozenset[int] = frozenset()
    waiting: frozenset[int] = frozenset()
    state: State = "open"
    people: Mapping[int, int] = field(default_factory=dict)
    overdue: frozenset[int] = frozenset()
    needed: int | None = None
    due: int | None = None
    ended_by: int | None = None


def vote(context: VoteContext) -> Layout:
    """The proposal with who said what; Agree and Disagree while it is open, or the outcome."""
    texts = context.texts
    lines = [f"### {_question(context)}"]
    if context.state == "open" and context.waiting:
        names = display_names(texts, context.names)
        asked = texts.listed(
            f"<@{context.people[seat]}>" if seat in context.people else names[seat - 1]
            for seat in sorted(context.waiting)
        )
        lines.append(texts.gettext("{persons}: what do you say?", persons=asked))
    lines.append(texts.gettext("Agreed: {names}", names=_named(context, context.agreed)))
    if context.against:
        lines.append(texts.gettext("Against: {names}", names=_named(context, context.against)))
    if context.state != "open":
        if context.waiting and context.state in {"agreed", "unanswered"}:
            silent = _named(context, context.waiting)
            lines.append(texts.gettext("No answer: {names}", names=silent))
        lines.append(f"**{_outcome(context)}**")
        return base.layout([base.text("\n".join(lines))], tone=Tone.PLAIN)
    lines += [f"-# {line}" for line in _conditions(context)]
    yes = Click(Verb.VOTE, context.match, None, (context.about, "yes"))
    no = Click(Verb.VOTE, context.match, None, (context.about, "no"))
    buttons = base.row(
        base.button(texts.gettext("Agree"), yes, style=discord.ButtonStyle.success),
        base.button(texts.gettext("Disagree"), no, style=discord.ButtonStyle.danger),
    )
    return base.layout([base.text("\n".join(lines)), buttons], tone=Tone.GAME)


def _named(context: VoteContext, seats: frozenset[int]) -> str:
    names = display_names(context.texts, context.names)
    return context.texts.listed(names[seat - 1] for seat in sorted(seats)) or "–"


def _question(context: VoteContext) -> str:
    texts, number = context.texts, context.match
    name = _named(context, frozenset({context.by}))
    match context.about:
        case "pause":
            return texts.gettext(
                "{name} proposes to pause match {number}", name=name, number=number
            )
        case "resume":
            return texts.gettext(
                "{name} proposes to go on with match {number}", name=name, number=number
            )
        case "end":
            return texts.gettext("{name} proposes to end match {number}", name=name, number=number)
        case "stand-in":
            if not context.overdue:  # it is over, one way or the other
                return texts.gettext(
                    "{name} proposes that the computer plays for who is away", name=name
                )
            return texts.gettext(
                "{name} proposes that the computer plays for {names} until they are back",
                name=name,
                names=_named(context, context.overdue),
            )


def _conditions(context: VoteContext) -> list[str]:
    """How many must agree, and until when."""
    texts, lines = context.texts, []
    due = base.relative(context.due) if context.due is not None else None
    if context.needed is not None:
        lines.append(
            texts.ngettext(
                "It is rated: {n} of you must agree.",
                "It is rated: {n} of you must agree.",
                context.needed,
            )
        )
        if due is not None:
            lines.append(texts.gettext("The vote closes {due}.", due=due))
    elif due is not None:
        lines.append(
            texts.gettext("The vote closes {due}; who says nothing counts as absent.", due=due)
        )
    return lines


def _outcome(context: VoteContext) -> str:
    texts = context.texts
    if context.state == "refused":
        return texts.gettext("Not agreed.")
    if context.state == "unanswered":
        return texts.gettext("Not agreed: too few answered in time.")
    if context.state == "agreed":
        return {
            "pause": texts.gettext("Agreed: the match is paused."),
            "resume": texts.gettext("Agreed: the match goes on."),
            "end": texts.gettext("Agreed: the match is over."),
            "stand-in": texts.gettext("Agreed: the computer plays until they are back."),
        }[context.about]
    if context.ended_by is not None:
        host = _named(context, frozenset({context.ended_by}))
        return texts.gettext("{name}, the host, ended the match.", name=host)
    return texts.gettext("There is nothing to vote about any more.")


def end_question(texts: Texts, match: Numbered) -> Layout:
    """Whether the host really wants to end the match for everybody."""
    said = texts.gettext("End match {number} for everybody? It won't count.", number=match)
    sure = Click(Verb.VOTE, match, None, ("end", "sure"))
    end = base.button(texts.gettext("End it"), sure, style=discord.ButtonStyle.danger)
    stay = base.button(texts.gettext("Go on: my hand"), Click(Verb.BACK, match))
    return base.layout([base.text(said), base.row(end, stay)], tone=Tone.TROUBLE)


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
