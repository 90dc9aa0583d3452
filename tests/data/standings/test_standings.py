"""Finishing matches: results, ratings, voids, rebuilds."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

import pytest
from sqlalchemy import select
from sqlalchemy.engine import Connection

from data.matches import log, matches
from data.matches.models import MatchOptions
from data.standings import profile, recount, standings
from data.standings.rating import NEW, Rating, ranks
from data.store import schema
from data.store.database import Database
from engine import Deal
from tests.data import factory
from tests.data.standings.test_rating import weng_lin

HOUR = 3_600_000
DAY = 24 * HOUR


def rows(conn: Connection, table: str) -> list[tuple[object, ...]]:
    """A derived table's rows in a fixed order, without our own running keys and generations."""
    own = {"id", "generation"}
    columns = [one for one in schema.metadata.tables[table].c if one.name not in own]
    return sorted((tuple(row) for row in conn.execute(select(*columns))), key=repr)


def derived(conn: Connection) -> dict[str, list[tuple[object, ...]]]:
    reasons = select(schema.matches.c.id, schema.matches.c.unrated_reason)
    return {
        "ratings": rows(conn, "ratings"),
        "rating_changes": rows(conn, "rating_changes"),
        "tallies": rows(conn, "tallies"),
        "reasons": sorted(tuple(row) for row in conn.execute(reasons)),
    }


def ratings(conn: Connection) -> Mapping[tuple[str, object], tuple[Rating, int]]:
    names = conn.execute(select(schema.players.c.id, schema.players.c.discord_id))
    number = {row.id: row.discord_id - factory.DISCORD for row in names}
    return {
        (row.ladder, row.level or number[row.player_id]): (Rating(row.mu, row.sigma), row.matches)
        for row in conn.execute(select(schema.ratings))
    }


async def test_a_match_is_over_with_points_ranks_and_ratings(db: Database) -> None:
    def unit(conn: Connection) -> Any:
        match_id, result = factory.finished(conn, 1, 2, 3, levels=("expert",), at=DAY)
        row = factory.stored(conn, match_id)
        hosted = factory.folded(conn, match_id)
        found = ratings(conn)
        return result, row, hosted, found

    result, row, hosted, found = await db.write(unit)
    assert (row.status, row.finished_at, row.finish_order) == ("finished", DAY, 1)
    assert (row.rounds, row.seat_count, row.people, row.solo) == (4, 4, "1 2 3", False)
    assert row.unrated_reason is None
    totals = hosted.match.totals
    assert [seat.points for seat in row.seats] == list(totals)
    assert [seat.rank for seat in row.seats] == list(ranks(totals))
    expected = weng_lin([NEW] * 4, list(ranks(totals)))
    for name, wanted in zip((1, 2, 3, "expert"), expected, strict=True):
        rating, count = found["table", name]
        assert count == 1
        assert rating.mu == pytest.approx(wanted.mu, abs=1e-9)
        assert rating.sigma == pytest.approx(wanted.sigma, abs=1e-9)
    assert result.decided
    assert [seat.after for seat in result.seats] == [
        found["table", name][0] for name in (1, 2, 3, "expert")
    ]
    assert [seat.before for seat in result.seats] == [NEW] * 4


async def test_ratings_go_on_from_match_to_match(db: Database) -> None:
    """Golden: three matches of two, entered by the independent implementation as well."""
    state = {1: NEW, 2: NEW}

    def unit(conn: Connection) -> Any:
        for n, (seats, seed) in enumerate((((1, 2), 1), ((2, 1), 2), ((1, 2), 3)), start=1):
            _, result = factory.finished(conn, *seats, seed=seed, at=n * DAY * 2)
            placed = [seat.rank or 0 for seat in result.seats]
            state.update(zip(seats, weng_lin([state[who] for who in seats], placed), strict=True))
        return ratings(conn)

    found = await db.write(unit)
    for who in (1, 2):
        assert found["table", who][1] == 3
        assert found["table", who][0].mu == pytest.approx(state[who].mu, abs=1e-9)
        assert found["table", who][0].sigma == pytest.approx(state[who].sigma, abs=1e-9)


