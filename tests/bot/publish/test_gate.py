"""Calls on their way to Discord: what is let by, what is held, and what each failure does."""

from __future__ import annotations

import asyncio
import logging

import pytest

from bot.publish import breakers as module
from bot.publish.breakers import Breakers
from bot.publish.budget import Budget, Urgency
from bot.publish.gate import Gate
from bot.publish.place import Place
from bot.publish.refusals import Meaning, Undelivered
from tests.bot.publish.refused import refused

CALL, SHOW = Urgency
SERVER, CHANNEL, THREAD = 1, 2, 3
PLACE = Place(THREAD, channel=CHANNEL, server=SERVER)
ELSEWHERE = Place(9, server=SERVER)
LOCKED, CODELESS, DOWN, LIMIT_S = refused(403, 160005), refused(403), refused(503), 20.0


class World:
    """A gate, and a Discord that counts requests and answers as it is told."""

    def __init__(self) -> None:
        self.unavailable: set[int] = set()
        self.breakers = Breakers(lambda server: server not in self.unavailable)
        self.gate = Gate(self.breakers, Budget(per_second=10_000))
        self.requests: list[str] = []
        self.woken: list[tuple[float, str]] = []

    async def call(
        self,
        answer: Exception | None = None,
        place: Place | None = PLACE,
        urgency: Urgency = CALL,
        takes_s: float = 0.1,
        name: str = "hand",
    ) -> str:
        async def make() -> str:
            self.requests.append(name)
            await asyncio.sleep(takes_s)
            if answer is not None:
                raise answer
            return name

        return await self.gate.call(make, what=name, place=place, urgency=urgency, limit_s=LIMIT_S)

    async def fails(
        self, answer: Exception | None = None, place: Place | None = PLACE, **how: object
    ) -> Undelivered:
        with pytest.raises(Undelivered) as failed:
            await self.call(answer, place, **how)  # type: ignore[arg-type]
        return failed.value

    async def down(self, times: int = 5) -> None:
        for _ in range(times):
            await self.fails(DOWN, None)

    def sleep(self, name: str, place: Place | None = PLACE, urgency: Urgency = CALL) -> None:
        loop = asyncio.get_running_loop()
        self.breakers.wake(name, place, urgency, lambda: self.woken.append((loop.time(), name)))


@pytest.fixture
def world() -> World:
    return World()


def _now() -> float:
    return asyncio.get_running_loop().time()


# Places


async def test_a_call_returns_what_it_made_and_leaves_nothing_behind(world: World) -> None:
    assert await world.call() == "hand"
    assert world.gate.made == {"hand": 1}
    assert not world.breakers._known
    assert not world.breakers._inside


async def test_a_place_that_refuses_gets_no_call_until_the_probe(world: World) -> None:
    first = await world.fails(LOCKED)
    assert (first.meaning, first.held, first.place) == (Meaning.PLACE_CLOSED, False, PLACE)
    for _ in range(30):
        held = await world.fails()
        assert (held.meaning, held.held, held.place) == (Meaning.PLACE_CLOSED, True, PLACE)
    assert len(world.requests) == 1
    assert world.gate.held == {("hand", Meaning.PLACE_CLOSED): 30}
    assert world.gate.failed == {("hand", Meaning.PLACE_CLOSED): 1}
    await world.call(place=ELSEWHERE)
    await asyncio.sleep(601)
    assert world.breakers.closed(PLACE)
    await world.call()
    assert not world.breakers.closed(PLACE)
    await world.call()


async def test_what_is_held_says_what_the_place_last_refused(world: World) -> None:
    for error, why in ((refused(404, 10003), Meaning.PLACE_GONE), (CODELESS, Meaning.BARRED)):
        await world.fails(error)
        assert (await world.fails()).meaning is why
        world.breakers.reopen(THREAD)


async def test_a_probe_that_is_refused_closes_for_as_long_again(world: World) -> None:
    for error in (LOCKED, LOCKED, CODELESS):
        await world.fails(error)
        assert (await world.fails()).held
        await asyncio.sleep(598)
        assert (await world.fails()).held
        await asyncio.sleep(3)
    await world.call()


async def test_while_the_probe_is_on_its_way_all_others_are_held(world: World) -> None:
    await world.fails(LOCKED)
    await asyncio.sleep(601)
    probe = asyncio.ensure_future(world.call())
    await asyncio.sleep(0.05)
    assert (await world.fails()).held
    await probe
    await world.call()


