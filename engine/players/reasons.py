"""Why a move, in one line: a code and its numbers, which the bot puts into the reader's language.

>>> from engine import Card, Position, Show, new_study, view
>>> position = Position(1, ((Card(3, 7), Card(3, 8), Card(9, 1)), (Card(1, 2),), (Card(5, 6),)))
>>> explain(view(new_study(position), 1), Show(1, 2))
Reason(code='show-sheds', params={'cards': 2, 'left': 1})
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Literal, get_args

from engine import legality
from engine.actions import Action, Orient, Scout, ScoutAndShow, Show
from engine.cards import Cards, flipped
from engine.combinations import Strength, active_numbers, legal_shows, strength
from engine.views import View

Code = Literal[
    "orient-best-set",
    "orient-fewer-turns",
    "show-out",
    "show-captures",
    "show-strong",
    "show-joins",
    "show-sheds",
    "show-single",
    "scout-ends-round",
    "scout-cannot-show",
    "scout-makes",
    "scout-prepares",
    "special-out",
    "special-makes",
    "special-captures",
    "special-shows",
]
"""Every reason there is; ``PARAMS`` says which numbers each comes with."""

CODES: tuple[Code, ...] = get_args(Code)

PARAMS: Mapping[Code, tuple[str, ...]] = {
    "orient-best-set": ("cards", "lowest", "group"),
    "orient-fewer-turns": ("turns", "other"),
    "show-out": ("cards",),
    "show-captures": ("cards", "captured"),
    "show-strong": ("cards", "lowest", "group"),
    "show-joins": ("cards", "makes"),
    "show-sheds": ("cards", "left"),
    "show-single": ("number",),
    "scout-ends-round": (),
    "scout-cannot-show": ("number",),
    "scout-makes": ("number", "cards", "lowest", "group"),
    "scout-prepares": ("number",),
    "special-out": ("cards",),
    "special-makes": ("number", "cards"),
    "special-captures": ("cards", "captured"),
    "special-shows": ("number", "cards"),
}
"""The numbers by name: ``cards`` of the set shown or made, its ``lowest`` number, whether it is a
``group`` (1) or a run (0), cards ``captured``, cards ``left`` in hand, how many a set ``makes``
once cards close up, ``turns`` a hand needs and how many the ``other`` way up would, the ``number``
of the scouted or single card."""


@dataclass(frozen=True, slots=True)
class Reason:
    """A code of ``CODES`` with the numbers it speaks of."""

    code: Code
    params: Mapping[str, int] = field(default_factory=dict)


def explain(view: View, action: Action) -> Reason:
    """The weightiest thing that speaks for an action that is legal in the view."""
    match action:
        case Orient(flip):
            return _orient(flipped(view.hand) if flip else view.hand)
        case Show():
            return _show(view, action)
        case Scout():
            return _scout(view, action)
        case ScoutAndShow():
            return _scout_and_show(view, action)


def _orient(hand: Cards) -> Reason:
    chosen, other = active_numbers(hand), active_numbers(flipped(hand))
    best = _best(chosen)
    if best <= _best(other) and turns(chosen) < turns(other):
        return Reason("orient-fewer-turns", {"turns": turns(chosen), "other": turns(other)})
    return Reason("orient-best-set", _named(best))


def _show(view: View, action: Show) -> Reason:
    numbers = active_numbers(view.hand)
    first, last = action.first - 1, action.last
    cards = last - first
    shown = strength(numbers[first:last])
    if cards == len(numbers):
        return Reason("show-out", {"cards": cards})
    if len(view.table) > 1:
        return Reason("show-captures", {"cards": cards, "captured": len(view.table)})
    rest = (*numbers[:first], *numbers[last:])
    joined = _set_at(rest, first) if 0 < first < len(rest) else Strength(1, True, 0)
    if joined.size > max(_set_at(numbers, first - 1).size if first else 1, 1) and joined.size > 2:
        return Reason("show-joins", {"cards": cards, "makes": joined.size})
    if cards >= 4 or (cards == 3 and (shown.is_group or shown.lowest >= 6)):
        return Reason("show-strong", _named(shown))
    if cards > 1:
        return Reason("show-sheds", {"cards": cards, "left": len(rest)})
    return Reason("show-single", {"number": numbers[first]})


def _scout(view: View, action: Scout) -> Reason:
    _, hand = legality.take(view.table, action, view.hand)
    numbers = active_numbers(hand)
    at = action.place - 1
    if view.rules.is_unbeaten(view.scouts_since_show + 1, cards_left=len(view.table) > 1):
        return Reason("scout-ends-round")
    made = _set_at(numbers, at)
    if made.size > 1:
        return Reason("scout-makes", {"number": numbers[at], **_named(made)})
    before = active_numbers(view.hand)
    if not any(True for _ in legal_shows(before, active_numbers(view.table))):
        return Reason("scout-cannot-show", {"number": numbers[at]})
    return Reason("scout-prepares", {"number": numbers[at]})


def _scout_and_show(view: View, action: ScoutAndShow) -> Reason:
    table, hand = legality.take(view.table, action.scout, view.hand)
    number = hand[action.scout.place - 1].active
    cards = action.show.last - action.show.first + 1
    if cards == len(hand):
        return Reason("special-out", {"cards": cards})
    if action.show.first <= action.scout.place <= action.show.last and cards > 1:
        return Reason("special-makes", {"number": number, "cards": cards})
    if table:
        return Reason("special-captures", {"cards": cards, "captured": len(table)})
    return Reason("special-shows", {"number": number, "cards": cards})


def turns(numbers: tuple[int, ...]) -> int:
    """How many Shows a hand takes at least if no two of its cards come together on the way."""
    count, step, length = 0, None, 0
    for a, b in pairwise((*numbers, 99)):
        length += 1
        if abs(b - a) > 1 or (length > 1 and b - a != step):
            count, length = count + 1, 0
        step = b - a
    return count


def _best(numbers: tuple[int, ...]) -> Strength:
    return max(strength(numbers[first - 1 : last]) for first, last in legal_shows(numbers, ()))


def _set_at(numbers: tuple[int, ...], at: int) -> Strength:
    """The strongest set that the card at an index is part of."""
    return max(
        strength(numbers[first - 1 : last])
        for first, last in legal_shows(numbers, ())
        if first - 1 <= at < last
    )


def _named(best: Strength) -> dict[str, int]:
    return {"cards": best.size, "lowest": best.lowest, "group": int(best.is_group)}
