"""A daily deal is closed: whoever is playing it, or begins it in that moment."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
import pytest_asyncio
from sqlalchemy.engine import Connection

from bot.base import times
from bot.host import daily as module
from bot.host.caches import People, Servers
from bot.host.daily import Daily
from bot.host.mailbox import Mailboxes
from bot.match.refusal import Refusal
from bot.match.visitor import Visitor
from bot.texts import texts_for
from bot.workers.thinking import Thinker
from data.daily import attempts, days, deals
from data.daily.deals import Deal
from data.matches import matches
from data.store.database import Database
from data.store.errors import BrokenLog
from data.store.work import Work, put
from tests import postgres
from tests.bot.host.test_same_computers import DAY, begins
from tests.data import factory

LATE = Visitor(77, "Late", None, texts_for("en"), "en", factory.GUILD, factory.CHANNEL, False)


@pytest.fixture(params=["sqlite", "postgres"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'scout.sqlite3'}"
    return postgres.emptied()


@pytest_asyncio.fixture
async def db(url: str) -> AsyncIterator[Database]:
    opened = await Database.open(url)
    yield opened
    await opened.close()


@pytest.fixture
def daily(db: Database) -> Iterator[Daily]:
    async def broken(error: BrokenLog) -> None:
        raise error

    thinker, mailboxes = Thinker(0), Mailboxes(db, lambda _: None)
    yield Daily(
        db,
        mailboxes,
        People(db),
        Servers(db),
        thinker,
        par_runs=0,
        changed=lambda: None,
        broken=broken,
    )
    thinker.close()


def the_deal(conn: Connection) -> Deal:
    deal = deals.of_day(conn, DAY)
    assert deal is not None
    return deal


def ends(conn: Connection) -> list[tuple[str, str | None, bool]]:
    """How each match is: its status, why it ended, and whether it is still hidden."""
    rows = [matches.get(conn, match_id) for match_id in attempts.matches_of(conn, 1)]
    return [(row.status, row.end_reason, row.hidden) for row in rows if row is not None]


async def test_who_begins_while_it_is_closed_is_not_left_behind(
    db: Database, daily: Daily, monkeypatch: pytest.MonkeyPatch
) -> None:
    count, late = attempts.count, iter([2])

    def counting(deal_id: int) -> Work[None]:
        yield from count(deal_id)
        for number in late:  # another process's clock is behind
            yield put(begins(number))

    await db.write(begins(1))
    monkeypatch.setattr(times, "now", lambda: days.closes_at(DAY))
    monkeypatch.setattr(attempts, "count", counting)
    await daily.tick()
    assert await db.read(ends) == [("ended", "closed", False)] * 2
    assert (await db.read(the_deal)).closed_at is not None


async def test_who_is_too_late_by_a_clock_that_is_behind_is_told(
    db: Database, daily: Daily, monkeypatch: pytest.MonkeyPatch
) -> None:
    await db.write(begins(1))
    with monkeypatch.context() as later:
        later.setattr(times, "now", lambda: days.closes_at(DAY))
        await daily.tick()
    monkeypatch.setattr(times, "now", lambda: days.closes_at(DAY) - 1)
    with pytest.raises(Refusal) as refused:
        await daily.attempt(LATE, "A server", await db.read(the_deal), 9)
    assert refused.value.message == module.CLOSED
    assert len(await db.read(ends)) == 1


async def test_nobody_begins_a_deal_whose_time_is_over(
    db: Database, daily: Daily, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where it waits to be closed."""
    await db.write(begins(1))
    deal = await db.read(the_deal)
    monkeypatch.setattr(times, "now", lambda: days.closes_at(DAY))
    with pytest.raises(Refusal) as refused:
        await daily.attempt(LATE, "A server", deal, 9)
    assert refused.value.message == module.CLOSED
    assert len(await db.read(ends)) == 1


def test_an_account_of_thirty_days_is_old_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(times, "made_at", lambda _: 1_000)
    assert module.too_young(77, 1_000 + 30 * times.DAY - 1)
    assert not module.too_young(77, 1_000 + 30 * times.DAY)
