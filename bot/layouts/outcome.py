"""How a match ended, told to one of its players."""

from __future__ import annotations

import discord

from bot.layouts import base
from bot.layouts.base import Layout, Tone
from bot.layouts.results import MatchContext, rating
from bot.match.ids import Click, Verb
from bot.match.scene import Where
from bot.texts import display_names
from bot.texts.happenings import ending, unrated


def outcome(
    context: MatchContext, seat: int, where: Where, result: str | None, last: str
) -> Layout:
    """Who won and by how much, what it did to the player's rating, and the way on.

    Args:
        context: the match that is over, in the player's language.
        seat: theirs.
        where: where the match was.
        result: a link to the public result; None while there is none.
        last: how the last round went; empty if none was played to its end.
    """
    texts = context.texts
    lines = [f"### {_headline(context, seat)}", base.place(texts, where, context.match)]
    if context.ended:
        lines.append(ending(texts, context.ended))
    if last:
        lines.append(last)
    if len(context.rounds) > 1:
        names = display_names(texts, context.names)
        totals = [
            f"{name} {texts.number(total)}"
            for name, total in zip(names, context.totals, strict=True)
        ]
        lines.append(texts.gettext("In all: {totals}", totals=" · ".join(totals)))
    change = context.ratings[seat - 1] if context.ratings else None
    if change is not None:
        lines.append(texts.gettext("Your rating: {rating}", rating=rating(texts, change)))
    elif context.unrated is not None:
        lines.append(f"-# {unrated(texts, context.unrated)}")
    again = base.button(
        texts.gettext("Rematch"),
        Click(Verb.REMATCH, context.match),
        style=discord.ButtonStyle.success,
        emoji="🔁",
    )
    links = [base.link(texts.gettext("To the result"), result)] if result else []
    items = [base.text("\n".join(lines)), base.row(again, *links)]
    return base.layout(items, tone=Tone.RESULT)


def _headline(context: MatchContext, seat: int) -> str:
    texts, totals = context.texts, context.totals
    names = display_names(texts, context.names)
    if context.ended:
        return texts.gettext("Match {number} has ended early", number=context.match)
    others = [names[one - 1] for one in context.winners if one != seat]
    if seat in context.winners:
        if others:
            return texts.gettext("🏆 You share the win with {names}", names=texts.listed(others))
        ahead = totals[seat - 1] - max(totals[: seat - 1] + totals[seat:])
        return texts.ngettext("🏆 You won, {n} point ahead", "🏆 You won, {n} points ahead", ahead)
    return texts.ngettext(
        "{names} won, {n} point ahead of you",
        "{names} won, {n} points ahead of you",
        max(totals) - totals[seat - 1],
        names=texts.listed(others),
    )
