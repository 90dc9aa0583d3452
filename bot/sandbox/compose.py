"""From a request body to a message: what is new, what an edit keeps, who is mentioned."""

import io
import mimetypes
import re
from dataclasses import dataclass, field, replace

from PIL import Image, UnidentifiedImageError

from bot.sandbox import payloads
from bot.sandbox.errors import invalid
from bot.sandbox.limits.components import TEXT, walk
from bot.sandbox.limits.messages import (
    MENTIONABLE,
    assign_ids,
    check_flags,
    check_mentions,
    check_message,
    merged_flags,
)
from bot.sandbox.model import EPHEMERAL, Attachment, Channel, Interaction, Json, Message
from bot.sandbox.world import World

REPLY, COMMAND_ANSWER, MENU_ANSWER = 19, 20, 23
USER_MENTION, ROLE_MENTION = re.compile(r"<@!?(\d+)>"), re.compile(r"<@&(\d+)>")


@dataclass(slots=True)
class Body:
    """A request's JSON and the files that came with it, by their index."""

    data: Json
    files: dict[int, tuple[str, bytes]] = field(default_factory=dict)


def new_message(
    world: World,
    channel: Channel,
    body: Body,
    *,
    interaction: Interaction | None = None,
    ephemeral: bool = False,
) -> Message:
    """The bot's new message, checked but not posted yet.

    Raises:
        ApiError: for whatever Discord would refuse.
    """
    data = body.data
    flags = check_flags(int(data.get("flags") or 0), interaction=interaction is not None)
    if ephemeral:
        flags |= EPHEMERAL
    message = Message(
        id=world.new_id(),
        channel_id=channel.id,
        author_id=world.bot.id,
        content=str(data.get("content") or ""),
        flags=flags,
        embeds=list(data.get("embeds") or []),
        components=assign_ids(list(data.get("components") or [])),
        attachments=_attachments(world, body, []),
    )
    if interaction is not None:
        message.interaction = payloads.metadata(world, interaction)
        message.type = {2: COMMAND_ANSWER}.get(interaction.type, 0)
        if interaction.data.get("type") in (2, 3):
            message.type = MENU_ANSWER
        if flags & EPHEMERAL:
            message.visible_to = interaction.user_id
    _refer(world, channel, message, data.get("message_reference"))
    check_message(message)
    check_mentions(data.get("allowed_mentions"))
    _mention(world, message, data.get("allowed_mentions"), ping=True)
    return message


def changed_message(world: World, message: Message, body: Body) -> Message:
    """The message as an edit wants it, checked but not changed yet.

    Raises:
        ApiError: for whatever Discord would refuse.
    """
    data = body.data
    fresh = replace(message, flags=merged_flags(message, data))
    if "content" in data:
        fresh.content = str(data["content"] or "")
    if "embeds" in data:
        fresh.embeds = list(data["embeds"] or [])
    if "components" in data:
        fresh.components = assign_ids(list(data["components"] or []))
    if data.get("attachments") is not None or body.files:
        fresh.attachments = _attachments(world, body, message.attachments)
    check_message(fresh)
    check_mentions(data.get("allowed_mentions"))
    _mention(world, fresh, data.get("allowed_mentions"), ping=False)
    return fresh


def _refer(world: World, channel: Channel, message: Message, reference: Json | None) -> None:
    if not reference:
        return
    target = int(reference["message_id"])
    found = world.messages.get(target)
    if found is None or found.channel_id != channel.id:
        if not reference.get("fail_if_not_exists", True):
            return
        raise invalid("message_reference", "REPLIES_UNKNOWN_MESSAGE", "Unknown message")
    message.type = REPLY
    message.reference = {"type": 0, "channel_id": str(channel.id), "message_id": str(target)}
    if channel.guild_id:
        message.reference["guild_id"] = str(channel.guild_id)


# -- files ----------------------------------------------------------------------------------------


def _attachments(world: World, body: Body, existing: list[Attachment]) -> list[Attachment]:
    listed = body.data.get("attachments")
    if listed is None:
        listed = [{"id": index} for index in body.files]
        kept = list(existing)
    else:
        kept = []
    by_id = {one.id: one for one in existing}
    for index, entry in enumerate(listed):
        number = int(entry["id"])
        if number in body.files:
            name, content = body.files[number]
            name = str(entry.get("filename") or name)
            kept.append(_attachment(world, name, content, entry.get("description")))
        elif number in by_id:
            old = by_id[number]
            kept.append(replace(old, description=entry.get("description", old.description)))
        else:
            raise invalid(
                f"attachments.{index}.id",
                "ATTACHMENT_NOT_FOUND",
                f"No file and no attachment has the id {number}.",
            )
    return kept


def _attachment(world: World, name: str, content: bytes, description: object) -> Attachment:
    name = re.sub(r"[^A-Za-z0-9_.-]", "", name.replace(" ", "_")) or "unknown"
    kind = mimetypes.guess_type(name)[0] or "application/octet-stream"
    file = Attachment(world.new_id(), name, content, kind)
    file.description = None if description is None else str(description)
    try:
        with Image.open(io.BytesIO(content)) as image:
            file.width, file.height = image.size
            file.content_type = Image.MIME.get(image.format or "", kind)
    except UnidentifiedImageError:
        pass  # not a picture: it has no size
    return file


# -- mentions -------------------------------------------------------------------------------------


def _mention(world: World, message: Message, allowed: Json | None, *, ping: bool) -> None:
    """Find out whom the text mentions, of those that ``allowed_mentions`` lets be mentioned."""
    texts = [message.content]
    texts += [one["content"] for _, one in walk(message.components) if one["type"] == TEXT]
    text = "\n".join(texts)
    rules: Json = {"parse": list(MENTIONABLE)} if allowed is None else allowed
    parse = rules.get("parse") or []
    users = {int(one) for one in rules.get("users") or []}
    roles = {int(one) for one in rules.get("roles") or []}
    guild = world.guild_of(world.channels[message.channel_id])
    known = guild.roles if guild else {}
    message.mentions = [
        one
        for one in dict.fromkeys(int(found) for found in USER_MENTION.findall(text))
        if one in world.users and ("users" in parse or one in users)
    ]
    message.mention_roles = [
        one
        for one in dict.fromkeys(int(found) for found in ROLE_MENTION.findall(text))
        if one in known and known[one].mentionable and ("roles" in parse or one in roles)
    ]
    # The bot's role lacks "Mention @everyone", so such a mention never takes effect.
    message.mention_everyone = False
    if not ping:
        return
    named = set(message.mention_roles)
    members = guild.members.values() if guild and named else ()
    message.pings = [*message.mentions, *(one.user_id for one in members if named & {*one.roles})]
    if message.reference and rules.get("replied_user", allowed is None):
        replied = world.messages.get(int(message.reference["message_id"]))
        if replied and replied.author_id not in message.mentions:
            message.mentions.append(replied.author_id)
            message.pings.append(replied.author_id)
