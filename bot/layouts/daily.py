"""The daily deal's pages: before an attempt, after it, and when the deal is closed."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

import discord

from bot.layouts import base, sharing
from bot.layouts.base import Item, Layout, Tone
from bot.layouts.review import button as review_button
from bot.layouts.sharing import Sharer
from bot.match.ids import MARK, BadCustomId, Click, Numbered, Verb, word
from bot.texts import SeatName, Texts, display_names, label_names, name
from bot.texts.daily import score
from data.daily import days
from data.daily.attempts import Attempt
from data.daily.boards import DealBoard, Line
from data.daily.deals import Deal

ASKED = ("open", "begin", "here", "practice", "board", "daily")
"""What a click can ask for, each with the deal's date: ``board`` with a page behind it, ``daily``
on a button that shares it."""


@dataclass(frozen=True, slots=True)
class DealContext:
    """A deal, as somebody in a server sees it.

    Attributes:
        texts: the reader's language.
        deal: the deal.
        server: the server's name.
        board: its finished attempts; without lines for whoever mustn't see them yet.
        mine: the reader's attempt; None if they haven't begun it.
        here: whether that stands on this server's board.
        percent: of the other placed attempts theirs beats; None if that can't be said.
        young: whether an attempt of theirs wouldn't be placed.
        streak: how many deals they finished in a row.
        practice: whether the deal can be practised.
    """

    texts: Texts
    deal: Deal
    server: str
    board: DealBoard
    mine: Attempt | None = None
    here: bool = True
    percent: float | None = None
    young: bool = False
    streak: int = 0
    practice: bool = False


def asked(click: Click) -> tuple[str, date, int]:
    """What a click asks for: what, of which date's deal, and which page of its board.

    Raises:
        BadCustomId: nothing that there is.
    """
    what, *rest = click.args or ("",)
    words = rest if what == "board" else [*rest, "1"]
    try:
        day, page = words
        date_asked = days.parse(day)
    except ValueError as error:
        raise BadCustomId(click.custom_id) from error
    if what not in ASKED or not (page.isascii() and page.isdigit() and len(page) < 6):
        raise BadCustomId(click.custom_id)
    return what, date_asked, int(page)


def click(what: str, day: date, *more: str) -> Click:
    """The click that asks for something of a date's deal."""
    return Click(Verb.DAILY, args=(what, day.isoformat(), *more))


def before(context: DealContext) -> Layout:
    """A deal that is open and that the reader hasn't begun."""
    texts, deal = context.texts, context.deal
    computers = days.seats(deal.day) - 1
    how = texts.ngettext(
        "Everybody plays the same cards against the same {n} computer (medium): two rounds, one "
        "attempt. Your score is your points less the mean of the others'; time never counts.",
        "Everybody plays the same cards against the same {n} computers (medium): two rounds, one "
        "attempt. Your score is your points less the mean of the others'; time never counts.",
        computers,
    )
    lines = [f"### {_title(context)}", how]
    if context.young:
        lines.append(
            texts.gettext(
                "Your account is younger than 30 days: you can play, but your attempt isn't placed."
            )
        )
    lines += [f"-# {_closing(context)} · {_finished(context)}", f"-# {_fixed(context)}"]
    begin = base.button(
        texts.gettext("Begin"),
        click("begin", deal.day),
        style=discord.ButtonStyle.success,
        emoji="🃏",
    )
    row = base.row(begin, base.rules_button(texts, None))
    return base.layout([base.text("\n".join(lines)), row], tone=Tone.GAME)


