"""Facts about the whole bot."""

from __future__ import annotations

from typing import Any

from sqlalchemy.engine import Connection

from data.store import facts
from data.store.database import Database


async def test_facts_are_kept_replaced_found_and_forgotten(db: Database) -> None:
    def unit(conn: Connection) -> None:
        facts.put(conn, "commands:1", "old")
        facts.put(conn, "commands:1", "new")
        facts.put(conn, "commands_x", "another")
        facts.put(conn, "commands:2", "second")

    await db.write(unit)

    def unit(conn: Connection) -> Any:
        assert facts.get(conn, "commands:1") == "new"
        assert facts.get(conn, "nothing") is None
        return facts.starting_with(conn, "commands:")

    found = await db.read(unit)
    assert found == {"commands:1": "new", "commands:2": "second"}

    def unit(conn: Connection) -> None:
        facts.forget(conn, "commands:1")
        assert facts.get(conn, "commands:1") is None

    await db.write(unit)
