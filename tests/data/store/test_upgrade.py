"""A database of the last released version becomes today's, with everything that is in it."""

from __future__ import annotations

from pathlib import Path

import pytest
from sqlalchemy.engine import Connection

from data.matches import matches
from data.standings import leaderboard, recount, tallies
from data.store import migrations
from data.store.backup import check
from data.store.database import Database
from tests.data import factory
from tests.data.store import released

pytestmark = pytest.mark.sqlite

CHANGED = {
    ("matches", "head"),
    ("matches", "called"),
    ("matches", "shown"),
    ("matches", "solo"),  # known from the start now
    ("alembic_version", "version_num"),
    ("sqlite_sequence", "seq"),
}
"""What an upgrade may change in a row that was there."""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "scout.sqlite3"
    released.put(path)
    return path


async def test_no_row_is_lost_and_none_is_changed(path: Path) -> None:
    before = released.rows(path)
    assert all(before.values()), [table for table, there in before.items() if not there]
    assert before["alembic_version"] == [{"version_num": "0004"}]
    await (await Database.open(f"sqlite:///{path}")).close()
    after = released.rows(path)
    for table, there in before.items():
        assert len(after[table]) == len(there), table
        for old, new in zip(there, after[table], strict=True):
            changed = {(table, name) for name, value in old.items() if new[name] != value}
            assert changed <= CHANGED, (old, new)


async def test_every_match_is_read_and_every_rating_counted_anew_is_the_same(path: Path) -> None:
    db = await Database.open(f"sqlite:///{path}")

    def look(conn: Connection) -> dict[int, tuple[str, int]]:
        found = {}
        for match_id in range(1, 10):
            row = factory.stored(conn, match_id)
            board = matches.board(conn, match_id)
            assert board is not None
            head = (
                factory.folded(conn, match_id).head
                if row.started_at
                else board.entries[-1].sequence
            )
            assert board.entries[-1].sequence == head
            found[match_id] = (row.status, len(row.seats))
        return found

    assert await db.read(look) == {
        1: ("finished", 2),
        2: ("void", 2),
        3: ("finished", 2),
        4: ("ended", 2),
        5: ("cancelled", 1),
        released.PLAYING: ("playing", 3),
        released.PAUSED: ("playing", 2),
        released.DEALT: ("playing", 3),
        released.LOBBY: ("lobby", 1),
    }

    def standing(conn: Connection) -> list[tuple[str, int, int]]:
        board = leaderboard.board(conn, released.GUILD, now=2_000_000_000_000)
        return [(line.name, line.wins, line.rated_matches) for line in board.lines]

    before = await db.read(standing)
    assert before
    assert await db.read(recount.asked) == (released.GUILD,)
    assert await db.read(tallies.behind) == (released.GUILD,)
    await db.work(recount.recount(released.GUILD))
    assert await db.read(tallies.behind) == ()
    assert await db.read(standing) == before
    assert await db.read(recount.asked) == ()
    await db.close()


def test_an_older_database_is_a_backup_like_any_other(path: Path) -> None:
    assert check(path).matches == 9


def test_the_dump_is_of_the_last_release_and_migrations_have_gone_on(path: Path) -> None:
    from alembic.script import ScriptDirectory

    head = ScriptDirectory.from_config(migrations.config()).get_current_head()
    assert head is not None
    assert head > "0004"
