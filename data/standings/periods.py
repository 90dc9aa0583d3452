"""The periods that standings are kept for: all time, and UTC's months and ISO weeks."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
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


@dataclass(frozen=True, slots=True)
class Touched:
    """The months and weeks that a time, and what comes after it, can be in.

    Attributes:
        since: when the earliest of them begins, UTC milliseconds.
        month: the first month's key; empty for all.
        week: the first week's; likewise.
    """

    since: int
    month: str
    week: str

    def holds(self, period: str) -> bool:
        """Whether a month or a week is one of them."""
        return period >= (self.week if "W" in period else self.month)


EVERYTHING = Touched(0, "", "")


def touched(at: int) -> Touched:
    """What a time is in, and later times.

    A day is allowed for, because matches aren't over quite in the order of their times.
    """
    when = datetime.fromtimestamp(at / 1000, UTC) - timedelta(days=1)
    day = when.replace(hour=0, minute=0, second=0, microsecond=0)
    earliest = min(day.replace(day=1), day - timedelta(days=day.weekday()))
    before = round(when.timestamp() * 1000)
    return Touched(
        round(earliest.timestamp() * 1000), period("month", before), period("week", before)
    )
