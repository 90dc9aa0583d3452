"""Seasons: who leads a month in rated matches and in daily deals; and two people together."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import Literal

from bot.layouts import base
from bot.layouts.base import Item, Layout, Tone
from bot.match.ids import MARK, BadCustomId, Click, Numbered, Verb, word
from bot.texts import SeatName, Texts, display_names, name
from data.standings.seasons import BEST_DEALS, LEAST_DEALS, Line, Month, Season
from data.standings.tallies import BEST
from data.standings.versus import Versus

Kind = Literal["rated", "daily"]

NOW = "now"
"""In the place of a month: the one that is on."""


@dataclass(frozen=True, slots=True)
class SeasonContext:
    """A page of a season.

    Attributes:
        texts: the reader's language.
        server: the server's name.
        kind: of what it is.
        month: which.
        season: the page.
        later: whether the month after it has begun.
    """

    texts: Texts
    server: str
    kind: Kind
    month: Month
    season: Season
    later: bool


def click(kind: Kind, month: Month, page: int = 1) -> Click:
    """The click that shows a page of a season."""
    return Click(Verb.SEASON, args=(kind, str(month), str(page)))


def now(kind: Kind) -> Click:
    """The click that shows the season that is on."""
    return Click(Verb.SEASON, args=(kind, NOW, "1"))


def asked(click: Click) -> tuple[Kind, Month | None, int]:
    """What a click asks for; None for the month that is on.

    Raises:
        BadCustomId: nothing that there is.
    """
    match click.args:
        case ("rated" | "daily" as kind, month, page) if page.isdigit() and len(page) < 6:
            try:
                return kind, None if month == NOW else Month.parse(month), int(page)
            except ValueError:
                pass
    raise BadCustomId(click.custom_id)


def season(context: SeasonContext) -> Layout:
    """The page, with the ways to other months, pages, and the other kind."""
    texts, month, page = context.texts, context.month, context.season
    title = texts.gettext("Season {month}", month=month_name(texts, month))
    head = f"### {title} · {name(context.server)}\n-# {_how(texts, context.kind)}"
    nothing = texts.gettext("Nobody is placed yet.")
    lines = "\n".join(standing(texts, context.kind, page.lines)) or nothing
    other: Kind = "daily" if context.kind == "rated" else "rated"
    buttons = [
        base.button(texts.gettext("Earlier"), click(context.kind, month.before), emoji="◀️"),
        *(
            [base.button(texts.gettext("Later"), click(context.kind, month.next), emoji="▶️")]
            if context.later
            else []
        ),
        base.button(kind_name(texts, other), click(other, month)),
    ]
    turns: list[Item] = []
    if page.page > 1:
        back = click(context.kind, month, page.page - 1)
        turns.append(base.button(texts.gettext("Previous"), back))
    if page.page < page.pages:
        on = click(context.kind, month, page.page + 1)
        turns.append(base.button(texts.gettext("Next"), on))
    items = [base.text(head), base.text(lines), base.row(*buttons), *base.rows(turns)]
    return base.layout(items, tone=Tone.RESULT)


def month_name(texts: Texts, month: Month) -> str:
    """A month as it is said."""
    return texts.month(date(month.year, month.month, 1))


def kind_name(texts: Texts, kind: Kind) -> str:
    """What a season is of."""
    if kind == "rated":
        return texts.gettext("Rated matches")
    return texts.gettext("Daily deals")


def standing(texts: Texts, kind: Kind, lines: tuple[Line, ...]) -> list[str]:
    """The lines of a season."""
    who = display_names(texts, [SeatName(line.name or "") for line in lines])
    return [
        f"{texts.mark}{line.place}\\. **{one}** · {score(texts, kind, line)}"
        for line, one in zip(lines, who, strict=True)
    ]


def score(texts: Texts, kind: Kind, line: Line) -> str:
    """Somebody's score in a season, and from how much it is."""
    if kind == "daily":
        deals = texts.ngettext("{n} deal", "{n} deals", line.counted)
        return f"{texts.percent(line.score / 100)} · {deals}"
    matches = texts.ngettext("{n} match", "{n} matches", line.counted)
    return f"{texts.number(line.score, places=2)} · {matches}"


def _how(texts: Texts, kind: Kind) -> str:
    if kind == "daily":
        return texts.gettext(
            "Daily deals: the mean of the best {best} percentages, from {least} deals on.",
            best=BEST_DEALS,
            least=LEAST_DEALS,
        )
    return texts.gettext(
        "Rated matches with others: the share of opponents ranked below, the best {best} added up.",
        best=BEST,
    )


def versus(texts: Texts, server: str, mine: str, theirs: str, found: Versus) -> Layout:
    """What two people's matches together came to.

    Args:
        texts: the reader's language.
        server: the server's name.
        mine: the reader's name.
        theirs: the other one's.
        found: the matches.
    """
    one, other = display_names(texts, [SeatName(mine), SeatName(theirs)])
    title = texts.gettext(
        "{name} and {other} in {server}", name=one, other=other, server=name(server)
    )
    if not found.matches:
        nothing = texts.gettext("You haven't played a match to its end together here yet.")
        return base.layout([base.text(f"### {title}\n{nothing}")], tone=Tone.PLAIN)
    together = texts.ngettext("{n} match together", "{n} matches together", found.matches)
    ranked = texts.gettext(
        "ranked ahead: {name} {mine}, {other} {theirs}, level {level}",
        name=one,
        mine=texts.number(found.ahead),
        other=other,
        theirs=texts.number(found.behind),
        level=texts.number(found.level),
    )
    difference = texts.gettext(
        "Points a match: {difference} for {name}",
        difference=texts.number(found.difference, places=1, signed=True),
        name=one,
    )
    lines = [
        f"{texts.mark}**{last.match_id}** · <t:{last.finished_at // 1000}:d> · "
        + texts.ltr(f"{texts.number(last.mine)} : {texts.number(last.theirs)}")
        for last in found.last
    ]
    options = [
        base.option(
            texts.gettext("Match {number}", number=last.match_id),
            word(Numbered(last.match_id, last.commitment[:MARK])),
        )
        for last in found.last
    ]
    return base.layout(
        [
            base.text("\n".join([f"### {title}", f"{together} · {ranked}", difference, *lines])),
            base.menu(Click(Verb.REPLAYS), options, texts.gettext("Open a replay")),
        ],
        tone=Tone.RESULT,
    )
