"""Mailboxes: one letter after the other, on the newest state, and never one without a commit."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from sqlalchemy.engine import Connection

from bot.host import mailbox as module
from bot.host.mailbox import Mailboxes
from bot.match.board import Board
from bot.match.live import Live
from bot.match.refusal import Refusal, Stale
from data.matches import log, matches
from data.store.database import Database
from engine import KEEP
from tests.data import factory


def started(conn: Connection) -> int:
    """A match of three that has been dealt, and in which nobody has kept or flipped yet."""
    match_id = factory.lobby(conn, 1, 2, 3)
    matches.change(conn, match_id, start_id=factory.START_ID)
    matches.set_status(conn, match_id, "playing", at=2_000)
    factory.write_log(conn, match_id, factory.play_out(3, 1)[:1])
    return match_id


@pytest_asyncio.fixture
async def db(tmp_path: Path) -> AsyncIterator[Database]:
    opened = await Database.open(f"sqlite:///{tmp_path / 'scout.sqlite3'}")
    yield opened
    await opened.close()


@pytest_asyncio.fixture
async def match_id(db: Database) -> int:
    return await db.write(started)


def keeps(seat: int) -> Any:
    def decide(live: Live) -> list[log.Entry]:
        decision = live.decision(seat)
        if decision is None or decision.turn:
            raise Stale
        return [log.Action(seat=seat, text=str(KEEP))]

    return decide


async def test_of_a_click_an_expiry_and_a_computer_at_one_decision_one_counts(
    db: Database, match_id: int
) -> None:
    boxes = Mailboxes(db, lambda _: None)
    causes = ("interaction:1", "deadline:1", "computer:1.0.1")
    done = await asyncio.gather(
        *(boxes.commit(match_id, cause, keeps(1)) for cause in causes), return_exceptions=True
    )
    assert [isinstance(one, Stale) for one in done] == [False, True, True]
    entries = await db.read(lambda conn: log.load(conn, match_id))
    assert sum(one.entry.kind == "action" for one in entries) == 1


async def test_what_is_delivered_twice_acts_once(db: Database, match_id: int) -> None:
    boxes = Mailboxes(db, lambda _: None)
    first = await boxes.commit(match_id, "interaction:1", keeps(1))
    again = await boxes.commit(match_id, "interaction:1", lambda _: keeps(2)(first.after.live))
    assert (first.repeated, again.repeated) == (False, True)
    assert again.after.live.head == first.after.live.head


async def test_a_board_is_replaced_after_the_commit_and_never_before(
    db: Database, match_id: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[Board] = []
    boxes = Mailboxes(db, told.append)
    before = await boxes.board(match_id)

    async def full(*_: object, **__: object) -> None:
        raise OSError("no room left")

    with monkeypatch.context() as disk:
        disk.setattr(db, "write", full)
        with pytest.raises(OSError, match="no room"):
            await boxes.commit(match_id, "interaction:1", keeps(1))
    assert await boxes.board(match_id) is before
    assert told == []
    after = (await boxes.commit(match_id, "interaction:1", keeps(1))).after
    assert told == [after]
    assert await boxes.board(match_id) is after


async def test_who_stops_waiting_takes_nothing_back(db: Database, match_id: int) -> None:
    boxes = Mailboxes(db, lambda _: None)
    await boxes.board(match_id)
    waiting = asyncio.create_task(boxes.commit(match_id, "interaction:1", keeps(1)))
    await asyncio.sleep(0)
    waiting.cancel()
    with pytest.raises(asyncio.CancelledError):
        await waiting
    await boxes.report(match_id, lambda _: None)  # stands behind it
    assert (await boxes.board(match_id)).live.decision(1) is None


async def test_another_process_was_first_and_it_is_decided_anew(
    db: Database, match_id: int
) -> None:
    boxes, others = Mailboxes(db, lambda _: None), Mailboxes(db, lambda _: None)
    await boxes.board(match_id)
    await others.commit(match_id, "interaction:1", keeps(1))
    after = (await boxes.commit(match_id, "interaction:2", keeps(2))).after
    assert [after.live.decision(seat) is None for seat in (1, 2, 3)] == [True, True, False]


async def test_a_full_mailbox_asks_to_come_again(
    db: Database, match_id: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "LETTERS", 2)
    boxes = Mailboxes(db, lambda _: None)
    first = [asyncio.create_task(boxes.commit(match_id, f"x:{n}", keeps(n))) for n in (1, 2)]
    await asyncio.sleep(0)
    with pytest.raises(Refusal) as refused:
        await boxes.commit(match_id, "x:3", keeps(3))
    assert refused.value.message == module.TOO_BUSY
    await asyncio.gather(*first)
    await boxes.commit(match_id, "x:3", keeps(3))


async def test_a_show_reads_nothing_once_its_board_is_warm(db: Database, match_id: int) -> None:
    boxes = Mailboxes(db, lambda _: None)
    await boxes.board(match_id)
    before = db.stats()
    await boxes.commit(match_id, "interaction:1", keeps(1))
    after = db.stats()
    assert (after.reads - before.reads, after.units - before.units) == (0, 1)


async def test_idle_boards_are_forgotten_and_read_anew(
    db: Database, match_id: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "BOARDS", 1)
    boxes = Mailboxes(db, lambda _: None)
    board = await boxes.board(match_id)
    other = await db.write(started)
    await boxes.board(other)
    assert await boxes.board(match_id) is not board


async def test_a_row_changed_by_other_means_is_read_anew(db: Database, match_id: int) -> None:
    boxes = Mailboxes(db, lambda _: None)
    await boxes.board(match_id)

    def change(conn: Connection) -> None:
        matches.change(conn, match_id, thread_id=77)

    await db.write(change)
    boxes.drop(match_id)
    assert (await boxes.board(match_id)).live.row.thread_id == 77
