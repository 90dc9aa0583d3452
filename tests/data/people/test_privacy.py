"""What is stored about a person can be had, and goes without a trace."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import func, select
from sqlalchemy.engine import Connection

from data.matches import archive, log, matches, messages, reviews
from data.matches.reviews import Judged, Review
from data.people import export, guilds, players, privacy, retention
from data.people.models import Preferences
from data.people.retention import KEPT_MS, purge
from data.standings import leaderboard, standings
from data.store import schema
from data.store.database import Database
from data.store.work import at_once
from tests.data import factory
from tests.data.standings.test_standings import derived

DAY = 24 * 3_600_000
UNUSUAL = "Zaphodimir Quetzalcoatlus"
CHOICE = Judged(sequence=2, played="keep", best="flip", cost=0.7)
DM_CHANNEL = 611_111_111_111_111_111


@pytest.fixture(autouse=True)
def small_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each piece of long work takes several steps."""
    monkeypatch.setattr(privacy, "CLEARED", 1)
    monkeypatch.setattr(retention, "MATCHES", 1)
    monkeypatch.setattr(export, "MATCHES", 1)
    monkeypatch.setattr(retention, "ROWS", 2)
    monkeypatch.setattr(retention, "PEOPLE", 1)


async def play_some(db: Database) -> int:
    """Person 1, with an unusual name, plays with others and alone, in two servers; their key."""

    def unit(conn: Connection) -> Any:
        me = players.by_discord(conn, factory.DISCORD + 1, UNUSUAL, at=1)
        players.set_preferences(conn, me.id, Preferences(locale="pl"))
        factory.finished(conn, 2, 3, 4, at=DAY)
        for n in range(3):
            rename_and_play(conn, n)
        messages.add(
            conn, 1, "hand", channel_id=DM_CHANNEL, message_id=5, sequence=1, at=1, player_id=me.id
        )
        return me

    me = await db.write(unit)
    return me.id


def rename_and_play(conn: factory.Connection, n: int) -> None:
    """``factory.lobby`` would rename person 1; the seats get the unusual name here."""
    match_id = factory.lobby(conn, 2, 3, guild=factory.GUILD + n % 2, at=2 * DAY + n)
    row = factory.stored(conn, match_id)
    me = players.by_discord(conn, factory.DISCORD + 1, UNUSUAL, at=2)
    seat = matches.StoredSeat(0, player_id=me.id, name=UNUSUAL)
    matches.replace_seats(conn, match_id, (seat, *row.seats))
    matches.set_status(conn, match_id, "playing", at=DAY)
    factory.write_log(conn, match_id, factory.play_out(3, n + 1))
    standings.finish(conn, factory.folded(conn, match_id), 2 * DAY + n)
    for seat in (1, 2):
        reviews.store(conn, match_id, seat, Review(1, (CHOICE,)), at=2 * DAY)


def bytes_of(url: str) -> bytes:
    path = url.removeprefix("sqlite:///")
    return b"".join(file.read_bytes() for file in Path(path).parent.glob(f"{Path(path).name}*"))


def traces(url: str) -> list[str]:
    """Where the files still show the Discord id, the name or the DM channel."""
    found = []
    content = bytes_of(url)
    for what, number in (("id", factory.DISCORD + 1), ("dm", DM_CHANNEL)):
        for how, pattern in (
            ("big-endian", number.to_bytes(8, "big")),
            ("little-endian", number.to_bytes(8, "little")),
            ("text", str(number).encode()),
        ):
            if pattern in content:
                found.append(f"{what} {how}")
    return found + [part for part in UNUSUAL.split() if part.encode() in content]


@pytest.mark.sqlite
async def test_deletion_leaves_no_trace_in_the_file(url: str) -> None:
    db = await Database.open(url)
    me = await play_some(db)
    await db.checkpoint()
    assert traces(url) == ["id big-endian", "dm big-endian", "Zaphodimir", "Quetzalcoatlus"]
    played = await db.work(privacy.forget(me))
    assert len(played) == 3
    assert await db.checkpoint()
    assert traces(url) == []
    await db.close()
    assert traces(url) == []


@pytest.mark.sqlite
async def test_while_somebody_reads_deletion_waits_and_nobody_else(url: str) -> None:
    """A backup of a large database, say: what was there is in the files until it is done."""
    db = await Database.open(url)
    me = await play_some(db)
    await db.checkpoint()
    with closing(sqlite3.connect(url.removeprefix("sqlite:///"), isolation_level=None)) as reader:
        reader.execute("BEGIN")
        reader.execute("SELECT count(*) FROM players").fetchall()
        await db.work(privacy.forget(me))
        assert not await db.checkpoint()
        assert await db.write(lambda conn: factory.person(conn, 5).id)
        assert traces(url) != []
        reader.execute("COMMIT")
        assert await db.checkpoint()
    assert traces(url) == []
    await db.close()


async def test_a_deletion_that_was_broken_off_is_finished(db: Database, url: str) -> None:
    me = await play_some(db)
    steps = privacy.forget(me)
    for _ in range(2):
        await db.write(next(steps).unit)
    assert await db.read(privacy.unfinished) == (me,)
    assert await db.read(lambda conn: players.find(conn, factory.DISCORD + 1)) is None
    await db.work(privacy.finish_forgetting(me))
    assert await db.read(privacy.unfinished) == ()
    assert await db.checkpoint()
    assert traces(url) == []


