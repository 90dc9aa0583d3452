"""From a view to the fast twin's arrays, and from its moves back to actions."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache

import numpy as np

from engine.actions import Action, Orient, Scout, ScoutAndShow, Show
from engine.cards import ALL_CARDS, Card
from engine.players.fast import layout
from engine.players.fast.layout import Deck, Observation, Unseen
from engine.players.fast.rules import card_number
from engine.players.memory import Memory, code, identity, remembered
from engine.rules import Rules
from engine.views import View

MOST_CARDS = len(ALL_CARDS)


def require_decision(view: View) -> None:
    """Refuse a view whose seat has nothing to decide.

    Raises:
        ValueError: it hasn't.
    """
    choosing = view.phase == "orient" and view.seat and not view.ready[view.seat - 1]
    acting = view.phase == "play" and view.seat and view.turn == view.seat
    if not (choosing or acting):
        raise ValueError("this seat has nothing to decide now")


def deck(rules: Rules) -> Deck:
    """What the twin deals a round of these rules from."""
    found = _deck(rules)
    return found._replace(cards=found.cards.copy())  # which dealing shuffles


@cache
def _deck(rules: Rules) -> Deck:
    _, state = layout.blank_round()
    state[layout.PLAYERS] = rules.players
    state[layout.OWNER] = state[layout.SHOWER] = -1
    state[layout.SCOUT_PRICE] = rules.scout_price
    state[layout.SCOUT_PAY] = rules.scout_pay
    state[layout.KEEPS_TURN] = rules.scout_keeps_turn
    state[layout.UNBEATEN_AFTER] = rules.unbeaten_after or 0
    state[layout.CONTINUE] = rules.options.last_card == "continue"
    state[layout.EMPTIED] = rules.options.spared == "emptied"
    seats = slice(rules.players)
    state[layout.TOKENS :][seats] = rules.tokens
    state[layout.SPECIAL :][seats] = rules.scout_and_show
    full = np.zeros(layout.NUMBERS, np.int32)
    for card in rules.deck:
        full[card.active] += 1
        full[card.other] += 1
    cards = np.array([code(card) for card in rules.deck], np.int16)
    return Deck(cards, full, rules.hand_size, state)


def observation(view: View) -> Observation:
    """What the twin is told of a view, its seat on turn.

    Raises:
        ValueError: the view is the public's, or shows more cards than the game has.
    """
    if view.seat is None:
        raise ValueError("the public has nothing to decide")
    viewer = view.seat - 1
    sizes = list(view.hand_sizes)
    sizes[viewer] = len(view.hand)
    if sum(sizes) + len(view.table) > MOST_CARDS:
        raise ValueError(f"there are more than {MOST_CARDS} cards in play")
    begun = _deck(view.rules)
    hands, state = layout.blank_round()[0], begun.state.copy()
    _fill(hands, viewer, view.hand)
    _fill(hands, layout.TABLE, view.table)
    _write_table(state, view, sizes)
    gone, memory = remembered(view)
    _write_memory(state, gone, memory)
    held = [kept.held for kept in memory]
    unseen = _unseen(view, sizes, held, gone)
    return Observation(viewer, hands, state, begun.full, unseen)


def _write_table(state: layout.Ints, view: View, sizes: list[int]) -> None:
    """What everybody sees of a round, of hands their sizes."""
    assert view.seat is not None
    owner = view.owner - 1 if view.owner and view.table else -1
    showed = (done.seat - 1 for done in reversed(view.history) if done.shown)
    state[layout.TURN] = (view.starter if view.phase == "orient" else view.seat) - 1
    state[layout.OWNER] = owner
    state[layout.SHOWER] = next(showed, owner)
    state[layout.TABLE_SIZE] = len(view.table)
    state[layout.SCOUTS] = view.scouts_since_show
    seats = slice(view.players)
    state[layout.SIZE :][seats] = sizes
    state[layout.CAPTURED :][seats] = view.captured
    state[layout.TOKENS :][seats] = view.tokens
    state[layout.SPECIAL :][seats] = view.scout_and_show


def _write_memory(state: layout.Ints, gone: list[Card], memory: list[Memory]) -> None:
    """What everybody may remember of a round."""
    for card in gone:
        state[layout.GONE + card.active] += 1
        state[layout.GONE + card.other] += 1
    for seat, kept in enumerate(memory):
        state[layout.STREAK + seat] = kept.streak
        state[layout.FACED + seat] = kept.faced
        state[layout.WEAKEST + seat] = kept.weakest
        state[layout.BEFORE + seat] = kept.before
        state[layout.SHOWN + seat] = kept.shown
        state[layout.BEATEN + seat] = kept.beaten
        for card in kept.held:
            state[layout.HOLDER + card_number(code(card))] = seat + 1
        if kept.took in kept.held:
            state[layout.TOOK + seat] = 1 + card_number(code(kept.took))


def _unseen(view: View, sizes: list[int], held: list[list[Card]], gone: list[Card]) -> Unseen:
    known = np.zeros((layout.SEATS, layout.WIDTH), np.int16)
    known_sizes = np.zeros(layout.SEATS, np.int32)
    seen = {identity(card) for card in (*view.hand, *view.table)}
    needed = 0
    for seat, scouted in enumerate(held):
        if seat + 1 == view.seat:
            continue
        kept = [card for card in scouted if identity(card) not in seen][-sizes[seat] :]
        _fill(known, seat, kept)
        known_sizes[seat] = len(kept)
        seen.update(identity(card) for card in kept)
        needed += sizes[seat] - len(kept)
    pool = _pool(view.rules.deck, seen, {identity(card) for card in gone}, needed)
    codes = np.array([code(card) for card in pool], np.int16)
    return Unseen(codes, known, known_sizes)


def action(move: layout.Ints) -> Action:
    """The action that a move of the twin stands for."""
    end, turned, place, first, last = (int(x) for x in move)
    shown = Show(first + 1, last + 1) if first >= 0 else None
    if end < 0:
        return shown or Orient(flip=bool(turned))
    scouted = Scout("right" if end else "left", bool(turned), place + 1)
    return ScoutAndShow(scouted, shown) if shown else scouted


def moves(actions: Sequence[Action]) -> layout.Ints:
    """The twin's moves for actions, a row each; what `action` makes actions of again."""
    rows = np.empty((len(actions), layout.MOVE_SIZE), np.int16)
    for row, done in zip(rows, actions, strict=True):
        match done:
            case Show():
                row[:] = (-1, 0, -1, *_shown(done))
            case Scout():
                row[:] = (*_scouted(done), -1, -1)
            case ScoutAndShow():
                row[:] = (*_scouted(done.scout), *_shown(done.show))
            case Orient(flip):
                row[:] = (-1, flip, -1, -1, -1)
    return rows


def _shown(show: Show) -> tuple[int, int]:
    return show.first - 1, show.last - 1


def _scouted(scout: Scout) -> tuple[int, int, int]:
    return int(scout.end == "right"), int(scout.turned), scout.place - 1


def _fill(rows: layout.Ints, row: int, cards: Iterable[Card]) -> None:
    for i, card in enumerate(cards):
        rows[row, i] = code(card)


def _pool(
    deck: Iterable[Card], seen: set[tuple[int, int]], gone: set[tuple[int, int]], needed: int
) -> list[Card]:
    """Cards that may be in the hands not seen, at least as many as needed even in an odd study."""
    pool = [card for card in deck if card not in seen and card not in gone]
    if len(pool) < needed:
        # A study may use cards outside the deck, and what it began with is in no history.
        more = [card for card in ALL_CARDS if card not in seen and card not in pool]
        pool += sorted(more, key=lambda card: card in gone)
    return pool
