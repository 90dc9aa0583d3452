"""A database there and back again, on real engines."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Row, Table, delete, func, literal, select
from sqlalchemy.engine import Connection

from bot.operate.moving import move_database
from data.people import players
from data.standings import leaderboard
from data.store import facts, leases, moving, schema
from data.store.database import Database
from data.store.errors import DatabaseInUse, UnwritableDatabase
from data.store.moving import NotTheSame, move
from data.store.sole import sole_bot
from tests import postgres
from tests.data import factory


def fill(conn: Connection) -> int:
    """Something in most tables, and a key that was given and taken back."""
    for seed in range(1, 4):
        factory.finished(conn, 1, 2, seed=seed, at=seed)
    factory.lobby(conn, 1, 3)
    facts.put(conn, "key", "Ünïcode, 'quoted'\n")
    gone = factory.lobby(conn, 2)
    conn.execute(delete(schema.matches).where(schema.matches.c.id == gone))
    return gone


def everything(conn: Connection) -> dict[str, set[tuple[object, ...]]]:
    return {
        table.name: {tuple(row) for row in conn.execute(select(table))}
        for table in schema.metadata.sorted_tables
    }


async def test_all_of_it_goes_there_and_back(tmp_path: Path) -> None:
    first, there = f"sqlite:///{tmp_path}/first.sqlite3", postgres.emptied()
    back = f"sqlite:///{tmp_path}/back.sqlite3"
    db = await Database.open(first)
    gone = await db.write(fill)
    before = await db.read(everything)
    await db.close()
    assert (await move(first, there))["seats"] == len(before["seats"])
    await move(there, back)
    for url in (there, back):
        db = await Database.open(url)
        assert await db.read(everything) == before
        new, _ = await db.write(lambda conn: factory.finished(conn, 1, 2, seed=9, at=9))
        assert new == gone + 1, "no key is given twice"
        board = await db.read(lambda conn: leaderboard.board(conn, factory.GUILD, now=9))
        assert board.total == 2
        last = await db.read(
            lambda conn: conn.scalar(select(func.max(schema.matches.c.finish_order)))
        )
        assert last == 4
        await db.close()


async def test_a_row_that_arrives_otherwise_undoes_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, there = f"sqlite:///{tmp_path}/first.sqlite3", postgres.emptied()
    db = await Database.open(first)
    await db.write(fill)
    await db.close()
    rows, copied = moving._rows, False

    def other_rows(conn: Connection, table: Table) -> Iterator[Row[Any]]:
        nonlocal copied
        if table is schema.guilds and not copied:
            copied = True
            renamed = select(
                *(literal("x").label("name") if c.name == "name" else c for c in table.c)
            )
            yield from conn.execute(renamed)
        else:
            yield from rows(conn, table)

    monkeypatch.setattr(moving, "_rows", other_rows)
    with pytest.raises(NotTheSame, match="guilds"):
        await move(first, there)
    db = await Database.open(there)
    assert not any((await db.read(everything)).values())
    await db.close()


async def test_nothing_is_moved_under_a_bot_or_over_something(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    first, there = f"sqlite:///{tmp_path}/first.sqlite3", postgres.emptied()
    with sole_bot(first), pytest.raises(DatabaseInUse):
        await move(first, there)
    db = await Database.open(there)
    await db.write(lambda conn: leases.take(conn, ["shard 0 of 1"], "a bot"))
    with pytest.raises(DatabaseInUse):
        await move(first, there)
    await db.write(lambda conn: leases.give_up(conn, "a bot"))
    await db.write(lambda conn: players.by_discord(conn, 1, "Ada", at=1))
    await db.close()
    with pytest.raises(UnwritableDatabase, match="players"):
        await move(first, there)


def test_the_command_says_what_is_wrong_in_a_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert move_database("sqlite://", "postgresql://x/y") == 2
    assert capsys.readouterr().err.startswith("scout: DATABASE_URL")
