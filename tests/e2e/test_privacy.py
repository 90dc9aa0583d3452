"""``/scout privacy``: what is kept is given, and goes."""

from __future__ import annotations

import gzip
import json
import sqlite3
from contextlib import closing
from typing import Any

import pytest
from sqlalchemy.engine import Connection

from bot.entry.clicks import privacy
from data.matches import matches
from data.people import players
from tests.data.people.test_privacy import bytes_of
from tests.e2e.test_faults import orient
from tests.e2e.test_matches import started
from tests.e2e.test_standings import play, press
from tests.e2e.world import World, controls, text


async def test_nothing_is_kept_about_a_stranger(world: World) -> None:
    answer = await world.person("Ada").slash("scout privacy")
    assert answer.ephemeral
    assert "nothing about you" in text(answer.response)


async def test_everything_is_given_as_a_file(world: World) -> None:
    ada, berk = world.people(2)
    await play(world, ada, berk)
    shown = (await ada.slash("scout privacy")).response
    answer = await ada.press(shown, "Give me my data")
    [file] = answer.response.attachments
    data = json.loads(await file.read())
    assert data["person"]["discord_id"] == ada.user.id
    assert len(data["matches"]) == 1
    assert str(berk.user.id) not in json.dumps(data)
    assert "Berk" not in json.dumps(data)


async def test_a_great_deal_is_packed(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    ada, berk = world.people(2)
    await play(world, ada, berk)
    monkeypatch.setattr(privacy, "LARGEST", 100)
    shown = (await ada.slash("scout privacy")).response
    [file] = (await ada.press(shown, "Give me my data")).response.attachments
    assert file.filename == "scout-data.json.gz"
    data = json.loads(gzip.decompress(await file.read()))
    assert data["person"]["discord_id"] == ada.user.id


async def test_deletion_asks_first_and_can_be_declined(world: World) -> None:
    ada, berk = world.people(2)
    await play(world, ada, berk)
    shown = (await ada.user.slash("scout privacy")).response
    asked = (await ada.user.click(shown, label="Delete my data …")).response
    assert "can't be undone" in text(asked)
    kept = (await ada.user.click(asked, label="Keep it")).response
    assert "What I keep about you" in text(kept)

    def unit(conn: Connection) -> None:
        assert players.find(conn, ada.user.id) is not None

    await world.bot.parts.desk.db.read(unit)


async def test_deletion_leaves_matches_and_no_trace(world: World) -> None:
    ada, berk = world.people(2)
    finished = await play(world, ada, berk)
    await ada.slash("scout play", computers=2)  # a match that is on
    await ada.slash("scout play", seats=3)  # a lobby
    on, lobby = finished + 1, finished + 2
    shown = (await ada.slash("scout privacy")).response
    asked = await press(ada, shown, "Delete my data …")
    assert "2 matches" in text(asked)
    done = await press(ada, asked, "Delete for good")
    assert "It is deleted" in text(done)
    assert not controls(done)

    def unit(conn: Connection) -> Any:
        assert players.find(conn, ada.user.id) is None
        return [matches.get(conn, match) for match in (finished, on, lobby)]

    there = await world.bot.parts.desk.db.read(unit)
    assert [row.status for row in there if row] == ["finished", "ended", "cancelled"]
    content = bytes_of(f"sqlite:///{world.database}")
    assert ada.user.id.to_bytes(8, "big") not in content
    assert str(ada.user.id).encode() not in content
    listed = text((await berk.slash("scout matches")).response)
    assert "a former player" in listed
    assert "Ada" not in listed
    again = await ada.slash("scout privacy")
    assert "nothing about you" in text(again.response)


def described(message: Any) -> str:
    """All that a message says, the descriptions of its pictures too."""
    return text(message) + " ".join(one.description or "" for one in message.attachments)


async def test_no_cache_keeps_a_name_that_is_deleted(world: World) -> None:
    ada, berk, cem = await started(world, 3, 3, pace="untimed")
    assert "Ada" in described(await world.message("table"))
    shown = (await ada.slash("scout privacy")).response
    await press(ada, await press(ada, shown, "Delete my data …"), "Delete for good")
    people = world.bot.parts.desk.people
    assert await people.find(ada.user.id) is None
    live = await world.live()
    known = await people.of([seat.player_id for seat in live.row.seats if seat.player_id])
    assert "Ada" not in {one.name for one in known.values()}
    assert "Ada" not in live.names
    for person in (berk, cem):
        await person.click(person.hand(), orient(person.hand()))
        hand = await person.slash("scout hand")
        assert "Ada" not in described(hand.response)
    assert "Ada" not in described(await world.message("table"))


async def test_while_a_backup_runs_the_words_are_true(world: World) -> None:
    ada, berk = world.people(2)
    await play(world, ada, berk)
    log = world.database.with_name(f"{world.database.name}-wal")
    shown = (await ada.slash("scout privacy")).response
    asked = await press(ada, shown, "Delete my data …")
    with closing(sqlite3.connect(world.database, isolation_level=None)) as backup:
        backup.execute("BEGIN")
        backup.execute("SELECT count(*) FROM players").fetchall()
        done = await press(ada, asked, "Delete for good")
        assert "It is deleted" in text(done)
        assert "as soon as that is done" in text(done)
        await world.env.advance_time(5)
        assert b"Ada" in log.read_bytes() + world.database.read_bytes()
        backup.execute("COMMIT")
    await world.env.advance_time(5)
    assert log.stat().st_size == 0
    assert b"Ada" not in world.database.read_bytes()
