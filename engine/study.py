"""Studies: matches of one round that start from a position instead of a deal."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from engine import rounds
from engine.cards import ALL_CARDS, Cards
from engine.combinations import active_numbers, kind, written
from engine.deals import first_repeated
from engine.errors import RuleError
from engine.match import Match, new_match, with_round
from engine.rules import Options, Rules

MOST_TOKENS = 1_000_000
"""Scout tokens that a seat may begin a study with; the longest play on record brings fewer."""


@dataclass(frozen=True, slots=True)
class Position:
    """Where a study starts; tuples run by seat, seat 1 first, and mappings are from seats.

    Attributes:
        turn: who is on turn.
        hands: each seat's cards as now held; nobody has an orientation left to choose.
        table: the active set; empty when there is none.
        owner: who showed it; None when there is none.
        captured: captured cards, 0 where nothing is said.
        tokens: Scout tokens, 0 where nothing is said; with two players 3, and never more (R24).
        spent: seats whose Scout & Show token is used; none with two players (R24).
        scouts: Scouts since the last Show.
    """

    turn: int
    hands: tuple[Cards, ...]
    table: Cards = ()
    owner: int | None = None
    captured: Mapping[int, int] = field(default_factory=dict)
    tokens: Mapping[int, int] = field(default_factory=dict)
    spent: frozenset[int] = frozenset()
    scouts: int = 0


def new_study(position: Position, options: Options | None = None) -> Match:
    """A match of one round that starts from a position.

    The round may be over at once: with two players when nobody can act (R26).

    Raises:
        RuleError: ``no-such-seat``, ``not-a-set``, ``card-twice`` or ``bad-position``, tested in
            this order.
        ValueError: not 2 to 5 hands, or options for more than one round.
    """
    options = options or Options(rounds=1)
    if options.rounds != 1:
        raise ValueError("a study is one round")
    rules = Rules.of(len(position.hands), options)
    _check_seats(position, rules)
    _check_cards(position)
    problem = _impossible(position, rules)
    if problem:
        raise RuleError("bad-position", problem=problem)
    fresh = rounds.new_round(rules, 1, position.turn, position.hands)
    state = fresh._replace(
        ready=(True,) * rules.players,
        turn=position.turn,
        table=position.table,
        owner=position.owner,
        captured=_by_seat(position.captured, fresh.captured),
        tokens=_by_seat(position.tokens, fresh.tokens),
        scout_and_show=tuple(
            has and seat not in position.spent
            for seat, has in enumerate(fresh.scout_and_show, start=1)
        ),
        scouts_since_show=position.scouts,
    )
    match = new_match(rules.players, options)._replace(study=True)
    return with_round(match, rounds.ended(state, position.turn), ()).match


def _by_seat(given: Mapping[int, int], default: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(given.get(seat, value) for seat, value in enumerate(default, start=1))


def _check_seats(position: Position, rules: Rules) -> None:
    named = {position.turn, *position.captured, *position.tokens, *position.spent}
    if position.owner is not None:
        named.add(position.owner)
    for seat in sorted(named):
        rules.check_seat(seat)


def _check_cards(position: Position) -> None:
    table = active_numbers(position.table)
    if table and kind(table) is None:
        raise RuleError("not-a-set", numbers=written(table))
    cards = [card for hand in (*position.hands, position.table) for card in hand]
    repeated = first_repeated(cards)
    if repeated is not None:
        raise RuleError("card-twice", card=str(cards[repeated]))


def _impossible(position: Position, rules: Rules) -> str | None:
    """What in a position no play reaches, and what would be right; None if all is well."""
    if not all(position.hands):
        return "a hand is empty, so the round would be over; each hand needs a card"
    if bool(position.table) != (position.owner is not None):
        return "an active set has an owner, and an empty table has none"
    counts = (*position.captured.values(), *position.tokens.values(), position.scouts)
    if any(count < 0 for count in counts):
        return "captured cards, tokens and Scouts are counted from 0"
    cards = sum(map(len, position.hands)) + len(position.table)
    captured = sum(position.captured.values())
    if cards + captured > len(ALL_CARDS):
        left = len(ALL_CARDS) - cards
        return f"with {cards} cards in hands and on the table at most {left} can be captured"
    return _impossible_tokens(position, rules) or _impossible_turn(position, rules)


def _impossible_tokens(position: Position, rules: Rules) -> str | None:
    """The same for both kinds of tokens (R16, R19, R24)."""
    if position.spent and not rules.scout_and_show:
        return "two players have no Scout & Show token to spend; leave the line out"
    most = rules.most_tokens
    if most is not None and any(count > most for count in position.tokens.values()):
        return f"with two players nobody has more than {most} Scout tokens"
    if any(count > MOST_TOKENS for count in position.tokens.values()):
        return f"nobody comes to more than {MOST_TOKENS} Scout tokens"
    return None


def _impossible_turn(position: Position, rules: Rules) -> str | None:
    """The same for turn and Scouts (R9, R22, R25)."""
    most = rules.most_scouts(cards_left=bool(position.table))
    if position.scouts > most:
        return f"after a Show there are at most {most} Scouts here, not {position.scouts}"
    if position.owner is None:
        return None
    turn = rules.on_turn(position.owner, position.scouts)
    if position.turn != turn:
        return (
            f"seat {position.owner} showed and {position.scouts} scouted since, so it is "
            f"seat {turn}'s turn, not seat {position.turn}'s"
        )
    return None
