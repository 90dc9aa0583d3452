"""What one seat may know: the only thing that a computer player or a renderer is ever given.

Secrets are kept by construction: a view has no place for another hand, for how another hand was
turned, for where a scouted card went, or for the cards set aside (R3, R7, R18).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple

from engine import legality
from engine.actions import FLIP, KEEP, Action
from engine.cards import Cards
from engine.errors import RuleError
from engine.match import Match
from engine.rounds import Phase
from engine.rules import EndReason, LastCard, Starter


@dataclass(frozen=True, slots=True)
class ViewEnd:
    """How the round ended."""

    reason: EndReason
    seat: int


@dataclass(frozen=True, slots=True)
class ViewOptions:
    """The options that matter for play."""

    starter: Starter
    last_card: LastCard


class View(NamedTuple):
    """What a seat knows; the fields are those of the JSON form, tuples run by seat from 1.

    Attributes:
        players: how many play.
        seat: whose view it is; None for the public's, whose hand is empty.
        round: the round's number, of ``rounds``.
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
        options: the options of the match.
        history: the round's public play, oldest first.
    """

    players: int
    seat: int | None
    round: int
    rounds: int
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
    end: ViewEnd | None
    scores: tuple[int, ...] | None
    options: ViewOptions
    history: tuple[str, ...]


_options = cache(ViewOptions)


def view(match: Match, seat: int | None) -> View:
    """What ``seat`` may know of the match; with None, what everybody may.

    Raises:
        RuleError: ``no-deal``, before the first deal.
    """
    state = match.round
    if state is None:
        raise RuleError("no-deal")
    # In the order of the fields: with their names this would cost twice as much, at every decision.
    return View(
        match.players,
        seat,
        state.number,
        match.options.rounds,
        state.starter,
        state.turn,
        state.phase,
        state.ready,
        state.hands[seat - 1] if seat else (),
        state.table,
        state.owner,
        state.scouts_since_show,
        tuple(map(len, state.hands)),
        state.captured,
        state.tokens,
        state.scout_and_show,
        match.totals,
        ViewEnd(state.end.reason, state.end.seat) if state.end else None,
        state.scores() if state.end else None,
        _options(match.options.starter, match.options.last_card),
        state.history,
    )


def turn_of(view: View) -> legality.Turn:
    """What the legality of this seat's turn depends on, as if it were on turn now."""
    if view.seat is None:
        raise ValueError("the public has no turn")
    two_players = view.players == 2
    can_pay = not two_players or view.tokens[view.seat - 1] > 0
    has_scout_and_show = view.scout_and_show[view.seat - 1]
    return legality.Turn(view.seat, view.hand, view.table, can_pay, two_players, has_scout_and_show)


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


def to_json(view: View) -> dict[str, Any]:
    """The view as plain JSON data: cards as ``[active, other]``, as in NOTATION.md."""

    def cards(those: Cards) -> list[list[int]]:
        return [[card.active, card.other] for card in those]

    return {
        "players": view.players,
        "seat": view.seat,
        "round": view.round,
        "rounds": view.rounds,
        "starter": view.starter,
        "turn": view.turn,
        "phase": view.phase,
        "ready": list(view.ready),
        "hand": cards(view.hand),
        "table": cards(view.table),
        "owner": view.owner,
        "scouts_since_show": view.scouts_since_show,
        "hand_sizes": list(view.hand_sizes),
        "captured": list(view.captured),
        "tokens": list(view.tokens),
        "scout_and_show": list(view.scout_and_show),
        "totals": list(view.totals),
        "end": {"reason": view.end.reason, "seat": view.end.seat} if view.end else None,
        "scores": list(view.scores) if view.scores is not None else None,
        "options": {"starter": view.options.starter, "last_card": view.options.last_card},
        "history": list(view.history),
    }
