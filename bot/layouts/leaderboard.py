"""A server's leaderboard, a page at a time; only its reader sees it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Annotated

from pydantic import Field, TypeAdapter, ValidationError

from bot.layouts import base, seasons, sharing
from bot.layouts.base import Item, Layout, Tone
from bot.layouts.sharing import NOT_SHARED, Sharing
from bot.match.ids import BadCustomId, Click, Verb
from bot.pictures import Picture
from bot.texts import N_, Texts, name
from bot.texts.names import framed, harmless, level_name, names_of
from data.standings.leaderboard import Board, Line, Order
from data.standings.periods import Span
from data.standings.rating import PROVISIONAL_BELOW

ORDERS: dict[Order, str] = {
    "rating": N_("by rating"),
    "wins": N_("by wins"),
    "share": N_("by share of wins"),
    "average": N_("by points a round"),
    "solo": N_("alone against computers, by rating"),
}
SPANS: dict[Span, str] = {
    "all": N_("all time"),
    "month": N_("this month"),
    "week": N_("this week"),
}
LEAST = (1, 3, 5, 10, 25, 100)
"""The minimums of matches that can be chosen."""


@dataclass(frozen=True, slots=True)
class Choice:
    """What is looked at."""

    order: Order = "rating"
    span: Span = "all"
    least: Annotated[int, Field(ge=1, le=100_000)] = 1
    page: Annotated[int, Field(ge=1, le=100_000)] = 1

    def click(self, chooses: str | None = None) -> Click:
        """The click that shows this; with ``chooses`` a menu's, which changes that part."""
        args = (self.order, self.span, str(self.least), str(self.page))
        return Click(Verb.BOARD, args=args if chooses is None else (*args, chooses))


_CHOICE = TypeAdapter(Choice)


@dataclass(frozen=True, slots=True)
class BoardContext:
    """A page of a leaderboard.

    Attributes:
        texts: the reader's language.
        server: the server's name.
        board: the page.
        choice: how it was chosen.
        picture: the page, drawn.
        sharing: how far it is shown.
    """

    texts: Texts
    server: str
    board: Board
    choice: Choice
    picture: Picture | None = None
    sharing: Sharing = NOT_SHARED


def choice_of(click: Click, values: tuple[str, ...] = ()) -> Choice:
    """What a click on a leaderboard asks for.

    Raises:
        BadCustomId: nothing that there is.
    """
    match click.args, values:
        case (order, span, least, page), ():
            chosen = {"order": order, "span": span, "least": least, "page": page}
        case (order, span, least, _, ("order" | "span" | "least") as part), (value,):
            chosen = {"order": order, "span": span, "least": least, part: value}
        case _:
            raise BadCustomId(click.custom_id)
    try:
        return _CHOICE.validate_python(chosen)
    except ValidationError as error:
        raise BadCustomId(click.custom_id) from error


def leaderboard(context: BoardContext) -> Layout:
    """The page, the reader's own line, the computers, and the controls."""
    board = context.board
    picture, files = base.shown(context.picture)
    items: list[Item] = [base.text(_head(context)), *picture, base.text(_lines(context))]
    by = context.sharing.by
    if by is None and (own := _own(context)):
        items += [base.line(), base.text(own)]
    if board.computers and context.choice.order in {"rating", "solo"}:
        items.append(base.text(_computers(context)))
    if by is not None:
        items += sharing.foot(context.texts, by, _opener(context))
        return base.layout(items, tone=Tone.RESULT, files=files)
    items += _menus(context)
    buttons = _pages(context) if board.pages > 1 else []
    if context.sharing.offered and board.lines:
        buttons.append(sharing.button(context.texts, "board", *context.choice.click().args))
    return base.layout([*items, *base.rows(buttons)], tone=Tone.RESULT, files=files)


def _opener(context: BoardContext) -> Item:
    """The button that opens the page for whoever clicks."""
    return base.button(title(context.texts, context.choice), context.choice.click(), emoji="🏆")


def title(texts: Texts, choice: Choice) -> str:
    """What a leaderboard is called."""
    return texts.gettext("Leaderboard {order}", order=texts.gettext(ORDERS[choice.order]))


def _pages(context: BoardContext) -> list[Item]:
    choice, page, pages = context.choice, context.board.page, context.board.pages

    def turn(label: str, emoji: str, to: int) -> Item:
        there = 1 <= to <= pages
        # A disabled button needs an id as well, and one that no other button has.
        click = replace(choice, page=to).click() if there else choice.click("nowhere")
        return base.button(label, click, disabled=not there, emoji=emoji)

    back = turn(context.texts.gettext("Previous"), "◀️", page - 1)
    return [back, turn(context.texts.gettext("Next"), "▶️", page + 1)]