@pytest.mark.parametrize("changed", [THREAD, CHANNEL, SERVER])
async def test_an_event_lets_one_call_by(world: World, changed: int) -> None:
    await world.fails(LOCKED)
    world.sleep("table", urgency=SHOW)
    world.sleep("hand")
    world.breakers.reopen(99)
    await asyncio.sleep(1)
    assert world.woken == []
    world.breakers.reopen(changed)
    await asyncio.sleep(0)
    assert [name for _, name in world.woken] == ["hand"]
    await world.fails(LOCKED)
    assert (await world.fails()).held
    world.breakers.reopen(changed)
    await world.call()
    assert [name for _, name in world.woken] == ["hand", "table"]


@pytest.mark.parametrize("error", [LOCKED, CODELESS, refused(403, 99_999)])
async def test_never_more_than_three_are_refused_however_many_come_at_once(
    world: World, error: Exception
) -> None:
    calls = [world.fails(error, urgency=urgency) for urgency in (SHOW, CALL) for _ in range(6)]
    ended = await asyncio.gather(*calls)
    assert len(world.requests) == 3
    assert sum(one.held for one in ended) == 9


async def test_at_most_three_are_on_their_way_to_a_place_and_hands_go_first(world: World) -> None:
    names = ["table"] * 5 + ["hand"] * 2
    calls = [world.call(name=name, urgency=CALL if name == "hand" else SHOW) for name in names]
    await asyncio.gather(*calls, world.call(place=ELSEWHERE, name="elsewhere"))
    first, rest = world.requests[:4], world.requests[4:]
    assert sorted(first) == ["elsewhere", "table", "table", "table"]
    assert rest == ["hand", "hand", "table", "table"]
    assert _now() == pytest.approx(0.3)


async def test_nobody_waits_for_long_behind_what_has_no_answer(world: World) -> None:
    slow = [asyncio.ensure_future(world.call(takes_s=15, urgency=SHOW)) for _ in range(4)]
    await asyncio.sleep(0.5)
    await world.call()
    assert _now() == pytest.approx(1.1)
    await asyncio.gather(*slow)
    assert not world.breakers._known


async def test_who_stops_waiting_for_room_passes_it_on(world: World) -> None:
    first = [asyncio.ensure_future(world.call()) for _ in range(3)]
    gone, last = (asyncio.ensure_future(world.call(name=name)) for name in ("gone", "last"))
    await asyncio.sleep(0.05)
    gone.cancel()
    await asyncio.gather(*first, last)
    assert world.requests == ["hand"] * 3 + ["last"]
    assert not world.breakers._known


async def test_who_stops_waiting_at_their_turn_passes_it_on(world: World) -> None:
    loop, waiting = asyncio.get_running_loop(), list[asyncio.Future[str]]()

    async def make() -> None:
        await asyncio.sleep(0.1)
        loop.call_soon(waiting[0].cancel)  # before it notices that it is its turn

    slow = [asyncio.ensure_future(world.call(takes_s=0.5)) for _ in range(2)]
    first = asyncio.ensure_future(
        world.gate.call(make, what="first", place=PLACE, urgency=CALL, limit_s=LIMIT_S)
    )
    await asyncio.sleep(0)
    waiting += [asyncio.ensure_future(world.call()) for _ in range(2)]
    await asyncio.gather(first, waiting[1])
    assert _now() == pytest.approx(0.2)
    assert waiting[0].cancelled()
    await asyncio.gather(*slow)


async def test_refusals_that_may_be_somebody_elses_close_a_place_at_the_third_in_a_row(
    world: World,
) -> None:
    for _ in range(2):
        await world.fails(CODELESS)
        await world.fails(CODELESS)
        await world.call()
    for _ in range(3):
        assert not (await world.fails(CODELESS)).held
    assert (await world.fails()).held


@pytest.mark.parametrize(
    "error", [refused(404, 10008), refused(400, 50035), refused(400, 40003), refused(429), DOWN]
)
async def test_what_isnt_about_the_place_doesnt_close_it(world: World, error: Exception) -> None:
    for _ in range(4):
        assert not (await world.fails(error)).held
    assert not world.breakers.closed(PLACE)
    assert not world.breakers._known


async def test_a_probe_that_tells_nothing_of_the_place_leaves_the_next_to_probe(
    world: World,
) -> None:
    await world.fails(LOCKED)
    world.breakers.reopen(THREAD)
    world.sleep("hand")
    assert (await world.fails(refused(400, 50035))).meaning is Meaning.OUR_FAULT
    assert world.breakers.closed(PLACE)
    await world.call()
    assert not world.breakers.closed(PLACE)


async def test_a_message_that_is_gone_shows_that_its_place_is_there(world: World) -> None:
    await world.fails(LOCKED)
    world.breakers.reopen(THREAD)
    await world.fails(refused(404, 10008))
    assert not world.breakers.closed(PLACE)


async def test_what_was_on_its_way_when_a_place_closed_doesnt_open_it(world: World) -> None:
    late = asyncio.ensure_future(world.call(takes_s=0.3))
    await world.fails(LOCKED)
    await late
    assert (await world.fails()).held


