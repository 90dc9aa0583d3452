"""Actions as numbers. A Scout & Show takes two: the Scout that begins it, then the Show.

So there are 812 numbers instead of 81,000; the names say where each kind begins.
"""

from __future__ import annotations

from engine import FLIP, KEEP, Action, Orient, Scout, ScoutAndShow, Show

MOST_CARDS = 45
"""No hand has more (R1)."""
LONGEST = 10
"""No set has more cards: there are ten numbers (R1, R10)."""

_SCOUTS = 2 * 2 * MOST_CARDS
ORIENT = 0
"""Keep, then flip (R7)."""
SHOW = ORIENT + 2
"""By first card, and by how many are shown from there on."""
SCOUT = SHOW + MOST_CARDS * LONGEST
"""By end (left, right), way up (as it lies, turned) and place."""
SCOUT_FIRST = SCOUT + _SCOUTS
"""The same, if a Show is to follow at once (R19); that is the next step, by the same seat."""
ACTIONS = SCOUT_FIRST + _SCOUTS

Step = Orient | Show | Scout
"""What one number stands for."""


def numbered(step: Step, *, then_show: bool = False) -> int:
    """The number of a step; of a Scout, whether it begins a Scout & Show."""
    match step:
        case Orient(flip):
            return ORIENT + flip
        case Show(first, last):
            return SHOW + (first - 1) * LONGEST + last - first
        case Scout(end, turned, place):
            way = 2 * (end == "right") + turned
            return (SCOUT_FIRST if then_show else SCOUT) + way * MOST_CARDS + place - 1


def steps_of(action: Action) -> tuple[int, ...]:
    """The numbers that an action of the engine takes: two for a Scout & Show, else one."""
    if isinstance(action, ScoutAndShow):
        return numbered(action.scout, then_show=True), numbered(action.show)
    return (numbered(action),)


def step_of(number: int) -> tuple[Step, bool]:
    """The step of a number, and whether it begins a Scout & Show; the inverse of `numbered`.

    >>> step_of(numbered(Scout("left", turned=True, place=3), then_show=True))
    (Scout(end='left', turned=True, place=3), True)

    Raises:
        ValueError: there is no such number.
    """
    if not 0 <= number < ACTIONS:
        raise ValueError(f"{number} is no action; they are 0 to {ACTIONS - 1}")
    if number < SHOW:
        return (FLIP if number > ORIENT else KEEP), False
    if number < SCOUT:
        first, more = divmod(number - SHOW, LONGEST)
        return Show(first + 1, first + 1 + more), False
    then_show = number >= SCOUT_FIRST
    way, place = divmod(number - (SCOUT_FIRST if then_show else SCOUT), MOST_CARDS)
    return Scout("right" if way >= 2 else "left", bool(way % 2), place + 1), then_show
