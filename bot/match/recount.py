"""Telling what happened, out of a match's log: to everybody, and to the player it happened to."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from bot.match.live import Live, unfolded
from bot.texts import Texts, display_names, happenings
from bot.texts.actions import acted
from data.matches import log
from data.matches.hosted import Decision
from engine import Action, Match, Orient
from engine.events import PublicAction

NOTES = 3
"""So many of the last happenings beside the play stand under the table."""


@dataclass(frozen=True, slots=True)
class Note:
    """Something that happened beside the play, in words; ``after`` so many actions of the round."""

    after: int
    said: str


def lately(texts: Texts, live: Live) -> tuple[Note, ...]:
    """What happened lately beside the play, oldest first; the play itself the view tells."""
    names, after = display_names(texts, live.names), len(live.view(None).history)
    notes: list[Note] = []
    for entry, done in backwards(live):
        if isinstance(entry, log.Deal) or len(notes) == NOTES:
            break  # what came before is told by the round's result
        if done is not None:
            after -= done.seen is not None
        elif said := note(texts, names, entry):
            notes.append(Note(after, said))
    return tuple(reversed(notes))


def note(texts: Texts, names: tuple[str, ...], entry: log.Entry) -> str | None:
    """What an entry beside the play says to everybody; None if nothing."""
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


def of_your_seat(texts: Texts, live: Live, seat: int) -> str:
    """Why a computer plays a person's seat, to that person."""
    changes = (one.entry for one in reversed(live.recent) if isinstance(one.entry, log.Seat))
    last = next((one for one in changes if one.seat == seat and one.change != "return"), None)
    if last is not None:
        return happenings.your_seat(texts, last.change, last.by)
    left = live.playing.seats[seat - 1].control == "left"  # so long ago that it is not at hand
    return happenings.your_seat(texts, "leave" if left else "take-over", "clock")


@dataclass(frozen=True, slots=True)
class Deed:
    """What was done about a decision.

    Attributes:
        entry: the log's.
        decision: which.
        seen: what everybody saw of it; None of an orientation.
    """

    entry: log.Action
    decision: Decision
    seen: PublicAction | None = None

    @property
    def action(self) -> Action:
        """What was done."""
        return self.entry.engine_action()

    @property
    def by_bot(self) -> bool:
        """Whether the bot did it, because the time was up or the player away."""
        return self.entry.by == "stand-in"


def backwards(live: Live) -> Iterator[tuple[log.Entry, Deed | None]]:
    """The entries at hand, newest first, each action with what everybody saw of it."""
    rounds: list[Match] = [*live.playing.results]
    if live.playing.match.round is not None and live.playing.match.round.end is None:
        rounds.append(live.playing.match)
    played = _history(rounds)
    for logged in reversed(live.recent):
        entry = logged.entry
        if isinstance(entry, log.Deal):
            if rounds:
                rounds.pop()
            played = _history(rounds)
        if not isinstance(entry, log.Action):
            yield entry, None
        elif isinstance(entry.engine_action(), Orient):
            yield entry, Deed(entry, Decision(len(rounds), 0))
        else:
            turn, seen = next(played)
            yield entry, Deed(entry, Decision(len(rounds), turn), seen)


def _history(rounds: list[Match]) -> Iterator[tuple[int, PublicAction]]:
    """The last round's public actions with their turns, newest first."""
    last = rounds[-1].round if rounds else None
    if last is not None:
        yield from zip(range(len(last.history), 0, -1), reversed(last.history), strict=True)


def deed(live: Live, seat: int, decision: Decision) -> Deed | None:
    """What was done about a seat's decision; None if it isn't among the entries at hand."""
    return next(
        (
            done
            for entry, done in backwards(live)
            if done and (entry.seat, done.decision) == (seat, decision)
        ),
        None,
    )


def deed_of_old(
    live: Live, entries: Iterable[log.Logged], seat: int, decision: Decision
) -> Deed | None:
    """The same by the match's whole log; None if nothing was done about it."""
    then = unfolded(live.row)
    for logged in entries:
        was = then.playing.decision(seat)
        then = then.after([logged])
        if was == decision and isinstance(logged.entry, log.Action) and logged.entry.seat == seat:
            return deed(then, seat, decision)
    return None


def deed_line(texts: Texts, done: Deed) -> str:
    """What its player did, or the bot for them, to that player."""
    words = acted(texts, done.action, done.seen)
    if not done.by_bot:
        return words
    orienting = done.seen is None
    return happenings.your_time_was_up(texts, orienting=orienting) + f" ({words})"
