"""The calendar of daily deals: when each is open, and how it is played.

All times are UTC milliseconds.
"""

from __future__ import annotations

import re
from datetime import UTC, date, datetime, timedelta

from data.matches.models import MatchOptions

LEVEL = "medium"
"""Who sits in all seats but the first."""

HOUR_MS = 60 * 60 * 1000
OPEN_MS = 48 * HOUR_MS
"""From the beginning of its date: two deals are open at a time, and no time zone loses its day."""
AHEAD_MS = HOUR_MS
"""A deal is made so long before it opens."""
LEAST_AGE_MS = 30 * 24 * HOUR_MS
"""The attempt of a younger account isn't placed."""
PRACTICE_DAYS = 60
"""For so many days after its date a closed deal can be practised."""

_ISO = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", re.ASCII)
_START = "daily:"


def parse(text: str) -> date:
    """A date as it is written in ISO 8601, ``2026-12-01``.

    Raises:
        ValueError: it isn't one.
    """
    if not _ISO.fullmatch(text):
        raise ValueError(text)
    return date.fromisoformat(text)


def date_at(at: int) -> date:
    """The date at a time."""
    return datetime.fromtimestamp(at / 1000, UTC).date()


def opens_at(day: date) -> int:
    """When the deal of a date opens."""
    return round(1000 * datetime(day.year, day.month, day.day, tzinfo=UTC).timestamp())


def closes_at(day: date) -> int:
    """When it closes, whatever happens."""
    return opens_at(day) + OPEN_MS


def is_open(day: date, at: int) -> bool:
    """Whether the deal of a date is open at a time."""
    return opens_at(day) <= at < closes_at(day)


def wanted(at: int) -> tuple[date, ...]:
    """The dates whose deals must be there at a time, the oldest first."""
    first, last = date_at(at - OPEN_MS) + timedelta(1), date_at(at + AHEAD_MS)
    return tuple(first + timedelta(n) for n in range((last - first).days + 1))


def next_change(at: int) -> int:
    """When the next deal is to be made, opens or closes."""
    midnight = opens_at(date_at(at) + timedelta(1))
    return midnight - AHEAD_MS if at < midnight - AHEAD_MS else midnight


def seats(day: date) -> int:
    """How many play: three from Monday to Friday, four at weekends."""
    return 3 if day.weekday() < 5 else 4


def options(day: date) -> MatchOptions:
    """How it is played."""
    return MatchOptions(seats=seats(day), rounds=2, pace="untimed", rated=False, open=False)


def start_id(day: date) -> str:
    """What stands in the place of a start's id (fair play)."""
    return f"{_START}{day.isoformat()}"


def day_of(start: str | None) -> date | None:
    """The date of the deal that a match was started for; None if it was started otherwise."""
    return parse(start.removeprefix(_START)) if start and start.startswith(_START) else None
