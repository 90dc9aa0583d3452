"""What one seat may know: the only thing that a computer player or a renderer is ever given.

Secrets are kept by construction: a view has no place for another hand, for how another hand was
turned, for where a scouted card went, or for the cards set aside (R3, R7, R18).
"""

from __future__ import annotations

from dataclasses import asdict
from typing import Any, NamedTuple

from engine import legality
from engine.actions import FLIP, KEEP, Action
from engine.cards import Cards
from engine.errors import RuleError
from engine.history import History
from engine.match import Match
from engine.rounds import Phase, RoundEnd
from engine.rules import Options, Rules


class View(NamedTuple):
    """What a seat knows; tuples run by seat from 1.

    Attributes:
        rules: what the match is played by.
        seat: whose view it is; None for the public's, whose hand is empty.
        round: the round's number.
        starter: the round's starting player; in a study the seat that was on turn.
        turn: who must act; None while orientations are chosen and when the round is over.
        phase: ``orient``, ``play`` or ``over``.
        ready: who has chosen the orientation.
        hand: the seat's cards; as dealt, or as flipped once it has chosen.
        table: the active set, left to right.
        owner: whose it is; None for an empty table.
        scouts_since_show: Scouts since the last Show.
        hand_sizes: cards in each hand.
        captured: captured cards.
        tokens: Scout tokens.
        scout_and_show: who still has the Scout & Show token.
        totals: points of ended rounds, this one included once it is over.
        end: how the round ended; None while it goes on.
        scores: the round's points once it is over.
        history: what everybody saw of the round.
    """

    rules: Rules
    seat: int | None
    round: int
    starter: int
    turn: int | None
    phase: Phase
    ready: tuple[bool, ...]
    hand: Cards
    table: Cards
    owner: int | None
    scouts_since_show: int
    hand_sizes: tuple[int, ...]
    captured: tuple[int, ...]
    tokens: tuple[int, ...]
    scout_and_show: tuple[bool, ...]
    totals: tuple[int, ...]
    end: RoundEnd | None
    scores: tuple[int, ...] | None
    history: History

    @property
    def players(self) -> int:
        """How many play."""
        return self.rules.players

    @property
    def options(self) -> Options:
        """What was chosen about the match."""
        return self.rules.options

    @property
    def rounds(self) -> int:
        """How many rounds the match has."""
        return self.rules.options.rounds

    @property
    def spared(self) -> int | None:
        """Who has no deduction for cards left in hand (R23); None for nobody, or nobody yet."""
        return self.end.seat if self.end and self.rules.spares(self.end.reason) else None


def view(match: Match, seat: int | None) -> View:
    """What ``seat`` may know of the match; with None, what everybody may.

    Raises:
        RuleError: ``no-such-seat``, or ``no-deal`` before the first deal.
    """
    if seat is not None:
        match.rules.check_seat(seat)
    state = match.round
    if state is None:
        raise RuleError("no-deal")
    return View(
        rules=match.rules,
        seat=seat,
        round=state.number,
        starter=state.starter,
        turn=state.turn,
        phase=state.phase,
        ready=state.ready,
        hand=() if seat is None else state.hands[seat - 1],
        table=state.table,
        owner=state.owner,
        scouts_since_show=state.scouts_since_show,
        hand_sizes=tuple(map(len, state.hands)),
        captured=state.captured,
        tokens=state.tokens,
        scout_and_show=state.scout_and_show,
        totals=match.totals,
        end=state.end,
        scores=state.scores() if state.end else None,
        history=state.history,
    )


def points_so_far(view: View, seat: int) -> int:
    """A seat's points: all that is sure of them while a round is played, else its total.

    What will be deducted for cards left in the hand nobody knows before the round ends (R23).
    """
    points = view.totals[seat - 1]
    if view.scores is None:
        points += view.captured[seat - 1] + view.tokens[seat - 1]
    return points


def turn_of(view: View) -> legality.Turn:
    """What the legality of this seat's turn depends on, as if it were on turn now."""
    if view.seat is None:
        raise ValueError("the public has no turn")
    return legality.Turn(
        rules=view.rules,
        seat=view.seat,
        hand=view.hand,
        table=view.table,
        tokens=view.tokens[view.seat - 1],
        scout_and_show=view.scout_and_show[view.seat - 1],
    )


def legal_actions(view: View) -> tuple[Action, ...]:
    """What the view's seat may do now; the same as ``engine.match.legal_actions`` says."""
    if view.seat is None:
        return ()
    if view.phase == "orient" and not view.ready[view.seat - 1]:
        return (KEEP, FLIP)
    return legality.actions(turn_of(view)) if view.turn == view.seat else ()


def actions_if_on_turn(view: View) -> tuple[Action, ...]:
    """What the view's seat could do if it were on turn and nothing had changed."""
    return legality.actions(turn_of(view)) if view.phase == "play" else ()


FORM = ("players", "seat", "round", "rounds", *View._fields[3:-1], "options", "history")
"""The fields of a view as JSON, in their order: a view's own, and its rules' in place of those."""


def to_json(view: View) -> dict[str, Any]:
    """The view as plain JSON data: cards as ``[active, other]``, as in NOTATION.md."""
    options = asdict(view.options)
    fields = view._asdict() | {
        "players": view.players,
        "rounds": options.pop("rounds"),
        "options": options,
        "history": tuple(map(str, view.history)),
    }
    return {name: _plain(fields[name]) for name in FORM}


def _plain(value: object) -> object:
    """A field's value as JSON has it; a card is a tuple of its two numbers."""
    if isinstance(value, tuple):
        return [_plain(one) for one in value]
    return asdict(value) if isinstance(value, RoundEnd) else value
