"""How fast one person may click."""

from __future__ import annotations

import pytest

from bot.entry import pace as module
from bot.entry.pace import AT_ONCE, PER_S, Pace


def test_so_many_come_at_once_and_then_at_the_steady_pace() -> None:
    pace = Pace()
    assert [pace.may(1, 5.0) for _ in range(AT_ONCE + 3)] == [True] * AT_ONCE + [False] * 3
    assert pace.may(1, 5.0 + 1.01 / PER_S)
    assert not pace.may(1, 5.0 + 1.02 / PER_S)


def test_whoever_keeps_to_the_pace_is_never_refused() -> None:
    pace = Pace()
    assert all(pace.may(1, number / PER_S) for number in range(10 * AT_ONCE))


def test_who_is_refused_waits_no_longer_for_having_tried() -> None:
    pace = Pace(at_once=1, per_s=1.0)
    assert pace.may(1, 0.0)
    assert not any(pace.may(1, 0.5) for _ in range(100))
    assert pace.may(1, 1.0)


def test_one_persons_hurry_is_nobody_elses() -> None:
    pace = Pace()
    assert not all(pace.may(1, 0.0) for _ in range(2 * AT_ONCE))
    assert pace.may(2, 0.0)


def test_who_has_been_slow_enough_is_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "PEOPLE", 100)
    pace = Pace()
    for person in range(10_000):
        assert pace.may(person, float(person))
    assert len(pace._due) <= 100
