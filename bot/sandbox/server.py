"""The whole pocket Discord on one loopback port: API, gateway, files, and the page."""

import time
from collections.abc import Awaitable, Callable
from pathlib import Path

from aiohttp import web

from bot.sandbox.actions import Actions
from bot.sandbox.calls import Calls
from bot.sandbox.faults import Faults
from bot.sandbox.gateway import Gateway
from bot.sandbox.interactions import Interactions
from bot.sandbox.model import Attachment, User
from bot.sandbox.people import People
from bot.sandbox.rates import UNLIMITED, Limits, Rates
from bot.sandbox.rest import ROUTES, Router
from bot.sandbox.sight import Sight
from bot.sandbox.troubles import Troubles
from bot.sandbox.world import World

PAGE = Path(__file__).parent / "page"
HOST = "127.0.0.1"
# The page loads nothing from elsewhere; only sizes and colours are written into elements.
POLICY = "default-src 'self'; style-src 'self' 'unsafe-inline'; frame-ancestors 'none'"


class Sandbox:
    """A pocket Discord; ``start`` it, give the bot ``api`` and ``gateway_url``, ``stop`` it.

    Args:
        people: how many people live in it; all of them are in every server.
        servers: how many servers it has.
        shards: how many shards the bot is told to use.
        limits: how often the bot may call; ``rates.DISCORD`` for as often as at Discord.
        answer_within: seconds that the bot has for its first answer.
        token_life: seconds that an interaction's token lives.
        clock: seconds since the epoch.
    """

    def __init__(
        self,
        people: int = 4,
        *,
        servers: int = 1,
        shards: int = 1,
        limits: Limits = UNLIMITED,
        answer_within: float = 3.0,
        token_life: float = 900.0,
        clock: Callable[[], float] = time.time,
    ) -> None:
        self.world = World(people, servers, clock)
        self.gateway = Gateway(self.world, shards)
        self.interactions = Interactions(self.world, answer_within, token_life)
        self.rates = Rates(self.world, limits)
        self.troubles = Troubles(self.world)
        self.calls = Calls()
        self.faults = Faults(self.world, self.gateway, self.troubles, self.rates)
        self.sight = Sight(self.world, self.gateway, self.interactions, self.faults)
        self.people = People(self.sight)
        self._runner: web.AppRunner | None = None

    @property
    def address(self) -> str:
        """Where people open the page."""
        return self.world.address

    @property
    def api(self) -> str:
        """What ``discord.http.Route.BASE`` becomes."""
        return f"{self.address}/api/v10"

    @property
    def gateway_url(self) -> str:
        """What the gateway's default address becomes."""
        return self.address.replace("http", "ws", 1) + "/gateway"

    def acting(self, person: User) -> Actions:
        """What a person can do, for a driver without a page; ``world.listen`` tells it the rest."""
        return self.sight.actions(person)

    async def start(self, port: int = 0) -> None:
        """Listen on loopback; port 0 takes a free one.

        Raises:
            OSError: the port is taken.
        """
        router = Router(
            self.world,
            self.gateway,
            self.interactions,
            rates=self.rates,
            troubles=self.troubles,
            calls=self.calls,
            routes=ROUTES,
        )
        app = web.Application(client_max_size=100 * 1024 * 1024, middlewares=[only_from_here])
        app.add_routes(
            [
                web.route("*", "/api/v10{path:/.*}", router.handle),
                web.get("/gateway", self.gateway.handle),
                web.get("/gateway/", self.gateway.handle),
                web.get("/people", self.people.handle),
                web.get("/attachments/{id}/{name}", self._file),
                web.get("/", _index),
                web.static("/page", PAGE),
            ]
        )
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=1.0)
        await self._runner.setup()
        site = web.TCPSite(self._runner, HOST, port)
        await site.start()
        bound = self._runner.addresses[0][1]
        self.world.address = f"http://{HOST}:{bound}"

    async def stop(self) -> None:
        """Close every connection and stop listening."""
        self.interactions.close()
        await self.gateway.close()
        await self.people.close()
        if self._runner is not None:
            await self._runner.cleanup()

    async def _file(self, request: web.Request) -> web.Response:
        wanted = request.match_info["id"]
        file = self.world.files.get(int(wanted)) if wanted.isdecimal() else None
        if file is None or file.filename != request.match_info["name"]:
            raise web.HTTPNotFound
        return _as_response(file)


def _as_response(file: Attachment) -> web.Response:
    """A picture to show, or anything else to save."""
    headers = {
        "Cache-Control": "private, max-age=86400, immutable",
        "X-Content-Type-Options": "nosniff",
    }
    kind = file.content_type.split(";")[0]
    if kind not in {"image/png", "image/webp", "image/jpeg", "image/gif"}:
        headers["Content-Disposition"] = f'attachment; filename="{file.filename}"'
    return web.Response(body=file.content, content_type=kind, headers=headers)


async def _index(_request: web.Request) -> web.FileResponse:
    return web.FileResponse(PAGE / "index.html")


@web.middleware
async def only_from_here(
    request: web.Request, handler: Callable[[web.Request], Awaitable[web.StreamResponse]]
) -> web.StreamResponse:
    """Refuse what another web page sends: a foreign Host (rebinding) or Origin."""
    allowed = {"127.0.0.1", "localhost"}
    if (request.url.host or "") not in allowed:
        raise web.HTTPForbidden(text="This sandbox answers on 127.0.0.1 and localhost only.")
    origin = request.headers.get("Origin")
    if origin is not None and origin != f"http://{request.host}":
        raise web.HTTPForbidden(text="This sandbox answers its own page only.")
    response = await handler(request)
    if not response.prepared:
        response.headers.setdefault("Content-Security-Policy", POLICY)
        response.headers.setdefault("Cache-Control", "no-cache")
    return response
