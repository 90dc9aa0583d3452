"""What one person sees of the world, as the page wants it."""

from bot.sandbox import payloads, permissions
from bot.sandbox.actions import Actions
from bot.sandbox.faults import Faults
from bot.sandbox.gateway import Gateway
from bot.sandbox.interactions import Interactions
from bot.sandbox.limits.commands import LOCALES
from bot.sandbox.model import DM_CHANNEL, EPHEMERAL, Channel, Guild, Json, Message, User
from bot.sandbox.rates import UNLIMITED
from bot.sandbox.world import World

HISTORY = 100


class Sight:
    """Looks at the world with a person's eyes; changes nothing."""

    def __init__(
        self, world: World, gateway: Gateway, interactions: Interactions, faults: Faults
    ) -> None:
        self.world = world
        self.gateway = gateway
        self.interactions = interactions
        self.faults = faults

    def actions(self, person: User) -> Actions:
        """What the person can do."""
        return Actions(self.world, self.interactions, person)

    def event(self, event: str, data: Json, person: User) -> Json | None:
        """An event of the world as this person sees it; None if there is nothing to see."""
        if event == "message":
            message = self.world.messages.get(data["id"])
            return None if message is None else {"message": self._message(message, person)}
        if event == "channel":
            channel = self.world.channels.get(data["id"])
            return None if channel is None else {"channel": self._channel(channel, person)}
        if event == "waiting":
            return {"person": str(data["person"]), "count": self.world.waiting(data["person"])}
        if event in {"people", "guild", "commands", "bot"}:
            return self.overview(person)
        return data

    def everything(self, person: User) -> Json:
        """What a tab shows when it is opened."""
        world = self.world
        return {
            **self.overview(person),
            "messages": {str(one.id): self.history(person, one) for one in self._places(person)},
            "log": list(world.journal),
        }

    def overview(self, person: User) -> Json:
        """Everything about the place but what was said: people, channels, commands, bot."""
        world = self.world
        return {
            "you": str(person.id),
            "people": [self._person(one) for one in [*world.people, world.bot]],
            "guilds": [self._guild(one) for one in world.guilds.values()],
            "channels": [self._channel(one, person) for one in self._places(person)],
            "bot": {
                "connected": self.gateway.connected,
                "processes": [one.state for one in self.faults.processes],
                "status": self._status(),
                "silent": self.gateway.silent,
                "limited": self.faults.rates.limits is not UNLIMITED,
                "switches": self.faults.switches,
            },
            "locales": sorted(LOCALES),
            "deniable": list(permissions.DENIABLE),
        }

    def _places(self, person: User) -> list[Channel]:
        world = self.world
        return [one for one in world.channels.values() if world.viewers(one)(person.id)]

    def _guild(self, guild: Guild) -> Json:
        return {
            "id": str(guild.id),
            "name": guild.name,
            "owner": str(guild.owner_id),
            "present": guild.present,
            "unavailable": guild.unavailable,
            "roles": [payloads.role(one) for one in guild.roles.values()],
            "members": [
                str(one) for one in guild.members if one != self.world.bot.id or guild.present
            ],
        }

    def _status(self) -> str:
        game = self.gateway.presence.get("game") or {}
        activities = self.gateway.presence.get("activities") or [game]
        first = activities[0] if activities else {}
        return str(first.get("state") or first.get("name") or "")

    def _person(self, person: User) -> Json:
        return {
            "id": str(person.id),
            "key": person.key,
            "name": person.name,
            "bot": person.bot,
            "colour": person.colour,
            "dms_closed": person.dms_closed,
            "locale": person.locale,
            "waiting": self.world.waiting(person.id),
        }

    def _channel(self, channel: Channel, person: User) -> Json:
        body = payloads.channel(self.world, channel)
        body["commands"] = self.actions(person).usable(channel)
        body["read"] = str(self.world.read.get((person.id, channel.id), 0))
        guild = self.world.guild_of(channel)
        denied = channel.denied.get(guild.members[self.world.bot.id].roles[0], 0) if guild else 0
        body["joined"] = person.id in channel.members
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
            for one in channel.messages.values()
            if one.visible_to in (None, person.id) and (before is None or one.id < before)
        ]
        return [self._message(one, person) for one in seen[-HISTORY:]]