async def test_others_keep_their_results(db: Database) -> None:
    me = await play_some(db)

    def unit(conn: Connection) -> None:
        before = derived(conn), conn.execute(select(schema.log)).all()
        at_once(conn, privacy.forget(me))
        factory.rebuild_all(conn)
        assert (derived(conn), conn.execute(select(schema.log)).all()) == before
        assert set(conn.scalars(select(schema.reviews.c.seat))) == {2}, "others' reviews stay"
        board = leaderboard.board(conn, factory.GUILD, now=3 * DAY)
        assert me not in {line.player_id for line in board.lines}
        match_id = conn.scalar(
            select(func.max(schema.seats.c.match_id)).where(schema.seats.c.player_id == me)
        )
        assert match_id is not None
        row = factory.stored(conn, match_id)
        assert row.seats[0].name is None
        assert not row.seats[0].is_computer
        text = archive.record_of(row, log.load(conn, match_id))
        assert '[Seat 1 "a former player"]' in text
        # Coming back they are somebody new.
        again = players.by_discord(conn, factory.DISCORD + 1, UNUSUAL, at=9)
        assert again.id != me

    await db.write(unit)


async def test_who_is_playing_must_leave_first(db: Database) -> None:
    def unit(conn: Connection) -> None:
        match_id = factory.lobby(conn, 1, 2)
        me = factory.person(conn, 1)
        with pytest.raises(privacy.StillPlaying) as caught:
            at_once(conn, privacy.forget(me.id))
        assert caught.value.match_ids == (match_id,)
        matches.set_status(conn, match_id, "playing", at=1)
        factory.write_log(conn, match_id, factory.play_out(2, 1)[:4])
        with pytest.raises(privacy.StillPlaying):
            at_once(conn, privacy.forget(me.id))
        leave = log.Seat(seat=1, change="leave", by="player")
        factory.append(conn, match_id, 5, leave, "test:leave", 1)
        assert at_once(conn, privacy.forget(me.id)) == (match_id,)
        assert players.find(conn, factory.DISCORD + 1) is None

    await db.write(unit)


async def test_the_export_holds_everything_of_mine_and_nothing_of_others(db: Database) -> None:
    me = await play_some(db)

    def unit(conn: Connection) -> Any:
        data = at_once(conn, export.export(me))
        with pytest.raises(LookupError):
            at_once(conn, export.export(404))
        return data

    data = await db.read(unit)
    text = json.dumps(data)
    person = data["person"]
    assert isinstance(person, dict)
    assert person["discord_id"] == factory.DISCORD + 1
    assert person["name"] == UNUSUAL
    assert isinstance(person["preferences"], dict)
    assert person["preferences"]["locale"] == "pl"
    assert isinstance(data["matches"], list)
    assert len(data["matches"]) == 3
    for match in data["matches"]:
        assert isinstance(match, dict)
        assert match["log"]
        assert match["play"]
        assert match["rating_change"]
        [review] = match["reviews"]
        assert "0.7" in review["decisions"]
    assert isinstance(data["servers"], list)
    assert len(data["servers"]) == 2
    assert isinstance(data["messages"], list)
    assert len(data["messages"]) == 1
    assert isinstance(data["tallies"], list)
    assert len(data["tallies"]) == 6
    assert isinstance(data["ratings"], list)
    assert len(data["ratings"]) == 2
    for secret in (str(factory.DISCORD + 2), "Person 2", "hands", "secret"):
        assert secret not in text


async def test_a_server_without_the_bot_is_forgotten_after_30_days(db: Database) -> None:
    def unit(conn: Connection) -> None:
        factory.finished(conn, 1, 2, at=DAY)
        factory.finished(conn, 2, 3, at=DAY, guild=factory.GUILD + 1)
        guilds.mark_removed(conn, factory.GUILD + 1, at=DAY)

    await db.write(unit)

    assert await db.work(purge(DAY + KEPT_MS - 1)) == 0
    assert await db.work(purge(DAY + KEPT_MS)) == 1

    def unit(conn: Connection) -> Any:
        assert guilds.get(conn, factory.GUILD + 1) is None
        assert guilds.get(conn, factory.GUILD) is not None
        for table in schema.metadata.tables.values():
            left = (conn.execute(select(table))).all()
            if "guild_id" in table.c:
                assert {row.guild_id for row in left} <= {factory.GUILD}
            if "match_id" in table.c:
                assert {row.match_id for row in left} <= {1}
        return set(conn.scalars(select(schema.players.c.discord_id)))

    known = await db.read(unit)
    assert known == {factory.DISCORD + 1, factory.DISCORD + 2}


async def test_a_server_that_is_back_in_time_keeps_everything(db: Database) -> None:
    def unit(conn: Connection) -> None:
        factory.finished(conn, 1, 2, at=DAY)
        guilds.mark_removed(conn, factory.GUILD, at=DAY)
        guilds.get_or_create(conn, factory.GUILD, "A server", at=2 * DAY)
        assert at_once(conn, purge(DAY + 2 * KEPT_MS)) == 0

    await db.write(unit)
