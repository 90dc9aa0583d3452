"""Leaderboards and profiles against counts made the long way, and their edge cases."""

from __future__ import annotations

import csv
import io
from typing import Any

import pytest
from sqlalchemy import select, update
from sqlalchemy.engine import Connection

from data.matches import log
from data.matches.models import MatchOptions
from data.people import members
from data.standings import history, leaderboard, profile, standings
from data.standings.rating import NEW, Rating
from data.standings.standings_csv import standings_csv
from data.store import schema
from data.store.database import Database
from tests.benchmarks import big_server
from tests.data import factory

DAY = 24 * 3_600_000
NOW = big_server.START
HEADINGS = [f"column {number}" for number in range(14)]


def key(conn: Connection, number: int) -> int:
    return (factory.person(conn, number)).id


@pytest.mark.parametrize("order", ["rating", "wins", "share", "average", "solo"])
async def test_no_match_yet(db: Database, order: leaderboard.Order) -> None:
    def unit(conn: Connection) -> None:
        me = key(conn, 1)
        board = leaderboard.board(conn, factory.GUILD, order=order, now=NOW, reader=me)
        assert board == leaderboard.Board((), 1, 1, 0, None, ())
        nobody = profile.profile(conn, factory.GUILD, me, NOW)
        assert (nobody.line, nobody.sizes, nobody.played, nobody.history) == (None, (), 0, ())
        assert (history.history(conn, factory.GUILD)).rows == ()

    await db.write(unit)


async def test_one_player_alone_against_computers(db: Database) -> None:
    def unit(conn: Connection) -> None:
        factory.finished(conn, 1, levels=("expert",), at=NOW)
        me = key(conn, 1)
        by_rating = leaderboard.board(conn, factory.GUILD, now=NOW, reader=me)
        assert (by_rating.total, by_rating.lines) == (0, ())
        assert by_rating.mine is not None
        assert (by_rating.mine.place, by_rating.mine.matches) == (None, 0)
        assert (by_rating.mine.share, by_rating.mine.average) == (0, 0)
        alone = leaderboard.board(conn, factory.GUILD, order="solo", now=NOW, reader=me)
        assert [line.place for line in alone.lines] == [1]
        assert alone.mine == alone.lines[0]
        assert alone.lines[0].solo_matches == 1
        assert alone.lines[0].solo_rating != NEW
        assert [computer.level for computer in alone.computers] == ["expert"]

    await db.write(unit)


async def big(db: Database, players: int, matches: int) -> big_server.Made:
    return await big_server.generate(db, players, matches, seed=players)


def by_hand(conn: Connection, order: leaderboard.Order, least: int) -> list[tuple[float, int]]:
    """Value and key of everyone who belongs on the all-time board, best first."""
    seats, matches = schema.seats.c, schema.matches.c
    present = set(
        conn.scalars(select(schema.members.c.player_id).where(schema.members.c.left_at.is_(None)))
    )
    played: dict[int, list[tuple[int, int, int]]] = {}
    games_query = (
        select(seats.player_id, seats.rank, seats.points, matches.rounds)
        .join(schema.matches, matches.id == seats.match_id)
        .where(
            seats.player_id.is_not(None),
            matches.unrated_reason.is_(None),
            matches.solo == (order == "solo"),
        )
    )
    for player, *rest in conn.execute(games_query):
        played.setdefault(player, []).append(tuple(rest))
    ladder = "solo" if order == "solo" else "table"
    rating = {
        row.player_id: row.mu - 3 * row.sigma
        for row in conn.execute(select(schema.ratings).where(schema.ratings.c.ladder == ladder))
    }
    board = []
    for player, games in played.items():
        if player not in present or len(games) < least:
            continue
        wins = sum(rank == 1 for rank, _, _ in games)
        value = {
            "rating": rating[player],
            "solo": rating[player],
            "wins": wins,
            "share": wins / len(games),
            "average": sum(p for _, p, _ in games) / sum(r for _, _, r in games),
        }[order]
        board.append((-value, -len(games), player))
    return [(-value, player) for value, _, player in sorted(board)]


@pytest.mark.parametrize("order", ["rating", "wins", "share", "average", "solo"])
@pytest.mark.parametrize("least", [1, 2])
async def test_every_page_agrees_with_a_count_by_hand(
    db: Database, order: leaderboard.Order, least: int
) -> None:
    made = await big(db, 40, 250)

    def unit(conn: Connection) -> Any:
        expected = by_hand(conn, order, least)
        assert expected
        lines = []
        page = pages = 1
        while page <= pages:
            board = leaderboard.board(
                conn, big_server.GUILD, order=order, now=made.now, page=page, least=least
            )
            assert (board.page, board.total) == (page, len(expected))
            lines += board.lines
            pages = board.pages
            page += 1
        return expected, lines

    expected, lines = await db.read(unit)
    assert [line.player_id for line in lines] == [player for _, player in expected]
    values = [value for value, _ in expected]
    assert [line.place for line in lines] == [1 + sum(v > mine for v in values) for mine in values]


