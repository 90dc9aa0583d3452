"""Which spans of a hand are worth a bracket; the engine says what is legal."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from engine.actions import Scout, ScoutAndShow, Show
from engine.cards import Cards
from engine.combinations import active_numbers, legal_shows, strength
from engine.views import View, actions_if_on_turn

Span = tuple[int, int]
"""First and last position, both counted from 1 and included."""


def shows_of(view: View) -> list[Span]:
    """The longest spans that the view's seat could show if it were its turn now."""
    if view.phase != "play" or view.seat is None:
        return []
    spans = {(a.first, a.last) for a in actions_if_on_turn(view) if isinstance(a, Show)}
    return longest_spans(spans)


def shows_after(view: View, scout: Scout) -> list[Span]:
    """The longest spans that could be shown right after a Scout, as one Scout & Show (R19)."""
    shows = {
        (a.show.first, a.show.last)
        for a in actions_if_on_turn(view)
        if isinstance(a, ScoutAndShow) and a.scout == scout
    }
    return longest_spans(shows)


def sets_in(hand: Cards) -> list[Span]:
    """The longest groups and runs of two cards or more in a hand."""
    numbers = active_numbers(hand)
    return longest_spans({span for span in legal_shows(numbers, ()) if span[1] > span[0]})


def made_by(hand: Cards, place: int) -> Span:
    """The strongest span around the card at ``place``: what an inserted card makes there."""
    numbers = active_numbers(hand)
    return _strongest(hand, (s for s in legal_shows(numbers, ()) if s[0] <= place <= s[1]))


def strongest(hand: Cards) -> Span:
    """The strongest span of a hand, before an empty table."""
    return _strongest(hand, legal_shows(active_numbers(hand), ()))


def _strongest(hand: Cards, spans: Iterable[Span]) -> Span:
    numbers = active_numbers(hand)
    return max(spans, key=lambda span: strength(numbers[span[0] - 1 : span[1]]))


def longest_spans(spans: Collection[Span]) -> list[Span]:
    """The spans that lie within no other one, in order."""
    return sorted(
        span
        for span in spans
        if not any(other != span and other[0] <= span[0] and span[1] <= other[1] for other in spans)
    )
