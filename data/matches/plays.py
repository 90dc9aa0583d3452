"""How a seat's own player played a match: counted from the log, for profiles."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from data.matches import log
from data.matches.hosted import Hosted
from engine.actions import Orient, Scout, ScoutAndShow, Show


@dataclass(frozen=True, slots=True)
class Play:
    """What a player did in a match's ended rounds; what a stand-in did is not among it.

    Attributes:
        rounds: rounds in which they acted.
        ended_empty: rounds they ended with an empty hand (R21).
        ended_unbeaten: rounds they ended with a set that nobody beat (R22).
        ended_stuck: rounds of two players they ended because the other could do nothing (R26).
        shows: Shows, those of a Scout & Show not counted.
        scouts: Scouts, likewise.
        scout_and_shows: Scout & Shows.
        longest_show: most cards shown at once.
    """

    rounds: int = 0
    ended_empty: int = 0
    ended_unbeaten: int = 0
    ended_stuck: int = 0
    shows: int = 0
    scouts: int = 0
    scout_and_shows: int = 0
    longest_show: int = 0


def count(hosted: Hosted, entries: Iterable[log.Logged]) -> tuple[Play, ...]:
    """Each seat's play over the match, by seat.

    Args:
        hosted: the match as it stands after ``entries``.
        entries: its whole log.
    """
    seats = range(1, len(hosted.seats) + 1)
    counters: dict[int, Counter[str]] = {seat: Counter() for seat in seats}
    longest = dict.fromkeys(seats, 0)
    acted: set[tuple[int, int]] = set()
    number, ended = 0, len(hosted.results)
    for logged in entries:
        entry = logged.entry
        if isinstance(entry, log.Deal):
            number = entry.round
        elif isinstance(entry, log.Action) and entry.by == "seat" and number <= ended:
            acted.add((number, entry.seat))
            match entry.engine_action():
                case Show() as show:
                    counters[entry.seat]["shows"] += 1
                case Scout():
                    counters[entry.seat]["scouts"] += 1
                    continue
                case ScoutAndShow(_, show):
                    counters[entry.seat]["scout_and_shows"] += 1
                case Orient():
                    continue
            longest[entry.seat] = max(longest[entry.seat], show.last - show.first + 1)
    for number, match in enumerate(hosted.results, start=1):
        end = match.round.end if match.round else None
        if end and (number, end.seat) in acted:
            counters[end.seat][f"ended_{end.reason}"] += 1
    for _, seat in acted:
        counters[seat]["rounds"] += 1
    return tuple(Play(**counters[seat], longest_show=longest[seat]) for seat in seats)
