"""The bot's event sockets: HELLO, IDENTIFY, heartbeats, events in order, RESUME.

Each connection is one shard of however many; several processes may connect, with the same shards
or others, and each session hears all that its shard is told. Frames are plain text; the bot asks
for compression and takes what comes. A session outlives its socket: events that happen meanwhile
are kept for RESUME, as Discord keeps them.
"""

import asyncio
import contextlib
import json
import secrets
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field

from aiohttp import WSMsgType, web

from bot.sandbox import payloads
from bot.sandbox.model import Guild, Json
from bot.sandbox.world import World

DISPATCH, HEARTBEAT, IDENTIFY, PRESENCE, RESUME, RECONNECT = 0, 1, 2, 3, 6, 7
INVALID_SESSION, HELLO, HEARTBEAT_ACK = 9, 10, 11

GUILDS, GUILD_MEMBERS, PRESENCES = 1 << 0, 1 << 1, 1 << 8
GUILD_MESSAGES, DIRECT_MESSAGES, MESSAGE_CONTENT = 1 << 9, 1 << 12, 1 << 15
PRIVILEGED = GUILD_MEMBERS | PRESENCES | MESSAGE_CONTENT

# How many events are kept for a session that lost its socket, before RESUME is refused.
KEPT_EVENTS = 1000


@dataclass(slots=True)
class Session:
    """One identified connection of the bot (one shard), with the events it may still ask for."""

    id: str
    intents: int
    shard: tuple[int, int]
    socket: web.WebSocketResponse | None = None
    sequence: int = 0
    sent: deque[Json] = field(default_factory=lambda: deque(maxlen=KEPT_EVENTS))
    outbox: "asyncio.Queue[Json]" = field(default_factory=asyncio.Queue)

    def has(self, guild_id: int | None) -> bool:
        """Whether this shard is told of a server; of DMs (None) the first is told."""
        number, count = self.shard
        return ((guild_id or 0) >> 22) % count == number


