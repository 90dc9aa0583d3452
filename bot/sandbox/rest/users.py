"""The bot itself, other users, DMs, and where the gateway is."""

from bot.sandbox import payloads
from bot.sandbox.calls import Answer
from bot.sandbox.errors import ApiError, unknown_user
from bot.sandbox.rest.router import Call, Route


async def me(call: Call) -> Answer:
    """GET /users/@me."""
    return payloads.user(call.world.bot) | {"verified": True, "mfa_enabled": False, "flags": 0}


async def get_user(call: Call) -> Answer:
    """GET /users/{user_id}."""
    found = call.world.users.get(call.id("user_id"))
    if found is None:
        raise unknown_user()
    return payloads.user(found)


async def open_dm(call: Call) -> Answer:
    """POST /users/@me/channels: opening works even where sending will not."""
    found = call.world.users.get(int(call.body.data["recipient_id"]))
    if found is None:
        raise unknown_user()
    if found.bot:
        raise ApiError(400, 50007, "Cannot send messages to this user")
    return payloads.channel(call.world, call.world.dm(found))


async def my_guilds(call: Call) -> Answer:
    """GET /users/@me/guilds."""
    keys = ("id", "name", "icon", "features", "banner")
    wholes = [payloads.guild(call.world, one) for one in call.world.guilds.values() if one.present]
    own = {"owner": False, "permissions": "0"}
    return [{key: whole[key] for key in keys} | own for whole in wholes]


async def leave_guild(call: Call) -> Answer:
    """DELETE /users/@me/guilds/{guild_id}: the bot leaves the server."""
    guild = call.guild()
    call.world.on_gateway("GUILD_DELETE", guild.id, lambda: {"id": str(guild.id)})
    guild.present = False
    call.world.tell("guild", {})
    return None


async def gateway_bot(call: Call) -> Answer:
    """GET /gateway/bot."""
    limit = {"total": 1000, "remaining": 1000, "reset_after": 0, "max_concurrency": 1}
    return {"url": _url(call), "shards": call.gateway.shards, "session_start_limit": limit}


async def gateway(call: Call) -> Answer:
    """GET /gateway."""
    return {"url": _url(call)}


def _url(call: Call) -> str:
    return call.world.address.replace("http", "ws", 1) + "/gateway"


ROUTES: tuple[Route, ...] = (
    ("GET", "/users/@me", me),
    ("GET", "/users/@me/guilds", my_guilds),
    ("DELETE", "/users/@me/guilds/{guild_id}", leave_guild),
    ("POST", "/users/@me/channels", open_dm),
    ("GET", "/users/{user_id}", get_user),
    ("GET", "/gateway/bot", gateway_bot),
    ("GET", "/gateway", gateway),
)