async def test_a_slow_call_that_is_refused_later_closes_the_place_too(world: World) -> None:
    slow = asyncio.ensure_future(world.fails(LOCKED, takes_s=10))
    await asyncio.sleep(2)
    await world.call()
    await slow
    assert (await world.fails()).held


async def test_a_broken_off_probe_leaves_the_next_to_probe(world: World) -> None:
    await world.fails(LOCKED)
    world.breakers.reopen(THREAD)
    probe = asyncio.ensure_future(world.call())
    await asyncio.sleep(0.05)
    probe.cancel()
    with pytest.raises(asyncio.CancelledError):
        await probe
    await world.call()


async def test_a_faulty_maker_is_not_swallowed_and_closes_nothing(world: World) -> None:
    with pytest.raises(ZeroDivisionError):
        await world.call(ZeroDivisionError())
    await world.call()
    assert not world.breakers._known


async def test_a_refusal_without_a_place_closes_none(world: World) -> None:
    for _ in range(4):
        assert not (await world.fails(refused(403, 50013), None)).held


@pytest.mark.parametrize(("apart", "certain"), [(1, False), (299, False), (301, True)])
async def test_a_place_is_gone_for_certain_by_two_answers_minutes_apart(
    world: World, apart: float, certain: bool
) -> None:
    assert not (await world.fails(refused(404, 10003))).gone
    await asyncio.sleep(apart)
    world.breakers.reopen(SERVER)
    assert (await world.fails(refused(404, 10003))).gone is certain


async def test_an_answer_while_the_server_is_unavailable_says_nothing(world: World) -> None:
    world.unavailable.add(SERVER)
    await world.fails(refused(404, 10003))
    world.unavailable.clear()
    await asyncio.sleep(601)
    assert not (await world.fails(refused(404, 10003))).gone
    world.unavailable.add(SERVER)
    await asyncio.sleep(601)
    assert not (await world.fails(refused(404, 10003))).gone
    world.unavailable.clear()
    await asyncio.sleep(601)
    assert not (await world.fails(refused(404, 10003))).gone
    await asyncio.sleep(601)
    assert (await world.fails(refused(404, 10003))).gone


async def test_a_place_that_was_seen_between_isnt_gone(world: World) -> None:
    for error in (refused(404, 10003), refused(403, 50001)):
        await world.fails(error)
        await asyncio.sleep(601)
    assert not (await world.fails(refused(404, 10003))).gone


async def test_places_are_remembered_up_to_a_number_and_nobody_is_forgotten(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "PLACES", 3)
    for number in (10, 11, 12, 10, 13):
        place = Place(number, server=SERVER)
        world.breakers.reopen(number)
        await world.fails(LOCKED, place)
        world.sleep(str(number), place)
    await asyncio.sleep(1)
    assert [name for _, name in world.woken] == ["10", "11"]
    assert world.breakers.closed_places == 3
    assert not world.breakers.closed(Place(11))
    assert world.breakers._inside == {SERVER: {10, 12, 13}}


async def test_a_closed_place_costs_one_timer_and_no_task(world: World) -> None:
    await world.fails(LOCKED)
    world.sleep("hand")
    await asyncio.sleep(1)
    loop = asyncio.get_running_loop()
    assert sum(not timer.cancelled() for timer in loop._scheduled) == 1
    assert asyncio.all_tasks() == {asyncio.current_task()}


# Discord


async def test_after_five_failures_in_a_row_discord_is_tried_ever_more_seldom(
    world: World,
) -> None:
    await world.down()
    closed, tried = _now(), []
    while _now() < closed + 300:
        before = len(world.requests)
        await world.fails(DOWN, ELSEWHERE, takes_s=0)
        if len(world.requests) > before:
            tried.append(_now() - closed)
        await asyncio.sleep(0.5)
    assert tried == pytest.approx([5, 15, 35, 75, 135, 195, 255], abs=4)
    await asyncio.sleep(61)
    await world.call()
    await world.down()
    await asyncio.sleep(5.1)
    await world.call()


async def test_failures_that_arent_in_a_row_close_nothing(world: World) -> None:
    for _ in range(3):
        await world.down(4)
        await world.fails(refused(404, 10008))
    assert not world.breakers.discord_closed


async def test_a_held_call_says_why(world: World) -> None:
    await world.down()
    held = await world.fails()
    assert (held.held, held.meaning) == (True, Meaning.DISCORD_DOWN)


async def test_the_gateway_opens_discord_hands_first(world: World) -> None:
    await world.down()
    world.sleep("table", urgency=SHOW)
    world.sleep("hand", ELSEWHERE)
    world.breakers.discord_answered()
    await asyncio.sleep(0)
    assert [name for _, name in world.woken] == ["hand", "table"]
    await world.call()


