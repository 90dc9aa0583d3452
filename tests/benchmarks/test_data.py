"""A server of 5,000 players and 200,000 matches: its leaderboards, profiles and histories.

Making the database takes a minute or two; what is measured is each query, from the call to the
dataclasses. The promise is a leaderboard in under 50 ms at the median. Among the other tests the
same runs on a small database.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path

import pytest
from pytest_benchmark.fixture import BenchmarkFixture
from sqlalchemy.engine import Connection

from data.daily import boards
from data.standings import history, leaderboard, profile, seasons
from data.standings.seasons import Month
from data.store.database import Database
from tests.benchmarks import big_server

LARGE = (5_000, 200_000)
SMALL = (50, 200)

Query = Callable[[Connection], Awaitable[object]]


@pytest.fixture(scope="module")
def big(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> tuple[str, big_server.Made]:
    players, matches = LARGE if request.config.getoption("--benchmark-only") else SMALL
    path: Path = tmp_path_factory.mktemp("big") / "scout.sqlite3"
    url = f"sqlite:///{path}"

    async def make() -> big_server.Made:
        db = await Database.open(url)
        made = await big_server.generate(db, players, matches)
        await db.checkpoint()
        await db.close()
        return made

    return url, asyncio.run(make())


@pytest.fixture
def measure(
    benchmark: BenchmarkFixture, big: tuple[str, big_server.Made]
) -> Iterator[Callable[[Query], None]]:
    """Runs a query 50 times on an open database."""
    url, _ = big
    loop = asyncio.new_event_loop()
    db = loop.run_until_complete(Database.open(url))

    async def once(query: Query) -> None:
        await db.read(query)

    def run(query: Query) -> None:
        benchmark.pedantic(lambda: loop.run_until_complete(once(query)), rounds=50, warmup_rounds=3)

    yield run
    loop.run_until_complete(db.close())
    loop.close()


@pytest.mark.parametrize("order", ["rating", "wins", "share", "average", "solo"])
@pytest.mark.parametrize("span", ["all", "month"])
def test_leaderboard(
    measure: Callable[[Query], None],
    big: tuple[str, big_server.Made],
    order: leaderboard.Order,
    span: leaderboard.Span,
) -> None:
    def query(conn: Connection) -> None:
        board = leaderboard.board(
            conn,
            big_server.GUILD,
            order=order,
            span=span,
            now=big[1].now,
            page=2,
            reader=big[1].players // 2,
        )
        assert board.lines

    measure(query)


def test_profile(measure: Callable[[Query], None], big: tuple[str, big_server.Made]) -> None:
    def query(conn: Connection) -> None:
        assert (profile.profile(conn, big_server.GUILD, 1, big[1].now)).history

    measure(query)


def test_matches(measure: Callable[[Query], None], big: tuple[str, big_server.Made]) -> None:
    def query(conn: Connection) -> None:
        assert (history.history(conn, big_server.GUILD, page=10)).rows

    measure(query)


def test_season(measure: Callable[[Query], None], big: tuple[str, big_server.Made]) -> None:
    """A month of it: a match every five minutes, some 8,900."""

    def query(conn: Connection) -> None:
        assert seasons.rated(conn, big_server.GUILD, Month(2024, 1), page=2).lines

    measure(query)


def test_board_of_a_deal(
    measure: Callable[[Query], None], big: tuple[str, big_server.Made]
) -> None:
    def query(conn: Connection) -> None:
        assert boards.board(conn, 1, big_server.GUILD, page=3).lines
        assert boards.percent_now(conn, 1, 4.5) is not None

    measure(query)
