"""A match: rounds one after the other, and the one way to change it, ``apply`` (R4 to R6).

>>> from engine.actions import FLIP
>>> match = new_match(3)
>>> match, events = apply(match, deal_from_seed(match, "any text"))
>>> [str(action) for action in legal_actions(match, 2)]
['keep', 'flip']
>>> match, events = apply(match, Move(2, FLIP))
"""

from __future__ import annotations

from operator import add
from typing import NamedTuple

from engine import rounds
from engine.actions import Action
from engine.cards import Card
from engine.deals import Deal, ascending, deal, deck, first_repeated, holder_of_lowest
from engine.errors import RuleError
from engine.events import Dealt, Event, MatchEnded
from engine.rounds import Round
from engine.rules import Options, Rules

RULES_VERSION = 1
"""The version of the rules that this engine plays; records and logs carry it."""

ROUND_ACTIONS_LIMIT = 1000
"""Actions after which tools give a round up: the rules set no limit ("Endless rounds")."""


class Move(NamedTuple):
    """A seat's action, as the log and the record have it."""

    seat: int
    action: Action

    def __str__(self) -> str:
        return f"{self.seat} {self.action}"


Entry = Deal | Move
"""What changes a match: a round's deal, or a seat's action."""


class Match(NamedTuple):
    """A match's whole truth, immutable.

    Attributes:
        rules: what it is played by.
        study: whether it began from a position instead of a deal.
        rules_version: the version of the rules, ``RULES_VERSION``.
        round: the round that is on, or was last; None before the first deal.
        totals: points over all ended rounds, by seat (R6).
        dealt_before: where round 2 is dealt from the rest of the deck, the cards dealt in round 1,
            smaller number active (R28).
    """

    rules: Rules
    study: bool
    rules_version: int
    round: Round | None
    totals: tuple[int, ...]
    dealt_before: frozenset[Card]

    @property
    def players(self) -> int:
        """How many play."""
        return self.rules.players

    @property
    def options(self) -> Options:
        """What was chosen."""
        return self.rules.options

    @property
    def over(self) -> bool:
        """Whether the last round has ended."""
        return self.awaits_deal is None and self.round is not None and self.round.end is not None

    @property
    def awaits_deal(self) -> int | None:
        """The number of the round that must be dealt next; None while one is on, or at the end."""
        if self.round is None:
            return 1
        if self.round.end and self.round.number < self.options.rounds:
            return self.round.number + 1
        return None

    def winners(self) -> tuple[int, ...]:
        """The seats with the highest total, ascending; those who tie share the win (R6)."""
        best = max(self.totals)
        return tuple(seat for seat, total in enumerate(self.totals, start=1) if total == best)

    def margin(self, seat: int) -> float:
        """A seat's total less the mean of the others'."""
        own = self.totals[seat - 1]
        return own - (sum(self.totals) - own) / (self.players - 1)


class Applied(NamedTuple):
    """The match after an entry, and what happened."""

    match: Match
    events: tuple[Event, ...]


def new_match(players: int, options: Options | None = None) -> Match:
    """A match before its first deal; by default with all rounds and every default option.

    Raises:
        ValueError: not 2 to 5 players, or more rounds than the match has (R4).
    """
    return Match(
        rules=Rules.of(players, options),
        study=False,
        rules_version=RULES_VERSION,
        round=None,
        totals=(0,) * players,
        dealt_before=frozenset(),
    )


def legal_actions(match: Match, seat: int) -> tuple[Action, ...]:
    """What ``seat`` may do now: the only source of legality (R9). Empty when it isn't asked.

    Raises:
        RuleError: ``no-such-seat``.
    """
    match.rules.check_seat(seat)
    return rounds.legal_actions(match.round, seat) if match.round else ()


