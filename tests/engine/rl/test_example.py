"""The example: both policies are played, and the better one leads the other."""

from __future__ import annotations

import re

import pytest

from engine.rl import example


def test_it_prints_a_table(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.argv", ["example", "--minutes", "0", "--players", "2"])
    assert example.main() == 0
    out = capsys.readouterr().out
    rows = re.findall(
        r"^\| (by chance|most cards) \| 2 \| [+-]\d+\.\d\d ± \d+\.\d\d \|$", out, re.MULTILINE
    )
    assert rows == ["by chance", "most cards"]


def test_showing_most_cards_is_better_than_chance() -> None:
    leads = {
        name: sum(example.round_of(policy, 3, seed) for seed in range(24))
        for name, policy in example.POLICIES.items()
    }
    assert leads["by chance"] < leads["most cards"] < 0
