"""From views to the twin: what a seat remembers of the round, and what it can't know."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

import engine
from engine.players import bridge
from engine.players.fast import accel
from engine.players.fast import layout as at
from engine.players.fast.layout import Unseen
from engine.players.fast.rules import card_number, strength
from engine.players.nets import load_belief
from tests.engine.builders import cards, in_play, play, study

from .twins import random_study


def codes(text: str) -> set[int]:
    return {min(a * 16 + b, b * 16 + a) for a, b in cards(text)}


def as_set(row: at.Ints, size: int) -> set[int]:
    return {min(int(c), (int(c) & 15) << 4 | int(c) >> 4) for c in row[:size]}


def test_scouted_cards_are_known_until_they_are_shown_and_captured_ones_are_gone() -> None:
    match = study(1, "3/7 5/6 9/1", "4/8 2/6 7/8", "1/2 6/8 9/5")
    match = play(match, "1 show 1", "2 scout left turned 1", "3 show 2", "1 scout left 1")
    position = bridge.observation(engine.view(match, 2))
    assert as_set(position.unseen.known[0], position.unseen.known_sizes[0]) == codes("6/8")
    assert position.unseen.known_sizes[2] == 0
    assert position.state[at.HOLDER + card_number(0x68)] == 1
    match = play(match, "2 show 4", "3 show 2", "1 scout left 1")
    position = bridge.observation(engine.view(match, 2))
    assert as_set(position.unseen.known[0], position.unseen.known_sizes[0]) == codes("6/8 5/9")
    assert position.state[at.GONE : at.GONE + 11].tolist()[8] == 1  # 7/8 was captured
    assert as_set(position.unseen.pool, 36).isdisjoint(codes("7/8 6/8 5/9 3/7 4/8 2/6"))


def test_what_the_others_scouted_at_and_showed_last_is_remembered() -> None:
    match = study(1, "3/7 5/6 9/1", "4/8 2/6 7/8", "1/2 6/8 5/9", "1/5 1/6 1/7")
    match = play(match, "1 show 1", "2 scout left 1", "3 show 2", "4 scout left 1")
    state = bridge.observation(engine.view(match, 1)).state
    assert state[at.FACED : at.FACED + 4].tolist() == [0, strength(1, 1, 3), 0, strength(1, 1, 6)]
    assert state[at.STREAK : at.STREAK + 4].tolist() == [0, 1, 0, 1]
    assert state[at.SHOWN : at.SHOWN + 4].tolist() == [strength(1, 1, 3), 0, strength(1, 1, 6), 0]


def test_what_was_faced_before_the_last_show_and_what_that_beat_is_remembered() -> None:
    match = study(1, "3/7 5/6 9/1 2/9", "4/8 2/6 7/8", "1/2 6/8 5/9", "1/5 1/6 1/7")
    match = play(match, "1 show 1", "2 scout left 1", "3 show 2", "4 scout left 1")
    match = play(match, "1 show 2", "2 show 1-2", "3 scout left 1", "4 scout left 1")
    state = bridge.observation(engine.view(match, 1)).state
    three, four, six, nine = (strength(1, 1, number) for number in (3, 4, 6, 9))
    assert state[at.WEAKEST : at.WEAKEST + 4].tolist() == [0, 0, strength(2, 0, 3), four]
    assert six > four
    assert state[at.BEFORE : at.BEFORE + 4].tolist() == [0, three, 0, 0]
    assert state[at.BEATEN : at.BEATEN + 4].tolist() == [1, 1 + nine, 1, 0]
    took = [0, 0, 1 + card_number(0x37), 1 + card_number(0x48)]
    assert state[at.TOOK : at.TOOK + 4].tolist() == took


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_redeals_agree_with_all_that_is_known(players: int) -> None:
    machine = accel.interpreted()
    belief = load_belief(players)
    for number in range(8):
        rng = Random(100 * players + number)
        match = random_study(players, "end", rng)
        for _ in range(6):
            if match.round is None or match.round.turn is None:
                break
            legal = engine.legal_actions(match, match.round.turn)
            kind = rng.choice(sorted({type(action).__name__ for action in legal}))
            action = rng.choice([a for a in legal if type(a).__name__ == kind])
            match = engine.apply(match, engine.Move(match.round.turn, action)).match
        if match.round is None or match.round.turn is None:
            continue
        seat = match.round.turn - 1
        position = bridge.observation(engine.view(match, seat + 1))
        own = position.hands[seat].copy()
        room = machine.make_room(position.state, 0, belief, np.array([number], np.int64))
        for _ in range(6):  # hands dealt in earlier redeals are kept and may come again
            machine.redeal(position.hands, position.state, seat, belief, position.unseen, room)
            check_redeal(position.hands, position.state, seat, position.unseen)
        assert (position.hands[seat] == own).all()


def check_redeal(hands: at.Ints, state: at.Ints, viewer: int, unseen: Unseen) -> None:
    """No card twice, every known card where it is known to be."""
    seen: set[int] = as_set(hands[at.TABLE], state[at.TABLE_SIZE])
    total = int(state[at.TABLE_SIZE])
    for seat in range(state[at.PLAYERS]):
        held = as_set(hands[seat], state[at.SIZE + seat])
        total += int(state[at.SIZE + seat])
        assert all(1 <= c >> 4 <= 10 and 1 <= c & 15 <= 10 for c in held)
        if seat != viewer:
            assert as_set(unseen.known[seat], unseen.known_sizes[seat]) <= held
        seen |= held
    assert len(seen) == total


def test_more_cards_than_the_game_has_are_refused() -> None:
    view = engine.view(study(1, "3/7 5/6", "4/8", "1/2"), 1)
    with pytest.raises(ValueError, match="more than 45"):
        bridge.observation(view._replace(hand_sizes=(2, 40, 4)))


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_what_may_be_in_the_others_hands_is_what_the_deck_has_left(players: int) -> None:
    """Neither cards that aren't used (R2), nor any that were seen, all through a round."""
    match = in_play(players, "left")
    rng = Random(players)
    deck = set(match.rules.deck)
    for number in range(1, 11):
        held = sum(number in card for card in deck)
        assert bridge.observation(engine.view(match, 1)).full[number] == held
    while match.round is not None and (turn := match.round.turn) is not None:
        view = engine.view(match, turn)
        gone = {card.numbers for action in view.history for card in action.beaten}
        seen = gone | {card.numbers for card in (*view.hand, *view.table)}
        unseen = bridge.observation(view).unseen
        known = {
            frozenset({card >> 4, card & 15})
            for seat in range(5)
            for card in map(int, unseen.known[seat, : unseen.known_sizes[seat]])
        }
        pool = {frozenset({card >> 4, card & 15}) for card in map(int, unseen.pool)}
        assert len(pool) == len(unseen.pool)
        assert pool | known == {card.numbers for card in deck} - seen
        assert not pool & known
        action = rng.choice(engine.legal_actions(match, turn))
        match = engine.apply(match, engine.Move(turn, action)).match


