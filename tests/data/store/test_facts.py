"""Facts about the whole bot."""

from __future__ import annotations

from data.store import facts
from data.store.database import Database


async def test_facts_are_kept_replaced_found_and_forgotten(db: Database) -> None:
    async with db.write() as conn:
        await facts.put(conn, "commands:1", "old")
        await facts.put(conn, "commands:1", "new")
        await facts.put(conn, "commands_x", "another")
        await facts.put(conn, "commands:2", "second")
    async with db.read() as conn:
        assert await facts.get(conn, "commands:1") == "new"
        assert await facts.get(conn, "nothing") is None
        found = await facts.starting_with(conn, "commands:")
    assert found == {"commands:1": "new", "commands:2": "second"}
    async with db.write() as conn:
        await facts.forget(conn, "commands:1")
        assert await facts.get(conn, "commands:1") is None
