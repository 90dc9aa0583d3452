"""What is done for every click is built into SQL once, and kept."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest
from sqlalchemy.engine import Connection
from sqlalchemy.sql import compiler

from data.matches import deadlines, log, matches, messages
from data.matches.deadlines import Wanted
from data.people import guilds, players
from data.standings import standings
from data.store.database import Database
from tests.data import factory

pytestmark = pytest.mark.sqlite


@pytest.fixture
def compiled(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The statements that were built since."""
    statements: list[str] = []
    build = compiler.SQLCompiler.__init__

    def building(self: Any, *args: Any, **how: Any) -> None:
        build(self, *args, **how)
        statements.append(self.string)

    monkeypatch.setattr(compiler.SQLCompiler, "__init__", building)
    return statements


def act(conn: Connection, match_id: int, number: int) -> None:
    """An action's unit: a deadline served, entries, deadlines, the hand that was clicked."""
    due = deadlines.of_match(conn, match_id)
    for deadline in due[:1]:
        assert deadlines.claim(conn, deadline.id, now=1)
    first = log.head(conn, match_id) + 1
    assert not log.done(conn, match_id, f"click:{number}")
    entries = [
        log.Logged(first + n, log.Lobby(change="join"), f"click:{number}/{n}", 1)
        for n in range(number)
    ]
    log.append(conn, match_id, entries)
    wanted = [Wanted("expiry", 10 + number, seat) for seat in range(1, number + 2)]
    deadlines.replace(conn, match_id, wanted)
    shown = messages.by_message(conn, 100 + number)
    assert shown is not None
    messages.retire(conn, shown.id)


def publish(conn: Connection, match_id: int, number: int) -> None:
    """A message's unit, sent, changed and posted anew."""
    sent = {"channel_id": 1, "sequence": 0, "at": 1}
    key = messages.add(conn, match_id, "table", message_id=200 + number, **sent)
    messages.add(conn, match_id, "hand", message_id=100 + number, seat=number, **sent)
    messages.set_shown(conn, key, number, "hash")
    messages.repost(conn, key, message_id=300 + number, **sent)
    matches.set_lanes(conn, match_id, called=number, shown=number)


def look(conn: Connection, match_id: int, number: int) -> None:
    """What is read for a match and for its timers."""
    assert matches.board(conn, match_id, ["table", "result"][:number])
    messages.of_match(conn, match_id, "table")
    deadlines.due(conn, 10, skip_matches=range(10, 10 + number))
    deadlines.next_due(conn, skip_matches=range(10, 10 + number))
    matches.behind(conn, since=number)
    matches.at_place(conn, number)
    assert players.get(conn, number)
    assert players.find(conn, factory.DISCORD + number)
    assert guilds.get(conn, factory.GUILD)
    standings.changes_of(conn, match_id)


async def test_nothing_is_built_again(db: Database, compiled: list[str]) -> None:
    """One row or several are two statements to SQLAlchemy, so there are two rounds before it."""
    ids = await db.write(lambda conn: [factory.lobby(conn, 1, 2, 3) for _ in range(3)])
    for number, match_id in enumerate(ids, start=1):
        compiled.clear()

        def write(conn: Connection, match_id: int = match_id, number: int = number) -> None:
            publish(conn, match_id, number)
            act(conn, match_id, number)

        await db.write(write)
        await db.read(partial(look, match_id=match_id, number=number))
        if number == 1:
            assert len(compiled) > 20
    assert compiled == []


async def test_the_next_match_that_is_over_builds_nothing(
    db: Database, compiled: list[str]
) -> None:
    for number in (1, 2):
        compiled.clear()
        await db.write(lambda conn, seed=number: factory.finished(conn, 1, 2, seed=seed, at=seed))
    assert compiled == []
