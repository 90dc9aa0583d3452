"""The server: itself, its channels, roles and members."""

from bot.sandbox import payloads
from bot.sandbox.errors import ApiError, missing_access, unknown_member, unknown_user
from bot.sandbox.model import Guild
from bot.sandbox.rest.router import Answer, Call, Route


def _guild(call: Call) -> Guild:
    guild = call.world.guild
    if call.id("guild_id") != guild.id:
        raise ApiError(404, 10004, "Unknown Guild")
    if not guild.present:
        raise missing_access()
    return guild


async def get_guild(call: Call) -> Answer:
    """GET /guilds/{guild_id}, with ``with_counts`` the counts too."""
    gateway_only = ("channels", "threads", "members", "voice_states", "presences", "joined_at")
    whole = payloads.guild(call.world, _guild(call))
    body = {key: value for key, value in whole.items() if key not in gateway_only}
    count = len(call.world.guild.members)
    return body | {"approximate_member_count": count, "approximate_presence_count": count}


async def get_channels(call: Call) -> Answer:
    """GET /guilds/{guild_id}/channels."""
    whole = payloads.guild(call.world, _guild(call))
    return list(whole["channels"])


async def get_roles(call: Call) -> Answer:
    """GET /guilds/{guild_id}/roles."""
    return [payloads.role(one) for one in _guild(call).roles.values()]


async def get_active_threads(call: Call) -> Answer:
    """GET /guilds/{guild_id}/threads/active."""
    threads = list(payloads.guild(call.world, _guild(call))["threads"])
    return {"threads": threads, "members": []}


async def get_member(call: Call) -> Answer:
    """GET /guilds/{guild_id}/members/{user_id}: 10007 for who left, 10013 for who never was."""
    guild, user_id = _guild(call), call.id("user_id")
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
