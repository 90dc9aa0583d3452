"""``python -m bot ratings rebuild``, as it is run."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import update
from sqlalchemy.engine import Connection

from bot.operate.ratings import rebuild
from data.standings import recount
from data.store import leases, schema
from data.store.database import Database
from data.store.sole import sole_bot
from tests import postgres
from tests.data import factory
from tests.data.standings.test_standings import derived

ROOT = Path(__file__).parents[3]


def run(folder: Path, url: str) -> subprocess.CompletedProcess[str]:
    """The command, in a folder without ``.env`` and with no token anywhere."""
    environment = {name: value for name, value in os.environ.items() if name != "DISCORD_TOKEN"}
    return subprocess.run(
        [sys.executable, "-m", "bot", "ratings", "rebuild"],
        check=False,
        capture_output=True,
        text=True,
        cwd=folder,
        env={**environment, "PYTHONPATH": str(ROOT), "DATABASE_URL": url},
    )


async def test_ratings_come_out_as_they_were_whatever_was_there(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'scout.sqlite3'}"
    db = await Database.open(url)

    def unit(conn: Connection) -> Any:
        for n in range(1, 4):
            factory.finished(conn, 1, 2, levels=("easy",), seed=n, at=n)
        factory.finished(conn, 1, 3, at=9, guild=factory.GUILD + 1)
        before = derived(conn)
        conn.execute(update(schema.ratings).values(mu=1.0))
        conn.execute(schema.tallies.delete())
        return before

    before = await db.write(unit)
    await db.close()
    done = run(tmp_path, url)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == "rated anew: 4 matches in 2 servers\n"
    db = await Database.open(url)

    def unit(conn: Connection) -> None:
        assert derived(conn) == before

    await db.read(unit)
    await db.close()


def test_a_database_that_cannot_be_used_is_one_line(tmp_path: Path) -> None:
    done = run(tmp_path, f"sqlite:///{tmp_path}")
    assert done.returncode == 2
    assert done.stdout == ""
    assert len(done.stderr.splitlines()) == 1
    assert done.stderr.startswith("scout: ")


async def test_beside_a_running_bot_it_is_only_asked_for(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'scout.sqlite3'}"
    db = await Database.open(url)
    await db.write(lambda conn: factory.finished(conn, 1, 2, at=1))
    with sole_bot(url):
        done = run(tmp_path, url)
    assert (done.returncode, done.stderr) == (0, "")
    assert "a bot is running" in done.stdout
    assert await db.read(recount.asked) == (factory.GUILD,)
    await db.close()


async def test_on_postgres_a_bot_that_runs_does_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    url = postgres.emptied()
    monkeypatch.setenv("DATABASE_URL", url)
    db = await Database.open(url)
    await db.write(lambda conn: factory.finished(conn, 1, 2, seed=1, at=1))
    await db.write(lambda conn: leases.take(conn, ["shard 0 of 1"], "a bot"))
    assert await asyncio.to_thread(rebuild) == 0
    assert "a bot is running" in capsys.readouterr().out
    assert await db.read(recount.asked) == (factory.GUILD,)
    await db.write(lambda conn: leases.give_up(conn, "a bot"))
    assert await asyncio.to_thread(rebuild) == 0
    assert "rated anew: 1 matches in 1 servers" in capsys.readouterr().out
    await db.close()