def apply(match: Match, entry: Entry) -> Applied:
    """The match after a deal or an action, and what happened.

    Raises:
        RuleError: the entry is refused, and ``match`` is as it was.
    """
    if isinstance(entry, Deal):
        return _deal(match, entry)
    match.rules.check_seat(entry.seat)
    if match.round is None:
        raise RuleError("wrong-phase", problem="nothing has been dealt yet; a round comes first")
    after, events = rounds.apply(match.round, entry.seat, entry.action)
    return with_round(match, after, events)


def deal_from_seed(match: Match, seed: str) -> Deal:
    """The deal that ``seed`` gives for the round that must be dealt next (``engine.deals``).

    Raises:
        RuleError: ``wrong-round``, when no deal is due.
    """
    number = match.awaits_deal
    if number is None:
        raise RuleError("wrong-round", problem="no round is due to be dealt")
    return deal(
        match.rules,
        seed,
        number,
        last_starter=match.round.starter if match.round else None,
        dealt_before=match.dealt_before,
    )


def _deal(match: Match, dealt: Deal) -> Applied:
    _check_deal(match, dealt)
    state = rounds.new_round(match.rules, dealt.number, dealt.starter, dealt.hands)
    dealt_before = match.dealt_before
    if match.rules.halves and dealt.number == 1:
        dealt_before = frozenset(ascending(card) for hand in dealt.hands for card in hand)
    after = match._replace(round=state, dealt_before=dealt_before)
    return Applied(after, (Dealt(dealt.number, dealt.starter),))


def _check_deal(match: Match, dealt: Deal) -> None:
    cards = [card for hand in dealt.hands for card in hand]
    repeated = first_repeated(cards)
    if repeated is not None:
        raise RuleError("card-twice", card=str(cards[repeated]))
    _check_hands(match, dealt)
    check_due(match, dealt.number)
    match.rules.check_seat(dealt.starter)
    expected_starter = _due_starter(match, dealt)
    if dealt.starter != expected_starter:
        raise RuleError("wrong-starter", starter=dealt.starter, expected=expected_starter)


def check_due(match: Match, number: int) -> None:
    """Refuse a round that isn't the next to be dealt.

    Raises:
        RuleError: ``wrong-round``.
    """
    due = match.awaits_deal
    if number != due:
        right = f"round {due} is next" if due else "no round is due: one is on or the match is over"
        raise RuleError("wrong-round", problem=f"round {number} can't be dealt now; {right}")


def _check_hands(match: Match, dealt: Deal) -> None:
    size = match.rules.hand_size
    if len(dealt.hands) != match.players or any(len(hand) != size for hand in dealt.hands):
        sizes = ", ".join(str(len(hand)) for hand in dealt.hands)
        raise RuleError(
            "wrong-deal",
            problem=f"{match.players} players are dealt {size} cards each, not {sizes}",
        )
    usable = frozenset(deck(match.rules, dealt.number, match.dealt_before))
    for hand in dealt.hands:
        for card in hand:
            if ascending(card) not in usable:
                raise RuleError("wrong-deal", problem=_not_in_deck(match, dealt.number, card))


def _not_in_deck(match: Match, number: int, card: Card) -> str:
    if ascending(card) in match.rules.deck:
        return f"{card} was dealt in round 1; round {number} is dealt from the cards set aside"
    return f"{card} is not used with {match.players} players"


def _due_starter(match: Match, dealt: Deal) -> int:
    if match.round:
        return match.rules.next_seat(match.round.starter)
    holder = holder_of_lowest(dealt.hands) if match.options.starter == "lowest-card" else None
    return holder or dealt.starter


def with_round(match: Match, state: Round, events: tuple[Event, ...]) -> Applied:
    """The match with its round gone on; adds up the totals when that has ended (R6)."""
    totals = match.totals
    if state.end:
        totals = tuple(map(add, totals, state.scores()))
    after = match._replace(round=state, totals=totals)
    if state.end and after.over:
        events += (MatchEnded(totals, after.winners()),)
    return Applied(after, events)