def test_where_a_study_leaves_too_few_cards_of_the_deck_others_are_dealt_each_once() -> None:
    own = " ".join(f"{low}/{high}" for low in range(1, 9) for high in range(low + 1, 10))
    match = study(1, own, "9/10 1/10", "2/10 3/10")
    unseen = bridge.observation(engine.view(match, 1)).unseen
    pool = [frozenset({card >> 4, card & 15}) for card in map(int, unseen.pool)]
    assert len(set(pool)) == len(pool) == 45 - 36
    assert not set(pool) & {card.numbers for card in cards(own)}


@pytest.mark.parametrize("players", [2, 3])
def test_actions_become_moves_and_back(players: int) -> None:
    for number in range(10):
        match = random_study(players, "end", Random(number))
        turn = match.round.turn if match.round else None
        actions = engine.legal_actions(match, turn) if turn else ()
        moves = bridge.moves(actions)
        assert [bridge.action(move) for move in moves] == list(actions)
    assert [bridge.action(move) for move in bridge.moves((engine.KEEP, engine.FLIP))] == [
        engine.KEEP,
        engine.FLIP,
    ]
    right = engine.Scout("right", turned=True, place=3)
    both = bridge.moves([right, engine.ScoutAndShow(right, engine.Show(2, 4))])
    assert both.tolist() == [[1, 1, 2, -1, -1], [1, 1, 2, 1, 3]]
