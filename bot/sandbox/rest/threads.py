"""Threads: opened in a channel or from a message, joined, listed."""

from bot.sandbox import payloads
from bot.sandbox.calls import Answer
from bot.sandbox.errors import ApiError, Form, unknown_user
from bot.sandbox.model import PRIVATE_THREAD, PUBLIC_THREAD, Channel, Message
from bot.sandbox.rest.channels import ARCHIVE_AFTER
from bot.sandbox.rest.router import Call, Route

THREAD_CREATED, THREAD_STARTER = 18, 21


async def open_thread(call: Call) -> Answer:
    """POST /channels/{channel_id}/threads: a thread without a message to hang it on."""
    kind = int(call.body.data.get("type", PRIVATE_THREAD))
    if kind not in (PUBLIC_THREAD, PRIVATE_THREAD):
        form = Form()
        form.add("type", "BASE_TYPE_CHOICES", "Value must be one of {11, 12}.")
        form.check()
    needed = "create_public_threads" if kind == PUBLIC_THREAD else "create_private_threads"
    parent = call.channel(needed)
    thread = _make(call, parent, kind, call.world.new_id())
    if kind == PUBLIC_THREAD:
        notice = Message(call.world.new_id(), parent.id, call.world.bot.id, content=thread.name)
        notice.type, notice.thread_id = THREAD_CREATED, thread.id
        notice.reference = {"channel_id": str(thread.id), "guild_id": str(thread.guild_id)}
        call.world.post(notice)
    return payloads.channel(call.world, thread)


async def open_from_message(call: Call) -> Answer:
    """POST /channels/{channel_id}/messages/{message_id}/threads: it gets the message's id."""
    parent = call.channel("create_public_threads", "read_message_history")
    message = call.world.message(parent.id, call.id("message_id"))
    if message.id in call.world.channels:
        raise ApiError(400, 160004, "A thread has already been created for this message")
    thread = _make(call, parent, PUBLIC_THREAD, message.id)
    call.world.hang_thread(message, thread)
    starter = Message(call.world.new_id(), thread.id, message.author_id, type=THREAD_STARTER)
    starter.reference = {"channel_id": str(parent.id), "message_id": str(message.id)}
    call.world.post(starter)
    return payloads.channel(call.world, thread)


def _make(call: Call, parent: Channel, kind: int, thread_id: int) -> Channel:
    if parent.is_thread or parent.guild_id is None:
        raise ApiError(400, 50024, "Cannot execute action on this channel type")
    data = call.body.data
    form = Form()
    form.length("name", data.get("name"), 1, 100)
    minutes = data.get("auto_archive_duration") or 1440
    if minutes not in ARCHIVE_AFTER:
        form.add("auto_archive_duration", "BASE_TYPE_CHOICES", f"Must be one of {ARCHIVE_AFTER}.")
    form.check()
    thread = Channel(
        id=thread_id,
        type=kind,
        name=data["name"],
        guild_id=parent.guild_id,
        parent_id=parent.id,
        owner_id=call.world.bot.id,
        members=[call.world.bot.id],
        auto_archive_minutes=minutes,
        created_at=call.world.now(),
    )
    call.world.add_thread(thread)
    return thread


async def add_member(call: Call) -> Answer:
    """PUT somebody into a thread."""
    thread = call.channel("send_messages_in_threads")
    user_id = call.world.bot.id if call.path["user_id"] == "@me" else call.id("user_id")
    guild = call.world.guild_of(thread)
    if guild is None or user_id not in guild.members:
        raise unknown_user()
    call.world.join_thread(thread, [user_id])
    return None


async def remove_member(call: Call) -> Answer:
    """DELETE somebody, or the bot itself, from a thread."""
    own = call.path["user_id"] == "@me"
    thread = call.channel(*([] if own else ["manage_threads"]))
    user_id = call.world.bot.id if own else call.id("user_id")
    call.world.leave_thread(thread, user_id)
    return None


ROUTES: tuple[Route, ...] = (
    ("POST", "/channels/{channel_id}/threads", open_thread),
    ("POST", "/channels/{channel_id}/messages/{message_id}/threads", open_from_message),
    ("PUT", "/channels/{channel_id}/thread-members/{user_id}", add_member),
    ("DELETE", "/channels/{channel_id}/thread-members/{user_id}", remove_member),
)
