"""From an HTTP request to a handler and back, with Discord's errors and the page's log."""

import json
import logging
import re
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass

from aiohttp import BodyPartReader, web

from bot.sandbox import permissions
from bot.sandbox.compose import Body
from bot.sandbox.errors import ApiError, RateLimitError, missing_access, missing_permissions
from bot.sandbox.gateway import Gateway
from bot.sandbox.interactions import Interactions
from bot.sandbox.model import Channel, Json
from bot.sandbox.world import World

log = logging.getLogger(__name__)

Answer = Json | list[Json] | None


@dataclass(slots=True)
class Call:
    """One request on its way: the state, the ids in its path, its query and body."""

    world: World
    gateway: Gateway
    interactions: Interactions
    path: dict[str, str]
    query: dict[str, str]
    body: Body

    def id(self, name: str) -> int:
        """An id in the path.

        Raises:
            ApiError: 50035 if it is not a number.
        """
        if not self.path[name].isdecimal():
            raise ApiError(
                400, 50035, f'Invalid Form Body: Value "{self.path[name]}" is not snowflake.'
            )
        return int(self.path[name])

    def channel(self, *needed: str) -> Channel:
        """The channel in the path, if the bot can see it and has the ``needed`` permissions there.

        Raises:
            ApiError: 10003 if there is none, 50001 if the bot can't see it, 50013 for the rest.
        """
        return self.require(self.world.channel(self.id("channel_id")), *needed)

    def require(self, channel: Channel, *needed: str) -> Channel:
        """The channel, if the bot may do all that is ``needed`` there; see ``channel``."""
        if channel.guild_id is None:
            return channel
        bits = self.bits(channel)
        if not bits & permissions.bit("view_channel"):
            raise missing_access()
        if any(not bits & permissions.bit(one) for one in needed):
            raise missing_permissions()
        return channel

    def bits(self, channel: Channel) -> int:
        """The bot's permissions in a channel of the server; 0 where it was removed."""
        world = self.world
        if not world.guild.present:
            return 0
        return permissions.in_channel(world.guild, world.parent(channel), world.bot.id)


Handler = Callable[[Call], Awaitable[Answer]]
Route = tuple[str, str, Handler]


class Router:
    """Finds the handler of a request. ``routes`` are (method, path with {names}, handler)."""

    def __init__(
        self, world: World, gateway: Gateway, interactions: Interactions, routes: Sequence[Route]
    ) -> None:
        self.world = world
        self.gateway = gateway
        self.interactions = interactions
        self.routes = [
            (method, re.compile(re.sub(r"\{(\w+)\}", r"(?P<\1>[^/]+)", path)), handler)
            for method, path, handler in routes
        ]

    async def handle(self, request: web.Request) -> web.Response:
        """Serve one request under ``/api/v10``."""
        path = request.match_info["path"]
        shown = f"{request.method} {_without_tokens(path)}"
        try:
            answer = await self._serve(request, path)
        except ApiError as error:
            level = "error" if error.status in (400, 501) else "warning"
            detail = f" {json.dumps(error.tree)}" if error.tree else ""
            self.world.log(
                "rest",
                f"{shown} → {error.status} {error.code} {error.message}{detail}",
                level=level,
            )
            return _json(error.body(), error.status, error.headers)
        self.world.log("rest", f"{shown} → {204 if answer is None else 200}", level="debug")
        if answer is None:
            return web.Response(status=204)
        return _json(answer)

    async def _serve(self, request: web.Request, path: str) -> Answer:
        found, handler = self._find(request.method, path)
        tokens_instead = path.startswith(("/interactions/", "/webhooks/"))
        authorized = request.headers.get("Authorization") == f"Bot {self.world.token}"
        if not authorized and not tokens_instead:
            raise ApiError(401, 0, "401: Unauthorized")
        body = await read_body(request)
        wait = self.world.limited_until - self.world.clock()
        if wait > 0 and request.method != "GET" and path.startswith("/channels/"):
            raise RateLimitError(wait)
        call = Call(
            world=self.world,
            gateway=self.gateway,
            interactions=self.interactions,
            path=found,
            query=dict(request.query),
            body=body,
        )
        try:
            return await handler(call)
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            # A body of another shape than Discord's is refused, as Discord would; should the fault
            # be the sandbox's own, the traceback tells.
            log.warning("refused %s %s", request.method, path, exc_info=True)
            raise ApiError(
                400, 50035, f"Invalid Form Body: {type(error).__name__} {error}"
            ) from error

    def _find(self, method: str, path: str) -> tuple[dict[str, str], Handler]:
        for known, pattern, handler in self.routes:
            found = pattern.fullmatch(path)
            if known == method and found:
                return found.groupdict(), handler
        raise ApiError(501, 0, "The sandbox does not know this route")


def _json(body: Answer, status: int = 200, more: dict[str, str] | None = None) -> web.Response:
    # Discord names no charset, and discord.py takes anything else for plain text.
    headers = {"Content-Type": "application/json", **(more or {})}
    return web.Response(body=json.dumps(body).encode(), status=status, headers=headers)


def _without_tokens(path: str) -> str:
    """A path for the log: interaction tokens are long and say nothing."""
    return re.sub(r"/[A-Za-z0-9_-]{40,}", "/…", path)


async def read_body(request: web.Request) -> Body:
    """The JSON of a request and its files, whether it came plain or as a form.

    Raises:
        ApiError: 50109 if it is not JSON.
    """
    text: str | bytes = b""
    files: dict[int, tuple[str, bytes]] = {}
    if request.content_type == "multipart/form-data":
        async for part in await request.multipart():
            assert isinstance(part, BodyPartReader)
            if part.name == "payload_json":
                text = await part.read()
            elif found := re.fullmatch(r"files\[(\d+)\]", part.name or ""):
                content = bytes(await part.read())
                files[int(found[1])] = (part.filename or "unknown", content)
    else:
        text = await request.read()
    try:
        data = json.loads(text) if text else {}
    except json.JSONDecodeError as error:
        raise ApiError(400, 50109, "The request body contains invalid JSON.") from error
    return Body(data, files)