async def test_finishing_twice_or_too_soon_is_refused(db: Database) -> None:
    def unit(conn: Connection) -> None:
        match_id, _ = factory.finished(conn, 1, 2, at=DAY)
        before = derived(conn)
        with pytest.raises(ValueError, match="closed already"):
            standings.finish(conn, factory.folded(conn, match_id), DAY)
        assert derived(conn) == before
        unplayed = factory.lobby(conn, 1, 2)
        with pytest.raises(ValueError, match="isn't over"):
            standings.finish(conn, factory.folded(conn, unplayed), DAY)

    await db.write(unit)


async def test_a_match_is_never_over_without_its_ratings(db: Database) -> None:
    def unit(conn: Connection) -> Any:
        match_id = factory.lobby(conn, 1, 2)
        matches.set_status(conn, match_id, "playing", at=1)
        *entries, last = factory.play_out(2, 1)
        factory.write_log(conn, match_id, entries)
        return match_id, last, entries

    match_id, last, entries = await db.write(unit)
    with pytest.raises(RuntimeError, match="the machine stops"):

        def unit(conn: Connection) -> None:
            final = factory.as_logged(last)
            factory.append(conn, match_id, len(entries) + 1, final, "test:final", 9)
            standings.finish(conn, factory.folded(conn, match_id), at=9)
            raise RuntimeError("the machine stops")

        await db.write(unit)

    def unit(conn: Connection) -> None:
        assert not (factory.folded(conn, match_id)).over
        assert (factory.stored(conn, match_id)).status == "playing"
        assert derived(conn) == {
            "ratings": [],
            "rating_changes": [],
            "tallies": [],
            "reasons": [(match_id, None)],
        }

    await db.read(unit)


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        (MatchOptions(rated=False), "asked"),
        (MatchOptions(rounds=2), "short"),
        (MatchOptions(rounds=3), None),
    ],
)
async def test_what_is_not_rated(db: Database, options: MatchOptions, reason: str | None) -> None:
    def unit(conn: Connection) -> None:
        match_id, result = factory.finished(conn, 1, 2, 3, at=DAY, options=options)
        assert result.unrated_reason == reason
        assert (factory.stored(conn, match_id)).unrated_reason == reason
        assert bool(ratings(conn)) is (reason is None)
        assert bool(rows(conn, "tallies")) is (reason is None)
        assert (result.seats[0].after is None) is (reason is not None)

    await db.write(unit)


async def test_a_match_that_was_ended_has_no_result(db: Database) -> None:
    def unit(conn: Connection) -> None:
        match_id = factory.lobby(conn, 1, 2)
        matches.set_status(conn, match_id, "playing", at=1)
        factory.write_log(conn, match_id, factory.play_out(2, 1)[:9])
        factory.append(conn, match_id, 10, log.End(reason="agreed"), "test:end", 9)
        result = standings.finish(conn, factory.folded(conn, match_id), at=DAY)
        row = factory.stored(conn, match_id)
        assert (row.status, row.end_reason, row.unrated_reason) == ("ended", "agreed", "unfinished")
        assert [seat.rank for seat in row.seats] == [None, None]
        assert not result.decided
        assert ratings(conn) == {}

    await db.write(unit)


