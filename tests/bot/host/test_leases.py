"""What a process trusts its leases for."""

from __future__ import annotations

import pytest

from bot.host import leases
from bot.host.leases import Leases
from data.store.database import Database
from data.store.leases import Shards
from tests import postgres
from tests.bot.sandbox.conftest import wait_for

HERE, THERE = 1 << 22, 2 << 22


async def test_a_lease_is_trusted_by_ones_own_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    db = await Database.open(postgres.emptied())
    gained: list[str] = []
    mine = Leases(db, Shards((1,), 4), lambda: gained.append("mine"))
    others = Leases(db, Shards((1, 2), 4), lambda: gained.append("others"))
    assert not mine.has(HERE)
    await mine.begin()
    assert mine.has(HERE)
    assert not mine.has(THERE)
    assert mine.upkeep
    await others.begin()
    assert (others.has(HERE), others.has(THERE), others.upkeep) == (False, True, False)
    assert gained == ["mine", "others"]
    monkeypatch.setattr(leases, "TRUSTED_S", 0.0)  # nobody could renew them for that long
    assert not mine.has(HERE)
    assert mine.shards == Shards((), 4)
    assert not mine.upkeep
    monkeypatch.undo()
    await mine.stop()
    await others._ask()
    assert others.shards == Shards((1, 2), 4)
    assert others.upkeep
    assert gained == ["mine", "others", "others"]
    await others.stop()
    await db.close()


async def test_what_a_dead_one_had_is_asked_for_again_and_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(leases, "WANTED_S", 0.01)
    monkeypatch.setattr(leases, "RENEWED_S", 600.0)
    db = await Database.open(postgres.emptied())
    dead, next_one = (Leases(db, Shards((1,), 4), lambda: None) for _ in "12")
    await dead._ask()
    await next_one.begin()
    assert not next_one.has(HERE)
    await db.write(lambda conn: conn.exec_driver_sql("UPDATE leases SET until = 1"))
    await wait_for(lambda: next_one.has(HERE))
    await next_one.stop()
    await db.close()
