"""A server that removed the bot keeps its data for 30 days."""

from __future__ import annotations

import pytest
from sqlalchemy import func, select
from sqlalchemy.engine import Connection

from bot.base import times
from data.people import guilds
from data.store import schema
from tests.e2e.test_standings import play
from tests.e2e.world import World, text


async def test_a_servers_data_goes_30_days_after_the_bot(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada, berk = world.people(2)
    await play(world, ada, berk)
    parts = world.bot.parts
    removed = times.now()
    await parts.places.guild_removed(world.guild.id)
    for days, kept in ((29, True), (30, False)):
        monkeypatch.setattr(times, "now", lambda at=removed + days * times.DAY + 60_000: at)
        await parts.upkeep.tidy()

        def unit(conn: Connection, *, kept: bool = kept) -> None:
            assert (guilds.get(conn, world.guild.id) is not None) is kept
            for table in (schema.matches, schema.seats, schema.log, schema.players):
                count = conn.scalar(select(func.count()).select_from(table))
                assert bool(count) is kept

        await parts.desk.db.read(unit)


async def test_what_a_former_version_counted_is_made_whole(world: World) -> None:
    ada, berk = world.people(2)
    await play(world, ada, berk)
    before = text((await ada.slash("scout leaderboard", order="season")).response)
    assert "1.00 · 1 match" in before
    db, upkeep = world.bot.parts.desk.db, world.bot.parts.upkeep
    unknown = {"shares": "{}", "shares_of": 0, "best": 0}
    await db.write(lambda conn: conn.execute(schema.tallies.update().values(unknown)))
    assert text((await ada.slash("scout leaderboard", order="season")).response) != before
    await upkeep.tidy()
    assert text((await ada.slash("scout leaderboard", order="season")).response) == before