def walked_out(
    conn: Connection,
    *last: log.Entry,
    people: tuple[int, ...] = (1,),
    after: int = 1,
    options: MatchOptions | None = None,
) -> tuple[int, standings.Finished]:
    """A match of three seats that ended so after some of its rounds."""
    levels = ("easy", "expert", "easy")[: 3 - len(people)]
    match_id = factory.lobby(conn, *people, levels=levels, options=options)
    matches.set_status(conn, match_id, "playing", at=1)
    entries, rounds = factory.play_out(3, 1), 0
    for number, entry in enumerate(entries, start=1):
        if isinstance(entry, Deal):
            rounds += 1
        factory.append(conn, match_id, number, factory.as_logged(entry), f"test:{number}", number)
        if rounds > after:
            break
    for more, entry in enumerate(last, start=number + 1):
        factory.append(conn, match_id, more, entry, f"test:{more}", more)
    return match_id, standings.finish(conn, factory.folded(conn, match_id), at=DAY)


LEFT, DESERTED = (
    log.Seat(seat=1, change="leave", by="player"),
    log.End(reason="deserted"),
)
AWAY = log.Seat(seat=1, change="take-over", by="clock")
SENT_AWAY = log.Seat(seat=1, change="leave", by="moderator")


@pytest.mark.parametrize(
    "last",
    [
        pytest.param((LEFT, DESERTED), id="left"),
        pytest.param((AWAY, DESERTED), id="stayed away"),
        pytest.param((log.End(reason="host", seat=1),), id="ended it as the host"),
        pytest.param((log.End(reason="agreed"),), id="agreed with nobody"),
        pytest.param((log.Pause(on=True, by="aside"), DESERTED), id="never came back"),
    ],
)
async def test_a_rated_solo_match_that_is_walked_out_of_is_lost(
    db: Database, last: tuple[log.Entry, ...]
) -> None:
    def unit(conn: Connection) -> None:
        match_id, result = walked_out(conn, *last)
        row = factory.stored(conn, match_id)
        end = last[-1]
        assert isinstance(end, log.End)
        assert (row.status, row.end_reason, row.unrated_reason) == ("finished", end.reason, None)
        assert result.decided
        assert row.seats[0].rank == 3
        assert sorted(seat.rank or 0 for seat in row.seats[1:]) in ([1, 2], [1, 1])
        found = ratings(conn)
        assert found["solo", 1][0].mu < NEW.mu
        assert found["solo", 1][1] == 1
        mine = schema.tallies.c.player_id == row.seats[0].player_id
        tally = conn.execute(select(schema.tallies).where(mine)).first()
        assert tally is not None
        assert (tally.solo_matches, tally.solo_wins, tally.solo_rounds) == (1, 0, 1)
        # Counted anew it is the same; voided it is none.
        before = derived(conn)
        factory.rebuild_all(conn)
        assert derived(conn) == before
        assert standings.void(conn, match_id)
        factory.recount_all(conn)
        assert ratings(conn) == {}

    await db.write(unit)


@pytest.mark.parametrize(
    ("last", "how"),
    [
        pytest.param((LEFT, DESERTED), {"after": 0}, id="in its first round"),
        pytest.param((LEFT, DESERTED), {"options": MatchOptions(rated=False)}, id="practice"),
        pytest.param((LEFT, DESERTED), {"options": MatchOptions(rounds=2)}, id="short"),
        pytest.param((SENT_AWAY, DESERTED), {}, id="sent away by a moderator"),
        pytest.param((log.End(reason="moderator"),), {}, id="ended by a moderator"),
        pytest.param((log.End(reason="gone"),), {}, id="its channel is gone"),
        pytest.param((log.End(reason="agreed"),), {"people": (1, 2)}, id="with somebody else"),
    ],
)
async def test_other_matches_that_end_early_are_nobodys_loss(
    db: Database, last: tuple[log.Entry, ...], how: dict[str, Any]
) -> None:
    def unit(conn: Connection) -> None:
        match_id, result = walked_out(conn, *last, **how)
        row = factory.stored(conn, match_id)
        assert (row.status, row.unrated_reason) == ("ended", "unfinished")
        assert [seat.rank for seat in row.seats] == [None] * 3
        assert not result.decided
        assert ratings(conn) == {}

    await db.write(unit)


