"""What is legal: the one place that decides, for states and for views alike.

``actions`` lists everything that may be done, ``check`` says why something may not.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from operator import itemgetter
from typing import NamedTuple

from engine import actions as a
from engine.cards import Cards
from engine.combinations import (
    Span,
    active_numbers,
    beats,
    kind,
    legal_shows,
    legal_shows_with,
    written,
)
from engine.errors import RuleError
from engine.rules import Rules


class Turn(NamedTuple):
    """All that the legality of a turn depends on, for the player whose turn it is.

    Attributes:
        rules: what the match is played by.
        seat: who is on turn, from 1.
        hand: that player's cards, left to right.
        table: the active set; empty when there is none.
        tokens: the player's Scout tokens (R24).
        scout_and_show: whether the player still has the Scout & Show token (R19).
    """

    rules: Rules
    seat: int
    hand: Cards
    table: Cards
    tokens: int
    scout_and_show: bool

    @property
    def can_scout(self) -> bool:
        """Whether there is a card to scout and the token to pay for it (R15, R24)."""
        return bool(self.table) and self.rules.can_pay(self.tokens)


def actions(turn: Turn) -> tuple[a.Action, ...]:
    """Every legal action: Shows, then Scouts, then Scout & Shows (R9 to R20)."""
    shows = legal_shows(active_numbers(turn.hand), active_numbers(turn.table))
    listed: tuple[a.Action, ...] = tuple(map(a.SHOWS.__getitem__, shows))
    if turn.can_scout:
        listed += a.scouts(len(turn.table), len(turn.hand) + 1)
        if turn.scout_and_show:
            listed += tuple(_scout_and_shows(turn))
    return listed


def can_act(turn: Turn) -> bool:
    """Whether there is any legal action; only two players can be stuck (R26)."""
    if turn.can_scout:
        return True
    return bool(legal_shows(active_numbers(turn.hand), active_numbers(turn.table)))


def take(table: Cards, scouting: a.Scout, hand: Cards) -> tuple[Cards, Cards]:
    """What table and hand become by a Scout (R15): ``(table, hand)``."""
    card = table[0] if scouting.end == "left" else table[-1]
    if scouting.turned:
        card = card.turned()
    left = table[1:] if scouting.end == "left" else table[:-1]
    before = scouting.place - 1
    return left, (*hand[:before], card, *hand[before:])


def check(turn: Turn, action: a.Show | a.Scout | a.ScoutAndShow) -> None:
    """Raise the ``RuleError`` that refuses an action; return if it is legal.

    Raises:
        RuleError: ``no-scout-and-show``, ``token-spent``, ``no-active-set``, ``no-token``,
            ``no-such-place``, ``no-such-card``, ``not-a-set`` or ``not-stronger``, tested in
            this order.
    """
    match action:
        case a.Show():
            _check_show(turn.hand, turn.table, action)
        case a.Scout():
            _check_scout(turn, action)
        case a.ScoutAndShow(scouting, showing):
            if not turn.rules.scout_and_show:
                raise RuleError("no-scout-and-show")
            if not turn.scout_and_show:
                raise RuleError("token-spent", seat=turn.seat)
            _check_scout(turn, scouting)
            table, hand = take(turn.table, scouting, turn.hand)
            _check_show(hand, table, showing)


def _check_scout(turn: Turn, scouting: a.Scout) -> None:
    if not turn.table:
        raise RuleError("no-active-set")
    if not turn.rules.can_pay(turn.tokens):
        raise RuleError("no-token", seat=turn.seat)
    places = len(turn.hand) + 1
    if not 1 <= scouting.place <= places:
        raise RuleError("no-such-place", place=scouting.place, places=places)


def _check_show(hand: Cards, table: Cards, showing: a.Show) -> None:
    for position in (showing.first, showing.last):
        if not 1 <= position <= len(hand):
            raise RuleError("no-such-card", card=position, cards=len(hand))
    numbers = active_numbers(hand[showing.first - 1 : showing.last])
    if kind(numbers) is None:
        raise RuleError("not-a-set", numbers=written(numbers))
    on_table = active_numbers(table)
    if not beats(numbers, on_table):
        raise RuleError("not-stronger", numbers=written(numbers), table=written(on_table))


def _scout_and_shows(turn: Turn) -> list[a.ScoutAndShow]:
    # A Show without the new card is one of the hand as it was, unless the new card would part it;
    # so only the Shows with the new card are looked for every time.
    hand, table = active_numbers(turn.hand), active_numbers(turn.table)
    listed: list[a.ScoutAndShow] = []
    for end in a.ends(len(table)):
        left = end == "left"
        card, rest = (turn.table[0], table[1:]) if left else (turn.table[-1], table[:-1])
        without = _unparted(legal_shows(hand, rest), len(hand) + 1)
        for turned, number in enumerate(card):
            with_it = legal_shows_with(hand, number, rest)
            for place, (old, new) in enumerate(zip(without, with_it, strict=True), start=1):
                then = a.scout_and_shows(end, turned == 1, place)
                listed += map(then.__getitem__, old + new)
    return listed


def _unparted(spans: list[Span], places: int) -> list[list[Span]]:
    """For each place where a card can go, what then becomes of those spans it doesn't part."""
    before = sorted(spans, key=itemgetter(1))
    behind = sorted((first + 1, last + 1) for first, last in spans)
    lasts, firsts = [last for _, last in before], [first for first, _ in behind]
    return [
        before[: bisect_left(lasts, place)] + behind[bisect_right(firsts, place) :]
        for place in range(1, places + 1)
    ]
