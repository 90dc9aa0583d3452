"""The calendar of deals, streaks, and how much an attempt beats."""

from __future__ import annotations

from datetime import date

import pytest

from data.daily import attempts, days
from data.daily.streaks import streak

HOUR = days.HOUR_MS
NOON = days.opens_at(date(2026, 12, 1)) + 12 * HOUR


def test_two_deals_are_open_at_a_time_and_one_is_made_ahead() -> None:
    assert days.wanted(NOON) == (date(2026, 11, 30), date(2026, 12, 1))
    assert days.wanted(NOON + 11 * HOUR) == (
        date(2026, 11, 30),
        date(2026, 12, 1),
        date(2026, 12, 2),
    )
    midnight = days.opens_at(date(2026, 12, 2))
    assert days.wanted(midnight) == (date(2026, 12, 1), date(2026, 12, 2))
    assert days.is_open(date(2026, 12, 1), midnight + 24 * HOUR - 1)
    assert not days.is_open(date(2026, 12, 1), midnight + 24 * HOUR)
    assert not days.is_open(date(2026, 12, 2), midnight - 1)


def test_it_is_looked_when_something_is_due() -> None:
    assert days.next_change(NOON) == NOON + 11 * HOUR
    assert days.next_change(NOON + 11 * HOUR) == NOON + 12 * HOUR


def test_three_play_in_the_week_and_four_at_weekends() -> None:
    seats = [days.seats(date(2026, 11, 30 - 0)) for _ in range(1)]
    seats += [days.seats(date(2026, 12, day)) for day in range(1, 7)]
    assert seats == [3, 3, 3, 3, 3, 4, 4]  # Monday to Sunday


@pytest.mark.parametrize(
    "text", ["", "2026-1-1", "20261201", "2026-W49-2", "2026-02-30", "٢٠٢٦-١٢-٠١"]
)
def test_only_a_date_is_read(text: str) -> None:
    with pytest.raises(ValueError):  # noqa: PT011 - any text may be quoted
        days.parse(text)


def test_the_start_id_tells_the_day() -> None:
    assert days.day_of(days.start_id(date(2026, 12, 1))) == date(2026, 12, 1)
    assert days.day_of("1456074455724851262") is None
    assert days.day_of(None) is None


@pytest.mark.parametrize(
    ("finished", "length"),
    [
        ("", 0),
        ("x", 1),
        ("-", 0),
        ("xxx", 3),
        ("x-x", 2),
        ("-xx", 2),  # the newest was missed
        ("x--x", 1),  # two misses on end
        ("x-x-x", 2),
        ("x-" + "x" * 29 + "-x", 31),  # of any thirty one may be missed
        ("x-" + "x" * 28 + "-x", 29),
    ],
)
def test_one_miss_in_any_thirty_is_forgiven(finished: str, length: int) -> None:
    assert streak(one == "x" for one in finished) == length


def test_ties_count_half_and_one_alone_has_no_percent() -> None:
    assert attempts.percents([]) == {}
    assert attempts.percents([(1, 3.0)]) == {}
    assert attempts.percents([(1, 3.0), (2, 3.0)]) == {1: 50, 2: 50}
    assert attempts.percents([(1, -1.0), (2, 6.0), (3, 6.0), (4, 0.5)]) == pytest.approx(
        {1: 0, 2: 250 / 3, 3: 250 / 3, 4: 100 / 3}
    )