async def test_what_somebody_broke_off_is_counted_in_their_profile(db: Database) -> None:
    def unit(conn: Connection) -> None:
        def broken_off(number: int) -> int:
            me = factory.person(conn, number)
            return profile.profile(conn, factory.GUILD, me.id, DAY).broken_off

        walked_out(conn, LEFT, DESERTED)
        walked_out(conn, LEFT, DESERTED, options=MatchOptions(rated=False))
        assert broken_off(1) == 2
        walked_out(conn, log.End(reason="host", seat=1), people=(1, 2))
        assert (broken_off(1), broken_off(2)) == (3, 0)
        walked_out(conn, log.End(reason="agreed"), people=(1, 2))
        assert (broken_off(1), broken_off(2)) == (4, 1)
        walked_out(conn, log.End(reason="gone"), people=(1, 2))
        void, _ = walked_out(conn, log.End(reason="agreed"), people=(1, 2))
        standings.void(conn, void)
        factory.finished(conn, 1, 2, 3, at=DAY, extra=[seat(3, "leave")])
        assert [broken_off(number) for number in (1, 2, 3)] == [4, 1, 1]
        # How they play is told of what they played to its end.
        assert profile.profile(conn, factory.GUILD, factory.person(conn, 1).id, DAY).played == 1

    await db.write(unit)


def seat(number: int, change: str) -> log.Seat:
    return log.Seat.model_validate({"seat": number, "change": change, "by": "player"})


@pytest.mark.parametrize("leaver", [1, 2, 3])
async def test_who_left_ranks_last_whatever_the_points(db: Database, leaver: int) -> None:
    def unit(conn: Connection) -> Any:
        _, result = factory.finished(conn, 1, 2, 3, at=DAY, extra=[seat(leaver, "leave")])
        found = ratings(conn)
        return result, found

    result, found = await db.write(unit)
    placed = {result.seat: result.rank for result in result.seats}
    assert placed[leaver] == 3
    assert sorted(rank or 0 for rank in placed.values())[:2] in ([1, 2], [1, 1])
    worst = min((1, 2, 3), key=lambda who: found["table", who][0].mu)
    assert worst == leaver


async def test_who_comes_back_is_rated_by_points(db: Database) -> None:
    def unit(conn: Connection) -> Any:
        _, plain = factory.finished(conn, 1, 2, 3, at=DAY)
        _, back = factory.finished(
            conn, 4, 5, 6, at=DAY, extra=[seat(1, "take-over"), seat(1, "return")]
        )
        _, absent = factory.finished(conn, 7, 8, 9, at=DAY, extra=[seat(1, "take-over")])
        return plain, back, absent

    plain, back, absent = await db.write(unit)
    assert [seat.rank for seat in back.seats] == [seat.rank for seat in plain.seats]
    assert absent.seats[0].rank == 3


async def test_the_same_persons_fourth_match_in_a_day_is_unrated(db: Database) -> None:
    def unit(conn: Connection) -> None:
        reasons = []
        for n, at in enumerate((0, 6, 12, 18, 23, 24, 25)):
            people = (1, 2) if n % 2 else (2, 1)
            _, result = factory.finished(conn, *people, seed=n, at=DAY + at * HOUR)
            reasons.append(result.unrated_reason)
        # At hour 24 the match of hour 0 is no longer within 24 hours; those of 18 and 23 never
        # counted, so at hour 25 there are three again: 6, 12 and 24.
        assert reasons == [None, None, None, "repeated", "repeated", None, "repeated"]
        _, other = factory.finished(conn, 1, 2, 3, at=DAY + 20 * HOUR)
        assert other.unrated_reason is None
        _, elsewhere = factory.finished(conn, 1, 2, at=DAY + 20 * HOUR, guild=factory.GUILD + 1)
        assert elsewhere.unrated_reason is None

    await db.write(unit)


