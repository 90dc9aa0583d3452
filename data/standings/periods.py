"""The periods that standings are kept for: all time, and UTC's months and ISO weeks."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Literal

Span = Literal["all", "month", "week"]

ALL = "all"


def period(span: Span, at: int) -> str:
    """The key of the period that holds a time.

    >>> period("month", 1_764_460_800_000), period("week", 1_764_460_800_000)
    ('2025-11', '2025-W48')

    Args:
        span: how long it is.
        at: UTC milliseconds.
    """
    when = datetime.fromtimestamp(at / 1000, UTC)
    if span == "month":
        return f"{when:%Y-%m}"
    if span == "week":
        year, week, _ = when.isocalendar()
        return f"{year}-W{week:02}"
    return ALL


def periods(at: int) -> tuple[str, str, str]:
    """The keys of every period that holds a time: all, month, week."""
    return (ALL, period("month", at), period("week", at))
