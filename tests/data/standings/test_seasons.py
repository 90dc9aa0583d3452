"""Seasons, two people together, digests, and what a server is owed."""

from __future__ import annotations

from collections import defaultdict
from datetime import date
from fractions import Fraction
from random import Random

import pytest
from sqlalchemy.engine import Connection

from data.daily import attempts, days, deals
from data.matches import matches
from data.people import guilds, members, posts
from data.people.models import GuildSettings
from data.people.posts import Post
from data.standings import digests, seasons, standings, tables, tallies, telling
from data.standings.seasons import Month
from data.standings.versus import versus
from data.store.database import Database
from data.store.work import at_once
from tests.data import factory
from tests.data.daily.test_boards import finished as attempted
from tests.data.daily.test_boards import made

DECEMBER = Month(2026, 12)
AT = DECEMBER.begins + 10 * 24 * days.HOUR_MS


def rated(conn: Connection, ranks: dict[int, int], at: int, *, guild: int = factory.GUILD) -> int:
    """A rated match of these people with these ranks."""
    match_id = factory.lobby(conn, *ranks, guild=guild, at=at)
    for seat, (number, rank) in enumerate(ranks.items(), start=1):
        matches.change_seat(conn, match_id, seat, rank=rank, points=10 - rank)
        members.see(conn, guild, factory.person(conn, number).id, f"Person {number}", at)
    matches.change(
        conn,
        match_id,
        status="finished",
        finished_at=at,
        finish_order=1000 + match_id,
        seat_count=len(ranks),
        rounds=len(ranks),
        solo=False,
        people="",
    )
    table = tables.rated(conn, match_id)
    assert table is not None
    tallies.count_in(conn, table)
    return match_id


def told(season: seasons.Season) -> list[tuple[int, str | None, float, int]]:
    return [(line.place, line.name, line.score, line.counted) for line in season.lines]


def test_months() -> None:
    assert str(DECEMBER.next) == "2027-01"
    assert str(Month(2027, 1).before) == "2026-12"
    assert Month.at(DECEMBER.begins) == DECEMBER
    assert Month.at(DECEMBER.begins - 1) == Month(2026, 11)
    for text in ("2026-1", "2026-13", "26-12", ""):
        with pytest.raises(ValueError):  # noqa: PT011 - any text may be quoted
            Month.parse(text)


async def test_a_match_gives_the_share_of_opponents_ranked_below_ties_half(db: Database) -> None:
    def unit(conn: Connection) -> None:
        rated(conn, {1: 1, 2: 2, 3: 2}, AT)
        rated(conn, {1: 2, 2: 1}, AT + 1)
        rated(conn, {1: 1, 2: 2}, DECEMBER.begins - 1)  # another month's
        rated(conn, {1: 1, 2: 2}, AT, guild=factory.GUILD + 1)
        assert told(seasons.rated(conn, factory.GUILD, DECEMBER)) == [
            (1, "Person 2", 1.25, 2),
            (2, "Person 1", 1.0, 2),
            (3, "Person 3", 0.25, 1),
        ]
        assert seasons.rated(conn, factory.GUILD, Month(2026, 10)).lines == ()

    await db.write(unit)


async def test_the_best_twelve_count_and_who_ties_are_joint_champions(db: Database) -> None:
    def unit(conn: Connection) -> None:
        for number in range(14):
            rated(conn, {1: 1, 2: 2}, AT + number)
        for number in range(12):
            rated(conn, {3: 1, 4: 2}, AT + number)
        season = seasons.rated(conn, factory.GUILD, DECEMBER)
        assert told(season)[:2] == [(1, "Person 1", 12.0, 12), (1, "Person 3", 12.0, 12)]
        assert [line.name for line in seasons.champions(season)] == ["Person 1", "Person 3"]

    await db.write(unit)


