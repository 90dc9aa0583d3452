"""The same match in two processes on one PostgreSQL: neither trusts what it had."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from sqlalchemy.engine import Connection

from bot.host.mailbox import Mailboxes
from bot.match.refusal import Refusal, Stale
from data.matches import log, matches, messages
from data.store.database import Database
from engine import KEEP
from tests import postgres
from tests.bot.host.test_mailbox import keeps, started


@pytest.fixture
def url() -> str:
    return postgres.emptied()


@pytest_asyncio.fixture
async def databases(url: str) -> AsyncIterator[tuple[Database, Database]]:
    opened = [await Database.open(url) for _ in "12"]
    yield opened[0], opened[1]
    for one in opened:
        await one.close()


@pytest.fixture
def boxes(databases: tuple[Database, Database]) -> tuple[Mailboxes, Mailboxes]:
    here, there = (Mailboxes(db, lambda _: None) for db in databases)
    return here, there


@pytest_asyncio.fixture
async def match_id(databases: tuple[Database, Database]) -> int:
    return await databases[0].write(started)


async def test_a_board_shows_what_another_process_wrote(
    databases: tuple[Database, Database], boxes: tuple[Mailboxes, Mailboxes], match_id: int
) -> None:
    here, there = boxes
    old = await there.board(match_id)
    await here.commit(match_id, "interaction:1", keeps(1))
    new = await there.board(match_id)
    assert new.live.head == old.live.head + 1
    assert new == await here.board(match_id)

    def sent(conn: Connection) -> None:
        messages.add(conn, match_id, "table", channel_id=1, message_id=2, sequence=2, at=1)
        matches.set_lanes(conn, match_id, shown=2)

    await here.report(match_id, sent)
    assert (await there.board(match_id)).message("table") is not None
    await databases[0].write(
        lambda conn: matches.set_status(conn, match_id, "broken", at=1, reason="broken")
    )
    with pytest.raises(Refusal):
        await there.board(match_id)


async def test_who_had_an_old_board_decides_on_the_new_one(
    boxes: tuple[Mailboxes, Mailboxes], match_id: int
) -> None:
    """What is open by now isn't refused for what was known; what is done isn't done again."""
    here, there = boxes
    await there.board(match_id)
    for seat in (1, 2):
        await here.commit(match_id, f"interaction:{seat}", keeps(seat))
    with pytest.raises(Stale):
        await there.commit(match_id, "interaction:3", keeps(1))
    assert (await there.commit(match_id, "interaction:1", keeps(3))).repeated
    after = (await there.commit(match_id, "interaction:4", keeps(3))).after
    assert after.live.view(None).phase == "play"


async def test_of_all_that_decide_at_once_each_is_written_once(
    databases: tuple[Database, Database], boxes: tuple[Mailboxes, Mailboxes], match_id: int
) -> None:
    """Three seats and both processes: every seat keeps once, whoever of the two was quicker."""
    done = await asyncio.gather(
        *(
            box.commit(match_id, f"interaction:{n}{seat}", keeps(seat))
            for seat in (1, 2, 3)
            for n, box in enumerate(boxes)
        ),
        return_exceptions=True,
    )
    assert sum(isinstance(one, Stale) for one in done) == 3  # who comes second is told so
    entries = await databases[0].read(lambda conn: log.load(conn, match_id))
    acted = [one.entry.seat for one in entries if isinstance(one.entry, log.Action)]
    assert sorted(acted) == [1, 2, 3]
    assert all(one.entry.text == str(KEEP) for one in entries if isinstance(one.entry, log.Action))


async def test_deadlines_are_never_those_of_a_match_of_before(
    boxes: tuple[Mailboxes, Mailboxes], match_id: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing is written to the log, but the deadlines that follow would be an old board's."""
    here, there = boxes
    seen: list[int] = []

    async def stale(box: object) -> object:
        board = await load(box)
        if not seen:  # between the look and the unit another process decides
            await here.commit(match_id, "interaction:1", keeps(1))
        seen.append(board.live.head)
        return board

    load = there._load
    monkeypatch.setattr(there, "_load", stale)
    after = (await there.commit(match_id, "interaction:2", lambda live: [])).after
    assert len(seen) == 2, "it decided anew"
    assert after.live.head == seen[1]
