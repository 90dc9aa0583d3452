"""What a review looks at: the decisions of a seat's own player, as that seat saw them."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from sqlalchemy.engine import Connection

from bot.match.moments import moments
from bot.match.replaying import steps
from data.matches import log
from data.matches.models import StoredMatch
from data.store.database import Database
from engine import Orient, legal_actions, view
from tests.data import factory

GONE = log.Seat(seat=1, change="take-over", by="clock")


@pytest.fixture
async def db(tmp_path: Path) -> AsyncIterator[Database]:
    database = await Database.open(f"sqlite:///{tmp_path / 'scout.sqlite3'}")
    yield database
    await database.close()


async def played(
    db: Database, *extra: log.Entry, people: int = 3, seed: int = 1
) -> tuple[StoredMatch, tuple[log.Logged, ...]]:
    def unit(conn: Connection) -> tuple[StoredMatch, tuple[log.Logged, ...]]:
        match_id, _ = factory.finished(conn, *range(1, people + 1), at=1, extra=extra, seed=seed)
        return factory.stored(conn, match_id), log.load(conn, match_id)

    return await db.write(unit)


async def test_every_choice_of_the_seat_is_a_moment_by_its_own_view(db: Database) -> None:
    row, entries = await played(db)
    there = steps(row, entries)
    for seat in (1, 2, 3):
        found = moments(row, entries, seat)
        for one in found:
            entry = entries[one.sequence - 1].entry
            assert isinstance(entry, log.Action)
            assert (entry.seat, entry.text) == (seat, str(one.action))
            before = there[one.step]
            if isinstance(one.action, Orient):
                assert before.number == 0
                assert before.dealt is not None
                assert one.view.hand == view(before.dealt, seat).hand
            else:
                assert one.view == view(before.match, seat)
                assert len(legal_actions(before.match, seat)) > 1
        asked = [e for e in entries if isinstance(e.entry, log.Action) and e.entry.seat == seat]
        alone = [e for e in asked if e.sequence not in {one.sequence for one in found}]
        assert len(alone) < len(asked) / 2


async def test_what_a_stand_in_did_is_nobodys_moment(db: Database) -> None:
    row, entries = await played(db, GONE)
    assert moments(row, entries, 1) == ()
    assert moments(row, entries, 2)


async def test_one_thing_to_do_is_no_decision(db: Database) -> None:
    row, entries = await played(db, people=2, seed=2)
    found = {(one.view.seat, one.sequence) for s in (1, 2) for one in moments(row, entries, s)}
    lone = 0
    there = -1
    moved = steps(row, entries)
    for logged in entries:
        entry = logged.entry
        if isinstance(entry, log.Action) and entry.text not in {"keep", "flip"}:
            only = len(legal_actions(moved[there].match, entry.seat)) == 1
            assert ((entry.seat, logged.sequence) in found) != only
            lone += only
            there += 1
        there += isinstance(entry, log.Deal)
    assert lone