class Gateway:
    """All sessions of the bot.

    Args:
        world: the state.
        shards: how many shards the bot is told to use.
        heartbeat_ms: what HELLO asks for.
    """

    def __init__(self, world: World, shards: int = 1, heartbeat_ms: int = 41250) -> None:
        self.world = world
        self.shards = shards
        self.heartbeat_ms = heartbeat_ms
        self._speaking = asyncio.Event()
        self._speaking.set()
        self._break: asyncio.TimerHandle | None = None
        self.sessions: dict[str, Session] = {}
        self.sockets: dict[web.WebSocketResponse, web.Request] = {}
        self.presence: Json = {}
        world.on_gateway = self.dispatch

    @property
    def connected(self) -> bool:
        """Whether the bot is identified and listening."""
        return any(one.socket is not None for one in self.sessions.values())

    # -- events out -----------------------------------------------------------------------------

    def dispatch(self, event: str, guild_id: int | None, data: Callable[[], Json]) -> None:
        """Send an event to every session that its intents and shard let it reach."""
        wanting = [one for one in self.sessions.values() if self._wants(one, event, guild_id)]
        if wanting:
            told = data()
            for session in wanting:
                self._push(session, event, self._redacted(session, event, told))

    def _push(self, session: Session, event: str, data: Json) -> None:
        session.sequence += 1
        frame = {"op": DISPATCH, "t": event, "s": session.sequence, "d": data}
        session.sent.append(frame)
        if session.socket is not None:
            session.outbox.put_nowait(frame)

    def _wants(self, session: Session, event: str, guild_id: int | None) -> bool:
        if not session.has(guild_id):
            return False
        guild = self.world.guilds.get(guild_id or 0)
        if guild and (not guild.present or guild.unavailable) and event != "GUILD_DELETE":
            return False
        if event == "INTERACTION_CREATE":
            return True
        if event.startswith("MESSAGE_"):
            return bool(session.intents & (GUILD_MESSAGES if guild else DIRECT_MESSAGES))
        if event.startswith("GUILD_MEMBER"):
            return bool(session.intents & GUILD_MEMBERS)
        return bool(session.intents & GUILDS)

    def _redacted(self, session: Session, event: str, data: Json) -> Json:
        """Without the content intent a bot reads only its own messages, DMs and mentions of it."""
        if event not in {"MESSAGE_CREATE", "MESSAGE_UPDATE"} or session.intents & MESSAGE_CONTENT:
            return data
        own = str(self.world.bot.id)
        mentioned = any(one["id"] == own for one in data["mentions"])
        if data["author"]["id"] == own or mentioned or "guild_id" not in data:
            return data
        return data | {"content": "", "embeds": [], "attachments": [], "components": []}

    # -- the socket -----------------------------------------------------------------------------

    async def handle(self, request: web.Request) -> web.WebSocketResponse:
        """Serve one connection until it ends."""
        socket = web.WebSocketResponse(heartbeat=None, max_msg_size=4096 * 16)
        await socket.prepare(request)
        self.sockets[socket] = request
        hello = {"heartbeat_interval": self.heartbeat_ms, "_trace": []}
        await socket.send_json({"op": HELLO, "d": hello, "s": None, "t": None})
        session: Session | None = None
        sender: asyncio.Task[None] | None = None
        patience = self.heartbeat_ms / 1000 * 2
        try:
            while True:
                message = await socket.receive(timeout=patience)
                if message.type is not WSMsgType.TEXT:
                    break
                fresh = await self._receive(socket, session, json.loads(message.data))
                if fresh is not None:
                    session = fresh
                    sender = asyncio.create_task(self._send(session, socket))
                    self._announce()
        except TimeoutError:
            await socket.close(code=4009, message=b"Session timed out")
        except (json.JSONDecodeError, KeyError, TypeError, AttributeError):
            await socket.close(code=4002, message=b"Decode error")
        finally:
            self.sockets.pop(socket, None)
            if sender is not None:
                sender.cancel()
                with contextlib.suppress(asyncio.CancelledError):
                    await sender
            if session is not None and session.socket is socket:
                session.socket = None
                self._announce()
        return socket

    async def _receive(
        self, socket: web.WebSocketResponse, session: Session | None, frame: Json
    ) -> Session | None:
        """Act on one frame; the session, if the frame began or resumed one."""
        op, data = frame["op"], frame.get("d")
        if op == HEARTBEAT:
            await socket.send_json({"op": HEARTBEAT_ACK, "d": None, "s": None, "t": None})
        elif op == IDENTIFY and session is None and isinstance(data, dict):
            return await self._identify(socket, data)
        elif op == RESUME and session is None and isinstance(data, dict):
            return await self._resume(socket, data)
        elif op == PRESENCE and session is not None:
            self.presence = data or {}
            self._announce()
        elif op in {IDENTIFY, RESUME}:
            await socket.close(code=4005, message=b"Already authenticated")
        elif session is None:
            await socket.close(code=4003, message=b"Not authenticated")
        else:
            self.world.log("gateway", f"opcode {op} is not supported here", level="error")
            await socket.close(code=4001, message=b"Unknown opcode")
        return None

    async def _identify(self, socket: web.WebSocketResponse, data: Json) -> Session | None:
        if data.get("token") != self.world.token:
            await socket.close(code=4004, message=b"Authentication failed")
            return None
        intents = int(data.get("intents", 0))
        if intents & PRIVILEGED:
            self.world.log("gateway", "the bot asked for privileged intents", level="error")
            await socket.close(code=4014, message=b"Disallowed intent(s)")
            return None
        number, count = data.get("shard", (0, 1))
        if not 0 <= int(number) < int(count):
            await socket.close(code=4010, message=b"Invalid shard")
            return None
        session = Session(secrets.token_hex(16), intents, (int(number), int(count)), socket)
        # Nobody asks any more for the events of a session whose process is gone.
        for old in [one for one in self.sessions.values() if one.shard == session.shard]:
            if old.socket is None:
                del self.sessions[old.id]
        self.sessions[session.id] = session
        self.presence = data.get("presence") or {}
        here = [one for one in self.world.guilds.values() if one.present and session.has(one.id)]
        self._push(session, "READY", self._ready(session, here))
        for guild in here:
            if not guild.unavailable:
                self._push(session, "GUILD_CREATE", payloads.guild(self.world, guild))
        shown = f" (shard {number} of {count})" if int(count) > 1 else ""
        self.world.log("gateway", f"the bot is connected{shown}")
        return session

    def _ready(self, session: Session, here: list[Guild]) -> Json:
        return {
            "v": 10,
            "user": payloads.user(self.world.bot) | {"verified": True, "mfa_enabled": False},
            "guilds": [{"id": str(one.id), "unavailable": True} for one in here],
            "session_id": session.id,
            "resume_gateway_url": self.world.address.replace("http", "ws") + "/gateway",
            "shard": list(session.shard),
            "application": {"id": str(self.world.application_id), "flags": 0},
            "private_channels": [],
        }

    async def _resume(self, socket: web.WebSocketResponse, data: Json) -> Session | None:
        session = self.sessions.get(str(data.get("session_id")))
        seen = int(data.get("seq") or 0)
        oldest = session.sent[0]["s"] if session and session.sent else seen + 1
        if session is None or data.get("token") != self.world.token or oldest > seen + 1:
            self.world.log("gateway", "RESUME refused: the session is gone", level="warning")
            await socket.send_json({"op": INVALID_SESSION, "d": False, "s": None, "t": None})
            return None
        session.socket = socket
        session.outbox = asyncio.Queue()
        missed = [one for one in session.sent if one["s"] > seen]
        for frame in missed:
            session.outbox.put_nowait(frame)
        self._push(session, "RESUMED", {"_trace": []})
        self.world.log("gateway", f"the bot resumed and got {len(missed)} missed events")
        return session

    async def _send(self, session: Session, socket: web.WebSocketResponse) -> None:
        """Write the session's events in order; what fails stays there for RESUME."""
        outbox = session.outbox
        with contextlib.suppress(ConnectionError):
            while not socket.closed:
                frame = await outbox.get()
                await self._speaking.wait()
                await socket.send_str(json.dumps(frame))

    def _announce(self) -> None:
        self.world.tell("bot", {})

    # -- faults, for the page's panel and for tests ---------------------------------------------

    @property
    def silent(self) -> bool:
        """Whether the bot is told nothing."""
        return not self._speaking.is_set()

    def hush(self, seconds: float | None = None) -> None:
        """Tell the bot nothing for some seconds (None: until ``speak``); heartbeats are answered.

        What happens meanwhile comes late, all at once.
        """
        self.speak()
        self._speaking.clear()
        if seconds is not None:
            self._break = asyncio.get_running_loop().call_later(seconds, self.speak)
        self._announce()

    def speak(self) -> None:
        """Tell the bot again what happens, and what has happened."""
        if self._break is not None:
            self._break.cancel()
        self._break = None
        self._speaking.set()
        self._announce()

    def drop(self, shard: int | None = None) -> None:
        """Cut a shard's connections, or all, as a network fault does; the bot can resume."""
        for socket in self._sockets_of(shard):
            transport = self.sockets[socket].transport
            if transport is not None:
                transport.abort()

    async def invalidate(self, shard: int | None = None) -> None:
        """Forget a shard's sessions, or all, and ask the bot to reconnect: it has to IDENTIFY."""
        sockets = self._sockets_of(shard)
        for session in self._of(shard):
            del self.sessions[session.id]
        for socket in sockets:
            with contextlib.suppress(ConnectionError):
                await socket.send_json({"op": RECONNECT, "d": None, "s": None, "t": None})

    def _of(self, shard: int | None) -> list[Session]:
        return [one for one in self.sessions.values() if shard in (None, one.shard[0])]

    def _sockets_of(self, shard: int | None) -> list[web.WebSocketResponse]:
        if shard is None:
            return list(self.sockets)
        return [one.socket for one in self._of(shard) if one.socket in self.sockets]

    async def close(self) -> None:
        """Close every connection (the sandbox ends)."""
        for socket in list(self.sockets):
            await socket.close(code=1001, message=b"The sandbox is closing")
