"""What is counted of the wire, and what is left out."""

from __future__ import annotations

import asyncio

import pytest

from bot.publish.budget import Budget, Urgency
from bot.publish.wire import Wire, route


@pytest.mark.parametrize(
    ("path", "told"),
    [
        ("/api/v10/channels/123/messages/456", "POST /channels/_/messages/_"),
        ("/api/v10/users/@me/channels", "POST /users/@me/channels"),
        ("/api/v10/interactions/1/abcdef/callback", "POST /interactions/_/_/callback"),
        ("/api/v10/webhooks/1/abcdef/messages/@original", "POST /webhooks/_/_/messages/@original"),
        ("/api/v10/interactions/1/callback", "POST /interactions/_/_"),
    ],
)
def test_a_route_shows_no_id_and_no_token(path: str, told: str) -> None:
    assert route("POST", path) == told


async def test_requests_and_429s_are_counted_and_a_global_one_pauses_the_budget() -> None:
    budget, loop = Budget(), asyncio.get_running_loop()
    wire = Wire(budget)
    wire.saw("POST", "/api/v10/channels/1/messages", 200, {})
    wire.saw("POST", "/api/v10/channels/2/messages", 429, {"Retry-After": "9"})
    await budget.take(Urgency.SHOW)
    assert loop.time() == 0
    wire.saw(
        "POST", "/api/v10/users/@me/channels", 429, {"Retry-After": "3", "X-RateLimit-Global": "1"}
    )
    await budget.take(Urgency.CALL)
    assert loop.time() == 3
    assert wire.requests == {"POST /channels/_/messages": 2, "POST /users/@me/channels": 1}
    assert wire.limited == {"POST /channels/_/messages": 1, "POST /users/@me/channels": 1}
