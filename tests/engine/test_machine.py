"""Whole matches played by Hypothesis, at every table size and with both options of each kind.

After every step: the cards are exactly the deck, counts agree, refusals change nothing. At the end
of each example the match's own record, written and read again, gives the same state.
"""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

import engine
from engine import Move, Options, Scout, ScoutAndShow, Show
from engine.cards import cards_used
from engine.deals import ascending
from engine.events import PublicAction, RoundEnded
from engine.record import Record, canonical, read
from engine.views import legal_actions as legal_in_view
from tests.engine.builders import round_of


class MatchMachine(RuleBasedStateMachine):
    """A match, and the cards that went face down to whoever beat them."""

    @initialize(
        players=st.integers(2, 5),
        starter=st.sampled_from(["lowest-card", "random"]),
        last_card=st.sampled_from(["end", "continue"]),
        spared=st.sampled_from(["ender", "emptied"]),
        seed=st.integers(0, 10**6),
        data=st.data(),
    )
    def begin(self, players, starter, last_card, spared, seed, data):  # type: ignore[no-untyped-def]
        rounds = data.draw(st.integers(1, players))
        self.options = Options(rounds, starter=starter, last_card=last_card, spared=spared)
        self.seed = str(seed)
        self.match = engine.new_match(players, self.options)
        self.entries: list[engine.Entry] = []
        self.captured: Counter[engine.Card] = Counter()

    def go(self, entry: engine.Entry) -> None:
        before = self.match
        self.match, events = engine.apply(before, entry)
        self.entries.append(entry)
        if isinstance(entry, engine.Deal):
            self.captured.clear()
        for event in events:
            if isinstance(event, PublicAction) and event.shown:
                state = round_of(before)
                beaten = state.table
                if isinstance(entry, Move) and isinstance(entry.action, ScoutAndShow):
                    left = entry.action.scout.end == "left"
                    beaten = state.table[1:] if left else state.table[:-1]
                assert event.beaten == beaten
                self.captured.update(ascending(card) for card in beaten)
            if isinstance(event, RoundEnded):
                assert event.scores == round_of(self.match).scores()

    def to_decide(self) -> list[int]:
        """Seats that must do something."""
        seats = range(1, self.match.players + 1)
        return [seat for seat in seats if engine.legal_actions(self.match, seat)]

    @precondition(lambda self: self.match.awaits_deal)
    @rule()
    def deal(self):  # type: ignore[no-untyped-def]
        self.go(engine.deal_from_seed(self.match, self.seed))

    @precondition(lambda self: self.to_decide())
    @rule(seat=st.integers(0, 4), pick=st.integers(0, 10**6))
    def act(self, seat, pick):  # type: ignore[no-untyped-def]
        seats = self.to_decide()
        seat = seats[seat % len(seats)]
        actions = engine.legal_actions(self.match, seat)
        self.go(Move(seat, actions[pick % len(actions)]))

    @precondition(lambda self: self.to_decide())
    @rule(
        turns=st.integers(10, 60),
        seed=st.integers(0, 10**6),
        keen=st.sampled_from([Show, Scout, ScoutAndShow]),
    )
    def play_on(self, turns, seed, keen):  # type: ignore[no-untyped-def]
        """Many turns at once, one kind of action preferred, so that rounds reach their ends."""
        rng = Random(seed)
        for _ in range(turns):
            seats = self.to_decide()
            if not seats:
                return
            seat = rng.choice(seats)
            actions = engine.legal_actions(self.match, seat)
            preferred = [a for a in actions if isinstance(a, keen)]
            self.go(
                Move(seat, rng.choice(preferred if rng.random() < 0.8 and preferred else actions))
            )

    @precondition(lambda self: self.match.round)
    @rule(seed=st.integers(0, 10**6))
    def refuse(self, seed):  # type: ignore[no-untyped-def]
        """Actions that are not legal raise, and leave the match equal to before."""
        rng = Random(seed)
        for _ in range(20):
            seat = rng.randint(0, self.match.players + 1)
            action = any_action(rng)
            known = 1 <= seat <= self.match.players
            legal = engine.legal_actions(self.match, seat) if known else ()
            if as_listed(self.match, action) in legal:
                engine.apply(self.match, Move(seat, action))
                continue
            before = repr(self.match)
            with pytest.raises(engine.RuleError):
                engine.apply(self.match, Move(seat, action))
            assert repr(self.match) == before

    @precondition(lambda self: self.to_decide() and round_of(self.match).phase == "play")
    @rule(pick=st.integers(0, 10**6))
    def all_that_is_listed_applies(self, pick):  # type: ignore[no-untyped-def]
        (seat,) = self.to_decide()
        actions = engine.legal_actions(self.match, seat)
        for action in actions[pick % 7 :: 7]:
            assert engine.apply(self.match, Move(seat, action)).events

    @invariant()
    def cards_are_the_deck(self):  # type: ignore[no-untyped-def]
        match = getattr(self, "match", None)
        if match is None or match.round is None:
            return
        state = match.round
        together = Counter(ascending(card) for hand in (*state.hands, state.table) for card in hand)
        together.update(self.captured)
        deck = Counter(cards_used(match.players))
        if match.players == 2:
            aside = deck - Counter(dict.fromkeys(match.dealt_before, 1))
            deck = deck - aside if state.number == 1 else aside
        assert together == deck
        assert sum(state.captured) == self.captured.total()

    @invariant()
    def counts_agree(self):  # type: ignore[no-untyped-def]
        match = getattr(self, "match", None)
        if match is None or match.round is None:
            return
        state = match.round
        assert (state.owner is None) == (not state.table)
        assert (state.phase == "play") == (state.turn is not None)
        assert (state.phase == "over") == (state.end is not None)
        if match.players == 2:
            assert all(0 <= tokens <= 3 for tokens in state.tokens)
        assert bool(self.to_decide()) == (state.end is None)
        for seat in range(1, match.players + 1):
            seen = engine.view(match, seat)
            assert legal_in_view(seen) == engine.legal_actions(match, seat)
        if state.turn and state.owner:
            assert state.owner != state.turn

    def teardown(self):  # type: ignore[no-untyped-def]
        if not hasattr(self, "match"):
            return
        record = Record(self.match.players, self.options, entries=tuple(self.entries))
        text = canonical(record)
        again = read(text)
        assert again.record == record
        assert again.match == self.match
        assert canonical(again.record) == text


def any_action(rng: Random) -> engine.Action:
    """An action of any kind, mostly with positions near those of a hand."""
    show = Show(rng.randint(0, 13), rng.randint(0, 15))
    scout = Scout(rng.choice(("left", "right")), rng.random() < 0.5, rng.randint(0, 14))
    return rng.choice((engine.KEEP, engine.FLIP, show, scout, ScoutAndShow(scout, show)))


def as_listed(match: engine.Match, action: engine.Action) -> engine.Action:
    from engine.actions import as_written

    return as_written(action, len(round_of(match).table))


TestMatchMachine = MatchMachine.TestCase
TestMatchMachine.settings = settings(max_examples=60, stateful_step_count=40)
