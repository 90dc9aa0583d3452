"""Ratings against published numbers and an independent implementation of the model."""

from __future__ import annotations

import math
from itertools import permutations, product
from random import Random
from statistics import fmean

import pytest

from data.standings.rating import NEW, Rating, ranks, rate


def expected(before: list[Rating], ranks: list[int]) -> list[Rating]:
    """By that implementation; for ties the mean over all orders in which they may have come."""
    seats = range(len(ranks))
    orders = [
        order
        for order in permutations(range(1, len(ranks) + 1))
        if all(order[a] < order[b] for a in seats for b in seats if ranks[a] < ranks[b])
    ]
    rated = [weng_lin(before, list(order)) for order in orders]
    return [
        Rating(fmean(one[seat].mu for one in rated), fmean(one[seat].sigma for one in rated))
        for seat in seats
    ]


def weng_lin(before: list[Rating], ranks: list[int], tau: float = 25 / 300) -> list[Rating]:
    """Plackett-Luce by Weng and Lin (2011), Algorithm 4, for players instead of teams.

    Written from the paper; as in the library each sigma first grows by tau, and gamma is sigma/c.
    """
    beta, kappa = 25 / 6, 0.0001
    mus = [rating.mu for rating in before]
    variances = [rating.sigma**2 + tau**2 for rating in before]
    c = math.sqrt(sum(variance + beta**2 for variance in variances))
    strength = [math.exp(mu / c) for mu in mus]
    after = []
    for i, (mu, variance) in enumerate(zip(mus, variances, strict=True)):
        omega = delta = 0.0
        for q in range(len(before)):
            if ranks[q] > ranks[i]:
                continue
            among = sum(s for s, rank in zip(strength, ranks, strict=True) if rank >= ranks[q])
            tied = ranks.count(ranks[q])
            p = strength[i] / among
            omega += ((1 if q == i else 0) - p) / tied
            delta += p * (1 - p) / tied
        gamma = math.sqrt(variance) / c
        shrink = max(1 - variance / c**2 * gamma * delta, kappa)
        after.append(Rating(mu + variance / c * omega, math.sqrt(variance * shrink)))
    return after


def test_the_independent_implementation_gives_the_published_numbers() -> None:
    """The example in openskill's documentation, from a version in which tau was 0."""
    winner, loser = weng_lin([NEW, NEW], [1, 2], tau=0)
    assert winner.mu == pytest.approx(27.635231383473648, abs=1e-12)
    assert winner.sigma == pytest.approx(8.065506316323548, abs=1e-12)
    assert loser.mu == pytest.approx(22.36476861652635, abs=1e-12)
    assert loser.sigma == pytest.approx(8.065506316323548, abs=1e-12)


def test_two_beginners_by_hand() -> None:
    """s2 = (25/3)^2 + (1/12)^2, c2 = 2 (s2 + (25/6)^2), mu + s2 / c * (1 - 1/2)."""
    s2 = 625 / 9 + 1 / 144
    c = math.sqrt(2 * (s2 + 625 / 36))
    assert rate("ab", [1, 2], {})["a"].mu == pytest.approx(25 + s2 / c / 2, abs=1e-12)
    assert rate("ab", [1, 1], {})["a"].mu == pytest.approx(25, abs=1e-12)


@pytest.mark.parametrize("seed", range(40))
def test_any_table_agrees_with_an_independent_implementation(seed: int) -> None:
    rng = Random(seed)
    names = list("abcde"[: rng.randint(2, 5)])
    points = [rng.randint(-3, 3) for _ in names]
    before = {name: Rating(rng.uniform(5, 45), rng.uniform(1, 9)) for name in names}
    placed = list(ranks(points))
    rated = rate(names, placed, before)
    for name, wanted in zip(names, expected([before[name] for name in names], placed), strict=True):
        assert rated[name].mu == pytest.approx(wanted.mu, abs=1e-9)
        assert rated[name].sigma == pytest.approx(wanted.sigma, abs=1e-9)


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_among_equals_who_placed_better_is_never_rated_lower(seats: int) -> None:
    """Every ranking, ties and all; who tie stay equals."""
    for placed in {ranks(points) for points in product(range(seats), repeat=seats)}:
        rated = rate(range(seats), placed, {})
        for one, other in product(range(seats), repeat=2):
            if placed[one] < placed[other]:
                assert rated[one].mu > rated[other].mu
                assert rated[one].points > rated[other].points
            elif placed[one] == placed[other]:
                assert rated[one].mu == pytest.approx(rated[other].mu, abs=1e-9)
                assert rated[one].sigma == pytest.approx(rated[other].sigma, abs=1e-9)


def test_a_level_at_several_seats_takes_the_mean_of_its_changes() -> None:
    apart = rate(["me", "x", "y"], [2, 1, 3], {})
    together = rate(["me", "expert", "expert"], [2, 1, 3], {})
    assert together["me"] == apart["me"]
    assert together["expert"].mu == pytest.approx((apart["x"].mu + apart["y"].mu) / 2, abs=1e-12)
    assert together["expert"].sigma == pytest.approx(
        (apart["x"].sigma + apart["y"].sigma) / 2, abs=1e-12
    )


@pytest.mark.parametrize(
    ("points", "last", "expected"),
    [
        ([10, 5, 7], frozenset(), (1, 3, 2)),
        ([4, 4, 9, 1], frozenset(), (2, 2, 1, 4)),
        ([-3, -3], frozenset(), (1, 1)),
        ([10, 5, 7], frozenset({1}), (3, 2, 1)),
        ([10, 5, 7, 9], frozenset({1, 4}), (3, 2, 1, 3)),
        ([0, -8], frozenset({1}), (2, 1)),
    ],
)
def test_ranks(points: list[int], last: frozenset[int], expected: tuple[int, ...]) -> None:
    assert ranks(points, last) == expected


def test_what_is_shown() -> None:
    assert NEW.points == 1000
    assert NEW.certainty == 0
    assert Rating(30, 3).points == 1840
    assert Rating(30, 3).uncertainty == 120
    assert Rating(30, 25 / 12).certainty == 75
    assert Rating(30, 9).certainty == 0
