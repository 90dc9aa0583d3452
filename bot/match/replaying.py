"""Matches that are over, cut into the steps of a replay."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Iterable
from dataclasses import dataclass, replace

from data.matches import archive, log
from data.matches import hosted as folding
from data.matches.models import StoredMatch
from engine.match import Match


@dataclass(frozen=True, slots=True)
class Step:
    """One moment of a replay.

    Attributes:
        match: the match at this moment, all hands in it.
        round: which round.
        number: the how-manieth action of the round led here; 0 for its beginning.
        action: what was done, in the notation; None at a round's beginning.
        by_bot: whether the bot acted for an absent person.
        flipped: at a round's beginning, the seats that flipped their hands.
        dealt: at a round's beginning, the match before anybody chose which way up to hold it.
    """

    match: Match
    round: int
    number: int = 0
    action: str | None = None
    by_bot: bool = False
    flipped: frozenset[int] = frozenset()
    dealt: Match | None = None


def steps(row: StoredMatch, entries: Iterable[log.Logged]) -> tuple[Step, ...]:
    """The steps of a match: each round's beginning with the hands as chosen, then every action.

    Raises:
        BrokenLog: the log can't be replayed.
    """
    found: list[Step] = []
    hosted = folding.fold(row, ())
    for logged in entries:
        hosted = folding.after(hosted, (logged,))
        match entry := logged.entry:
            case log.Deal():
                found.append(Step(hosted.match, entry.round, dealt=hosted.match))
            case log.Action(text="keep" | "flip"):
                begun = found[-1]
                flipped = begun.flipped | ({entry.seat} if entry.text == "flip" else frozenset())
                found[-1] = replace(begun, match=hosted.match, flipped=flipped)
            case log.Action():
                found.append(
                    Step(
                        hosted.match,
                        found[-1].round,
                        found[-1].number + 1,
                        entry.text,
                        entry.by == "stand-in",
                    )
                )
    return tuple(found)


@dataclass(frozen=True, slots=True)
class Replay:
    """A match's replay: its steps, its record, and whether its deals check (fair play)."""

    steps: tuple[Step, ...]
    record: str
    fair: bool


def replay(row: StoredMatch, entries: Iterable[log.Logged]) -> Replay:
    """All of a match's replay; takes some 100 ms.

    Raises:
        BrokenLog: the log can't be replayed.
    """
    entries = tuple(entries)
    text = archive.record_of(row, entries)
    return Replay(steps(row, entries), text, archive.deals_check(text))


class Replays:
    """The replays that are looked at, made off the loop and kept for the next step."""

    KEPT = 32
    """At most some 300 kB each."""

    def __init__(self) -> None:
        self._kept: OrderedDict[StoredMatch, Replay] = OrderedDict()

    async def of(self, row: StoredMatch, entries: tuple[log.Logged, ...]) -> Replay:
        """The replay of a match that is over.

        Raises:
            BrokenLog: the log can't be replayed.
        """
        # The row holds the names, the secret and the status: a change of one makes a new replay.
        if row not in self._kept:
            self._kept[row] = await asyncio.to_thread(replay, row, entries)
        self._kept.move_to_end(row)
        while len(self._kept) > self.KEPT:
            self._kept.popitem(last=False)
        return self._kept[row]
