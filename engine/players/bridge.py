"""From a view to the fast twin's arrays, and from its moves back to actions."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

import numpy as np

from engine.actions import Action, Scout, ScoutAndShow, Show
from engine.cards import ALL_CARDS, Card, Cards, cards_used
from engine.players.fast import layout as at
from engine.players.fast.rules import card_number, set_strength
from engine.players.fast.search import Unseen
from engine.views import View

MOST_CARDS = len(ALL_CARDS)


@dataclass(frozen=True, slots=True)
class Position:
    """What a view says, as the twin wants it. Seats count from 0 here.

    Attributes:
        hands: int16 (6, WIDTH), see `layout`; of the hands only the viewer's is filled.
        state: int32 (STATE_SIZE,), the viewer on turn.
        full: int32 (11,): how many cards of the deck bear each number.
        unseen: what is known of the other hands.
    """

    hands: at.Ints
    state: at.Ints
    full: at.Ints
    unseen: Unseen


@dataclass(slots=True)
class _Memory:
    """What the history tells about a seat.

    Attributes:
        held: cards scouted and still held, the last one last.
        took: the card scouted last.
        faced: strength of the table at the last Scout; 0 if there was a Show since, or none known.
        weakest: strength of the weakest table scouted at since the last Show; 0 for none known.
        before: what ``weakest`` was at the last Show that had any.
        streak: Scouts since the last Show.
        shown: strength of the last Show; 0 without one.
        beaten: 1 + strength of the table that it beat; 0 without one.
    """

    held: list[Card] = field(default_factory=list)
    took: Card | None = None
    faced: int = 0
    weakest: int = 0
    before: int = 0
    streak: int = 0
    shown: int = 0
    beaten: int = 0


def require_decision(view: View) -> int:
    """The seat, from 1, that has something to decide.

    Raises:
        ValueError: it hasn't.
    """
    seat = view.seat
    if seat is not None:
        choosing = view.phase == "orient" and not view.ready[seat - 1]
        if choosing or (view.phase == "play" and view.turn == seat):
            return seat
    raise ValueError("this seat has nothing to decide now")


def code(card: Card) -> int:
    """A card as the twin writes it."""
    return card[0] * 16 + card[1]


def position(view: View) -> Position:
    """The view's position with its seat on turn.

    Raises:
        ValueError: the view is the public's, or shows more cards than the game has.
    """
    if view.seat is None:
        raise ValueError("the public has nothing to decide")
    viewer = view.seat - 1
    hands = np.zeros((6, at.WIDTH), np.int16)
    state = np.zeros(at.STATE_SIZE, np.int32)
    sizes = list(view.hand_sizes)
    sizes[viewer] = len(view.hand)
    if sum(sizes) + len(view.table) > MOST_CARDS:
        raise ValueError(f"there are more than {MOST_CARDS} cards in play")
    _fill(hands, viewer, view.hand)
    _fill(hands, at.TABLE, view.table)
    players = view.players
    owner = view.owner - 1 if view.owner and view.table else -1
    state[at.PLAYERS] = players
    state[at.TURN] = view.starter - 1 if view.phase == "orient" else viewer
    state[at.OWNER] = state[at.SHOWER] = owner
    state[at.TABLE_SIZE] = len(view.table)
    state[at.SCOUTS] = view.scouts_since_show
    state[at.CONTINUE] = view.options.last_card == "continue"
    state[at.SIZE : at.SIZE + players] = sizes
    state[at.CAPTURED : at.CAPTURED + players] = view.captured
    state[at.TOKENS : at.TOKENS + players] = view.tokens
    state[at.SPECIAL : at.SPECIAL + players] = view.scout_and_show

    gone, memory = _remembered(view)
    for card in gone:
        state[at.GONE + card[0]] += 1
        state[at.GONE + card[1]] += 1
    for seat, kept in enumerate(memory):
        state[at.STREAK + seat] = kept.streak
        state[at.FACED + seat] = kept.faced
        state[at.WEAKEST + seat] = kept.weakest
        state[at.BEFORE + seat] = kept.before
        state[at.SHOWN + seat] = kept.shown
        state[at.BEATEN + seat] = kept.beaten
        for card in kept.held:
            state[at.HOLDER + card_number(code(card))] = seat + 1
        if kept.took in kept.held:
            state[at.TOOK + seat] = 1 + card_number(code(kept.took))
    deck = cards_used(players)
    full = np.zeros(11, np.int32)
    for card in deck:
        full[card.active] += 1
        full[card.other] += 1
    held = [kept.held for kept in memory]
    return Position(hands, state, full, _unseen(view, viewer, sizes, deck, held, gone))


def _unseen(
    view: View,
    viewer: int,
    sizes: list[int],
    deck: Cards,
    held: list[list[Card]],
    gone: list[Card],
) -> Unseen:
    known, known_sizes = np.zeros((5, at.WIDTH), np.int16), np.zeros(5, np.int32)
    seen = {_identity(card) for card in (*view.hand, *view.table)}
    needed = 0
    for seat, cards in enumerate(held):
        if seat == viewer:
            continue
        kept = [card for card in cards if _identity(card) not in seen][-sizes[seat] :]
        _fill(known, seat, kept)
        known_sizes[seat] = len(kept)
        seen.update(_identity(card) for card in kept)
        needed += sizes[seat] - len(kept)
    pool = _pool(deck, seen, {_identity(card) for card in gone}, needed)
    codes = np.array([code(card) for card in pool], np.int16)
    return Unseen(codes, known, known_sizes)


def action(move: at.Ints) -> Action:
    """The action that a move of the twin stands for."""
    end, turned, place, first, last = (int(x) for x in move)
    shown = Show(first + 1, last + 1) if first >= 0 else None
    if end < 0:
        assert shown is not None
        return shown
    scouted = Scout("right" if end else "left", bool(turned), place + 1)
    return ScoutAndShow(scouted, shown) if shown else scouted


def _identity(card: Card) -> tuple[int, int]:
    return (min(card), max(card))


def _fill(rows: at.Ints, row: int, cards: Iterable[Card]) -> None:
    for i, card in enumerate(cards):
        rows[row, i] = code(card)


def _strength(cards: list[Card]) -> int:
    """Strength of a set as the twin writes it, 0 for none."""
    if not cards:
        return 0
    return set_strength(np.array([code(card) for card in cards], np.int16), 0, len(cards) - 1)


def _remembered(view: View) -> tuple[list[Card], list[_Memory]]:
    """The cards captured, and what is known of each seat."""
    gone: list[Card] = []
    memory = [_Memory() for _ in range(view.players)]
    table: list[Card] = []
    for done in view.history:
        seat = memory[done.seat - 1]
        if done.scouted:
            table = _scouted(seat, done.scouted, table)
        if done.shown:
            gone += table
            _showed(seat, list(done.shown), table)
            table = list(done.shown)
    return gone, memory


def _scouted(seat: _Memory, card: Card, table: list[Card]) -> list[Card]:
    """Keep in mind that a seat took a card; returns what is left on the table."""
    left = [c for c in table if _identity(c) != _identity(card)]
    seat.held.append(card)
    seat.took = card
    seat.streak += 1
    # What a study began with is in no history; then nobody can say what was faced.
    seat.faced = _strength(table) if len(left) < len(table) else 0
    seat.weakest = min(seat.faced, seat.weakest) or seat.faced or seat.weakest
    return left


def _showed(seat: _Memory, cards: list[Card], table: list[Card]) -> None:
    """Keep in mind that a seat beat a table with these cards."""
    shown = {_identity(card) for card in cards}
    seat.held = [c for c in seat.held if _identity(c) not in shown]
    seat.beaten = 1 + _strength(table)
    seat.before = seat.weakest or seat.before
    seat.faced, seat.weakest, seat.streak, seat.shown = 0, 0, 0, _strength(cards)


def _pool(
    deck: Iterable[Card], seen: set[tuple[int, int]], gone: set[tuple[int, int]], needed: int
) -> list[Card]:
    """Cards that may be in the hands not seen, at least as many as needed even in an odd study."""
    pool = [card for card in deck if card not in seen and card not in gone]
    if len(pool) < needed:
        # A study may use cards outside the deck, and what it began with is in no history.
        more = [card for card in ALL_CARDS if card not in seen and card not in pool]
        pool += sorted(more, key=lambda card: card in gone)
    return pool[: max(needed, len(pool))]