async def test_what_still_succeeds_opens_discord_too(world: World) -> None:
    late = asyncio.ensure_future(world.call(takes_s=3))
    await world.down()
    world.sleep("hand")
    assert await late
    assert not world.breakers.discord_closed


async def test_each_breaker_wakes_those_it_held(world: World) -> None:
    await world.fails(LOCKED)
    world.sleep("there")
    await world.down()
    world.sleep("elsewhere", ELSEWHERE)
    world.breakers.discord_answered()
    await asyncio.sleep(1)
    assert [name for _, name in world.woken] == ["elsewhere"]
    world.breakers.reopen(THREAD)
    await asyncio.sleep(1)
    assert [name for _, name in world.woken] == ["elsewhere", "there"]


async def test_who_waits_no_more_isnt_woken(world: World) -> None:
    await world.fails(LOCKED)
    world.sleep("hand")
    world.breakers.forget("hand", PLACE)
    world.breakers.reopen(THREAD)
    await asyncio.sleep(1)
    assert world.woken == []


async def test_a_places_probe_isnt_spent_while_discord_is_closed(world: World) -> None:
    await world.fails(LOCKED)
    await world.down()
    world.breakers.reopen(THREAD)
    assert (await world.fails()).meaning is Meaning.DISCORD_DOWN
    world.breakers.discord_answered()
    await world.call()


async def test_one_place_that_always_fails_is_not_all_of_discord(world: World) -> None:
    for _ in range(20):
        assert (await world.fails(DOWN)).meaning is Meaning.DISCORD_DOWN
    assert not world.breakers.discord_closed
    await world.call(place=ELSEWHERE)


async def test_shows_that_get_no_answer_say_nothing_of_discord(world: World) -> None:
    for _ in range(8):
        slow = await world.fails(takes_s=600, urgency=SHOW)
        assert (slow.meaning, slow.held) == (Meaning.NO_ANSWER, False)
    assert not world.breakers.discord_closed


async def test_calls_that_get_no_answer_do(world: World) -> None:
    started = _now()
    for place in (PLACE, ELSEWHERE, PLACE, ELSEWHERE, PLACE):
        assert (await world.fails(place=place, takes_s=600)).meaning is Meaning.NO_ANSWER
    assert _now() == pytest.approx(started + 5 * LIMIT_S)
    assert world.breakers.discord_closed
    await asyncio.sleep(5.1)
    await world.fails(takes_s=600, urgency=SHOW)
    await asyncio.sleep(9)
    assert (await world.fails()).held
    await asyncio.sleep(2)
    await world.call()


async def test_a_broken_off_probe_of_discord_leaves_the_next_to_probe(world: World) -> None:
    await world.down()
    await asyncio.sleep(5.1)
    probe = asyncio.ensure_future(world.call())
    await asyncio.sleep(0.05)
    assert (await world.fails()).held
    probe.cancel()
    await asyncio.sleep(0)
    await world.call()
    assert not world.breakers.discord_closed


# Budget and log


async def test_what_is_held_spends_nothing_and_a_place_may_close_while_one_waits(
    world: World,
) -> None:
    world.gate.budget = Budget(per_second=1)
    await world.fails(LOCKED)
    for _ in range(5):
        await world.fails()
    await world.call(place=ELSEWHERE)
    assert _now() == pytest.approx(1.1)
    later = asyncio.ensure_future(world.fails(place=ELSEWHERE))
    await asyncio.sleep(0.1)
    await world.down(0)
    world.breakers._discord.close(600)
    assert (await later).held


async def test_a_429_for_the_whole_bot_pauses_all_and_closes_nothing(world: World) -> None:
    for _ in range(6):
        before = _now()
        limited = await world.fails(refused(429, X_RateLimit_Global="true", Retry_After="7"))
        assert (limited.meaning, limited.pause_s) == (Meaning.PAUSED, 7)
    await world.call(place=ELSEWHERE)
    assert _now() == pytest.approx(before + 7 + 7 + 0.2)
    assert not world.breakers.discord_closed


async def test_a_429_for_one_route_pauses_nobody_else(world: World) -> None:
    await world.fails(refused(429, Retry_After="7"))
    await world.call(place=ELSEWHERE)
    assert _now() == pytest.approx(0.2)


@pytest.mark.parametrize(
    ("error", "level"), [(refused(400, 50035), logging.ERROR), (LOCKED, logging.INFO)]
)
async def test_only_our_own_fault_is_logged_as_one(
    world: World, caplog: pytest.LogCaptureFixture, error: Exception, level: int
) -> None:
    caplog.set_level(logging.INFO, "scout")
    await world.fails(error)
    assert max(record.levelno for record in caplog.records) == level
