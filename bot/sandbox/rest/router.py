"""From an HTTP request to a handler and back, with Discord's errors and the page's log."""

import json
import logging
import re
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field

from aiohttp import BodyPartReader, web

from bot.sandbox import permissions
from bot.sandbox.calls import Answer, Calls, Heard
from bot.sandbox.compose import Body
from bot.sandbox.errors import ApiError, missing_access, missing_permissions
from bot.sandbox.gateway import Gateway
from bot.sandbox.interactions import Interactions
from bot.sandbox.model import DM_CHANNEL, Channel, Guild
from bot.sandbox.rates import Rates
from bot.sandbox.troubles import Troubles
from bot.sandbox.world import World, seconds_of

log = logging.getLogger(__name__)

LONG = re.compile(r"/[A-Za-z0-9_-]{40,}")


@dataclass(slots=True)
class Call:
    """One request on its way.

    It has the state, its route and the ids in its path, its query and body, and the headers of its
    answer.
    """

    world: World
    gateway: Gateway
    interactions: Interactions
    method: str
    url: str
    query: dict[str, str]
    route: str = "unknown"
    path: dict[str, str] = field(default_factory=dict)
    body: Body = field(default_factory=lambda: Body({}))
    headers: dict[str, str] = field(default_factory=dict)

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
        if channel.type == DM_CHANNEL:
            return channel
        bits = self.bits(channel)
        if not bits & permissions.bit("view_channel"):
            raise missing_access()
        if any(not bits & permissions.bit(one) for one in needed):
            raise missing_permissions()
        return channel

    def bits(self, channel: Channel) -> int:
        """The bot's permissions in a channel of a server; 0 where it was removed."""
        world, guild = self.world, self.world.guild_of(channel)
        if guild is None or not guild.present:
            return 0
        return permissions.in_channel(guild, world.parent(channel), world.bot.id)

    def guild(self) -> Guild:
        """The server in the path.

        Raises:
            ApiError: 10004 if there is none, 50001 if the bot isn't in it.
        """
        found = self.world.guilds.get(self.id("guild_id"))
        if found is None:
            raise ApiError(404, 10004, "Unknown Guild")
        if not found.present:
            raise missing_access()
        return found

    @property
    def person(self) -> int | None:
        """Whose DM is opened or used; None for any other call."""
        if self.url == "/users/@me/channels":
            return int(self.body.data["recipient_id"])
        channel = self.world.channels.get(int(self.path.get("channel_id", "0")))
        return channel.recipients[0] if channel and channel.recipients else None

    @property
    def age(self) -> float:
        """How many seconds ago the message in the path was sent; 0 without one."""
        message = self.world.messages.get(int(self.path.get("message_id", "0")))
        return self.world.clock() - seconds_of(message.id) if message else 0.0


Handler = Callable[[Call], Awaitable[Answer]]
Route = tuple[str, str, Handler]


class Router:
    """Finds the handler of a request. ``routes`` are (method, path with {names}, handler)."""

    def __init__(
        self,
        world: World,
        gateway: Gateway,
        interactions: Interactions,
        *,
        rates: Rates,
        troubles: Troubles,
        calls: Calls,
        routes: Sequence[Route],
    ) -> None:
        self.world = world
        self.gateway = gateway
        self.interactions = interactions
        self.rates = rates
        self.troubles = troubles
        self.calls = calls
        self.routes: dict[str, list[tuple[str, re.Pattern[str], Handler]]] = {}
        for method, path, handler in routes:
            pattern = re.compile(re.sub(r"\{(\w+)\}", r"(?P<\1>[^/]+)", path))
            self.routes.setdefault(method, []).append((f"{method} {path}", pattern, handler))

    async def handle(self, request: web.Request) -> web.Response:
        """Serve one request under ``/api/v10``."""
        call = Call(
            world=self.world,
            gateway=self.gateway,
            interactions=self.interactions,
            method=request.method,
            url=request.match_info["path"],
            query=dict(request.query),
        )
        try:
            answer = await self._serve(call, request)
        except ApiError as error:
            return self._refuse(call, error)
        status = 204 if answer is None else 200
        self.calls.hear(Heard(call.route, call.url, call.body, status, 0, answer))
        self.world.log("rest", f"{_shown(call)} → {status}", level="debug")
        if answer is None:
            return web.Response(status=204, headers=call.headers)
        return _json(answer, status, call.headers)

    def _refuse(self, call: Call, error: ApiError) -> web.Response:
        body = error.body()
        self.calls.hear(Heard(call.route, call.url, call.body, error.status, error.code, body))
        level = "error" if error.status in (400, 501) else "warning"
        detail = f" {json.dumps(error.tree)}" if error.tree else ""
        told = f"{_shown(call)} → {error.status} {error.code} {error.message}{detail}"
        self.world.log("rest", told, level=level)
        return _json(body, error.status, call.headers | error.headers)

    async def _serve(self, call: Call, request: web.Request) -> Answer:
        handler = self._find(call)
        by_token = call.url.startswith(("/interactions/", "/webhooks/"))
        authorized = request.headers.get("Authorization") == f"Bot {self.world.token}"
        if not authorized and not by_token:
            raise ApiError(401, 0, "401: Unauthorized")
        call.body = await read_body(request)
        try:
            if not by_token:
                place = call.path.get("channel_id", "")
                call.headers = self.rates.take(call.route, place, age=call.age)
            trouble = self.troubles.meet(call.method, call.url, call.person)
            if trouble is None:
                return await handler(call)
            if not trouble.after:
                await self.troubles.befall(trouble)
                return await handler(call)
            answer = await handler(call)
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            # A body of another shape than Discord's is refused, as Discord would; should the fault
            # be the sandbox's own, the traceback tells.
            log.warning("refused %s %s", call.method, call.url, exc_info=True)
            raise ApiError(
                400, 50035, f"Invalid Form Body: {type(error).__name__} {error}"
            ) from error
        await self.troubles.befall(trouble)
        return answer

    def _find(self, call: Call) -> Handler:
        for name, pattern, handler in self.routes.get(call.method, ()):
            found = pattern.fullmatch(call.url)
            if found:
                call.route, call.path = name, found.groupdict()
                return handler
        raise ApiError(501, 0, "The sandbox does not know this route")


def _json(body: Answer, status: int, more: dict[str, str]) -> web.Response:
    # Discord names no charset, and discord.py takes anything else for plain text.
    headers = {"Content-Type": "application/json", **more}
    return web.Response(body=json.dumps(body).encode(), status=status, headers=headers)


def _shown(call: Call) -> str:
    """A call for the log: interaction tokens are long and say nothing."""
    return f"{call.method} {LONG.sub('/…', call.url)}"


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
