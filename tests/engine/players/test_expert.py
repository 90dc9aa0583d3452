"""expert: right where one can say why, better than hard, and on its way keeps the better half."""

from __future__ import annotations

import itertools
from random import Random

import numpy as np
import pytest

import engine
from engine.cards import ALL_CARDS
from engine.players import bridge, create, expert
from engine.players.base import Analyst, Player
from engine.players.expert import ExpertPlayer, Trial
from engine.players.fast import accel, ready
from engine.players.fast.layout import Ints
from engine.players.fast.machine import Machine
from engine.tools import simulation
from tests.engine.builders import cards, in_play


def position(
    hand: str,
    *others: int,
    table: str = "",
    owner: int | None = None,
    scouts: int = 0,
    tokens: dict[int, int] | None = None,
    spent: tuple[int, ...] = (),
) -> engine.View:
    """What seat 1 sees with this hand when the others hold so many cards; it is on turn."""
    seen = {card.numbers for card in (*cards(hand), *cards(table))}
    rest = [card for card in ALL_CARDS if card.numbers not in seen and 10 not in card]
    hands = [cards(hand)]
    for count in others:
        hands.append(tuple(rest[:count]))
        del rest[:count]
    where = engine.Position(
        turn=1,
        hands=tuple(hands),
        table=cards(table),
        owner=owner,
        scouts=scouts,
        tokens=tokens or {},
        spent=frozenset(spent),
    )
    return engine.view(engine.new_study(where), 1)


LONG = "2/7 5/9 9/1 3/8 6/4 8/5 4/9 7/6"

RIGHT = {
    "the whole hand is a run, and the others hold nine cards each": (
        position("3/7 4/9 5/1", 9, 9),
        "show 1-3",
    ),
    "three 4s beat the 2s and end the round": (
        position("4/7 4/9 4/1", 9, 9, table="2/7 2/3", owner=3),
        "show 1-3",
    ),
    "a pair beats the run and ends the round": (
        position("9/3 9/4", 8, 8, 8, table="6/1 7/2", owner=4),
        "show 1-2",
    ),
    "a Scout would end the round with nine cards in hand; the 9 beats the table": (
        position(LONG, 3, 3, table="8/1", owner=2, scouts=1, spent=(1,)),
        "show 3",
    ),
    "without the 9, hard to beat as it is, four 4s are left that go at once": (
        position("4/1 4/2 9/5 4/3 4/6", 8, 8),
        "show 3",
    ),
    "without the 9 a run of four is left": (
        position("3/1 4/2 9/8 5/6 6/7", 8, 8),
        "show 3",
    ),
    "the 9 first: the run of four ends the round next": (
        position("2/9 3/8 4/7 5/6 9/1", 7, 7, 7),
        "show 5",
    ),
    "the other has no token and can't beat a pair: stuck at once, and two cards cost it two": (
        position("5/3 5/4 9/2", 2, tokens={1: 3, 2: 0}),
        "show 1-2",
    ),
    "the same against a single card": (
        position("9/3 4/1 4/2", 1, tokens={1: 1, 2: 0}),
        "show 2-3",
    ),
    "whoever holds one card beats no group of three, so nobody ends the round before": (
        position("1/2 8/1 8/2 8/3", 1, 1, spent=(1, 2, 3)),
        "show 2-4",
    ),
    "without the 1 three 7s are left that go at once, and the others are nearly out": (
        position("7/1 7/2 1/8 7/5", 2, 3, spent=(1, 2, 3)),
        "show 3",
    ),
    "the 6 between 5 and 7 makes a run that ends the round next": (
        position("5/1 7/2", 7, 7, table="6/9", owner=3, spent=(1,)),
        "scout left 2",
    ),
    "three 5s capture three cards at once": (
        position("5/1 5/2 5/3 9/7 2/8 6/4 1/9 8/3 3/7", 9, 9, table="1/4 2/6 3/9", owner=3),
        "show 1-3",
    ),
}
"""Why, the view, and what is right then."""


