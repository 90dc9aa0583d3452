"""An older database becomes today's with everything that is in it."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from sqlalchemy import create_engine, event, select
from sqlalchemy.engine import Connection

from data.standings import leaderboard, recount
from data.store import migrations, schema
from data.store.database import Database
from tests.data import factory

OLD = """
INSERT INTO guilds VALUES (9, 'Old server', '{}', 1, NULL);
INSERT INTO players VALUES (1, 71, 'Ada', '{}', NULL, 5, 1), (2, 72, 'Berk', '{}', NULL, 5, 1);
INSERT INTO matches VALUES
  (1, 9, 8, NULL, 'playing', '{"seats": 2}', 1, 's', 'c', '7', 1, 1, 5, NULL, NULL, NULL),
  (2, 9, 8, NULL, 'cancelled', '{"seats": 2}', 1, 's', 'c', NULL, 1, 1, NULL, 6, 'host', NULL);
INSERT INTO seats VALUES
  (1, 1, 1, NULL, 'Ada', 'seated', NULL, NULL), (1, 2, 2, NULL, 'Berk', 'seated', NULL, NULL);
INSERT INTO log VALUES
  (1, 1, 'lobby', NULL, '{"change": "start"}', 'interaction:1', 5),
  (2, 1, 'lobby', NULL, '{"change": "open"}', 'interaction:2', 5);
INSERT INTO messages VALUES
  (1, 1, 'table', NULL, NULL, NULL, NULL, 8, 88, 1, NULL, 'live', 5);
INSERT INTO deadlines VALUES (1, 1, 'expiry', 1, 1, 0, 99, NULL);
"""


def at_revision(path: Path, revision: str, rows: str) -> None:
    """A database as an older revision made it, with some rows in it."""
    engine = create_engine(f"sqlite:///{path}")
    event.listen(engine, "connect", lambda raw, _: setattr(raw, "isolation_level", None))
    with engine.begin() as conn:
        migrations.upgrade(conn, revision)
    engine.dispose()
    with sqlite3.connect(path) as raw:
        raw.executescript(rows)


async def test_what_the_first_revision_kept_is_still_there(tmp_path: Path) -> None:
    path = tmp_path / "scout.sqlite3"
    at_revision(path, "0001", OLD)
    db = await Database.open(f"sqlite:///{path}")

    def unit(conn: Connection) -> None:
        row = factory.stored(conn, 1)
        assert [seat.name for seat in row.seats] == ["Ada", "Berk"]
        assert (row.status, row.finish_order) == ("playing", None)
        assert factory.folded(conn, 1).head == 1
        lanes = select(schema.matches.c["head", "called", "shown"]).order_by(schema.matches.c.id)
        assert conn.execute(lanes).all() == [(1, 0, 0), (1, 1, 1)]
        for table, count in ((schema.messages, 1), (schema.deadlines, 1), (schema.players, 2)):
            assert len((conn.execute(select(table))).all()) == count

    await db.read(unit)

    def unit(conn: Connection) -> None:
        # And it goes on: the old match is played and rated.
        for number, entry in enumerate(factory.play_out(2, seed=1), start=2):
            factory.append(conn, 1, number, factory.as_logged(entry), f"test:{number}", number)
        from data.standings import standings

        standings.finish(conn, factory.folded(conn, 1), at=10)
        assert (leaderboard.board(conn, 9, now=10)).total == 2

    await db.write(unit)
    await db.close()


RATED = """
INSERT INTO guilds VALUES (9, 'Old server', '{}', 1, NULL);
INSERT INTO players (id, discord_id, name, preferences, created_at) VALUES (1, 71, 'Ada', '{}', 1);
INSERT INTO members VALUES (9, 1, 'Ada', NULL, 1);
INSERT INTO matches (
  id, guild_id, channel_id, status, options, secret, commitment, rules_version, created_at,
  finished_at, finish_order, rounds, seat_count, people, solo
) VALUES (1, 9, 8, 'finished', '{}', 's', 'c', 1, 1, 5, 1, 2, 2, '1', 0);
INSERT INTO ratings (guild_id, ladder, player_id, mu, sigma, matches)
  VALUES (9, 'table', 1, 30, 5, 1);
INSERT INTO tallies VALUES (9, 'all', 1, 1, 1, 10, 2, 0, 0, 0, 0);
"""


async def test_standings_stay_until_they_are_counted_anew(tmp_path: Path) -> None:
    path = tmp_path / "scout.sqlite3"
    at_revision(path, "0005", RATED)
    db = await Database.open(f"sqlite:///{path}")
    board = await db.read(lambda conn: leaderboard.board(conn, 9, now=10))
    assert [(line.name, line.wins, line.rated_matches) for line in board.lines] == [("Ada", 1, 1)]
    assert await db.read(recount.asked) == (9,)
    await db.close()


def test_the_revisions_form_one_line() -> None:
    from alembic.script import ScriptDirectory

    scripts = ScriptDirectory.from_config(migrations.config())
    line = [script.revision for script in scripts.walk_revisions()]
    assert line[-1] == "0001"
    assert line == sorted(line, reverse=True)
    assert len(scripts.get_heads()) == 1
