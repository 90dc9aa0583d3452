"""Channels and threads as such: read, change, delete, "is typing"."""

from bot.sandbox import payloads
from bot.sandbox.calls import Answer
from bot.sandbox.errors import ApiError, Form, missing_permissions
from bot.sandbox.model import DM_CHANNEL, Channel
from bot.sandbox.permissions import bit
from bot.sandbox.rest.router import Call, Route

ARCHIVE_AFTER = (60, 1440, 4320, 10080)


async def get_channel(call: Call) -> Answer:
    """GET /channels/{channel_id}."""
    return payloads.channel(call.world, call.channel())


async def edit_channel(call: Call) -> Answer:
    """PATCH /channels/{channel_id}: name, topic; of a thread name, archive and lock."""
    channel = call.channel()
    if channel.type == DM_CHANNEL:
        raise ApiError(400, 50024, "Cannot execute action on this channel type")
    data = call.body.data
    form = Form()
    if "name" in data:
        form.length("name", data["name"], 1, 100)
    if "topic" in data and data["topic"] is not None:
        form.length("topic", data["topic"], 0, 1024)
    if data.get("auto_archive_duration", 1440) not in ARCHIVE_AFTER:
        form.add("auto_archive_duration", "BASE_TYPE_CHOICES", f"Must be one of {ARCHIVE_AFTER}.")
    form.check()
    if channel.is_thread:
        _may_change_thread(call, channel)
        known = {"name": "name", "archived": "archived", "locked": "locked"}
        known["auto_archive_duration"] = "auto_archive_minutes"
    else:
        call.require(channel, "manage_channels")
        known = {"name": "name", "topic": "topic", "position": "position"}
    unknown = set(data) - set(known)
    if unknown:
        raise ApiError(501, 0, f"The sandbox can't change a channel's {', '.join(sorted(unknown))}")
    changes = {known[key]: value for key, value in data.items()}
    call.world.change_channel(channel, **changes)
    return payloads.channel(call.world, channel)


def _may_change_thread(call: Call, thread: Channel) -> None:
    """Who opened a thread may rename and archive it; anything else needs Manage Threads."""
    if call.bits(thread) & bit("manage_threads"):
        return
    own = thread.owner_id == call.world.bot.id
    if not own or "locked" in call.body.data or thread.locked:
        raise missing_permissions()


async def delete_channel(call: Call) -> Answer:
    """DELETE /channels/{channel_id}."""
    channel = call.channel()
    if channel.type == DM_CHANNEL:
        raise ApiError(501, 0, "The sandbox can't close DMs")
    call.require(channel, "manage_threads" if channel.is_thread else "manage_channels")
    call.world.delete_channel(channel)
    return payloads.channel(call.world, channel)


async def typing(call: Call) -> Answer:
    """POST /channels/{channel_id}/typing."""
    channel = call.channel("send_messages")
    call.world.tell("typing", {"channel_id": str(channel.id)}, call.world.viewers(channel))
    return None


ROUTES: tuple[Route, ...] = (
    ("GET", "/channels/{channel_id}", get_channel),
    ("PATCH", "/channels/{channel_id}", edit_channel),
    ("DELETE", "/channels/{channel_id}", delete_channel),
    ("POST", "/channels/{channel_id}/typing", typing),
)
