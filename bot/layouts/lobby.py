"""The lobby: who sits where, what will be played, and everything that leads to the start."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import discord

from bot.layouts import base
from bot.layouts.base import Item, Layout, Tone
from bot.match.ids import Click, Numbered, Verb
from bot.texts import SeatName, Texts, display_names
from bot.texts.names import level_name
from bot.texts.options import summary
from data.matches.models import MatchOptions

MIN_SEATS = 2

LobbyState = Literal["open", "starting", "started", "cancelled", "idle", "unposted"]


@dataclass(frozen=True, slots=True)
class LobbyContext:
    """What a lobby's message is made from.

    Attributes:
        texts: the server's language.
        match: the match's number.
        host: the host's place in ``names``, from 1; None when nobody is left.
        names: who sits there, first come first; held seats not counted.
        options: what was chosen.
        levels: the computer players that can be added, weakest first.
        level: the level that Add computer adds.
        held: Discord ids of persons a seat is held for and who have not answered.
        state: ``open``; or what it came to.
        unrated: why it won't count although the options say so; None if it will.
        mention: a role to mention when it opens.
        table: a link to the table once it has started.
    """

    texts: Texts
    match: Numbered
    host: int | None
    names: tuple[SeatName, ...]
    options: MatchOptions
    levels: tuple[str, ...]
    level: str
    held: tuple[int, ...] = ()
    state: LobbyState = "open"
    unrated: str | None = None
    mention: int | None = None
    table: str | None = None


def lobby(context: LobbyContext) -> Layout:
    """The lobby's message in its state."""
    texts = context.texts
    items: list[Item] = [base.text(_title(context))]
    if roster := _roster(context):  # empty when the last one got up
        items.append(base.text(roster))
    if context.state == "open":
        items.append(base.text(_next(context)))
        if context.held:
            items.append(base.text(texts.gettext("You are challenged! A seat is held for you.")))
            items.append(base.row(*_answers(context)))
        items += [base.row(*buttons) for buttons in _buttons(context)]
        if len(context.levels) > 1 and not _full(context):
            items.append(_levels(context))
        if not _full(context):
            items.append(_invite(context))
        return base.layout(items, tone=Tone.GAME)
    items.append(base.text(_outcome(context)))
    if context.table:
        table = base.link(texts.gettext("To the table"), context.table)
        items.append(base.row(table, base.fair_button(texts, context.match)))
    return base.layout(items, tone=Tone.PLAIN)


def _title(context: LobbyContext) -> str:
    texts, options = context.texts, context.options
    mention = f"<@&{context.mention}>\n" if context.mention else ""
    title = texts.gettext("SCOUT · match {number}", number=context.match)
    small = summary(texts, options)
    if context.unrated:
        small += f"\n-# {context.unrated}"
    lines = [f"{mention}## {title}", f"-# {small}"]
    if context.host is not None:
        host = display_names(texts, context.names, levels=True)[context.host - 1]
        lines.insert(1, texts.gettext("{host} opens a lobby.", host=host))
    return "\n".join(lines)


def _roster(context: LobbyContext) -> str:
    texts = context.texts
    names = display_names(texts, context.names, levels=True)
    # No list of Discord's: it would turn a row around that a right-to-left name leads.
    lines = [_row(texts, seat, f"**{one}**") for seat, one in enumerate(names, start=1)]
    for number, person in enumerate(context.held, start=len(lines) + 1):
        held = texts.gettext("held for <@{person}>", person=person)
        lines.append(_row(texts, number, f"*{held}*"))
    free = context.options.seats - len(lines) if context.state == "open" else 0
    empty = texts.gettext("free")
    taken = len(lines)
    lines += [_row(texts, taken + number, f"*{empty}*") for number in range(1, free + 1)]
    return "\n".join(lines) or "–"


def _row(texts: Texts, seat: int, said: str) -> str:
    return f"{texts.mark}{texts.number(seat)}\\. {said}"


def _full(context: LobbyContext) -> bool:
    return len(context.names) + len(context.held) >= context.options.seats


def _next(context: LobbyContext) -> str:
    texts = context.texts
    if len(context.names) < MIN_SEATS:
        return texts.gettext("It takes at least two: join, or add a computer.")
    if len(context.names) == context.options.seats:
        return texts.gettext("Everyone is here. **Start** when you are ready!")
    return texts.gettext("Enough to begin: **Start**, or wait for more. Seats are shuffled then.")


def _answers(context: LobbyContext) -> list[Item]:
    texts, match = context.texts, context.match
    accept, decline = Click(Verb.ACCEPT, match), Click(Verb.DECLINE, match)
    return [
        base.button(texts.gettext("Accept"), accept, style=discord.ButtonStyle.success),
        base.button(texts.gettext("Decline"), decline, style=discord.ButtonStyle.danger),
    ]


def _buttons(context: LobbyContext) -> list[list[Item]]:
    texts, match = context.texts, context.match
    has_computer = any(one.is_computer for one in context.names)
    joining = [
        base.button(
            texts.gettext("Join"),
            Click(Verb.JOIN, match),
            style=discord.ButtonStyle.success,
            disabled=_full(context),
        ),
        base.button(texts.gettext("Leave"), Click(Verb.LEAVE, match)),
        base.button(
            texts.gettext("Start"),
            Click(Verb.START, match),
            style=discord.ButtonStyle.primary,
            disabled=len(context.names) < MIN_SEATS,
        ),
        base.button(
            texts.gettext("Cancel"), Click(Verb.CANCEL, match), style=discord.ButtonStyle.danger
        ),
    ]
    more = [
        base.button(
            texts.gettext("Add computer ({level})", level=level_name(texts, context.level)),
            Click(Verb.ADD_COMPUTER, match),
            disabled=_full(context),
        ),
        base.button(
            texts.gettext("Remove computer"),
            Click(Verb.REMOVE_COMPUTER, match),
            disabled=not has_computer,
        ),
        base.rules_button(texts, match),
        base.fair_button(texts, match),
        base.learn_button(texts),
    ]
    return [joining, more]


def _levels(context: LobbyContext) -> Item:
    texts = context.texts
    options = [base.option(level_name(texts, level), level) for level in context.levels]
    placeholder = texts.gettext("Or add a computer of which level?")
    return base.menu(Click(Verb.COMPUTER_LEVEL, context.match), options, placeholder)


def _invite(context: LobbyContext) -> Item:
    placeholder = context.texts.gettext("Invite (the host)")
    free = context.options.seats - len(context.names) - len(context.held)
    return base.people_menu(Click(Verb.INVITE, context.match), placeholder, free)


def _outcome(context: LobbyContext) -> str:
    texts = context.texts
    return {
        "open": "",
        "starting": texts.gettext("The cards are being dealt…"),
        "started": texts.gettext("The match has begun."),
        "cancelled": texts.gettext("The lobby was cancelled."),
        "idle": texts.gettext("Nothing happened here for 15 minutes, so the lobby closed itself."),
        "unposted": texts.gettext(
            "For 15 minutes I couldn't write where the match was to be played, so it didn't begin. "
            "Nothing was dealt, and nothing counts."
        ),
    }[context.state]
