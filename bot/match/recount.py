"""Telling what happened, out of a match's log: to everybody, and to the player it happened to."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from bot.match.live import Live, unfolded
from bot.texts import Texts, display_names, happenings
from bot.texts.actions import acted
from data.matches import log
from data.matches.hosted import Decision
from engine import Action

NOTES = 3
"""So many of the last happenings beside the play stand under the table."""


def lately(texts: Texts, live: Live) -> tuple[str, ...]:
    """What happened lately beside the play, oldest first; the play itself the view tells."""
    names = display_names(texts, live.names)
    notes = [_note(texts, names, logged.entry) for logged in live.recent[-8:]]
    return tuple([note for note in notes if note][-NOTES:])


def _note(texts: Texts, names: tuple[str, ...], entry: log.Entry) -> str | None:
    match entry:
        case log.Clock(change="expiry"):
            name = names[entry.seat - 1]
            return happenings.expired(texts, name, orienting=entry.turn == 0)
        case log.Clock(change="overdue"):
            return happenings.overdue(texts, names[entry.seat - 1])
        case log.Outage():
            return happenings.outage(texts)
        case log.Seat():
            return happenings.seat_change(texts, names[entry.seat - 1], entry.change, entry.by)
        case log.Pause():
            return happenings.pause(texts, entry.by, on=entry.on)
    return None


@dataclass(frozen=True, slots=True)
class Acted:
    """What was done about a decision.

    Attributes:
        before: the match before it.
        action: what was done.
        by_bot: whether the bot did it, because the time was up or the player away.
    """

    before: Live
    action: Action
    by_bot: bool


def acted_on(
    live: Live, entries: Iterable[log.Logged], seat: int, decision: Decision
) -> Acted | None:
    """What was done about a seat's decision, by the match's log; None if nothing was."""
    then = unfolded(live.row)
    for logged in entries:
        entry = logged.entry
        if (
            isinstance(entry, log.Action)
            and entry.seat == seat
            and then.playing.decision(seat) == decision
        ):
            return Acted(then, entry.engine_action(), entry.by == "stand-in")
        then = then.after([logged])
    return None


def acted_line(texts: Texts, seat: int, done: Acted) -> str:
    """What became of a hand's message: what its player did, or the bot for them."""
    words = acted(texts, done.before.view(seat), done.action)
    if not done.by_bot:
        return words
    orienting = done.before.view(None).phase == "orient"
    return happenings.your_time_was_up(texts, orienting=orienting) + f" ({words})"
