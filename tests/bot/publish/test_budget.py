"""The budget of calls: how many, who first, and what a pause or a cancelled wait does."""

from __future__ import annotations

import asyncio

import pytest

from bot.publish.budget import Budget, Urgency


async def _take(
    budget: Budget, urgency: Urgency, name: str, taken: list[tuple[float, str]]
) -> None:
    await budget.take(urgency)
    taken.append((asyncio.get_running_loop().time(), name))


@pytest.mark.parametrize("per_second", [45, 50, 7, 1, 0.5, 1000])
async def test_no_second_holds_more_than_it_may(per_second: float) -> None:
    budget, taken = Budget(per_second), []
    count = 50
    await asyncio.gather(
        *(_take(budget, Urgency.SHOW, str(number), taken) for number in range(count))
    )
    times = [at for at, _ in taken]
    for start in times:
        assert sum(start <= at < start + 1 - 1e-9 for at in times) <= max(1, per_second)
    burst = max(1, round(per_second * 0.2))
    assert times[-1] == pytest.approx((count - 1) // burst * burst / per_second)


async def test_what_is_spent_comes_back_by_itself() -> None:
    budget = Budget(50)
    spent = [budget.spent]
    for _ in range(5):
        await budget.take(Urgency.CALL)
    spent.append(budget.spent)
    await asyncio.sleep(0.21)
    spent.append(budget.spent)
    assert spent == [0, 0.5, 0]


async def test_a_call_goes_before_the_shows_that_wait_and_each_in_their_order() -> None:
    budget, taken = Budget(5), []
    first = [_take(budget, Urgency.SHOW, f"show {number}", taken) for number in range(4)]
    then = [_take(budget, Urgency.CALL, f"call {number}", taken) for number in range(2)]
    await asyncio.gather(*first, *then)
    assert [name for _, name in taken] == [
        "show 0", "call 0", "call 1", "show 1", "show 2", "show 3"
    ]  # fmt: skip


async def test_a_pause_holds_everybody_and_the_longest_counts() -> None:
    budget, taken = Budget(45), []
    budget.pause(3)
    budget.pause(10)
    budget.pause(2)
    await asyncio.gather(
        _take(budget, Urgency.SHOW, "show", taken), _take(budget, Urgency.CALL, "call", taken)
    )
    assert taken == [(10, "call"), (10, "show")]


async def test_a_pause_in_the_middle_holds_those_who_wait() -> None:
    budget, taken = Budget(5), []
    waiting = asyncio.gather(*(_take(budget, Urgency.CALL, str(n), taken) for n in range(3)))
    await asyncio.sleep(0.1)
    budget.pause(1)
    await waiting
    assert [at for at, _ in taken] == pytest.approx([0, 1.1, 1.3])


@pytest.mark.parametrize("granted", [False, True])
async def test_who_stops_waiting_costs_the_others_nothing_for_good(granted: bool) -> None:
    budget, taken = Budget(5), []
    await budget.take(Urgency.CALL)
    gone = asyncio.ensure_future(_take(budget, Urgency.CALL, "gone", taken))
    other = asyncio.ensure_future(_take(budget, Urgency.SHOW, "other", taken))
    await asyncio.sleep(0)
    assert (budget.waiting(Urgency.CALL), budget.waiting(Urgency.SHOW)) == (1, 1)
    if granted:
        asyncio.get_running_loop().call_later(0.2, gone.cancel)
    else:
        gone.cancel()
    await other
    assert [name for _, name in taken] == ["other"]
    assert taken[0][0] == pytest.approx(0.4 if granted else 0.2)
    assert budget.waiting(Urgency.CALL) == 0


async def test_an_idle_budget_has_no_timer() -> None:
    budget, loop = Budget(45), asyncio.get_running_loop()
    await budget.take(Urgency.CALL)
    await asyncio.sleep(1)
    assert not [timer for timer in loop._scheduled if not timer.cancelled()]