def after(context: DealContext) -> Layout:
    """A deal that is open, and the reader's attempt at it is over."""
    texts, deal = context.texts, context.deal
    lines = [f"### {_title(context)}", _own(context), f"-# {_closing(context)}"]
    lines.append(
        "-# "
        + texts.gettext(
            "Until then nobody is told a card: replays, records and all hands come with the "
            "closing."
        )
    )
    items: list[Item] = [base.text("\n".join(lines)), *_board(context)]
    finished = context.mine is not None and context.mine.margin is not None
    buttons = []
    if finished:
        buttons.append(_share(context))
    if finished and not context.here:
        buttons.append(base.button(texts.gettext("Show here too"), click("here", deal.day)))
    buttons += _review(context)
    return base.layout([*items, *base.rows([*buttons, *_pages(context)])], tone=Tone.RESULT)


def closed(context: DealContext) -> Layout:
    """A deal that is closed: everybody's attempts here, with their replays."""
    texts, deal, board = context.texts, context.deal, context.board
    lines = [f"### {_title(context)}"]
    if context.mine is not None:
        lines.append(_own(context))
    lines.append(
        "-# "
        + texts.gettext(
            "Closed. Secret: `{secret}` · start id: `{start}`",
            secret=deal.secret,
            start=days.start_id(deal.day),
        )
    )
    items: list[Item] = [base.text("\n".join(lines)), *_board(context)]
    if board.lines:
        labels = label_names(texts, _names(board))
        options = [
            base.option(f"{who} {score(texts, line.margin)}", word(_number(deal, line)))
            for who, line in zip(labels, board.lines, strict=True)
        ]
        items.append(base.menu(Click(Verb.REPLAYS), options, texts.gettext("Open a replay")))
    buttons = []
    if context.practice:
        buttons.append(
            base.button(
                texts.gettext("Practice"),
                click("practice", deal.day),
                style=discord.ButtonStyle.primary,
            )
        )
    if context.mine is not None and context.mine.margin is not None:
        buttons.append(_share(context))
    buttons += [*_review(context), *_pages(context)]
    return base.layout([*items, *base.rows(buttons)], tone=Tone.RESULT)


def invitation(context: DealContext) -> Layout:
    """The message of an open deal in a server's channel, for everybody."""
    texts, deal = context.texts, context.deal
    lines = [f"### {_title(context)}", _closing(context)]
    lines.append(f"-# {_fixed(context)}")
    play = base.button(
        texts.gettext("Play"),
        click("open", deal.day),
        style=discord.ButtonStyle.success,
        emoji="🃏",
    )
    return base.layout([base.text("\n".join(lines)), base.row(play)], tone=Tone.GAME)


def final(context: DealContext) -> Layout:
    """What that message becomes when the deal is closed: the first page of its board."""
    texts, deal = context.texts, context.deal
    items: list[Item] = [base.text(f"### {_title(context)}"), *_board(context)]
    look = base.button(texts.gettext("Replays and practice"), click("open", deal.day))
    return base.layout([*items, base.row(look)], tone=Tone.RESULT)


def practised(texts: Texts, title: str, margin: float, match: Numbered, day: date | None) -> Layout:
    """A hidden match that counts for nothing, and is over."""
    said = texts.gettext(
        "Over: your points less the mean of the others' are **{score}**.",
        score=score(texts, margin),
    )
    replay = Click(Verb.REPLAY, match, None, ("a", "0"))
    buttons = [base.button(texts.gettext("Replay"), replay)]
    if day is not None:
        buttons.append(base.button(texts.gettext("Again"), click("practice", day)))
        buttons.append(base.button(texts.gettext("The board"), click("open", day)))
    return base.layout([base.text(f"### {title}\n{said}"), base.row(*buttons)], tone=Tone.RESULT)


def shared(texts: Texts, line: str, day: date, by: Sharer) -> Layout:
    """How somebody did, for everybody, with the way to play it."""
    play = base.button(texts.gettext("Play"), click("open", day), emoji="🃏")
    return base.layout([base.text(line), *sharing.foot(texts, by, play)], tone=Tone.RESULT)


def _title(context: DealContext) -> str:
    said = context.texts.day(context.deal.day)
    return context.texts.gettext("Daily deal of {day}", day=said)