def _head(context: BoardContext) -> str:
    texts, choice = context.texts, context.choice
    title = texts.gettext("Leaderboard of {server}", server=name(context.server))
    how = texts.gettext(
        "{order} · {span} · page {page} of {pages}",
        order=texts.gettext(ORDERS[choice.order]),
        span=texts.gettext(SPANS[choice.span]),
        page=texts.number(context.board.page),
        pages=texts.number(context.board.pages),
    )
    return f"### {title}\n-# {how}"


def _lines(context: BoardContext) -> str:
    texts = context.texts
    if not context.board.lines:
        return texts.gettext(
            "Nobody stands here yet. Rated matches with two persons or more count; playing alone "
            "against computers has an order of its own."
        )
    names, order = board_names(texts, context.board), context.choice.order
    return "\n".join(
        _line(texts, line, names[line.player_id], order) for line in context.board.lines
    )


def board_names(texts: Texts, board: Board) -> dict[int, str]:
    """What everybody on a page is called, by our keys."""
    lines = (*board.lines, *([board.mine] if board.mine else []))
    return names_of(texts, {line.player_id: line.name for line in lines})


def _line(texts: Texts, line: Line, who: str, order: Order) -> str:
    """A person's line: place and name with what the order is about, then the rest, smaller."""
    place = f"{texts.number(line.place)}\\. " if line.place is not None else ""
    rating = _rating(texts, line, solo=order == "solo")
    wins = texts.ngettext("{n} win", "{n} wins", line.wins)
    share = texts.gettext("{percent} won", percent=texts.percent(line.share))
    average = texts.gettext("{points} points a round", points=texts.number(line.average, places=1))
    matches = texts.ngettext("{n} match", "{n} matches", line.matches)
    first = {"rating": rating, "wins": wins, "share": share, "average": average, "solo": rating}
    rest = [matches, *(one for one in (wins, share, average) if one != first[order])]
    if order == "solo":
        alone = texts.ngettext("{n} match alone", "{n} matches alone", line.solo_matches)
        rest = [alone, texts.ngettext("{n} win", "{n} wins", line.solo_wins)]
    elif order != "rating":
        rest.append(rating)
    if order == "rating" and line.solo_rating is not None:
        solo = texts.rating(line.solo_rating.points)
        rest.append(texts.gettext("alone {rating}", rating=solo))
    return f"{texts.mark}{place}**{framed(harmless(who))}** · {first[order]}\n-# {' · '.join(rest)}"


def _rating(texts: Texts, line: Line, *, solo: bool) -> str:
    rating = line.solo_rating if solo else line.rating
    if rating is None:
        return texts.gettext("no rating yet")
    shown = f"**{texts.rating(rating.points)}**"
    certain = texts.percent(rating.certainty / 100)
    if not solo and line.provisional:
        return texts.gettext(
            "{rating}, {percent} certain, provisional", rating=shown, percent=certain
        )
    return texts.gettext("{rating}, {percent} certain", rating=shown, percent=certain)


def _own(context: BoardContext) -> str | None:
    mine = context.board.mine
    texts = context.texts
    if mine is None:
        return texts.gettext("You have no rated match here in this time.")
    if any(line.player_id == mine.player_id for line in context.board.lines):
        return None
    who = board_names(texts, context.board)[mine.player_id]
    said = _line(texts, mine, who, context.choice.order)
    if mine.place is None:
        why = texts.gettext("You have too few matches for a place here.")
        return f"{said}\n-# {why}"
    return said


def _computers(context: BoardContext) -> str:
    texts = context.texts
    listed = " · ".join(
        f"{level_name(texts, one.level)} {texts.rating(one.rating.points)}"
        for one in context.board.computers
    )
    computers = texts.gettext("Computer players here: {levels}", levels=listed)
    careful = texts.gettext(
        "A rating is a careful estimate: the true strength is almost surely higher. It is "
        "provisional below {n} matches, and grows more certain with each.",
        n=texts.number(PROVISIONAL_BELOW),
    )
    return f"-# {computers}\n-# {careful}"


def _menus(context: BoardContext) -> list[Item]:
    texts, choice = context.texts, context.choice
    orders = [
        base.option(texts.gettext(words), code, default=code == choice.order)
        for code, words in ORDERS.items()
    ]
    spans = [
        base.option(texts.gettext(words), code, default=code == choice.span)
        for code, words in SPANS.items()
    ]
    minimums = [
        base.option(
            texts.ngettext("at least {n} match", "at least {n} matches", least),
            str(least),
            default=least == choice.least,
        )
        for least in sorted({*LEAST, choice.least})
    ]
    return [
        base.menu(choice.click("order"), orders, texts.gettext("Order")),
        base.menu(choice.click("span"), spans, texts.gettext("Time")),
        base.menu(choice.click("least"), minimums, texts.gettext("How many matches it takes")),
        base.row(base.button(texts.gettext("This month's season"), seasons.now("rated"))),
    ]
