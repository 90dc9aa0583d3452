"""Messages that call somebody: to their turn, to hurry, to the start; each short, with a way in."""

from __future__ import annotations

import discord

from bot.layouts import base
from bot.layouts.base import Item, Layout, Tone
from bot.match.ids import Click, Numbered, Verb
from bot.match.scene import Where
from bot.texts import Texts, name
from bot.texts.happenings import time_left
from bot.texts.happenings import warning as warning_words


def turn_ping(
    texts: Texts,
    match: Numbered,
    persons: tuple[int, ...],
    *,
    orienting: bool,
    due: int | None = None,
) -> Layout:
    """A ping in the channel, for persons whom a direct message can't or shall not reach.

    Args:
        texts: the server's language.
        match: the match's number.
        persons: Discord ids.
        orienting: whether they are to choose the orientation.
        due: UTC ms by which they must act.
    """
    who = texts.listed(f"<@{person}>" for person in persons)
    said = (
        texts.gettext("{persons}: your cards are dealt. Keep or flip your hand.", persons=who)
        if orienting
        else texts.gettext("{persons}: it is your turn.", persons=who)
    )
    if due is not None:
        said += " " + time_left(texts, base.relative(due), orienting=orienting)
    return _with_hand(texts, match, said)


def nudged(texts: Texts, match: Numbered, persons: tuple[int, ...], by: str) -> Layout:
    """A nudge, in the channel or by direct message; ``by`` is the name of who is waiting."""
    who = texts.listed(f"<@{person}>" for person in persons)
    said = texts.gettext("{persons}: {name} is waiting for you.", persons=who, name=name(by))
    return _with_hand(texts, match, said)


def nudged_to_vote(
    texts: Texts, match: Numbered, persons: tuple[int, ...], by: str, proposal: str | None
) -> Layout:
    """The same about a vote; ``proposal`` is a link to what is proposed."""
    who = texts.listed(f"<@{person}>" for person in persons)
    said = texts.gettext(
        "{persons}: {name} is waiting for your vote in match {number}.",
        persons=who,
        name=name(by),
        number=match,
    )
    items: list[Item] = [base.text(said)]
    if proposal is not None:
        items.append(base.row(base.link(texts.gettext("To the vote"), proposal)))
    return base.layout(items, tone=Tone.TURN)


def pause_ends(texts: Texts, match: Numbered, persons: tuple[int, ...], due: int) -> Layout:
    """The warning in the channel that a pause is nearly over."""
    who = texts.listed(f"<@{person}>" for person in persons)
    said = texts.gettext(
        "{persons}: the pause of match {number} ends {due}; then the clock runs again.",
        persons=who,
        number=match,
        due=base.relative(due),
    )
    return base.layout([base.text(said)], tone=Tone.TROUBLE)


def stood_in(texts: Texts, match: Numbered, person: int, said: str) -> Layout:
    """What a ping becomes when the computer plays for who was pinged; with a way back."""
    return base.layout(
        [base.text(f"<@{person}>: {said}"), base.row(back_button(texts, match))], tone=Tone.PLAIN
    )


def back_button(texts: Texts, match: Numbered) -> Item:
    """The way back for who is stood in for."""
    click = Click(Verb.RETURN, match)
    return base.button(texts.gettext("I'm back"), click, style=discord.ButtonStyle.success)


def invited(texts: Texts, where: Where, match: int, persons: tuple[int, ...], by: str) -> Layout:
    """To persons for whom a seat is held in a lobby; ``by`` is the name of its host."""
    who = texts.listed(f"<@{person}>" for person in persons)
    said = texts.gettext("{persons}: {name} holds a seat for you.", persons=who, name=name(by))
    items: list[Item] = [base.text(f"{said}\n{base.place(texts, where, match)}")]
    if where.url:
        items.append(base.row(base.link(texts.gettext("To the lobby"), where.url)))
    return base.layout(items, tone=Tone.GAME)


def warned(texts: Texts, match: Numbered, where: Where, *, due: int, orienting: bool) -> Layout:
    """The warning to a player that the time is nearly up, by direct message."""
    said = warning_words(texts, base.relative(due), orienting=orienting)
    items: list[Item] = [base.text(f"{said}\n{base.place(texts, where, match)}")]
    items.append(base.row(*_hand_button(texts, match)))
    return base.layout(items, tone=Tone.TROUBLE)


def warned_in_channel(
    texts: Texts, match: Numbered, person: int, *, due: int, orienting: bool
) -> Layout:
    """The same in the channel, to a person without direct messages."""
    said = warning_words(texts, base.relative(due), orienting=orienting)
    return _with_hand(texts, match, f"<@{person}>: {said}")


def closed_dm(texts: Texts) -> str:
    """The hint to a player whose direct messages are closed; stands above the hand."""
    return texts.gettext(
        "I can't send you direct messages here. Nothing is lost: **My hand** on the table and "
        "`/scout hand` show you the same, and I ping you in the channel."
    )


def _with_hand(texts: Texts, match: Numbered, said: str) -> Layout:
    return base.layout([base.text(said), base.row(*_hand_button(texts, match))], tone=Tone.TURN)


def _hand_button(texts: Texts, match: Numbered) -> list[Item]:
    label = texts.gettext("My hand")
    style = discord.ButtonStyle.primary
    return [base.button(label, Click(Verb.HAND, match), style=style, emoji="🃏")]
