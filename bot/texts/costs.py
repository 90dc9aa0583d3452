"""What a decision cost, as a sign and as a number."""

from __future__ import annotations

from bot.texts.catalogue import Texts

LITTLE, MUCH = 0.5, 2.0
"""Points of a round from which on a decision was not quite right, and wrong."""


def sign(cost: float) -> str:
    """A sign of three: right, not quite, wrong; told apart by their shapes, too."""
    if cost < LITTLE:
        return "🟩"
    return "🔷" if cost < MUCH else "🔺"


def points(texts: Texts, cost: float) -> str:
    """The points that were lost, such as ``−2.3``."""
    return texts.number(-cost, places=1)
