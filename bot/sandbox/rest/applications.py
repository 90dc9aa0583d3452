"""The bot's application and its commands, global and for one server."""

from typing import cast

from bot.sandbox import payloads
from bot.sandbox.calls import Answer
from bot.sandbox.errors import missing_access, unknown_command
from bot.sandbox.limits.commands import CHAT, check_commands
from bot.sandbox.model import Json
from bot.sandbox.rest.router import Call, Route


async def application(call: Call) -> Answer:
    """GET /oauth2/applications/@me and /applications/@me."""
    world = call.world
    return {
        "id": str(world.application_id),
        "name": world.bot.name,
        "icon": None,
        "description": "",
        "summary": "",
        "bot_public": True,
        "bot_require_code_grant": False,
        "verify_key": "0" * 64,
        "flags": 0,
        "owner": payloads.user(world.people[0]),
        "team": None,
        "approximate_guild_count": sum(one.present for one in world.guilds.values()),
        "integration_types_config": {"0": {}},
        "bot": payloads.user(world.bot),
    }


def _scope(call: Call) -> int | None:
    """The server that the path names; None for global commands."""
    if "guild_id" not in call.path:
        return None
    guild = call.world.guilds.get(call.id("guild_id"))
    if guild is None or not guild.present:
        raise missing_access()
    return guild.id


def _in_scope(call: Call) -> list[Json]:
    wanted = _scope(call)
    wanted_text = str(wanted) if wanted else None
    return [one for one in call.world.commands.values() if one.get("guild_id") == wanted_text]


def _register(call: Call, command: Json) -> Json:
    """Store a command; one of the same type and name keeps its id."""
    world, scope = call.world, _scope(call)
    kind = command.get("type", CHAT)
    same = [
        one for one in _in_scope(call) if one["type"] == kind and one["name"] == command["name"]
    ]
    command_id = int(same[0]["id"]) if same else world.new_id()
    entry = {
        "description": "",
        "options": [],
        "default_member_permissions": None,
        "dm_permission": True,
        "contexts": None,
        "integration_types": [0],
        "nsfw": False,
        **command,
        "type": kind,
        "id": str(command_id),
        "application_id": str(world.application_id),
        "version": str(world.new_id()),
    }
    if scope:
        entry["guild_id"] = str(scope)
    world.commands[command_id] = entry
    return entry


def _changed(call: Call) -> None:
    call.world.tell("commands", {})


async def list_commands(call: Call) -> Answer:
    """GET the commands."""
    if call.query.get("with_localizations", "").lower() in ("1", "true"):
        return _in_scope(call)
    hidden = ("name_localizations", "description_localizations")
    return [{k: v for k, v in one.items() if k not in hidden} for one in _in_scope(call)]


async def replace_commands(call: Call) -> Answer:
    """PUT: these commands and no others."""
    commands = cast("list[Json]", call.body.data)  # the one body that is a list
    check_commands(commands)
    fresh = [_register(call, one) for one in commands]
    kept = {one["id"] for one in fresh}
    for old in _in_scope(call):
        if old["id"] not in kept:
            del call.world.commands[int(old["id"])]
    call.world.log("rest", f"{len(fresh)} commands registered")
    _changed(call)
    return fresh


async def add_command(call: Call) -> Answer:
    """POST one more command."""
    check_commands([call.body.data])
    fresh = _register(call, call.body.data)
    _changed(call)
    return fresh


def _one(call: Call) -> Json:
    wanted = call.path["command_id"]
    for command in _in_scope(call):
        if command["id"] == wanted:
            return command
    raise unknown_command()


async def get_command(call: Call) -> Answer:
    """GET one command."""
    return _one(call)


async def edit_command(call: Call) -> Answer:
    """PATCH one command."""
    command = _one(call)
    check_commands([command | call.body.data])
    command.update(call.body.data | {"version": str(call.world.new_id())})
    _changed(call)
    return command


async def delete_command(call: Call) -> Answer:
    """DELETE one command."""
    del call.world.commands[int(_one(call)["id"])]
    _changed(call)
    return None


GLOBAL = "/applications/{application_id}/commands"
GUILD = "/applications/{application_id}/guilds/{guild_id}/commands"

ROUTES: tuple[Route, ...] = (
    ("GET", "/oauth2/applications/@me", application),
    ("GET", "/applications/@me", application),
    *(
        (method, base + rest, handler)
        for base in (GLOBAL, GUILD)
        for method, rest, handler in (
            ("GET", "", list_commands),
            ("PUT", "", replace_commands),
            ("POST", "", add_command),
            ("GET", "/{command_id}", get_command),
            ("PATCH", "/{command_id}", edit_command),
            ("DELETE", "/{command_id}", delete_command),
        )
    ),
)
