"""How often the bot may call: what Discord counts, what it tells, and what passes by."""

from dataclasses import replace

import aiohttp
import pytest

from bot.sandbox.errors import RateLimitError
from bot.sandbox.rates import DELETE, DISCORD, EDIT, SEND, UNLIMITED, Rate, Rates
from bot.sandbox.server import Sandbox
from bot.sandbox.world import World
from tests.bot.sandbox.tab import Json, Tab
from tests.bot.sandbox.tiny_bot import TinyBot


class Clock:
    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def rates(clock: Clock) -> Rates:
    return Rates(World(people=1, clock=clock), DISCORD)


def refused(rates: Rates, route: str, place: str = "1", age: float = 0.0) -> RateLimitError | None:
    try:
        rates.take(route, place, age=age)
    except RateLimitError as error:
        return error
    return None


@pytest.mark.parametrize("route", [SEND, EDIT])
def test_five_in_five_seconds_in_each_channel(rates: Rates, clock: Clock, route: str) -> None:
    left = [rates.take(route, "1")["X-RateLimit-Remaining"] for _ in range(5)]
    assert left == ["4", "3", "2", "1", "0"]
    clock.now += 2
    error = refused(rates, route)
    assert error is not None
    assert error.body() == {
        "message": "You are being rate limited.",
        "retry_after": 3.0,
        "global": False,
    }
    told = {
        "Retry-After": "3",
        "X-RateLimit-Scope": "user",
        "X-RateLimit-Limit": "5",
        "X-RateLimit-Remaining": "0",
        "X-RateLimit-Reset": "1005.000",
        "X-RateLimit-Reset-After": "3.000",
    }
    assert told.items() <= error.headers.items()
    assert refused(rates, route, "2") is None
    clock.now += 3
    assert refused(rates, route) is None


def test_routes_have_buckets_of_their_own_and_are_known_by_them(rates: Rates) -> None:
    buckets = {rates.take(route, "1")["X-RateLimit-Bucket"] for route in (SEND, EDIT, DELETE)}
    assert len(buckets) == 3
    for _ in range(4):
        rates.take(SEND, "1")
    assert refused(rates, SEND)
    assert refused(rates, EDIT) is None
    assert rates.take("GET /users/@me", "") == {}


def test_all_calls_together_are_fifty_a_second(rates: Rates, clock: Clock) -> None:
    for number in range(50):
        rates.take(SEND, str(number))
    error = refused(rates, "GET /users/@me", "")
    assert error is not None
    assert error.body()["global"] is True
    assert error.headers["X-RateLimit-Global"] == "true"
    assert error.headers["X-RateLimit-Scope"] == "global"
    clock.now += 1
    assert refused(rates, SEND, "50") is None


def test_messages_older_than_an_hour_can_be_edited_more_seldom(rates: Rates, clock: Clock) -> None:
    rates.limits = replace(DISCORD, old_edits=Rate(1, 600))
    assert refused(rates, EDIT, age=3601) is None
    error = refused(rates, EDIT, age=3601)
    assert error is not None
    assert (error.code, error.body()["code"], error.wait) == (30046, 30046, 600)
    assert refused(rates, EDIT, age=3599) is None
    assert refused(rates, EDIT, "2", age=3601) is None
    clock.now += 600
    assert refused(rates, EDIT, age=3601) is None


async def request(sandbox: Sandbox, method: str, path: str, body: Json) -> tuple[int, Json]:
    headers = {"Authorization": f"Bot {sandbox.world.token}"}
    async with (
        aiohttp.ClientSession(headers=headers) as session,
        session.request(method, sandbox.api + path, json=body) as response,
    ):
        return response.status, await response.json() | dict(response.headers)


async def test_the_age_of_a_message_is_taken_from_its_id(sandbox: Sandbox) -> None:
    channel = next(iter(sandbox.world.channels))
    sandbox.rates.limits = replace(UNLIMITED, old_edits=Rate(1, 600))
    status, sent = await request(sandbox, "POST", f"/channels/{channel}/messages", {"content": "a"})
    assert status == 200
    path = f"/channels/{channel}/messages/{sent['id']}"
    for _ in range(3):
        assert (await request(sandbox, "PATCH", path, {"content": "b"}))[0] == 200
    later = sandbox.world.clock() + 3700
    sandbox.world.clock = lambda: later
    assert (await request(sandbox, "PATCH", path, {"content": "c"}))[0] == 200
    status, body = await request(sandbox, "PATCH", path, {"content": "d"})
    assert (status, body["code"], body["retry_after"]) == (429, 30046, 600)


async def test_without_limits_nothing_is_counted_and_with_them_answers_pass_by(
    sandbox: Sandbox, bot: TinyBot, ada: Tab
) -> None:
    channel = int(ada.channel)
    for number in range(7):
        path = f"/channels/{channel}/messages"
        assert (await request(sandbox, "POST", path, {"content": str(number)}))[0] == 200
    sandbox.rates.limits = replace(DISCORD, overall=Rate(0, 60))
    nonce = await ada.slash("tiny think")
    await ada.message("and one more")
    assert (await ada.became(nonce, "answered"))["state"] == "answered"
    status, body = await request(sandbox, "GET", "/users/@me", {})
    assert (status, body["global"]) == (429, True)


async def test_discord_py_waits_as_the_headers_tell(
    sandbox: Sandbox, bot: TinyBot, ada: Tab
) -> None:
    sandbox.rates.limits = replace(DISCORD, buckets={SEND: Rate(2, 0.2)})
    sandbox.calls.reset()
    for number in range(6):
        await bot.guilds[0].text_channels[0].send(f"line {number}")
    await ada.message("line 5")
    assert sandbox.calls.by_route[SEND] == 6
    assert sandbox.calls.rate_limited == 0


async def test_calls_are_counted_by_route_and_refusals_by_code(
    sandbox: Sandbox, bot: TinyBot, ada: Tab
) -> None:
    sandbox.calls.reset()
    heard: list[str] = []
    sandbox.calls.watchers.append(lambda one: heard.append(f"{one.route} {one.status}"))
    await ada.slash("tiny think")
    await ada.message("and one more")
    channel = next(iter(sandbox.world.channels))
    sandbox.rates.limits = DISCORD
    for _ in range(6):
        await request(sandbox, "POST", f"/channels/{channel}/messages", {"content": "x"})
    await request(sandbox, "POST", "/channels/1/messages", {"content": "x"})
    await request(sandbox, "GET", "/nowhere", {})
    follow_up = "POST /webhooks/{application_id}/{token}"
    assert sandbox.calls.by_route == {
        "POST /interactions/{interaction_id}/{token}/callback": 1,
        follow_up: 2,
        SEND: 7,
        "unknown": 1,
    }
    assert sandbox.calls.refused == {
        (SEND, 429, 0): 1,
        (SEND, 404, 10003): 1,
        ("unknown", 501, 0): 1,
    }
    assert sandbox.calls.rate_limited == 1
    assert len(heard) == 11
    assert f"{SEND} 429" in heard


async def test_an_answer_tells_how_long_it_took(sandbox: Sandbox, bot: TinyBot, ada: Tab) -> None:
    answered = await ada.became(await ada.slash("tiny play"), "answered")
    assert answered["answer"] == 4
    assert 0 < answered["took"] < 15
    thinking = await ada.became(await ada.slash("tiny think"), "answered")
    assert thinking["answer"] == 5