@pytest.mark.parametrize("why", RIGHT)
def test_what_is_right_is_chosen(why: str) -> None:
    view, right = RIGHT[why]
    for seed in range(3):
        assert str(ExpertPlayer(playouts=400).choose(view, None, Random(seed))) == right


def test_the_hand_is_held_the_way_up_that_makes_runs() -> None:
    other = "1/5 2/1 3/8 4/2 5/9 6/3 7/1 8/4 9/2 9/6 9/7 9/8"  # nearly one run
    hand = tuple(card.turned() for card in cards(other))
    match = engine.new_match(3)
    dealt = engine.deal_from_seed(match, "for the other hands")
    rest = [c for h in dealt.hands for c in h if c.numbers not in {k.numbers for k in hand}]
    hands = (hand, tuple(rest[:12]), tuple(rest[12:24]))
    starter = next(s for s, h in enumerate(hands, 1) if any(c.numbers == {1, 2} for c in h))
    match = engine.apply(match, engine.Deal(1, starter, hands)).match
    for seed in range(3):
        chosen = ExpertPlayer(playouts=100).choose(engine.view(match, 1), None, Random(seed))
        assert chosen == engine.FLIP


def test_expert_beats_hard_at_fixed_playouts(monkeypatch: pytest.MonkeyPatch) -> None:
    """One seat against hard over whole deals; the claim is two standard errors inside."""

    def players(name: str) -> Player:
        return ExpertPlayer(playouts=80) if name == "expert" else create(name)

    monkeypatch.setattr(simulation, "create", players)
    leads = []
    for number in range(70):
        expert, hard = simulation.simulate(["expert", "hard"], 2, seed=number).players
        leads.append(expert.mean - hard.mean)
    assert np.mean(leads) - 2 * np.std(leads, ddof=1) / len(leads) ** 0.5 > 0


def opening() -> engine.View:
    """The first turn of a round, with many moves that are nearly as good as each other."""
    match = in_play(3, "halves")
    assert match.round is not None
    return engine.view(match, match.round.turn)


def test_the_worse_half_is_dropped_at_every_stage() -> None:
    """The candidates come back best first, and the better half of each stage got more playouts."""
    view = opening()
    found = ExpertPlayer(playouts=320).consider(view, None, Random(1), 16)
    visits = [candidate.visits for candidate in found]
    assert len(found) >= 8
    assert visits == sorted(visits, reverse=True)
    assert visits[0] > 4 * visits[-1] > 0
    first = found[0]
    assert ExpertPlayer(playouts=320).choose(view, None, Random(1)) == first.action
    for later in found[1:]:
        if later.visits == first.visits:
            assert later.value <= first.value


def test_a_trial_adds_up_what_its_redeals_return() -> None:
    view, _ = next(iter(RIGHT.values()))
    actions = [engine.Show(1, 3), engine.Show(1, 1)]
    trial = Trial(ready.machine(wait=True), bridge.observation(view), actions, 5)
    trial.play(np.array([0, 1]), 3)
    trial.play(np.array([0]), 2)
    assert trial.visits.tolist() == [5, 3]
    assert trial.totals[0] == 5 * 9.0  # it ends the round: nine cards less for either of the others


class Clock:
    """Time that passes only while choices are played out: so much for a redeal of one of them."""

    def __init__(self, cost: float) -> None:
        self.now, self.cost = 100.0, cost
        self.played: list[tuple[int, int]] = []

    def __call__(self) -> float:
        return self.now

    def play(self, choices: Ints, redeals: int) -> None:
        assert redeals > 0
        self.played.append((len(choices), redeals))
        self.now += self.cost * redeals * len(choices)