async def test_playing_alone_has_a_rating_of_its_own(db: Database) -> None:
    def unit(conn: Connection) -> Any:
        for n in range(5):
            _, result = factory.finished(conn, 1, levels=("easy", "expert"), seed=n, at=DAY + n)
            assert result.solo
            assert result.unrated_reason is None
        found = ratings(conn)
        tally = (conn.execute(select(schema.tallies).where(schema.tallies.c.period == "all"))).one()
        return found, tally

    found, tally = await db.write(unit)
    assert set(found) == {("solo", 1), ("table", "easy"), ("table", "expert")}
    assert found["solo", 1][1] == 5
    assert (tally.matches, tally.solo_matches, tally.solo_rounds) == (0, 5, 15)


async def test_tallies_stand_for_all_time_month_and_week(db: Database) -> None:
    in_january, in_february = 1_769_900_000_000, 1_769_990_000_000  # either side of a Sunday night

    def unit(conn: Connection) -> Any:
        _, first = factory.finished(conn, 1, 2, seed=1, at=in_january)
        _, second = factory.finished(conn, 1, 2, seed=2, at=in_february)
        found = {
            row.period: (row.matches, row.wins, row.points, row.rounds)
            for row in conn.execute(select(schema.tallies).where(schema.tallies.c.player_id == 1))
        }
        return first, second, found

    first, second, found = await db.write(unit)

    def tally(*results: standings.Finished) -> tuple[int, int, int, int]:
        mine = [result.seats[0] for result in results]
        wins = sum(seat.rank == 1 for seat in mine)
        return len(mine), wins, sum(seat.points for seat in mine), 2 * len(mine)

    assert found == {
        "all": tally(first, second),
        "2026-01": tally(first),
        "2026-02": tally(second),
        "2026-W05": tally(first, second),
    }


def play_a_season(conn: Connection, count: int, seed: int) -> list[int]:
    """Matches of all kinds in two servers, several of the same persons in a day."""
    rng = Random(seed)
    ids = []
    for n in range(count):
        size = rng.randint(2, 4)
        size = 2 if rng.random() < 0.5 else size
        persons = rng.sample(range(1, 4), rng.randint(1, min(size, 3)))
        levels = tuple(rng.choice(("easy", "expert")) for _ in range(size - len(persons)))
        match_id, _ = factory.finished(
            conn,
            *persons,
            levels=levels,
            seed=rng.randint(1, 5),
            at=DAY + n * HOUR,
            guild=factory.GUILD + (n % 5 == 4),
            options=MatchOptions(rated=rng.random() < 0.85),
            extra=[seat(1, "leave")] if rng.random() < 0.1 else (),
        )
        ids.append(match_id)
    return ids


async def test_a_rebuild_comes_to_the_same_to_the_last_digit(db: Database) -> None:
    def unit(conn: Connection) -> None:
        play_a_season(conn, 30, seed=1)
        before = derived(conn)
        assert ("repeated" in {reason for _, reason in before["reasons"]}) is True
        rated = sum(reason is None for _, reason in before["reasons"])
        for table in ("ratings", "rating_changes", "tallies"):
            conn.execute(schema.metadata.tables[table].delete())
        assert factory.rebuild_all(conn) == rated
        assert derived(conn) == before
        assert factory.rebuild_all(conn) == rated
        assert derived(conn) == before

    await db.write(unit)


@pytest.mark.parametrize("index", [0, 1, 17, 29])
async def test_a_void_leaves_what_would_be_without_the_match(db: Database, index: int) -> None:
    def unit(conn: Connection) -> None:
        ids = play_a_season(conn, 30, seed=2)
        assert standings.void(conn, ids[index])
        assert standings.changes_of(conn, ids[index]) == {}
        factory.recount_all(conn)
        assert recount.asked(conn) == ()
        from_there_on = derived(conn)
        assert (factory.stored(conn, ids[index])).status == "void"
        factory.rebuild_all(conn)
        assert derived(conn) == from_there_on
        assert not standings.void(conn, ids[index])
        assert recount.asked(conn) == ()
        assert derived(conn) == from_there_on

    await db.write(unit)


