"""What is legal: the one place that decides, for states and for views alike.

``actions`` lists everything that may be done, ``check`` says why something may not.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import compress
from typing import NamedTuple

from engine import actions as a
from engine.cards import Cards
from engine.combinations import (
    Numbers,
    Span,
    Stretch,
    active_numbers,
    beats,
    kind,
    legal_shows,
    longer_shows,
    longer_shows_with,
    single_shows,
    single_to_beat,
    stretches,
    written,
)
from engine.errors import RuleError


class Turn(NamedTuple):
    """All that the legality of a turn depends on, for the player whose turn it is.

    Attributes:
        seat: who is on turn, from 1.
        hand: that player's cards, left to right.
        table: the active set; empty when there is none.
        can_pay: whether a Scout can be paid for (R24); always true with 3 to 5 players.
        two_players: whether Scout & Show is out of the game (R24).
        has_scout_and_show: whether the Scout & Show token is still there (R19).
    """

    seat: int
    hand: Cards
    table: Cards
    can_pay: bool
    two_players: bool
    has_scout_and_show: bool


def actions(turn: Turn) -> tuple[a.Action, ...]:
    """Every legal action: Shows, then Scouts, then Scout & Shows (R9 to R20)."""
    hand, table = active_numbers(turn.hand), active_numbers(turn.table)
    same = stretches(hand)
    shows = a.SHOWS.__getitem__
    listed: list[a.Action] = [
        *map(shows, single_shows(hand, table)),
        *map(shows, longer_shows(same, table)),
    ]
    if turn.table and turn.can_pay:
        listed += a.scouts(len(table), len(hand) + 1)
        if turn.has_scout_and_show and not turn.two_players:
            listed += _scout_and_shows(turn.table, hand, same)
    return tuple(listed)


def can_act(turn: Turn) -> bool:
    """Whether there is any legal action; only two players can be stuck (R26)."""
    if turn.table and turn.can_pay:
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
            if turn.two_players:
                raise RuleError("no-scout-and-show")
            if not turn.has_scout_and_show:
                raise RuleError("token-spent", seat=turn.seat)
            _check_scout(turn, scouting)
            table, hand = take(turn.table, scouting, turn.hand)
            _check_show(hand, table, showing)


def _check_scout(turn: Turn, scouting: a.Scout) -> None:
    if not turn.table:
        raise RuleError("no-active-set")
    if not turn.can_pay:
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


def _scout_and_shows(table: Cards, hand: Numbers, same: Sequence[Stretch]) -> list[a.ScoutAndShow]:
    # The engine's busiest loop. A Show without the new card is one of the hand as it was, unless
    # the new card would part it; so only the Shows with the new card are looked for every time.
    listed: list[a.ScoutAndShow] = []
    places = len(hand) + 1
    for end in a.ends(len(table)):
        card, others = (table[0], table[1:]) if end == "left" else (table[-1], table[:-1])
        rest = active_numbers(others)
        to_beat = single_to_beat(rest)
        alone = [number > to_beat for number in hand]
        without = _shifted(longer_shows(same, rest), places)
        for turned, number in enumerate(card):
            following = a.following(end, turned == 1, places)
            for before, (shows, old) in enumerate(zip(following, without, strict=True)):
                if not rest:
                    listed += shows.alone(places)
                elif len(rest) == 1:
                    may = (*alone[:before], number > to_beat, *alone[before:])
                    listed += compress(shows.alone(places), may)
                if old:
                    listed += map(shows.__getitem__, old)
            for place, spans in longer_shows_with(hand, number, rest):
                listed += map(following[place - 1].__getitem__, spans)
    return listed


def _shifted(spans: Sequence[Span], places: int) -> list[list[Span]]:
    """For each place where a card can go, what then becomes of those spans it doesn't part."""
    return [
        [
            (first, last) if last < place else (first + 1, last + 1)
            for first, last in spans
            if last < place or first >= place
        ]
        for place in range(1, places + 1)
    ]