@pytest.mark.parametrize("cost", [0.0001, 0.003, 0.02, 0.3])
def test_time_is_used_and_kept(cost: float) -> None:
    clock = Clock(cost)
    player = ExpertPlayer(clock=clock)
    player._play_until(clock, np.arange(3), 101.0)  # type: ignore[arg-type]
    assert clock.played[0] == (3, 1)  # how long it takes is tried out first
    assert 101.0 - 3 * cost - 1e-9 <= clock.now <= 101.0 + 1e-9  # no time for one more
    if cost < 0.001:
        assert len(clock.played) < 30  # and calls cost time, too
    before = clock.now = 101.5
    player._play_until(clock, np.arange(3), 101.0)  # type: ignore[arg-type]
    assert clock.now == before


def test_a_budget_is_shared_by_the_stages(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock(0.0001)

    class Timed(Trial):
        def play(self, choices: Ints, redeals: int) -> None:
            clock.play(choices, redeals)
            super().play(choices, redeals)

    monkeypatch.setattr(expert, "Trial", Timed)
    ExpertPlayer(clock=clock).choose(opening(), 200.0, Random(1))
    assert 100.19 < clock.now < 100.202
    sizes = [choices for choices, _ in clock.played]
    stages = sorted(set(sizes), reverse=True)
    assert len(stages) == 4
    for more, fewer in itertools.pairwise(stages):
        assert fewer == (more + 1) // 2
    for size in stages:
        spent = sum(clock.cost * c * redeals for c, redeals in clock.played if c == size)
        assert spent == pytest.approx(0.05, rel=0.1)


def test_playouts_are_shared_by_the_stages(monkeypatch: pytest.MonkeyPatch) -> None:
    played: list[tuple[int, int]] = []

    class Counted(Trial):
        def play(self, choices: Ints, redeals: int) -> None:
            played.append((len(choices), redeals))
            super().play(choices, redeals)

    monkeypatch.setattr(expert, "Trial", Counted)
    ExpertPlayer(playouts=640).choose(opening(), None, Random(1))
    assert played == [(14, 11), (7, 23), (4, 40), (2, 82)]  # a share of what is left at each stage
    played.clear()
    ExpertPlayer(playouts=1).choose(opening(), None, Random(1))
    assert played == [(14, 1), (7, 1), (4, 1), (2, 1)]  # each is tried out once at least


def test_what_is_expected_of_the_end_of_a_round_is_just_that() -> None:
    view, right = RIGHT["three 4s beat the 2s and end the round"]
    found = ExpertPlayer(playouts=64).consider(view, None, Random(1), 1)
    assert str(found[0].action) == right
    assert found[0].value == pytest.approx(9 + 2)  # two cards captured, nine in either other hand


def test_without_machine_code_there_is_no_time_to_try_out(monkeypatch: pytest.MonkeyPatch) -> None:
    def slow(*, wait: bool = False, start: bool = True) -> Machine:
        return accel.interpreted()

    def never(*_: object) -> None:
        raise AssertionError

    monkeypatch.setattr(ready, "machine", slow)
    monkeypatch.setattr(expert, "Trial", never)
    view = opening()
    found = ExpertPlayer().consider(view, 9_999.0, Random(1), 3)
    assert [candidate.visits for candidate in found] == [0, 0, 0]
    assert found[0].action == ExpertPlayer().choose(view, 9_999.0, Random(1))
    with pytest.raises(AssertionError):
        ExpertPlayer().choose(view, 10_000.0, Random(1))


def test_only_what_the_network_expects_much_of_is_tried_out() -> None:
    view, _ = RIGHT["without the 9 a run of four is left"]
    hard = create("hard")
    assert isinstance(hard, Analyst)
    expected = hard.consider(view, None, Random(0), 16)
    near = [c.action for c in expected if c.value >= expected[0].value - 6]
    found = ExpertPlayer(playouts=64).consider(view, None, Random(1), 100)
    assert {candidate.action for candidate in found} == set(near)
    assert len(near) < len(expected)
    assert len(ExpertPlayer(playouts=64).consider(opening(), None, Random(1), 2)) == 2
