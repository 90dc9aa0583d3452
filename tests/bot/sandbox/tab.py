"""A page without a browser: speaks the page's socket as one person."""

import asyncio
import itertools
import re
from collections.abc import Callable
from typing import Any, TypeVar

import aiohttp

from bot.sandbox.server import Sandbox
from tests.patience import PATIENCE_S

Json = dict[str, Any]
T = TypeVar("T")


class Refused(Exception):  # noqa: N818
    """The page would show this text."""


class Tab:
    """``async with Tab.open(sandbox, "ada") as ada``: what Ada sees, and what she does."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        self.socket = socket
        self.numbers = itertools.count(1)
        self.answers: dict[int, asyncio.Future[Json]] = {}
        self.overview: Json = {}
        self.channels: dict[str, Json] = {}
        self.messages: dict[str, Json] = {}
        self.interactions: list[Json] = []
        self.log: list[Json] = []
        self.typing: list[Json] = []
        self.changed = asyncio.Condition()

    @classmethod
    def open(cls, sandbox: Sandbox, name: str) -> "Opening":
        return Opening(sandbox, name)

    async def listen(self) -> None:
        async for frame in self.socket:
            event = frame.json()
            async with self.changed:
                self._take(event)
                self.changed.notify_all()

    def _take(self, event: Json) -> None:
        kind = event["t"]
        if kind == "done":
            self.answers.pop(event["n"]).set_result(event)
        elif kind in {"hello", "people", "guild", "commands", "bot"}:
            self.overview = event
            self.channels = {one["id"]: one for one in event["channels"]}
            for messages in event.get("messages", {}).values():
                self.messages |= {one["id"]: one for one in messages}
            self.log += event.get("log", [])
        elif kind == "message":
            self.messages[event["message"]["id"]] = event["message"]
        elif kind == "message_gone":
            self.messages.pop(event["id"], None)
        elif kind == "channel":
            self.channels[event["channel"]["id"]] = event["channel"]
        elif kind == "channel_gone":
            self.channels.pop(event["id"], None)
        elif kind == "interaction":
            self.interactions.append(event)
        elif kind == "log":
            self.log.append(event)
        elif kind == "typing":
            self.typing.append(event)

    # -- looking --------------------------------------------------------------------------------

    async def see(self, what: Callable[[], T | None], seconds: float = PATIENCE_S) -> T:
        """Wait until ``what`` gives something; failing that, tell what the bot said last."""
        try:
            async with asyncio.timeout(seconds), self.changed:
                while not (found := what()):
                    await self.changed.wait()
                return found
        except TimeoutError:
            said = "\n".join(str(line["text"]) for line in self.log[-25:])
            raise AssertionError(
                f"not seen within {seconds:g} s; the log ends with\n{said}"
            ) from None

    async def message(self, text: str, **facts: object) -> Json:
        """Wait for a message that contains ``text``, anywhere, newest first."""

        def find() -> Json | None:
            for message in sorted(self.messages.values(), key=lambda one: -int(one["id"])):
                if text in words(message) and all(message.get(k) == v for k, v in facts.items()):
                    return message
            return None

        return await self.see(find)

    async def became(self, nonce: str, *states: str) -> Json:
        """Wait for an interaction's state."""

        def find() -> Json | None:
            for event in self.interactions:
                if event["nonce"] == nonce and event["state"] in states:
                    return event
            return None

        return await self.see(find)

    @property
    def channel(self) -> str:
        """The first text channel."""
        return next(key for key, one in self.channels.items() if one["type"] == 0)

    @property
    def dm(self) -> str:
        return next(key for key, one in self.channels.items() if one["type"] == 1)

    def person(self, key: str) -> str:
        return next(one["id"] for one in self.overview["people"] if one["key"] == key)

    def command(self, name: str, channel: str | None = None) -> Json:
        offered = self.channels[channel or self.channel]["commands"]
        return next(one for one in offered if one["name"] == name)

    # -- doing ----------------------------------------------------------------------------------

    async def do(self, what: str, **more: object) -> Any:
        number = next(self.numbers)
        self.answers[number] = asyncio.get_running_loop().create_future()
        future = self.answers[number]
        await self.socket.send_json({"do": what, "n": number, **more})
        answer = await asyncio.wait_for(future, PATIENCE_S)
        if "error" in answer:
            raise Refused(answer["error"])
        return answer["result"]

    async def interact(self, what: str, **more: object) -> str:
        """Do something that the bot answers; the nonce to follow it by."""
        nonce = f"n{next(self.numbers)}"
        await self.do(what, nonce=nonce, **more)
        return nonce

    async def slash(self, line: str, channel: str | None = None, **options: object) -> str:
        """``slash("scout play", seats=3)``."""
        name, *path = line.split()
        where = channel or self.channel
        command = self.command(name, where)["id"]
        return await self.interact(
            "command", channel=where, command=command, path=path, options=options
        )

    async def press(self, message: Json, label: str) -> str:
        """Press the button with this label or custom id."""
        for one in controls(message):
            if one["type"] == 2 and label in (one.get("label"), one.get("custom_id")):
                return await self.interact(
                    "click", message=message["id"], custom_id=one["custom_id"]
                )
        raise AssertionError(f"no button {label!r} in {words(message)!r}")

    async def choose(self, message: Json, custom_id: str, *values: str) -> str:
        return await self.interact(
            "choose", message=message["id"], custom_id=custom_id, values=list(values)
        )


class Opening:
    def __init__(self, sandbox: Sandbox, name: str) -> None:
        self.url = f"{sandbox.address}/people?as={name}"

    async def __aenter__(self) -> Tab:
        self.session = aiohttp.ClientSession()
        socket = await self.session.ws_connect(self.url, max_msg_size=0)
        tab = Tab(socket)
        self.listener = asyncio.create_task(tab.listen())
        await tab.see(lambda: tab.overview)
        return tab

    async def __aexit__(self, *_: object) -> None:
        self.listener.cancel()
        await self.session.close()


def controls(message: Json) -> list[Json]:
    """Every component of a message, flat."""
    found: list[Json] = []

    def walk(nodes: list[Json]) -> None:
        for node in nodes:
            found.append(node)
            walk(node.get("components", []))
            if node.get("accessory"):
                walk([node["accessory"]])

    walk(message["components"])
    return found


def words(message: Json) -> str:
    """All text of a message, layouts included."""
    texts = [one["content"] for one in controls(message) if one["type"] == 10]
    return re.sub(r"\s+", " ", " ".join([message["content"], *texts]))
