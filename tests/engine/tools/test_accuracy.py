"""How well each level decides: the better it plays, the less its choices cost."""

from __future__ import annotations

import itertools

import pytest

from engine.players.verdicts import accuracy
from engine.tools.accuracy import LEVELS, mean_and_error, measured


def test_accuracy_falls_with_what_a_decision_costs() -> None:
    assert accuracy([0]) == 100
    assert accuracy([2]) == pytest.approx(36.788, abs=0.001)
    assert accuracy([0, 2]) == pytest.approx((100 + 36.788) / 2, abs=0.001)


def test_each_level_decides_better_than_the_one_before_beyond_two_errors() -> None:
    found = measured(players=3, positions=180, redeals=40, seed=1)
    for low, high in itertools.pairwise(LEVELS):
        mean, error = mean_and_error([b - a for a, b in zip(found[low], found[high], strict=True)])
        assert mean > 2 * error > 0, (low, high, mean, error)
