"""Reviews: kept once, read by the judge's version, averaged over somebody's last matches."""

from __future__ import annotations

from math import exp

import pytest
from sqlalchemy.engine import Connection

from data.matches import reviews
from data.matches.reviews import Accuracy, Judged, Review
from data.store.database import Database
from tests.data import factory

DAY = 86_400_000


def review(*costs: float, judge: int = 1) -> Review:
    decisions = (
        Judged(sequence=i, played="keep", best="flip", cost=c) for i, c in enumerate(costs)
    )
    return Review(judge, tuple(decisions))


def test_accuracy_is_a_mean_of_what_each_decision_left_and_takes_eight() -> None:
    assert review(*[0.0] * 8).accuracy == 100
    assert review(*[0.0] * 7).accuracy is None
    half = review(*[0.0] * 4, *[2.0] * 4).accuracy
    assert half == pytest.approx(50 + 50 * exp(-1))


async def test_a_review_is_kept_once_for_each_judge(db: Database) -> None:
    def unit(conn: Connection) -> None:
        match_id, _ = factory.finished(conn, 1, 2, at=DAY)
        first, later = review(*[0.5] * 9), review(*[0.7] * 9)
        assert reviews.load(conn, match_id, 1, 1) is None
        assert reviews.store(conn, match_id, 1, first, at=5) == first
        assert reviews.store(conn, match_id, 1, later, at=6) == first
        assert reviews.load(conn, match_id, 1, 1) == first
        assert reviews.load(conn, match_id, 2, 1) is None
        newer = review(*[0.7] * 9, judge=2)
        assert reviews.store(conn, match_id, 1, newer, at=7) == newer
        assert reviews.load(conn, match_id, 1, 1) == first

    await db.write(unit)


async def test_how_well_somebody_plays_is_a_mean_of_their_last_matches_there(db: Database) -> None:
    def unit(conn: Connection) -> None:
        me = factory.person(conn, 1).id
        assert reviews.accuracy(conn, factory.GUILD, me, 1) is None
        for number, cost in enumerate((4.0, 1.0, 0.0), start=1):
            match_id, _ = factory.finished(conn, 1, 2, at=number * DAY)
            reviews.store(conn, match_id, 1, review(*[cost] * 8), at=9)
            reviews.store(conn, match_id, 1, review(*[9.0] * 8, judge=2), at=9)
            reviews.store(conn, match_id, 2, review(*[9.0] * 8), at=9)
        short, _ = factory.finished(conn, 1, 2, at=4 * DAY)
        reviews.store(conn, short, 1, review(0.0), at=9)
        away, _ = factory.finished(conn, 1, 2, at=5 * DAY, guild=factory.GUILD + 1)
        reviews.store(conn, away, 1, review(*[9.0] * 8), at=9)
        assert reviews.accuracy(conn, factory.GUILD, me, 1, last=2) == Accuracy(
            pytest.approx((100 * exp(-0.5) + 100) / 2), 2
        )
        everything = reviews.accuracy(conn, factory.GUILD, me, 1)
        assert everything is not None
        assert everything.matches == 3

    await db.write(unit)
