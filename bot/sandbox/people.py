"""The page's socket: what one person sees, live, and what they do."""

import asyncio
import contextlib
import json
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from aiohttp import WSMsgType, web

from bot.sandbox import payloads, permissions
from bot.sandbox.actions import Actions, NotPossible
from bot.sandbox.faults import Faults
from bot.sandbox.gateway import Gateway
from bot.sandbox.interactions import Interactions
from bot.sandbox.model import DM_CHANNEL, EPHEMERAL, Channel, Json, Message, User
from bot.sandbox.world import World

HISTORY = 100


@dataclass(eq=False, slots=True)
class Tab:
    """One open page, shown as one person."""

    person: User
    outbox: "asyncio.Queue[Json]" = field(default_factory=asyncio.Queue)


class People:
    """All open pages."""

    def __init__(
        self, world: World, gateway: Gateway, interactions: Interactions, faults: Faults
    ) -> None:
        self.world = world
        self.gateway = gateway
        self.interactions = interactions
        self.faults = faults
        self.tabs: set[Tab] = set()
        self.sockets: set[web.WebSocketResponse] = set()
        world.on_page = self.publish

    # -- what is seen ---------------------------------------------------------------------------

    def publish(self, event: str, data: Json, who: set[int] | None) -> None:
        """Show an event to everybody, or to some."""
        for tab in self.tabs:
            if who is None or tab.person.id in who:
                shown = self._show(event, data, tab.person)
                if shown is not None:
                    tab.outbox.put_nowait({"t": event, **shown})

    def _show(self, event: str, data: Json, person: User) -> Json | None:
        if event == "message":
            message = self.world.messages.get(data["id"])
            return None if message is None else {"message": self._message(message, person)}
        if event == "channel":
            channel = self.world.channels.get(data["id"])
            visible = channel is not None and person.id in self.world.viewers(channel)
            return {"channel": self._channel(channel, person)} if channel and visible else None
        if event in {"people", "guild", "commands", "bot"}:
            return self.overview(person)
        return data

    def overview(self, person: User) -> Json:
        """Everything about the place but what was said: people, channels, commands, bot."""
        world = self.world
        return {
            "you": str(person.id),
            "people": [self._person(one) for one in [*world.people, world.bot]],
            "guild": {
                "id": str(world.guild.id),
                "name": world.guild.name,
                "present": world.guild.present,
                "unavailable": world.guild.unavailable,
                "roles": [payloads.role(one) for one in world.guild.roles.values()],
            },
            "channels": [
                self._channel(one, person)
                for one in world.channels.values()
                if person.id in world.viewers(one)
            ],
            "bot": {
                "connected": self.gateway.connected,
                "process": self.faults.process.state if self.faults.process else None,
                "status": self._status(),
            },
            "deniable": list(permissions.DENIABLE),
        }

    def _status(self) -> str:
        game = self.gateway.presence.get("game") or {}
        activities = self.gateway.presence.get("activities") or [game]
        first = activities[0] if activities else {}
        return str(first.get("state") or first.get("name") or "")

    def _person(self, person: User) -> Json:
        member = self.world.guild.members.get(person.id)
        return {
            "id": str(person.id),
            "key": person.key,
            "name": person.name,
            "bot": person.bot,
            "colour": person.colour,
            "owner": person.id == self.world.guild.owner_id,
            "member": member is not None and (not person.bot or self.world.guild.present),
            "dms_closed": person.dms_closed,
            "locale": person.locale,
        }

    def _channel(self, channel: Channel, person: User) -> Json:
        body = payloads.channel(self.world, channel)
        body["commands"] = Actions(self.world, self.interactions, person).usable(channel)
        body["read"] = str(self.world.read.get((person.id, channel.id), 0))
        role_id = self.world.guild.members[self.world.bot.id].roles[0]
        denied = channel.denied.get(role_id, 0)
        body["denied"] = [one for one in permissions.DENIABLE if denied & permissions.bit(one)]
        if channel.type == DM_CHANNEL:
            body["name"] = self.world.bot.name
        return body

    def _message(self, message: Message, person: User) -> Json:
        body = payloads.message(self.world, message)
        body["ephemeral"] = bool(message.flags & EPHEMERAL)
        body["pinged"] = person.id in message.pings
        return body

    def history(self, person: User, channel: Channel, before: int | None = None) -> list[Json]:
        """The last messages of a channel that a person sees, oldest first."""
        seen = [
            one
            for one in self.world.messages.values()
            if one.channel_id == channel.id
            and one.visible_to in (None, person.id)
            and (before is None or one.id < before)
        ]
        seen.sort(key=lambda one: one.id)
        return [self._message(one, person) for one in seen[-HISTORY:]]

    # -- the socket -----------------------------------------------------------------------------

    async def handle(self, request: web.Request) -> web.WebSocketResponse:
        """Serve one tab until it is closed; ``?as=`` names the person."""
        wanted = request.query.get("as", "")
        known = {one.key: one for one in self.world.people}
        person = known.get(wanted.lower(), self.world.people[0])
        socket = web.WebSocketResponse(heartbeat=20)
        await socket.prepare(request)
        tab = Tab(person)
        self.world.dm(person)  # before the tab listens: what follows shows it
        self.tabs.add(tab)
        self.sockets.add(socket)
        tab.outbox.put_nowait(self._hello(person))
        sender = asyncio.create_task(self._send(tab, socket))
        try:
            async for message in socket:
                if message.type is WSMsgType.TEXT:
                    tab.outbox.put_nowait(await self._do(person, json.loads(message.data)))
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

    def _hello(self, person: User) -> Json:
        visible = [
            one for one in self.world.channels.values() if person.id in self.world.viewers(one)
        ]
        return {
            "t": "hello",
            **self.overview(person),
            "messages": {str(one.id): self.history(person, one) for one in visible},
            "log": list(self.world.journal),
        }

    async def _do(self, person: User, request: Json) -> Json:
        """Do what the page asks; the answer says whether it was possible."""
        answer: Json = {"t": "done", "n": request.get("n")}
        try:
            result = self._dispatch(person, str(request.get("do")), request)
            if asyncio.iscoroutine(result):
                result = await result
        except NotPossible as error:
            return answer | {"error": str(error)}
        except (KeyError, ValueError, TypeError) as error:
            return answer | {"error": f"The page asked for nonsense: {error!r}"}
        return answer | {"result": result}

    def _dispatch(self, person: User, what: str, request: Json) -> Any:
        acts, world, faults = (
            Actions(self.world, self.interactions, person),
            self.world,
            self.faults,
        )
        get = request.__getitem__
        nonce = str(request.get("nonce", ""))

        def channel() -> Channel:
            found = world.channels.get(int(get("channel")))
            if found is None:
                raise NotPossible("This channel is gone.")
            return found

        def someone() -> User:
            return world.users[int(get("person"))]

        doings: dict[str, Callable[[], Any]] = {
            "say": lambda: acts.say(get("channel"), get("text")),
            "read": lambda: acts.mark_read(get("channel"), get("message")),
            "older": lambda: self.history(person, channel(), int(get("before"))),
            "command": lambda: acts.command(
                get("channel"), get("command"), get("path"), get("options"), nonce
            ),
            "autocomplete": lambda: acts.autocomplete(
                get("channel"),
                get("command"),
                get("path"),
                get("options"),
                nonce,
                focused=get("focused"),
            ),
            "menu": lambda: acts.menu(get("channel"), get("command"), get("target"), nonce),
            "click": lambda: acts.click(get("message"), get("custom_id"), nonce),
            "choose": lambda: acts.choose(get("message"), get("custom_id"), get("values"), nonce),
            "submit": lambda: acts.submit(get("token"), get("modal"), get("values"), nonce),
            "delete_message": lambda: acts.delete(get("message")),
            "close_dms": lambda: Actions(world, self.interactions, someone()).close_dms(
                closed=bool(get("on"))
            ),
            "locale": lambda: acts.speak(str(get("locale"))),
            "kick": lambda: faults.remove(someone()),
            "join": lambda: faults.join(someone()),
            "delete_channel": lambda: world.delete_channel(channel()),
            "archive": lambda: world.change_channel(channel(), archived=bool(get("on"))),
            "lock": lambda: world.change_channel(channel(), locked=bool(get("on"))),
            "forbid": lambda: faults.forbid(
                channel(), str(get("permission")), forbidden=bool(get("on"))
            ),
            "expel_bot": faults.expel_bot,
            "invite_bot": faults.invite_bot,
            "outage": lambda: faults.outage(begin=bool(get("on"))),
            "rate_limit": lambda: faults.rate_limit(10.0),
            "drop": self.gateway.drop,
            "invalidate": self.gateway.invalidate,
            "restart_bot": faults.restart_bot,
            "kill_bot": faults.kill_bot,
            "start_bot": faults.start_bot,
        }
        if what not in doings:
            raise NotPossible(f"The sandbox does not know how to “{what}”.")
        return doings[what]()

    async def close(self) -> None:
        """Close every page's connection."""
        for socket in list(self.sockets):
            await socket.close(code=1001, message=b"The sandbox is closing")