async def test_a_void_makes_room_for_a_repeated_match(db: Database) -> None:
    def unit(conn: Connection) -> None:
        ids = [(factory.finished(conn, 1, 2, seed=n, at=DAY + n))[0] for n in range(1, 5)]
        assert (factory.stored(conn, ids[3])).unrated_reason == "repeated"
        standings.void(conn, ids[0])
        factory.recount_all(conn)
        assert (factory.stored(conn, ids[3])).unrated_reason is None
        assert (ratings(conn))["table", 1][1] == 3

    await db.write(unit)


async def test_what_a_match_did_to_the_ratings_can_be_asked_later(db: Database) -> None:
    def unit(conn: Connection) -> None:
        factory.finished(conn, 1, 2, seed=1, at=DAY)
        rated, result = factory.finished(conn, 1, 2, levels=("easy",), seed=2, at=2 * DAY)
        alone, solo = factory.finished(conn, 1, levels=("easy",), seed=3, at=3 * DAY)
        unrated, _ = factory.finished(
            conn, 1, 2, seed=4, at=4 * DAY, options=MatchOptions(rated=False)
        )
        found = standings.changes_of(conn, rated)
        assert {seat: (c.before, c.after) for seat, c in found.items()} == {
            seat.seat: (seat.before, seat.after) for seat in result.seats
        }
        assert [found[seat].matches for seat in (1, 2, 3)] == [2, 2, 2]
        found = standings.changes_of(conn, alone)
        assert found[1].after == solo.seats[0].after
        assert (found[1].matches, found[2].matches) == (1, 2)
        assert standings.changes_of(conn, unrated) == {}

    await db.write(unit)


async def test_voiding_the_only_match_leaves_nothing(db: Database) -> None:
    def unit(conn: Connection) -> None:
        match_id, _ = factory.finished(conn, 1, 2, at=DAY)
        live = factory.lobby(conn, 1, 2)
        assert standings.void(conn, match_id)
        factory.recount_all(conn)
        found = derived(conn)
        assert (found["ratings"], found["rating_changes"], found["tallies"]) == ([], [], [])
        assert not standings.void(conn, live)
        assert not standings.void(conn, 404)

    await db.write(unit)


async def test_how_it_was_played_is_counted_from_the_persons_own_actions(db: Database) -> None:
    def unit(conn: Connection) -> Any:
        match_id, _ = factory.finished(conn, 1, 2, 3, seed=4, at=DAY)
        stood_in, _ = factory.finished(conn, 4, 5, 6, seed=4, at=DAY, extra=[seat(2, "leave")])
        hosted = factory.folded(conn, match_id)
        plays = {(row.match_id, row.seat): row for row in conn.execute(select(schema.plays))}
        return match_id, stood_in, hosted, plays

    match_id, stood_in, hosted, plays = await db.write(unit)
    lines = [str(done) for match in hosted.results if match.round for done in match.round.history]
    for number in (1, 2, 3):
        mine = [line.split(" ", 1)[1] for line in lines if line.startswith(f"{number} ")]
        play = plays[match_id, number]
        assert play.rounds == 3
        assert play.shows == sum(line.startswith("show") for line in mine)
        assert play.scouts == sum("show" not in line for line in mine)
        assert play.scout_and_shows == sum(
            line.startswith("scout") and "show" in line for line in mine
        )
        assert play.longest_show == max(
            len(line.split("show ")[1].split()) for line in mine if "show" in line
        )
        ends = [match.round.end for match in hosted.results if match.round]
        mine_ended = [end.reason for end in ends if end and end.seat == number]
        assert play.ended_empty == mine_ended.count("empty")
        assert play.ended_unbeaten == mine_ended.count("unbeaten")
    gone = plays[stood_in, 2]
    assert (gone.rounds, gone.shows, gone.scouts, gone.longest_show) == (0, 0, 0, 0)
