"""What fits an option, a menu or a command: the checks that Discord's own client makes."""

from typing import Any

from bot.sandbox import payloads, permissions
from bot.sandbox.limits.components import STRING_SELECT
from bot.sandbox.model import Guild, Json
from bot.sandbox.world import World

SUBCOMMAND, GROUP = 1, 2
STRING, INTEGER, BOOLEAN, USER, CHANNEL, ROLE, MENTIONABLE, NUMBER = 3, 4, 5, 6, 7, 8, 9, 10
RESOLVED_BY_SELECT = {5: USER, 6: ROLE, 7: MENTIONABLE, 8: CHANNEL}


class NotPossible(Exception):  # noqa: N818 # a refusal to a person, shown as a sentence
    """Discord's client would not let the person do this; the text says why."""


def option_value(option: Json, value: Any, resolved: "Resolved") -> Any:
    """What a person typed or chose for an option, as the interaction carries it.

    Raises:
        NotPossible: it does not fit the option.
    """
    kind, name = option["type"], option["name"]
    choices = [one["value"] for one in option.get("choices") or []]
    try:
        if kind in (USER, CHANNEL, ROLE, MENTIONABLE):
            resolved.add(kind, int(value))
            return str(value)
        if kind == BOOLEAN:
            return value if isinstance(value, bool) else {"True": True, "False": False}[value]
        if kind in (INTEGER, NUMBER):
            value = int(value) if kind == INTEGER else float(value)
        elif kind != STRING:
            raise NotPossible(f"The sandbox can't fill in an option of type {kind}.")
    except (ValueError, KeyError) as error:
        raise NotPossible(f"“{value}” does not fit the option “{name}”.") from error
    if choices and value not in choices:
        raise NotPossible(f"“{value}” is not one of the choices of “{name}”.")
    size = len(value) if isinstance(value, str) else value
    which = "length" if isinstance(value, str) else "value"
    low, high = option.get(f"min_{which}"), option.get(f"max_{which}")
    if (low is not None and size < low) or (high is not None and size > high):
        raise NotPossible(f"“{value}” is out of the bounds of “{name}”.")
    return value


class Resolved:
    """The people, roles and channels that an interaction names, spelled out for the bot.

    They are as in the server where it happens (None: in a DM).
    """

    def __init__(self, world: World, guild: Guild | None) -> None:
        self.world = world
        self.guild = guild
        self.data: dict[str, dict[str, Json]] = {}

    def add(self, kind: int, entry_id: int) -> None:
        """Spell one out.

        Raises:
            NotPossible: there is no such person, role or channel.
        """
        world, guild, key = self.world, self.guild, str(entry_id)
        if kind in (USER, MENTIONABLE) and entry_id in world.users:
            self._put("users", key, payloads.user(world.users[entry_id]))
            if guild and entry_id in guild.members:
                body = payloads.member(world, guild.members[entry_id], with_user=False)
                bits = permissions.in_guild(guild, entry_id)
                self._put("members", key, body | {"permissions": str(bits)})
        elif kind in (ROLE, MENTIONABLE) and guild and entry_id in guild.roles:
            self._put("roles", key, payloads.role(guild.roles[entry_id]))
        elif kind == CHANNEL and entry_id in world.channels:
            body = payloads.channel(world, world.channels[entry_id])
            self._put("channels", key, body | {"permissions": str(permissions.EVERYONE)})
        else:
            raise NotPossible("There is no such person, role or channel.")

    def _put(self, part: str, key: str, body: Json) -> None:
        self.data.setdefault(part, {})[key] = body


def choice(resolved: "Resolved", component: Json, values: list[str]) -> Json:
    """The values chosen in a menu, checked, with what they resolve to.

    Raises:
        NotPossible: too few, too many, or not on the menu.
    """
    low, high = component.get("min_values", 1), component.get("max_values", 1)
    if not component.get("required", True) and not values:
        return {"values": []}
    if not low <= len(values) <= high or len(set(values)) < len(values):
        raise NotPossible(f"Choose from {low} to {high}.")
    if component["type"] == STRING_SELECT:
        offered = {one["value"] for one in component["options"]}
        if not set(values) <= offered:
            raise NotPossible("This is not on the menu.")
        return {"values": values}
    for value in values:
        resolved.add(RESOLVED_BY_SELECT[component["type"]], int(value))
    return {"values": values, "resolved": resolved.data}


def offered(command: Json, guild: Guild | None, person_id: int) -> bool:
    """Whether a person sees a command in a server, or in a DM with the bot (None)."""
    contexts = command.get("contexts")
    if contexts is None:
        contexts = [0, 1] if command.get("dm_permission") is not False else [0]
    own = command.get("guild_id")
    if guild is None:
        return not own and 1 in contexts
    if 0 not in contexts or (own and own != str(guild.id)):
        return False
    needed = command.get("default_member_permissions")
    bits = permissions.in_guild(guild, person_id)
    if needed is not None and int(needed) == 0:
        return bits == permissions.ALL
    return needed is None or bits & int(needed) == int(needed)


def descend(command: Json, path: list[str]) -> tuple[Json, Any]:
    """The (sub)command that a path names, and how its options are wrapped on the way back."""
    node, wrappers = command, []
    for name in path:
        for option in node.get("options") or []:
            if option["name"] == name and option["type"] in (SUBCOMMAND, GROUP):
                node = option
                wrappers.append({"name": name, "type": option["type"]})
                break
        else:
            raise NotPossible(f"There is no “{name}” in this command.")
    if any(one["type"] in (SUBCOMMAND, GROUP) for one in node.get("options") or []):
        raise NotPossible("This command needs a subcommand.")

    def rebuild(options: list[Json]) -> list[Json]:
        for wrapper in reversed(wrappers):
            options = [wrapper | {"options": options}]
        return options

    return node, rebuild
