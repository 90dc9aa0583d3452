"""What a decision cost, as a sign."""

from __future__ import annotations

import pytest

from bot.texts import texts_for
from bot.texts.costs import points, sign


@pytest.mark.parametrize(
    ("cost", "shown"),
    [(0, "🟩"), (0.49, "🟩"), (0.5, "🔷"), (1.99, "🔷"), (2, "🔺"), (9, "🔺")],
)
def test_half_a_point_and_two_are_where_another_sign_begins(cost: float, shown: str) -> None:
    assert sign(cost) == shown


def test_what_is_lost_is_below_nothing() -> None:
    assert points(texts_for("en"), 2.34) == "\N{MINUS SIGN}2.3"
