"""The brake for what may happen once in a while only."""

from __future__ import annotations

import pytest

from bot.base import seldom
from bot.base.seldom import Seldom


def test_once_in_a_while_and_for_each_key_by_itself() -> None:
    brake = Seldom()
    assert brake.may("ada", 100, 10)
    assert not brake.may("ada", 109, 10)
    assert brake.may("berk", 109, 10)
    assert brake.may("ada", 110, 10)


def test_a_few_times_in_a_while_and_a_refusal_is_none_of_them() -> None:
    brake = Seldom()
    tried = [brake.may("ada", at, 10, most=2) for at in (100, 104, 105, 109, 110, 113, 114)]
    assert tried == [True, True, False, False, True, False, True]


def test_what_is_only_looked_at_has_not_happened() -> None:
    brake = Seldom()
    assert brake.lately("ada", 100, 10) == 0
    assert brake.lately("ada", 100, 10) == 0
    brake.note("ada", 100)
    assert [brake.lately("ada", at, 10) for at in (109, 110)] == [1, 0]


def test_the_latest_keys_are_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(seldom, "KEPT", 2)
    brake = Seldom()
    for at, key in enumerate(("ada", "berk", "ada", "cem")):
        brake.note(key, at)
    assert [brake.lately(key, 3, 10) for key in ("ada", "berk", "cem")] == [2, 0, 1]