async def test_a_season_is_what_its_matches_say(db: Database) -> None:
    """Against the definition, over matches of two to five seats, some of them voided."""

    def unit(conn: Connection) -> None:
        rng, shares = Random(1), defaultdict[int, list[Fraction]](list)
        for number in range(120):
            seated = rng.sample(range(1, 8), rng.randint(2, 5))
            ranks = {one: rng.randint(1, len(seated)) for one in seated}
            match_id = rated(conn, ranks, AT + number)
            if number % 10 == 0:
                assert standings.void(conn, match_id)
                continue
            for one, rank in ranks.items():
                others = [other for who, other in ranks.items() if who != one]
                below = sum(other > rank for other in others)
                ties = Fraction(others.count(rank), 2)
                shares[one].append((below + ties) / len(others))
        best = {one: float(sum(sorted(found)[-12:])) for one, found in shares.items()}
        season = seasons.rated(conn, factory.GUILD, DECEMBER)
        assert {line.name: line.score for line in season.lines} == {
            f"Person {one}": pytest.approx(score) for one, score in best.items()
        }
        scores = [line.score for line in season.lines]
        assert scores == sorted(scores, reverse=True)
        assert {line.counted for line in season.lines} == {12}

    await db.write(unit)


async def test_a_void_and_who_left_are_not_in_it(db: Database) -> None:
    def unit(conn: Connection) -> None:
        voided = rated(conn, {1: 1, 2: 2}, AT)
        rated(conn, {3: 1, 2: 2}, AT)
        members.gone(conn, factory.GUILD, factory.person(conn, 3).id, AT)
        assert standings.void(conn, voided)
        assert told(seasons.rated(conn, factory.GUILD, DECEMBER)) == [(1, "Person 2", 0.0, 1)]

    await db.write(unit)


async def test_a_season_of_deals_is_the_mean_of_the_best_from_ten_on(db: Database) -> None:
    def unit(conn: Connection) -> None:
        for day in range(1, 18):
            deal = made(conn, date(2026, 12, day))
            attempted(conn, deal, 1, 5.0 if day > 2 else -5.0)
            attempted(conn, deal, 2, 0.0)
            if day < 10:
                attempted(conn, deal, 3, 9.0)
            at_once(conn, attempts.count(deal.id))
        season = seasons.daily(conn, factory.GUILD, DECEMBER)
        assert [(line.place, line.counted) for line in season.lines] == [(1, 15), (2, 15)]
        assert season.lines[0].score > season.lines[1].score
        assert seasons.daily(conn, factory.GUILD, Month(2026, 11)).lines == ()

    await db.write(unit)


async def test_two_people_together(db: Database) -> None:
    def unit(conn: Connection) -> None:
        for number in range(6):
            rated(conn, {1: 1, 2: 2}, AT + number)
        rated(conn, {1: 3, 2: 1, 3: 2}, AT + 10)
        rated(conn, {1: 1, 2: 1}, AT + 11)
        rated(conn, {1: 1, 3: 2}, AT + 12)
        mine, theirs = (factory.person(conn, number).id for number in (1, 2))
        found = versus(conn, factory.GUILD, mine, theirs)
        assert (found.matches, found.ahead, found.behind, found.level) == (8, 6, 1, 1)
        assert found.difference == (6 * 1 - 2 + 0) / 8
        assert len(found.last) == 5
        assert (found.last[0].mine, found.last[0].theirs) == (9, 9)
        assert versus(conn, factory.GUILD, mine, -1).matches == 0

    await db.write(unit)


async def test_a_week_in_which_nothing_happened_is_empty(db: Database) -> None:
    def unit(conn: Connection) -> None:
        monday = days.opens_at(date(2026, 12, 7))
        guilds.get_or_create(conn, factory.GUILD, "A server", 1)
        assert digests.digest(conn, factory.GUILD, monday).empty
        rated(conn, {1: 1, 2: 2}, monday)
        rated(conn, {1: 1, 2: 2}, monday + digests.WEEK_MS)
        deal = made(conn, date(2026, 12, 8))
        deals.set_closed(conn, deal.id, days.closes_at(deal.day))
        attempted(conn, deal, 1, 3.0)
        found = digests.digest(conn, factory.GUILD, monday)
        assert (found.matches, found.people, found.attempts) == (1, 2, 1)
        assert [(one.name, one.wins) for one in found.winners] == [("Person 1", 1)]
        assert found.best is not None
        assert found.best.margin == 3.0

    await db.write(unit)