def _closing(context: DealContext) -> str:
    at = base.relative(days.closes_at(context.deal.day))
    return context.texts.gettext("closes {when}", when=at)


def _finished(context: DealContext) -> str:
    return context.texts.ngettext(
        "{n} has finished it here", "{n} have finished it here", context.board.total
    )


def _fixed(context: DealContext) -> str:
    return context.texts.gettext(
        "SHA-256 of its secret: `{commitment}`", commitment=context.deal.commitment
    )


def _own(context: DealContext) -> str:
    """The reader's attempt: score, par, percent, place; or what came of it."""
    texts, mine = context.texts, context.mine
    assert mine is not None
    if mine.margin is None:
        return texts.gettext("Your attempt ended before it was played to its end: it isn't placed.")
    parts = [texts.gettext("Your score: **{score}**", score=score(texts, mine.margin))]
    if context.deal.par is not None:
        parts.append(texts.gettext("par {par}", par=score(texts, context.deal.par)))
    if context.percent is not None:
        beaten = texts.percent(context.percent / 100)
        parts.append(texts.gettext("better than {percent} of all", percent=beaten))
    place = next(
        (line.place for line in context.board.lines if line.player_id == mine.player_id), None
    )
    if place is not None:
        parts.append(texts.gettext("place {place} here", place=texts.number(place)))
    said = [" · ".join(parts)]
    if mine.status == "void":
        said.append(texts.gettext("A moderator voided it."))
    elif mine.young:
        said.append(texts.gettext("It isn't placed: your account was younger than 30 days."))
    if context.streak > 1:
        said.append(texts.ngettext("{n} deal in a row", "{n} deals in a row", context.streak))
    return "\n".join(said)


def _board(context: DealContext) -> list[Item]:
    texts, board = context.texts, context.board
    if not board.lines:
        return [base.text(texts.gettext("Nobody has finished it here yet."))]
    head = texts.gettext("**In {server}**", server=name(context.server))
    who = display_names(texts, _names(board))
    lines = [_line(texts, line, one) for line, one in zip(board.lines, who, strict=True)]
    everywhere = texts.ngettext(
        "{n} attempt over all servers", "{n} attempts over all servers", board.everywhere
    )
    return [base.text("\n".join([head, *lines, f"-# {everywhere}"]))]


def _number(deal: Deal, line: Line) -> Numbered:
    return Numbered(line.match_id, deal.commitment[:MARK])


def _names(board: DealBoard) -> list[SeatName]:
    return [SeatName(line.name or "") for line in board.lines]


def _line(texts: Texts, line: Line, who: str) -> str:
    place = f"{line.place}\\." if line.place is not None else "–"
    said = f"{texts.mark}{place} **{who}** · {score(texts, line.margin)}"
    if line.percent is not None:
        said += f" · {texts.percent(line.percent / 100)}"
    if line.void:
        said += " · " + texts.gettext("voided")
    elif line.place is None:
        said += " · " + texts.gettext("not placed")
    # Moderators void an attempt by its number.
    number = texts.gettext("match {number}", number=line.match_id)
    return f"{said}\n-# {number}"


def _share(context: DealContext) -> Item:
    return sharing.button(context.texts, "daily", context.deal.day.isoformat())


def _review(context: DealContext) -> list[Item]:
    """The way to what the reader's own decisions cost."""
    mine = context.mine
    if mine is None or mine.margin is None:
        return []
    number = Numbered(mine.match_id, context.deal.commitment[:MARK])
    return [review_button(context.texts, number)]


def _pages(context: DealContext) -> list[Item]:
    texts, board, day = context.texts, context.board, context.deal.day
    buttons = []
    if board.page > 1:
        to = click("board", day, str(board.page - 1))
        buttons.append(base.button(texts.gettext("Previous"), to, emoji="◀️"))
    if board.page < board.pages:
        to = click("board", day, str(board.page + 1))
        buttons.append(base.button(texts.gettext("Next"), to, emoji="▶️"))
    return buttons
