"""judge: values on common redeals; the best costs nothing, and the seed fixes all."""

from __future__ import annotations

import pytest

import engine
from engine.actions import parse
from engine.players.judging import candidates, judge
from engine.views import legal_actions
from tests.engine.builders import dealt, in_play

from .test_expert import position


def view() -> engine.View:
    match = in_play(3, "judged")
    assert match.round is not None
    return engine.view(match, match.round.turn)


@pytest.mark.parametrize("seed", range(5))
def test_the_best_costs_nothing_for_every_seed(seed: int) -> None:
    asked = candidates(view(), 6)
    verdicts = judge(view(), asked, redeals=20, seed=seed)
    assert tuple(verdict.action for verdict in verdicts) == asked
    best = max(verdicts, key=lambda verdict: verdict.value)
    assert (best.cost, best.cost_error) == (0, 0)
    for verdict in verdicts:
        assert verdict.cost == pytest.approx(best.value - verdict.value)
        assert verdict.cost >= 0
        assert verdict.error > 0


def test_the_same_seed_gives_the_same_verdicts() -> None:
    asked = candidates(view(), 4)
    assert judge(view(), asked, 10, 7) == judge(view(), asked, 10, 7)
    assert judge(view(), asked, 10, 7) != judge(view(), asked, 10, 8)


def test_what_is_said_of_an_action_does_not_depend_on_the_others_asked_about() -> None:
    first, *others = candidates(view(), 4)
    alone = judge(view(), [first], 10, 7)[0]
    among = judge(view(), [*others, first], 10, 7)[-1]
    assert (alone.value, alone.error) == (among.value, among.error)


def test_common_redeals_tell_a_cost_better_than_two_values_would() -> None:
    verdicts = judge(view(), candidates(view(), 8), redeals=60, seed=3)
    best = max(verdicts, key=lambda verdict: verdict.value)
    apart = [(v.error**2 + best.error**2) ** 0.5 for v in verdicts if v is not best]
    common = [v.cost_error for v in verdicts if v is not best]
    assert sum(common) < 0.8 * sum(apart)


def test_what_ends_the_round_is_worth_just_that() -> None:
    seen = position("3/7 4/9 5/1", 9, 9)
    out, worse = judge(seen, [parse("show 1-3"), parse("show 1-2")], redeals=30, seed=1)
    assert (out.value, out.error, out.cost) == (9, 0, 0)
    assert worse.cost > 3 * worse.cost_error > 0


def test_orientations_are_judged_too() -> None:
    seen = engine.view(dealt(4), 2)
    assert set(candidates(seen)) == {engine.KEEP, engine.FLIP}
    keep, flip = judge(seen, [engine.KEEP, engine.FLIP], redeals=30, seed=1)
    assert keep.value != flip.value
    assert judge(seen, [engine.FLIP], redeals=30, seed=1)[0].value == flip.value


def test_any_legal_action_may_be_asked_about() -> None:
    seen = view()
    listed = legal_actions(seen)
    assert len(judge(seen, listed, redeals=2, seed=1)) == len(listed)


@pytest.mark.parametrize(
    ("actions", "redeals", "wrong"),
    [
        (["show 1"], 1, "at least 2"),
        ([], 5, "at least one action"),
        (["show 1", "show 1"], 5, "each once"),
        (["keep"], 5, "not legal here: keep"),
        (["show 40"], 5, "not legal here: show 40"),
    ],
)
def test_what_cannot_be_judged(actions: list[str], redeals: int, wrong: str) -> None:
    with pytest.raises(ValueError, match=wrong):
        judge(view(), [parse(action) for action in actions], redeals, 1)


def test_who_has_nothing_to_decide_is_told() -> None:
    match = in_play(3, "judged")
    assert match.round is not None
    idle = engine.view(match, (match.round.turn or 0) % 3 + 1)
    with pytest.raises(ValueError, match="nothing to decide"):
        judge(idle, [parse("show 1")], 5, 1)