async def test_the_readers_line_is_there_on_every_page(db: Database) -> None:
    made = await big(db, 40, 120)

    def unit(conn: Connection) -> None:
        first = leaderboard.board(conn, big_server.GUILD, now=made.now)
        last_page = leaderboard.board(conn, big_server.GUILD, now=made.now, page=99)
        assert last_page.page == last_page.pages
        last = last_page.lines[-1]
        seen = leaderboard.board(conn, big_server.GUILD, now=made.now, reader=last.player_id)
        assert seen.lines == first.lines
        assert seen.mine == last
        stranger = leaderboard.board(conn, big_server.GUILD, now=made.now, reader=10_000)
        assert stranger.mine is None
        few = leaderboard.board(
            conn, big_server.GUILD, now=made.now, reader=last.player_id, least=10_000
        )
        assert few.lines == ()
        assert few.mine is not None
        assert (few.mine.place, few.mine.player_id) == (None, last.player_id)

    await db.read(unit)


@pytest.mark.sqlite
async def test_five_thousand_players(db: Database) -> None:
    made = await big(db, 5_000, 3_000)
    board = await db.read(
        lambda conn: leaderboard.board(conn, big_server.GUILD, now=made.now, page=7, reader=1)
    )
    assert board.total > 1_000
    assert board.page == 7
    assert len(board.lines) == leaderboard.PAGE
    assert board.mine is not None


async def test_months_and_weeks_are_counted_apart(db: Database) -> None:
    january, february = 1_769_900_000_000, 1_769_990_000_000

    def unit(conn: Connection) -> None:
        factory.finished(conn, 1, 2, at=january)
        factory.finished(conn, 1, 3, at=february)

        def people(span: leaderboard.Span, now: int) -> list[int]:
            board = leaderboard.board(conn, factory.GUILD, span=span, now=now)
            return sorted(line.player_id for line in board.lines)

        assert people("all", february) == [1, 2, 3]
        assert people("month", january) == [1, 2]
        assert people("month", february) == [1, 3]
        assert people("week", february) == [1, 2, 3]
        assert people("week", february + 7 * DAY) == []

    await db.write(unit)


async def test_who_left_is_hidden_and_not_lost(db: Database) -> None:
    def unit(conn: Connection) -> None:
        factory.finished(conn, 1, 2, at=NOW)
        before = leaderboard.board(conn, factory.GUILD, now=NOW)
        assert members.to_check(conn, factory.GUILD, [1, 2], NOW + DAY) == {}
        assert members.to_check(conn, factory.GUILD, [1, 2], NOW + DAY + 1) == {
            1: factory.DISCORD + 1,
            2: factory.DISCORD + 2,
        }
        members.gone(conn, factory.GUILD, 1, NOW + DAY)
        hidden = leaderboard.board(conn, factory.GUILD, now=NOW, reader=1)
        assert [(line.player_id, line.place) for line in hidden.lines] == [(2, 1)]
        assert hidden.total == 1
        assert members.to_check(conn, factory.GUILD, [1, 2], NOW + DAY + 1) == {
            2: factory.DISCORD + 2
        }
        members.see(conn, factory.GUILD, 1, "Person 1", NOW + 2 * DAY)
        assert leaderboard.board(conn, factory.GUILD, now=NOW) == before
        members.gone(conn, factory.GUILD, 1, NOW + DAY)
        factory.finished(conn, 1, 2, seed=2, at=NOW + 5 * DAY)
        assert (leaderboard.board(conn, factory.GUILD, now=NOW)).total == 2

    await db.write(unit)


async def test_few_matches_are_provisional(db: Database) -> None:
    def unit(conn: Connection) -> None:
        for n in range(10):
            factory.finished(conn, 1, 2, at=NOW + n * DAY)
            (line, _) = (leaderboard.board(conn, factory.GUILD, now=NOW)).lines
            assert line.provisional is (n < 9)

    await db.write(unit)


