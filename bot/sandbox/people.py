"""The page's socket: every open tab, what it is shown, and what it asks for."""

import asyncio
import contextlib
import inspect
import json
from dataclasses import dataclass, field

from aiohttp import WSMsgType, web

from bot.sandbox.choices import NotPossible
from bot.sandbox.doings import DOINGS, Request
from bot.sandbox.model import Json, User
from bot.sandbox.sight import Sight
from bot.sandbox.world import Audience


@dataclass(eq=False, slots=True)
class Tab:
    """One open page, shown as one person."""

    person: User
    outbox: "asyncio.Queue[Json]" = field(default_factory=asyncio.Queue)


class People:
    """All open tabs."""

    def __init__(self, sight: Sight) -> None:
        self.sight = sight
        self.world = sight.world
        self.tabs: set[Tab] = set()
        self.sockets: set[web.WebSocketResponse] = set()
        self.world.listen(self.publish)

    def publish(self, event: str, data: Json, audience: Audience) -> None:
        """Show an event to those who may see it."""
        for tab in self.tabs:
            if audience(tab.person.id):
                shown = self.sight.event(event, data, tab.person)
                if shown is not None:
                    tab.outbox.put_nowait({"t": event, **shown})

    async def handle(self, request: web.Request) -> web.WebSocketResponse:
        """Serve one tab until it is closed.

        ``?as=`` names the person, ``&locale=`` sets the language of their client.
        """
        known = {one.key: one for one in self.world.people}
        person = known.get(request.query.get("as", "").lower(), self.world.people[0])
        socket = web.WebSocketResponse(heartbeat=20)
        await socket.prepare(request)
        tab = Tab(person)
        with contextlib.suppress(NotPossible):  # then the person keeps the language they have
            self.sight.actions(person).speak(request.query.get("locale") or person.locale)
        self.world.dm(person)  # so that the page can show where the bot will write
        self.tabs.add(tab)
        self.sockets.add(socket)
        tab.outbox.put_nowait({"t": "hello", **self.sight.everything(person)})
        sender = asyncio.create_task(self._send(tab, socket))
        try:
            async for message in socket:
                if message.type is WSMsgType.TEXT:
                    tab.outbox.put_nowait(await self._do(person, _read(message.data)))
        finally:
            self.tabs.discard(tab)
            self.sockets.discard(socket)
            sender.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await sender
        return socket

    async def _send(self, tab: Tab, socket: web.WebSocketResponse) -> None:
        with contextlib.suppress(ConnectionError):
            while True:
                await socket.send_str(json.dumps(await tab.outbox.get()))

    async def _do(self, person: User, body: Json) -> Json:
        """Do what the page asks; the answer says whether it was possible."""
        answer: Json = {"t": "done", "n": body.get("n")}
        doing = DOINGS.get(str(body.get("do")))
        if doing is None:
            return answer | {"error": f"The sandbox does not know how to “{body.get('do')}”."}
        try:
            result = doing(Request(self.sight, person, body))
            if inspect.isawaitable(result):
                result = await result
        except NotPossible as error:
            return answer | {"error": str(error)}
        except (KeyError, ValueError, TypeError) as error:
            return answer | {"error": f"The page asked for nonsense: {error!r}"}
        return answer | {"result": result}

    async def close(self) -> None:
        """Close every page's connection."""
        for socket in list(self.sockets):
            await socket.close(code=1001, message=b"The sandbox is closing")


def _read(text: str) -> Json:
    """What a page sent; anything but an object counts as an empty request."""
    try:
        body = json.loads(text)
    except json.JSONDecodeError:
        return {}
    return body if isinstance(body, dict) else {}
