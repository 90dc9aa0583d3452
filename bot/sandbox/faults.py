"""What goes wrong around a bot, at the press of a button: the page's tools and the tests."""

from collections.abc import Callable
from typing import Protocol

from bot.sandbox import payloads
from bot.sandbox.gateway import Gateway
from bot.sandbox.model import Channel, Guild, Member, User
from bot.sandbox.permissions import bit
from bot.sandbox.rates import DISCORD, UNLIMITED, Rates
from bot.sandbox.troubles import Trouble, Troubles
from bot.sandbox.world import World


class BotProcess(Protocol):
    """A process of the bot, as the launcher runs it."""

    @property
    def state(self) -> str:
        """``starting``, ``running``, ``stopped`` or ``gave up``, with its process id."""

    async def kill(self) -> None:
        """End it at once, as ``kill -9`` does; it stays down until ``start``."""

    async def start(self) -> None:
        """Start it."""


SWITCHES: dict[str, Callable[[], list[Trouble]]] = {
    "Sending and editing fail (503)": lambda: [
        Trouble("POST", "/channels/*/messages", 503),
        Trouble("PATCH", "/channels/*/messages/*", 503),
    ],
    "Edits take 20 seconds": lambda: [Trouble("PATCH", "/channels/*/messages/*", delay=20)],
    "No direct message can be opened (40003)": lambda: [
        Trouble("POST", "/users/@me/channels", 403, 40003)
    ],
    "Every call is one too many (429)": lambda: [Trouble(status=429, retry_after=5)],
}
"""What the page can switch on, by the words for it."""


class Faults:
    """Kick, leave, delete, forbid, disconnect, kill. What names no server means the first."""

    def __init__(self, world: World, gateway: Gateway, troubles: Troubles, rates: Rates) -> None:
        self.world = world
        self.gateway = gateway
        self.troubles = troubles
        self.rates = rates
        self.processes: list[BotProcess] = []
        self._switched: dict[str, list[Trouble]] = {}

    # -- people ---------------------------------------------------------------------------------

    def remove(self, person: User, guild: Guild | None = None) -> None:
        """The person leaves the server or is kicked: the same to a bot."""
        guild = guild or self.world.guild
        if guild.members.pop(person.id, None) is None:
            return
        data = {"guild_id": str(guild.id), "user": payloads.user(person)}
        self.world.on_gateway("GUILD_MEMBER_REMOVE", guild.id, lambda: data)
        self._people_changed(f"{person.name} left {guild.name}")

    def join(self, person: User, guild: Guild | None = None) -> None:
        """The person comes (back) to the server."""
        guild = guild or self.world.guild
        if person.id in guild.members:
            return
        member = guild.members[person.id] = Member(person.id, self.world.now())
        data = payloads.member(self.world, member) | {"guild_id": str(guild.id)}
        self.world.on_gateway("GUILD_MEMBER_ADD", guild.id, lambda: data)
        self._people_changed(f"{person.name} joined {guild.name}")

    def _people_changed(self, text: str) -> None:
        self.world.log("sandbox", text)
        self.world.tell("people", {})

    def close_dms(self, person: User, *, closed: bool) -> None:
        """Switch direct messages from the server's members, and so from the bot, off or on."""
        person.dms_closed = closed
        self.world.tell("people", {})

    # -- channels -------------------------------------------------------------------------------

    def forbid(self, channel: Channel, permission: str, *, forbidden: bool) -> None:
        """Take a permission from the bot in a channel of a server, or give it back."""
        role_id = self.world.guilds[channel.guild_id or 0].members[self.world.bot.id].roles[0]
        bits = channel.denied.get(role_id, 0)
        bits = bits | bit(permission) if forbidden else bits & ~bit(permission)
        denied = {key: value for key, value in channel.denied.items() if key != role_id}
        if bits:
            denied[role_id] = bits
        self.world.change_channel(channel, denied=denied)

    # -- calls ----------------------------------------------------------------------------------

    def rate_limit(self, seconds: float) -> None:
        """Refuse the bot's calls in channels and DMs for a while (429)."""
        until = self.world.clock() + seconds
        self.troubles.add(Trouble(path="/channels/*", status=429, until=until))
        self.world.log("sandbox", f"the bot is rate-limited for {seconds:g} s")

    def limit(self, *, on: bool) -> None:
        """Let the bot call no more often than Discord would, or as often as it wants."""
        self.rates.limits = DISCORD if on else UNLIMITED
        self.world.tell("bot", {})

    def switch(self, name: str, *, on: bool) -> None:
        """Switch one of the ``SWITCHES`` on or off."""
        for trouble in self._switched.pop(name, []):
            self.troubles.end(trouble)
        if on:
            self._switched[name] = [self.troubles.add(one) for one in SWITCHES[name]()]
        self.world.log("sandbox", f"{name}: {'on' if on else 'off'}")
        self.world.tell("bot", {})

    @property
    def switches(self) -> dict[str, bool]:
        """Which of the ``SWITCHES`` are on."""
        return {name: name in self._switched for name in SWITCHES}

    # -- servers --------------------------------------------------------------------------------

    def expel_bot(self, guild: Guild | None = None) -> None:
        """Remove the bot from the server, whether it is connected or not."""
        guild = guild or self.world.guild
        self.gateway.dispatch("GUILD_DELETE", guild.id, lambda: {"id": str(guild.id)})
        guild.present = False
        self._server_changed(f"the bot was removed from {guild.name}")

    def invite_bot(self, guild: Guild | None = None) -> None:
        """Add the bot to the server again."""
        guild = guild or self.world.guild
        guild.present = True
        self._came_back(guild, f"the bot was added to {guild.name}", joined=True)

    def outage(self, guild: Guild | None = None, *, begin: bool) -> None:
        """The server becomes unavailable for a while, or is there again."""
        guild = guild or self.world.guild
        if begin:
            data = {"id": str(guild.id), "unavailable": True}
            self.gateway.dispatch("GUILD_DELETE", guild.id, lambda: data)
            guild.unavailable = True
            self._server_changed(f"{guild.name} is unavailable")
        else:
            guild.unavailable = False
            self._came_back(guild, f"{guild.name} is available again")

    def _came_back(self, guild: Guild, text: str, *, joined: bool = False) -> None:
        if guild.present and not guild.unavailable:
            data = payloads.guild(self.world, guild)
            if joined:
                # Only a server that comes back after an outage carries this key.
                del data["unavailable"]
            self.gateway.dispatch("GUILD_CREATE", guild.id, lambda: data)
        self._server_changed(text)

    def _server_changed(self, text: str) -> None:
        self.world.log("sandbox", text)
        self.world.tell("guild", {})
        self.world.tell("commands", {})

    # -- the bot's processes --------------------------------------------------------------------

    async def kill_bot(self, number: int = 0) -> None:
        """Kill a process of the bot without warning; it stays down."""
        await self.processes[number].kill()

    async def start_bot(self, number: int = 0) -> None:
        """Start a process of the bot."""
        await self.processes[number].start()

    async def restart_bot(self, number: int = 0) -> None:
        """Kill a process of the bot without warning and start it again."""
        await self.kill_bot(number)
        await self.start_bot(number)
