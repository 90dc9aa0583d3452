"""The lessons: positions, and what is to be done in each. The engine judges what is done.

A lesson's steps are studies (``engine.record``); the one about keeping and flipping is a deal.
Seat 1 is the learner's. Nothing is kept but which lessons somebody has finished.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from engine import Match, Move, apply, record
from engine.actions import Action, parse

SEAT = 1
"""The learner's."""

MISSES = 2
"""After so many legal misses the answer is offered."""


@dataclass(frozen=True, slots=True)
class Step:
    """A step of a lesson.

    Attributes:
        text: the record of where it begins.
        right: what is to be done, in the notation; the first is what is shown to who asks.
    """

    text: str
    right: tuple[str, ...]

    @property
    def match(self) -> Match:
        """The match where the step begins."""
        return _opened(self.text)

    def is_right(self, action: Action) -> bool:
        """Whether an action is what is to be done."""
        return str(action) in self.right

    def after(self, action: Action) -> Match:
        """The match after the learner's action.

        Raises:
            RuleError: the rules refuse it.
        """
        return apply(self.match, Move(SEAT, action)).match

    @property
    def answer(self) -> Action:
        """What is shown to who asks."""
        return parse(self.right[0])


@cache
def _opened(text: str) -> Match:
    read = record.parse(text)
    match = record.opening(read)
    for entry in read.entries:
        match = apply(match, entry).match
    return match


def _study(mine: str, rest: str = "") -> str:
    """A study of three with the learner on turn; the others' hands are of no account."""
    return (
        f'[Players "3"]\n[Study "1"]\nposition turn 1\nhand 1 {mine}\n'
        f"hand 2 1/10 2/10\nhand 3 3/10 4/10\n{rest}\n"
    )


_DEALT = """
[Players "3"]
[Rounds "1"]
round 1 starter 2
hand 1 9/6 2/6 2/5 6/4 7/3 9/2 2/3 9/7 2/4 8/4 8/6 3/6
hand 2 3/9 7/6 3/1 5/3 1/7 8/7 5/4 8/9 8/1 1/2 1/5 4/9
hand 3 4/3 9/5 5/6 9/1 8/2 4/7 8/5 1/4 6/1 3/8 7/2 5/7
"""

LESSONS: tuple[tuple[Step, ...], ...] = (
    # Order and ends.
    (
        Step(_study("3/7 1/5 8/2"), ("show 3",)),
        Step(_study("4/1 9/2 4/6"), ("show 2",)),
    ),
    # Group and run.
    (
        Step(_study("5/1 5/2 9/3"), ("show 1-2",)),
        Step(_study("2/9 3/7 4/1 8/5"), ("show 1-3",)),
    ),
    # Beat and capture.
    (
        Step(_study("4/8 4/9 9/1", "table 3 6/1 7/2"), ("show 1-2",)),
        Step(_study("5/8 2/1 7/4", "table 3 5/3"), ("show 3",)),
    ),
    # Scout: either way up, anywhere.
    (
        Step(_study("5/1 1/9", "table 3 6/2 7/3 8/4"), ("scout left 2",)),
        Step(_study("3/8 5/2", "table 3 9/4"), ("scout left turned 2",)),
    ),
    # Tokens.
    (
        Step(_study("7/5 2/6", "table 3 8/1 8/2 8/3"), ("scout left 1", "scout right 1")),
        Step(_study("6/5 9/4", "table 3 7/1\ntokens 3 2"), ("show 2",)),
    ),
    # Scout & Show.
    (
        Step(
            _study("8/3 9/4 1/5", "table 3 7/1 7/2"),
            ("scout left 1 show 1-3", "scout right 1 show 1-3"),
        ),
    ),
    # Keep or flip.
    (Step(_DEALT, ("flip",)),),
    # How a round ends.
    (
        Step(_study("6/1 6/2", "table 3 5/3 5/4"), ("show 1-2",)),
        Step(_study("9/6 2/3 4/7", "table 2 8/1\nscouts 1"), ("show 1",)),
    ),
)
