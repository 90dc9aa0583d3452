"""What a server is told in its results channel, in the server's language, mentioning nobody."""

from __future__ import annotations

from dataclasses import dataclass

from bot.layouts import base
from bot.layouts.base import Layout, Tone
from bot.layouts.history import seat_names, state_of
from bot.layouts.seasons import Kind, kind_name, month_name, score
from bot.match.ids import Click, Verb, numbered
from bot.texts import SeatName, Texts, display_names
from bot.texts.daily import score as margin
from data.matches.models import StoredMatch
from data.standings.digests import Digest
from data.standings.seasons import Line, Month


def result(texts: Texts, row: StoredMatch) -> Layout:
    """A rated match in one line, with its replay."""
    names = display_names(texts, seat_names(row))
    places = sorted(zip(row.seats, names, strict=True), key=lambda one: one[0].rank or 0)
    results = " · ".join(
        f"{'🏆 ' if seat.rank == 1 else ''}{who} {texts.number(seat.points or 0)}"
        for seat, who in places
    )
    title = texts.gettext("Match {number}", number=row.id)
    state = state_of(texts, row)
    head = f"**{title}** · {state}" if state else f"**{title}**"
    replay = Click(Verb.REPLAY, numbered(row), None, ("a", "0"))
    row_of_buttons = base.row(base.button(texts.gettext("Replay"), replay))
    return base.layout([base.text(f"{head}: {results}"), row_of_buttons], tone=Tone.RESULT)


def digest(texts: Texts, found: Digest) -> Layout:
    """What happened in a week."""
    title = texts.gettext("The week in SCOUT")
    lines = [f"### {title}"]
    if found.matches:
        played = texts.ngettext("{n} rated match", "{n} rated matches", found.matches)
        people = texts.ngettext("{n} player", "{n} players", found.people)
        lines.append(f"{played} · {people}")
    who = display_names(texts, [SeatName(one.name or "") for one in found.winners])
    for name, one in zip(who, found.winners, strict=True):
        wins = texts.ngettext("{n} win", "{n} wins", one.wins)
        lines.append(f"{texts.mark}🏆 **{name}** · {wins}")
    if found.attempts:
        lines.append(
            texts.ngettext(
                "{n} daily deal played to its end",
                "{n} daily deals played to their end",
                found.attempts,
            )
        )
    if found.best is not None:
        [who_best] = display_names(texts, [SeatName(found.best.name or "")])
        lines.append(
            texts.gettext(
                "Best daily score: {name}, {score} on {day}",
                name=who_best,
                score=margin(texts, found.best.margin),
                day=texts.day(found.best.day),
            )
        )
    return base.layout([base.text("\n".join(lines))], tone=Tone.RESULT)


@dataclass(frozen=True, slots=True)
class Champions:
    """Who leads a season that is over, by kind; nobody where nobody is placed."""

    month: Month
    of: tuple[tuple[Kind, tuple[Line, ...]], ...]


def champions(texts: Texts, found: Champions) -> Layout:
    """The champions of a month."""
    title = texts.gettext("Champions of {month}", month=month_name(texts, found.month))
    lines = [f"### {title}"]
    for kind, leaders in found.of:
        who = display_names(texts, [SeatName(one.name or "") for one in leaders])
        for name, one in zip(who, leaders, strict=True):
            lines.append(
                f"{texts.mark}🏆 {kind_name(texts, kind)}: **{name}** · {score(texts, kind, one)}"
            )
    if not any(leaders for _, leaders in found.of):
        lines.append(texts.gettext("Nobody is placed yet."))
    board = Click(Verb.SEASON, args=("rated", str(found.month), "1"))
    row = base.row(base.button(texts.gettext("The season"), board))
    return base.layout([base.text("\n".join(lines)), row], tone=Tone.RESULT)
