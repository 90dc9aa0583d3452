"""A server: itself, its channels, roles and members."""

from bot.sandbox import payloads
from bot.sandbox.calls import Answer
from bot.sandbox.errors import unknown_member, unknown_user
from bot.sandbox.rest.router import Call, Route


async def get_guild(call: Call) -> Answer:
    """GET /guilds/{guild_id}, with ``with_counts`` the counts too."""
    gateway_only = ("channels", "threads", "members", "voice_states", "presences", "joined_at")
    whole = payloads.guild(call.world, call.guild())
    body = {key: value for key, value in whole.items() if key not in gateway_only}
    count = len(call.guild().members)
    return body | {"approximate_member_count": count, "approximate_presence_count": count}


async def get_channels(call: Call) -> Answer:
    """GET /guilds/{guild_id}/channels."""
    whole = payloads.guild(call.world, call.guild())
    return list(whole["channels"])


async def get_roles(call: Call) -> Answer:
    """GET /guilds/{guild_id}/roles."""
    return [payloads.role(one) for one in call.guild().roles.values()]


async def get_active_threads(call: Call) -> Answer:
    """GET /guilds/{guild_id}/threads/active."""
    threads = list(payloads.guild(call.world, call.guild())["threads"])
    return {"threads": threads, "members": []}


async def get_member(call: Call) -> Answer:
    """GET /guilds/{guild_id}/members/{user_id}: 10007 for who left, 10013 for who never was."""
    guild, user_id = call.guild(), call.id("user_id")
    if user_id not in call.world.users:
        raise unknown_user()
    if user_id not in guild.members:
        raise unknown_member()
    return payloads.member(call.world, guild.members[user_id])


ROUTES: tuple[Route, ...] = (
    ("GET", "/guilds/{guild_id}", get_guild),
    ("GET", "/guilds/{guild_id}/channels", get_channels),
    ("GET", "/guilds/{guild_id}/roles", get_roles),
    ("GET", "/guilds/{guild_id}/threads/active", get_active_threads),
    ("GET", "/guilds/{guild_id}/members/{user_id}", get_member),
)
