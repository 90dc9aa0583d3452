"""Messages of the bot outside interactions."""

from bot.sandbox import compose, payloads
from bot.sandbox.calls import Answer
from bot.sandbox.errors import ApiError, thread_archived
from bot.sandbox.model import DM_CHANNEL, Channel
from bot.sandbox.permissions import bit
from bot.sandbox.rest.router import Call, Route


async def list_messages(call: Call) -> Answer:
    """GET /channels/{channel_id}/messages: newest first, up to ``limit``, before/after/around."""
    channel = call.channel()
    if channel.guild_id and not call.bits(channel) & bit("read_message_history"):
        return []
    limit = int(call.query.get("limit", 50))
    if not 1 <= limit <= 100:
        raise ApiError(400, 50035, "Invalid Form Body: limit must be from 1 to 100.")
    found = [one for one in channel.messages.values() if one.visible_to is None]
    if "before" in call.query:
        found = [one for one in found if one.id < int(call.query["before"])][-limit:]
    elif "after" in call.query:
        found = [one for one in found if one.id > int(call.query["after"])][:limit]
    elif "around" in call.query:
        middle = int(call.query["around"])
        earlier = [one for one in found if one.id <= middle][-(limit // 2 + 1) :]
        found = (earlier + [one for one in found if one.id > middle])[:limit]
    else:
        found = found[-limit:]
    return [payloads.message(call.world, one) for one in reversed(found)]


async def get_message(call: Call) -> Answer:
    """GET one message."""
    channel = call.channel("read_message_history")
    return payloads.message(call.world, call.world.message(channel.id, call.id("message_id")))


async def send_message(call: Call) -> Answer:
    """POST a message, to a channel, a thread or a DM."""
    channel = _writable(call)
    world, nonce = call.world, call.body.data.get("nonce")
    if nonce is not None and call.body.data.get("enforce_nonce"):
        sent = world.nonces.get((channel.id, str(nonce)))
        if sent in world.messages:
            return payloads.message(world, world.messages[sent])
    message = world.post(compose.new_message(world, channel, call.body))
    if nonce is not None:
        world.nonces[channel.id, str(nonce)] = message.id
    return payloads.message(world, message) | ({"nonce": nonce} if nonce is not None else {})


def _writable(call: Call) -> Channel:
    """The channel, if the bot may send this body there."""
    channel = call.world.channel(call.id("channel_id"))
    if channel.type == DM_CHANNEL:
        _reachable(call, channel)
        return channel
    writing = "send_messages_in_threads" if channel.is_thread else "send_messages"
    needed = [writing]
    if call.body.files:
        needed.append("attach_files")
    if call.body.data.get("embeds"):
        needed.append("embed_links")
    call.require(channel, *needed)
    if channel.locked and not call.bits(channel) & bit("manage_threads"):
        # Who may not manage threads can't wake it either.
        raise thread_archived() if channel.archived else ApiError(403, 160005, "Thread is locked")
    return channel


def _reachable(call: Call, dm: Channel) -> None:
    person = call.world.users[dm.recipients[0]]
    shared = (one for one in call.world.guilds.values() if person.id in one.members)
    if not any(one.present for one in shared):
        text = "Cannot send messages to this user due to having no mutual guilds"
        raise ApiError(403, 50278, text)
    if person.dms_closed:
        raise ApiError(403, 50007, "Cannot send messages to this user")


async def edit_message(call: Call) -> Answer:
    """PATCH one of the bot's messages."""
    channel = call.channel()
    message = call.world.message(channel.id, call.id("message_id"))
    if message.author_id != call.world.bot.id:
        raise ApiError(403, 50005, "Cannot edit a message authored by another user")
    if channel.archived:
        raise thread_archived()
    if call.body.files:
        call.require(channel, "attach_files")
    call.world.change(message, compose.changed_message(call.world, message, call.body))
    return payloads.message(call.world, message)


async def delete_message(call: Call) -> Answer:
    """DELETE a message: the bot's own, or anybody's with Manage Messages."""
    channel = call.channel()
    message = call.world.message(channel.id, call.id("message_id"))
    if channel.archived:
        raise thread_archived()
    if message.author_id != call.world.bot.id:
        if channel.type == DM_CHANNEL:
            raise ApiError(403, 50003, "Cannot execute action on a DM channel")
        call.require(channel, "manage_messages")
    call.world.delete(message)
    return None


BASE = "/channels/{channel_id}/messages"

ROUTES: tuple[Route, ...] = (
    ("GET", BASE, list_messages),
    ("POST", BASE, send_message),
    ("GET", BASE + "/{message_id}", get_message),
    ("PATCH", BASE + "/{message_id}", edit_message),
    ("DELETE", BASE + "/{message_id}", delete_message),
)
