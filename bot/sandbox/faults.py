"""What goes wrong around a bot, at the press of a button: the page's Server panel and the tests."""

from typing import Protocol

from bot.sandbox import payloads
from bot.sandbox.gateway import Gateway
from bot.sandbox.model import Channel, Member, User
from bot.sandbox.permissions import bit
from bot.sandbox.world import World


class BotProcess(Protocol):
    """The bot's process, as the launcher runs it."""

    @property
    def state(self) -> str:
        """``starting``, ``running``, ``stopped`` or ``gave up``, with its process id."""

    async def kill(self) -> None:
        """End it at once, as ``kill -9`` does; it stays down until ``start``."""

    async def start(self) -> None:
        """Start it."""


class Faults:
    """Kick, leave, delete, forbid, disconnect, kill."""

    def __init__(self, world: World, gateway: Gateway) -> None:
        self.world = world
        self.gateway = gateway
        self.process: BotProcess | None = None

    # -- people ---------------------------------------------------------------------------------

    def remove(self, person: User) -> None:
        """The person leaves the server or is kicked: the same to a bot."""
        if self.world.guild.members.pop(person.id, None) is None:
            return
        data = {"guild_id": str(self.world.guild.id), "user": payloads.user(person)}
        self.world.on_gateway("GUILD_MEMBER_REMOVE", data, None)
        self._people_changed(f"{person.name} left the server")

    def join(self, person: User) -> None:
        """The person comes (back) to the server."""
        if person.id in self.world.guild.members:
            return
        member = Member(person.id, self.world.now())
        self.world.guild.members[person.id] = member
        data = payloads.member(self.world, member) | {"guild_id": str(self.world.guild.id)}
        self.world.on_gateway("GUILD_MEMBER_ADD", data, None)
        self._people_changed(f"{person.name} joined the server")

    def _people_changed(self, text: str) -> None:
        self.world.log("sandbox", text)
        self.world.on_page("people", {}, None)

    def close_dms(self, person: User, *, closed: bool) -> None:
        """Switch direct messages from the server's members, and so from the bot, off or on."""
        person.dms_closed = closed
        self.world.on_page("people", {}, None)

    # -- channels -------------------------------------------------------------------------------

    def forbid(self, channel: Channel, permission: str, *, forbidden: bool) -> None:
        """Take a permission from the bot in a channel, or give it back."""
        role_id = self.world.guild.members[self.world.bot.id].roles[0]
        bits = channel.denied.get(role_id, 0)
        bits = bits | bit(permission) if forbidden else bits & ~bit(permission)
        denied = {key: value for key, value in channel.denied.items() if key != role_id}
        if bits:
            denied[role_id] = bits
        self.world.change_channel(channel, denied=denied)

    def rate_limit(self, seconds: float) -> None:
        """Refuse the bot's sending and editing in channels and DMs for a while (429)."""
        self.world.limited_until = self.world.clock() + seconds
        self.world.log("sandbox", f"the bot is rate-limited for {seconds:g} s")

    # -- the server and the bot -----------------------------------------------------------------

    def expel_bot(self) -> None:
        """Remove the bot from the server."""
        self.gateway.dispatch("GUILD_DELETE", {"id": str(self.world.guild.id)})
        self.world.guild.present = False
        self._server_changed("the bot was removed from the server")

    def invite_bot(self) -> None:
        """Add the bot to the server again."""
        self.world.guild.present = True
        self._came_back("the bot was added to the server", joined=True)

    def outage(self, *, begin: bool) -> None:
        """The server becomes unavailable for a while, or is there again."""
        guild = self.world.guild
        if begin:
            data = {"id": str(guild.id), "unavailable": True}
            self.gateway.dispatch("GUILD_DELETE", data)
            guild.unavailable = True
            self._server_changed("the server is unavailable")
        else:
            guild.unavailable = False
            self._came_back("the server is available again")

    def _came_back(self, text: str, *, joined: bool = False) -> None:
        guild = self.world.guild
        if guild.present and not guild.unavailable:
            data = payloads.guild(self.world, guild)
            if joined:
                # Only a server that comes back after an outage carries this key.
                del data["unavailable"]
            self.gateway.dispatch("GUILD_CREATE", data)
        self._server_changed(text)

    def _server_changed(self, text: str) -> None:
        self.world.log("sandbox", text)
        self.world.on_page("guild", {}, None)
        self.world.on_page("commands", {}, None)

    async def kill_bot(self) -> None:
        """Kill the bot's process without warning; it stays down."""
        if self.process is not None:
            await self.process.kill()

    async def start_bot(self) -> None:
        """Start the bot's process."""
        if self.process is not None:
            await self.process.start()

    async def restart_bot(self) -> None:
        """Kill the bot's process without warning and start it again."""
        await self.kill_bot()
        await self.start_bot()