def owed(conn: Connection, settings: GuildSettings, now: int) -> list[tuple[str, str]]:
    guilds.get_or_create(conn, factory.GUILD, "A server", 1)
    guilds.set_settings(conn, factory.GUILD, settings)
    guild = guilds.get(conn, factory.GUILD)
    assert guild is not None
    return [(one.kind, one.key) for one in telling.owed(conn, guild, now)]


def tell(conn: Connection, kind: str, key: str, number: int) -> None:
    posts.add(conn, Post(factory.GUILD, kind, key, 5, number, "hash", 1))


async def test_what_was_told_is_not_owed_and_old_things_neither(db: Database) -> None:
    chosen = GuildSettings(results_channel=5, results_since=0)

    def unit(conn: Connection) -> None:
        now = days.opens_at(date(2026, 12, 9)) + days.HOUR_MS
        new = rated(conn, {1: 1, 2: 2}, now - 1)
        rated(conn, {1: 1, 2: 2}, now - telling.LATE_MS - 1)
        assert owed(conn, chosen, now) == [
            ("match", str(new)),
            ("digest", "2026-12-07"),
        ]
        tell(conn, "match", str(new), 1)
        tell(conn, "digest", "2026-12-07", 2)
        assert owed(conn, chosen, now) == []
        # Of a void it is to be said that it is one.
        standings.void(conn, new)
        assert owed(conn, chosen, now) == [("match", str(new))]
        later = now + 2 * telling.LATE_MS
        assert ("match", str(new)) in owed(conn, chosen, later), "however late it is voided"
        # Nothing from before the channel was chosen but what was told; and each kind apart.
        late = GuildSettings(results_channel=5, results_since=now)
        assert owed(conn, late, now) == [("match", str(new))]
        none = GuildSettings(
            results_channel=5, results_matches=False, results_digest=False, results_champions=False
        )
        assert owed(conn, none, now) == []
        assert owed(conn, GuildSettings(), now) == []

    await db.write(unit)


async def test_weeks_and_months_are_told_five_minutes_late(db: Database) -> None:
    chosen = GuildSettings(results_channel=5, results_since=0, results_matches=False)

    def unit(conn: Connection) -> None:
        monday = days.opens_at(date(2026, 12, 7))
        five = telling.AFTER_MS
        assert ("digest", "2026-12-07") not in owed(conn, chosen, monday + five - 1)
        assert ("digest", "2026-12-07") in owed(conn, chosen, monday + five)
        first = DECEMBER.begins
        assert ("champions", "2026-11") not in owed(conn, chosen, first + five - 1)
        assert ("champions", "2026-11") in owed(conn, chosen, first + five)
        late = first + telling.LATE_MS + five
        assert ("champions", "2026-11") not in owed(conn, chosen, late)
        # Those who were told are others after a void.
        tell(conn, "champions", "2026-11", 1)
        assert ("champions", "2026-11") in owed(conn, chosen, late)
        assert ("champions", "2026-11") not in owed(conn, chosen, DECEMBER.next.begins + five)

    await db.write(unit)


async def test_after_seven_deals_that_nobody_finished_none_is_told(db: Database) -> None:
    chosen = GuildSettings(daily_channel=5)

    def unit(conn: Connection) -> None:
        guilds.get_or_create(conn, factory.GUILD, "A server", 1)
        for day in range(1, 9):
            deal = made(conn, date(2026, 12, day))
            if day < 8:
                tell(conn, "daily", deal.day.isoformat(), day)
            if day < 7:
                deals.set_closed(conn, deal.id, 1)
        now = days.opens_at(date(2026, 12, 8)) + days.HOUR_MS
        assert ("daily", "2026-12-08") not in owed(conn, chosen, now)
        first = deals.of_day(conn, date(2026, 12, 7))
        assert first is not None
        attempted(conn, first, 1, 2.0)
        assert ("daily", "2026-12-08") in owed(conn, chosen, now)

    await db.write(unit)
