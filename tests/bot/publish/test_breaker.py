"""One breaker: who comes by, and who is woken when."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import pytest

from bot.publish.breaker import CLAIM_S, Breaker
from bot.publish.budget import Urgency


class Sleepers:
    """Those whom a breaker held, and when each was woken."""

    def __init__(self, breaker: Breaker) -> None:
        self._breaker = breaker
        self.woken: list[tuple[float, str]] = []

    def hold(self, *names: str) -> None:
        for name in names:
            urgency = Urgency.CALL if name.startswith("hand") else Urgency.SHOW
            self._breaker.hold(name, urgency, self._wake(name))

    def _wake(self, name: str) -> Callable[[], None]:
        loop = asyncio.get_running_loop()
        return lambda: self.woken.append((loop.time(), name))


@pytest.fixture
def breaker() -> Breaker:
    return Breaker()


@pytest.fixture
def sleepers(breaker: Breaker) -> Sleepers:
    return Sleepers(breaker)


async def test_a_closed_breaker_holds_until_its_probe_and_lets_one_by(breaker: Breaker) -> None:
    assert not breaker.enter()
    breaker.close(600)
    await asyncio.sleep(599)
    assert breaker.holds
    await asyncio.sleep(2)
    assert not breaker.holds
    assert breaker.enter()
    assert breaker.holds
    breaker.close(600)
    await asyncio.sleep(599)
    assert breaker.holds


async def test_when_it_opens_all_are_woken_hands_first(
    breaker: Breaker, sleepers: Sleepers
) -> None:
    breaker.close(600)
    sleepers.hold("table 1", "hand 1", "table 2", "hand 2")
    breaker.open()
    await asyncio.sleep(0)
    assert [name for _, name in sleepers.woken] == ["hand 1", "hand 2", "table 1", "table 2"]
    await asyncio.sleep(3600)
    assert len(sleepers.woken) == 4


async def test_a_probe_wakes_one_hands_first(breaker: Breaker, sleepers: Sleepers) -> None:
    breaker.close(5)
    sleepers.hold("table", "hand")
    await asyncio.sleep(5.5)
    assert sleepers.woken == [(5, "hand")]
    assert breaker.enter()
    await asyncio.sleep(60)
    assert len(sleepers.woken) == 1
    breaker.close(10)
    await asyncio.sleep(11)
    assert sleepers.woken[1:] == [(75.5, "table")]


async def test_who_is_woken_and_makes_no_probe_doesnt_keep_the_next_asleep(
    breaker: Breaker, sleepers: Sleepers
) -> None:
    breaker.close(5)
    sleepers.hold("hand 1", "hand 2", "table")
    await asyncio.sleep(20)
    assert sleepers.woken == [(5, "hand 1"), (5 + CLAIM_S, "hand 2"), (5 + 2 * CLAIM_S, "table")]
    assert not breaker.holds


async def test_who_comes_while_nothing_holds_is_woken_soon(
    breaker: Breaker, sleepers: Sleepers
) -> None:
    sleepers.hold("hand 1")
    breaker.close(5)
    await asyncio.sleep(6)
    sleepers.hold("hand 2")
    await asyncio.sleep(0)
    assert sleepers.woken == [(0, "hand 1"), (6, "hand 2")]


async def test_the_last_wake_of_a_key_counts_and_one_can_be_forgotten(
    breaker: Breaker, sleepers: Sleepers
) -> None:
    breaker.close(5)
    sleepers.hold("hand 1", "hand 2", "table", "hand 1")
    breaker.forget("hand 2")
    breaker.open()
    await asyncio.sleep(1)
    assert [name for _, name in sleepers.woken] == ["hand 1", "table"]


async def test_one_who_fails_to_wake_keeps_no_other_asleep(
    breaker: Breaker, sleepers: Sleepers
) -> None:
    failures: list[dict[str, object]] = []
    asyncio.get_running_loop().set_exception_handler(lambda _, what: failures.append(what))
    breaker.close(5)
    breaker.hold("broken", Urgency.CALL, lambda: 1 / 0)
    sleepers.hold("hand")
    breaker.open()
    await asyncio.sleep(0)
    assert [name for _, name in sleepers.woken] == ["hand"]
    assert len(failures) == 1


async def test_sleeping_costs_one_timer_and_being_open_none(breaker: Breaker) -> None:
    loop = asyncio.get_running_loop()

    def timers() -> int:
        return sum(not timer.cancelled() for timer in loop._scheduled)

    for _ in range(3):
        breaker.close(600)
    assert timers() == 1
    breaker.probe()
    assert timers() == 0
    breaker.open()
    breaker.probe()
    assert breaker.idle
    assert not breaker.enter()
