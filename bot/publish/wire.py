"""What really went over the wire to Discord: requests by route, and 429s.

discord.py answers 429s itself, by sleeping; only a look at its HTTP client shows them.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from types import SimpleNamespace

import aiohttp

from bot.base import logs
from bot.publish.budget import Budget

_PLAIN = re.compile(r"@?[a-z-]+")
_API = re.compile(r"^/api/v\d+")


class Wire:
    """Counts requests; a 429 for the whole bot pauses the budget of calls.

    Attributes:
        requests: by method and route; no ids and no tokens.
        limited: 429s, the same way.
        trace: for ``discord.Client(http_trace=...)``.
    """

    def __init__(self, budget: Budget) -> None:
        self._budget = budget
        self.requests: Counter[str] = Counter()
        self.limited: Counter[str] = Counter()
        self.trace = aiohttp.TraceConfig()
        self.trace.on_request_end.append(self._ended)

    async def _ended(
        self,
        session: aiohttp.ClientSession,
        context: SimpleNamespace,
        ended: aiohttp.TraceRequestEndParams,
    ) -> None:
        del session, context
        self.saw(ended.method, ended.url.path, ended.response.status, ended.response.headers)

    def saw(self, method: str, path: str, status: int, headers: Mapping[str, str]) -> None:
        """A request was answered."""
        called = route(method, path)
        self.requests[called] += 1
        if status != 429:
            return
        self.limited[called] += 1
        logs.record("rate-limited", route=called, scope=headers.get("X-RateLimit-Scope"))
        if "X-RateLimit-Global" in headers and "Retry-After" in headers:
            self._budget.pause(float(headers["Retry-After"]))


def route(method: str, path: str) -> str:
    """A request without what is its own.

    >>> route("PATCH", "/api/v10/channels/123/messages/456")
    'PATCH /channels/_/messages/_'
    >>> route("POST", "/api/v10/interactions/123/aW50ZXJhY3Rpb24/callback")
    'POST /interactions/_/_/callback'
    """
    parts = _API.sub("", path).split("/")
    if parts[1:2] in (["interactions"], ["webhooks"]):
        parts[2:4] = ["_"] * len(parts[2:4])  # an id and a token, whatever it looks like
    return f"{method} " + "/".join(
        part if not part or _PLAIN.fullmatch(part) else "_" for part in parts
    )
