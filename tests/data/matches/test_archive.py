"""Records of matches that are over, and whether their deals check."""

from __future__ import annotations

from dataclasses import replace

import pytest
from sqlalchemy.engine import Connection

from data.matches import archive, log, matches
from data.matches.hosted import fold
from data.matches.models import StoredMatch
from data.store.database import Database
from engine import apply, deal_from_seed, legal_actions, new_match, record, seating
from engine.fairness import commitment, seed
from engine.match import Entry, Move
from tests.data import factory


async def fair_match(db: Database) -> tuple[StoredMatch, tuple[log.Logged, ...]]:
    """A match dealt as the bot deals, with every seat's first legal action."""

    def unit(conn: Connection) -> tuple[StoredMatch, tuple[log.Logged, ...]]:
        match_id = factory.lobby(conn, 1, 2, levels=("expert",))
        matches.change(conn, match_id, start_id="123456789")
        factory.append(conn, match_id, 1, log.Lobby(change="open"), "test:0", 1)
        row = factory.stored(conn, match_id)
        order = seating(seed(row.secret, "123456789"), 3)
        factory.append(conn, match_id, 2, log.Lobby(change="start", order=order), "test:1", 1)
        match, number = new_match(3), 2
        while not match.over:
            entry: Entry
            if match.awaits_deal:
                entry = deal_from_seed(match, seed(row.secret, "123456789"))
            else:
                seat = next(s for s in (1, 2, 3) if legal_actions(match, s))
                entry = Move(seat, legal_actions(match, seat)[0])
            match = apply(match, entry).match
            number += 1
            factory.append(conn, match_id, number, factory.as_logged(entry), f"test:{number}", 1)
        with pytest.raises(ValueError, match="must stay one"):
            archive.record_of(row, log.load(conn, match_id))
        matches.set_status(conn, match_id, "finished", at=9)
        return factory.stored(conn, match_id), log.load(conn, match_id)

    return await db.write(unit)


async def test_a_match_becomes_the_record_that_the_engine_replays(db: Database) -> None:
    row, entries = await fair_match(db)
    text = archive.record_of(row, entries)
    reading = record.read(text)
    assert record.canonical(reading.record) == text
    assert reading.match == fold(row, entries).match
    assert reading.record.names == {1: "Person 1", 2: "Person 2", 3: "computer:expert"}
    assert reading.record.fair_play.commitment == commitment(row.secret)
    assert reading.record.fair_play.secret == row.secret
    assert reading.record.fair_play.start == "123456789"
    assert reading.record.fair_play.lobby == seating(seed(row.secret, "123456789"), 3)
    assert archive.deals_check(text)


async def test_seats_that_were_steered_are_found_out(db: Database) -> None:
    row, entries = await fair_match(db)
    order = seating(seed(row.secret, "123456789"), 3)
    steered = replace(entries[1], entry=log.Lobby(change="start", order=order[::-1]))
    assert not archive.deals_check(archive.record_of(row, (entries[0], steered, *entries[2:])))


async def test_a_log_from_before_the_order_was_kept_gives_a_record_without_it(db: Database) -> None:
    row, entries = await fair_match(db)
    before = replace(entries[1], entry=log.Lobby(change="start"))
    text = archive.record_of(row, (entries[0], before, *entries[2:]))
    assert "[Lobby" not in text
    assert archive.deals_check(text)


async def test_deals_that_were_steered_are_found_out(db: Database) -> None:
    row, entries = await fair_match(db)
    assert not archive.deals_check(archive.record_of(replace(row, start_id="1"), entries))
    assert not archive.deals_check(archive.record_of(replace(row, secret="other"), entries))
    assert not archive.deals_check(archive.record_of(replace(row, start_id=None), entries))
    with pytest.raises(record.RecordError):
        archive.deals_check("no record")


async def test_names_cannot_break_a_record(db: Database) -> None:
    row, entries = await fair_match(db)
    name = 'A "quoted" \\ name\nround 1 starter 1'
    named = replace(row, seats=(replace(row.seats[0], name=name), *row.seats[1:]))
    text = archive.record_of(named, entries)
    assert record.parse(text).names[1] == name.replace("\n", "\N{REPLACEMENT CHARACTER}")


async def test_a_match_that_was_ended_is_recorded_as_far_as_it_got(db: Database) -> None:
    row, entries = await fair_match(db)
    text = archive.record_of(replace(row, status="ended"), entries[:6])
    assert "winner" not in text
    assert archive.deals_check(text)
