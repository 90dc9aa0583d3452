"""Holding the fast twin to the engine: the same position in both, played action by action."""

from __future__ import annotations

from random import Random

import numpy as np

from engine import Match, Options, Position, new_study, view
from engine import match as matches
from engine.actions import Action
from engine.cards import ALL_CARDS, Cards
from engine.players import bridge
from engine.players.fast import layout as at
from engine.players.fast.machine import Machine
from engine.rounds import Round

REASONS = {at.EMPTY: "empty", at.UNBEATEN: "unbeaten", at.STUCK: "stuck"}


def arrays(state: Round) -> tuple[at.Ints, at.Ints]:
    """A round's whole state as the twin has it."""
    hands, _ = at.blank_round()
    s = bridge.deck(state.rules).state.copy()
    for seat, hand in enumerate(state.hands):
        for i, card in enumerate(hand):
            hands[seat, i] = bridge.code(card)
        s[at.SIZE + seat] = len(hand)
        s[at.CAPTURED + seat] = state.captured[seat]
        s[at.TOKENS + seat] = state.tokens[seat]
        s[at.SPECIAL + seat] = state.scout_and_show[seat]
    for i, card in enumerate(state.table):
        hands[at.TABLE, i] = bridge.code(card)
    # A study can begin with a player who is stuck (R26): then nobody is on turn any more.
    s[at.TURN] = (state.turn or 3 - (state.owner or 0)) - 1
    s[at.OWNER] = state.owner - 1 if state.owner else -1
    s[at.SHOWER] = s[at.OWNER]
    s[at.TABLE_SIZE] = len(state.table)
    s[at.SCOUTS] = state.scouts_since_show
    return hands, s


def check_same(hands: at.Ints, s: at.Ints, state: Round) -> None:
    """The twin's position is the engine's."""
    players = state.players
    for seat in range(players):
        mine = [int(x) for x in hands[seat, : s[at.SIZE + seat]]]
        assert mine == [bridge.code(card) for card in state.hands[seat]]
    table = [int(x) for x in hands[at.TABLE, : s[at.TABLE_SIZE]]]
    assert table == [bridge.code(card) for card in state.table]
    assert tuple(s[at.CAPTURED : at.CAPTURED + players]) == state.captured
    assert tuple(s[at.TOKENS : at.TOKENS + players]) == state.tokens
    assert tuple(s[at.SPECIAL : at.SPECIAL + players] == 1) == state.scout_and_show
    assert s[at.SCOUTS] == state.scouts_since_show
    assert (s[at.OWNER] + 1 or None) == state.owner
    assert REASONS.get(int(s[at.OVER])) == (state.end.reason if state.end else None)
    if state.end:
        assert s[at.ENDER] + 1 == state.end.seat
    else:
        assert s[at.TURN] + 1 == state.turn


def check_told(hands: at.Ints, s: at.Ints, match: Match, seat: int) -> None:
    """The view of the seat on turn tells the twin all that it is to know of the round, and no more.

    What a study began with is in no history, so of one only what lies open is compared.
    """
    told = bridge.observation(view(match, seat))
    remembered = at.SHOWER, *range(at.GONE, at.STATE_SIZE)
    compared = [i for i in range(at.STATE_SIZE) if not match.study or i not in remembered]
    assert (told.state[compared] == s[compared]).all()
    seen = np.zeros_like(hands)
    for row, size in ((seat - 1, s[at.SIZE + seat - 1]), (at.TABLE, s[at.TABLE_SIZE])):
        seen[row, :size] = hands[row, :size]
    assert (told.hands == seen).all()
    assert told.viewer == seat - 1


def follow(match: matches.Match, machine: Machine, rng: Random, limit: int) -> int:
    """Play on at random in both, comparing all there is; returns how many actions."""
    state = match.round
    assert state is not None
    hands, s = arrays(state)
    machine.end_stuck(hands, s)
    check_same(hands, s, state)
    moves = np.empty((60_000, at.MOVE_SIZE), np.int16)
    played = 0
    while state.turn is not None and played < limit:
        check_told(hands, s, match, state.turn)
        legal = matches.legal_actions(match, state.turn)
        count = machine.legal_moves(hands, s, moves)
        theirs: dict[Action, int] = {bridge.action(moves[i]): i for i in range(count)}
        assert theirs.keys() == set(legal)
        assert count == len(legal)
        # Scouts would be most of a random round: first choose the kind.
        kind = rng.choice(sorted({type(a).__name__ for a in legal}))
        chosen = rng.choice([a for a in legal if type(a).__name__ == kind])
        machine.play(hands, s, moves[theirs[chosen]])
        match, _ = matches.apply(match, matches.Move(state.turn, chosen))
        state = match.round
        assert state is not None
        played += 1
        check_same(hands, s, state)
    if state.end:
        scores = tuple(machine.score(s, seat) for seat in range(state.players))
        assert scores == state.scores()
        for seat, own in enumerate(scores):
            lead = own - (sum(scores) - own) / (state.players - 1)
            assert abs(machine.final_margin(s, seat) - lead) < 1e-9
    return played


def random_study(players: int, last_card: str, rng: Random, spared: str = "ender") -> Match:
    """A study of odd hands, some of one card, some of thirty; with a table more often than not."""
    cards = [card if rng.random() < 0.5 else card.turned() for card in ALL_CARDS]
    rng.shuffle(cards)
    table: Cards = ()
    owner: int | None = None
    turn = rng.randint(1, players)
    scouts = 0
    if rng.random() < 0.8:
        first = cards.pop()
        table = (first,)
        for card in cards:
            if card.active in (first.active, first.active + 1) and rng.random() < 0.7:
                table = (first, card)
                cards.remove(card)
                break
        owner = rng.randint(1, players)
        scouts = rng.randint(0, players - 2)
        turn = (owner - 1 + 1 + scouts) % players + 1
        if players == 2:
            turn = 3 - owner
    hands = []
    for seat in range(players):
        left = players - 1 - seat
        size = rng.choice([1, 2, 5, 12, 30])
        size = max(1, min(size, len(cards) - left))
        hands.append(tuple(cards[:size]))
        del cards[:size]
    position = Position(
        turn=turn,
        hands=tuple(hands),
        table=table,
        owner=owner,
        captured={1: rng.randint(0, min(5, len(cards)))},
        tokens={seat: rng.randint(0, 3) for seat in range(1, players + 1)},
        spent=frozenset() if players == 2 else frozenset({rng.randint(1, players)}),
        scouts=scouts,
    )
    return new_study(position, Options(1, "random", last_card, spared))