async def test_a_profile_adds_up(db: Database) -> None:
    leave = log.Seat(seat=1, change="leave", by="player")

    def unit(conn: Connection) -> Any:
        _, first = factory.finished(conn, 1, 2, seed=1, at=NOW)
        _, second = factory.finished(conn, 1, 2, 3, seed=2, at=NOW + DAY)
        _, third = factory.finished(conn, 2, 1, levels=("easy",), seed=3, at=NOW + 2 * DAY)
        factory.finished(conn, 1, levels=("easy",), seed=4, at=NOW + 3 * DAY)
        factory.finished(conn, 1, 2, seed=5, at=NOW + 4 * DAY, options=MatchOptions(rated=False))
        factory.finished(conn, 1, 2, seed=6, at=NOW, guild=factory.GUILD + 1)
        voided, _ = factory.finished(conn, 1, 2, 3, seed=7, at=NOW + 5 * DAY, extra=[leave])
        standings.void(conn, voided)
        factory.recount_all(conn)
        found = profile.profile(conn, factory.GUILD, 1, NOW)
        plays = [
            row
            for row in conn.execute(
                select(schema.plays, schema.seats.c.player_id, schema.matches.c.status)
                .join(
                    schema.seats,
                    (schema.seats.c.match_id == schema.plays.c.match_id)
                    & (schema.seats.c.seat == schema.plays.c.seat),
                )
                .join(schema.matches, schema.matches.c.id == schema.plays.c.match_id)
                .where(schema.matches.c.guild_id == factory.GUILD)
            )
            if row.player_id == 1 and row.status == "finished"
        ]
        return first, second, third, found, plays

    first, second, third, found, plays = await db.write(unit)
    mine = [first.seats[0], second.seats[0], third.seats[1]]
    assert [(size.seats, size.matches) for size in found.sizes] == [(2, 1), (3, 2)]
    assert [size.points for size in found.sizes] == [
        mine[0].points,
        mine[1].points + mine[2].points,
    ]
    assert [size.rounds for size in found.sizes] == [2, 6]
    assert sum(size.wins for size in found.sizes) == sum(seat.rank == 1 for seat in mine)
    assert [point.rating for point in found.history] == [seat.after for seat in mine]
    assert [point.at for point in found.history] == [NOW, NOW + DAY, NOW + 2 * DAY]
    assert found.line is not None
    assert (found.line.matches, found.line.solo_matches) == (3, 1)
    assert found.line.rating == mine[-1].after
    assert found.on_board == 3
    assert found.played == 5
    assert found.play.shows == sum(row.shows for row in plays)
    assert found.play.scouts == sum(row.scouts for row in plays)
    assert found.play.longest_show == max(row.longest_show for row in plays)
    assert found.play.rounds == 2 + 3 + 3 + 2 + 2


@pytest.mark.sqlite
async def test_matches_newest_first_in_pages(db: Database) -> None:
    made = await big(db, 10, 25)

    def unit(conn: Connection) -> None:
        factory.lobby(conn, 1, 2, guild=big_server.GUILD)
        first = history.history(conn, big_server.GUILD)
        assert [row.id for row in first.rows] == list(range(25, 15, -1))
        assert (first.page, first.pages, first.total) == (1, 3, made.matches)
        last = history.history(conn, big_server.GUILD, page=9)
        assert [row.id for row in last.rows] == [5, 4, 3, 2, 1]
        mine = history.history(conn, big_server.GUILD, player_id=1)
        pages = [history.history(conn, big_server.GUILD, page=page) for page in (1, 2, 3)]
        assert mine.total == sum(bool(row.seat_of(1)) for page in pages for row in page.rows)

    await db.write(unit)


async def test_csv_has_every_line_and_no_formula(db: Database) -> None:
    made = await big(db, 40, 60)

    def unit(conn: Connection) -> Any:
        board = leaderboard.board(conn, big_server.GUILD, now=made.now)
        best = board.lines[0]
        conn.execute(
            update(schema.members)
            .where(schema.members.c.player_id == best.player_id)
            .values(name='=HYPERLINK("x"), Ada')
        )
        text = standings_csv(conn, big_server.GUILD, HEADINGS, "computer: {}".format)
        return board, best, text

    board, best, text = await db.write(unit)
    header, *rows = csv.reader(io.StringIO(text))
    assert header == HEADINGS
    assert {len(row) for row in rows[: board.total]} == {len(HEADINGS)}
    people = [row for row in rows if row[0]]
    assert len(people) == board.total
    assert rows[0][1] == '\'=HYPERLINK("x"), Ada'
    assert rows[0][0] == "1"
    assert int(rows[0][2]) == (best.rating or Rating()).points
    assert [row[1] for row in rows[len(people) :]] == [
        f"computer: {computer.level}" for computer in board.computers
    ]
