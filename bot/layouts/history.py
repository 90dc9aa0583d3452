"""A server's matches that are over, newest first."""

from __future__ import annotations

import re
from dataclasses import dataclass

from bot.layouts import base
from bot.layouts.base import Item, Layout, Tone
from bot.match.ids import BadCustomId, Click, Verb, numbered, word
from bot.texts import SeatName, Texts, display_names, label_names, name
from data.matches.models import StoredMatch
from data.standings.history import History

SHORT, SHORTER = 20, 14
"""So many characters of a name fit into the list, where there are fifty, and into the menu."""

_NUMBER = re.compile(r"-?[0-9]{1,18}", re.ASCII)


@dataclass(frozen=True, slots=True)
class HistoryContext:
    """A page of matches.

    Attributes:
        texts: the reader's language.
        server: the server's name.
        history: the page.
        player_id: whose matches they are, by our key; 0 for everybody's.
        name: whose, in words.
    """

    texts: Texts
    server: str
    history: History
    player_id: int = 0
    name: str | None = None


def page_of(click: Click) -> tuple[int, int]:
    """Page and person's key that a click asks for.

    Raises:
        BadCustomId: none.
    """
    numbers = [int(word) for word in click.args if _NUMBER.fullmatch(word)]
    if len(numbers) != 2 or len(click.args) != 2:
        raise BadCustomId(click.custom_id)
    page, player_id = numbers
    return page, player_id


def history(context: HistoryContext) -> Layout:
    """The page, a menu that opens a replay, and the buttons to turn pages."""
    texts, page = context.texts, context.history
    title = (
        texts.gettext("Matches of {name}", name=name(context.name))
        if context.name is not None
        else texts.gettext("Matches in {server}", server=name(context.server))
    )
    if not page.rows:
        nothing = texts.gettext("No match is over yet.")
        return base.layout([base.text(f"### {title}\n{nothing}")], tone=Tone.PLAIN)
    count = texts.ngettext("{n} match", "{n} matches", page.total)
    where = texts.gettext(
        "page {page} of {pages}", page=texts.number(page.page), pages=texts.number(page.pages)
    )
    head = f"### {title}\n-# {count} · {where}"
    listed = "\n".join(_line(texts, row) for row in page.rows)
    options = [base.option(_label(texts, row), word(numbered(row))) for row in page.rows]
    items: list[Item] = [
        base.text(head),
        base.text(listed),
        base.menu(Click(Verb.REPLAYS), options, texts.gettext("Open a replay")),
    ]
    buttons = []
    if page.page > 1:
        before = Click(Verb.MATCHES, args=(str(page.page - 1), str(context.player_id)))
        buttons.append(base.button(texts.gettext("Newer"), before, emoji="◀️"))
    if page.page < page.pages:
        behind = Click(Verb.MATCHES, args=(str(page.page + 1), str(context.player_id)))
        buttons.append(base.button(texts.gettext("Older"), behind, emoji="▶️"))
    return base.layout([*items, *base.rows(buttons)], tone=Tone.PLAIN)


def seat_names(row: StoredMatch) -> tuple[SeatName, ...]:
    """Who sat there, by seat."""
    return tuple(SeatName(seat.name or "", seat.is_computer, seat.level) for seat in row.seats)


def state_of(texts: Texts, row: StoredMatch) -> str | None:
    """What is particular about a match, in a word or two; None for a rated one."""
    if row.status == "void":
        return texts.gettext("voided")
    if row.status != "finished":
        return texts.gettext("ended early")
    if row.end_reason is not None:
        return texts.gettext("lost by leaving it")
    if row.unrated_reason is not None:
        return texts.gettext("unrated")
    return None


def _line(texts: Texts, row: StoredMatch) -> str:
    names = display_names(texts, tuple(_shortened(one, SHORT) for one in seat_names(row)))
    places = sorted(zip(row.seats, names, strict=True), key=lambda one: one[0].rank or 0)
    results = " · ".join(
        f"{'🏆 ' if seat.rank == 1 else ''}{who} {texts.number(seat.points or 0)}"
        for seat, who in places
    )
    state = state_of(texts, row)
    when = f"<t:{(row.finished_at or 0) // 1000}:d>"
    end = f" · {state}" if state else ""
    return f"{texts.mark}**{texts.ltr(row.id)}** · {when}{end}\n-# {results}"


def _label(texts: Texts, row: StoredMatch) -> str:
    names = label_names(texts, tuple(_shortened(one, SHORTER) for one in seat_names(row)))
    match = texts.gettext("Match {number}", number=row.id)
    return f"{match}: {' · '.join(names)}"


def _shortened(one: SeatName, length: int) -> SeatName:
    text = one.text if len(one.text) <= length else one.text[: length - 1] + "…"
    return SeatName(text, one.is_computer, one.level)
