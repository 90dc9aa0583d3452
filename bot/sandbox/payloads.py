"""The world as Discord writes it: pure functions from the model to JSON."""

from typing import TYPE_CHECKING

from bot.sandbox import permissions
from bot.sandbox.limits.components import FILE
from bot.sandbox.model import (
    DM_CHANNEL,
    Attachment,
    Channel,
    Guild,
    Interaction,
    Json,
    Member,
    Message,
    Role,
    User,
)

if TYPE_CHECKING:
    from bot.sandbox.world import World


def user(person: User) -> Json:
    """A user object."""
    return {
        "id": str(person.id),
        "username": person.key,
        "global_name": None if person.bot else person.name,
        "discriminator": "0",
        "avatar": None,
        "bot": person.bot,
        "public_flags": 0,
    }


def member(world: "World", entry: Member, *, with_user: bool = True) -> Json:
    """A guild member object."""
    body: Json = {
        "nick": None,
        "avatar": None,
        "roles": [str(role) for role in entry.roles],
        "joined_at": entry.joined_at,
        "premium_since": None,
        "deaf": False,
        "mute": False,
        "flags": 0,
        "pending": False,
        "communication_disabled_until": None,
    }
    if with_user:
        body["user"] = user(world.users[entry.user_id])
    return body


def role(entry: Role) -> Json:
    """A role object."""
    body: Json = {
        "id": str(entry.id),
        "name": entry.name,
        "color": entry.colour,
        "colors": {"primary_color": entry.colour, "secondary_color": None, "tertiary_color": None},
        "hoist": False,
        "icon": None,
        "unicode_emoji": None,
        "position": entry.position,
        "permissions": str(entry.permissions),
        "managed": entry.managed,
        "mentionable": entry.mentionable,
        "flags": 0,
    }
    return body


def channel(world: "World", entry: Channel) -> Json:
    """A channel object: text channel, DM or thread."""
    body: Json = {
        "id": str(entry.id),
        "type": entry.type,
        "last_message_id": str(entry.last_message_id) if entry.last_message_id else None,
        "flags": 0,
    }
    if entry.type == DM_CHANNEL:
        people = [world.users[one] for one in entry.recipients]
        return body | {"recipients": [user(one) for one in people]}
    body |= {
        "guild_id": str(entry.guild_id),
        "name": entry.name,
        "rate_limit_per_user": 0,
        "parent_id": str(entry.parent_id) if entry.parent_id else None,
    }
    if entry.is_thread:
        return body | {
            "owner_id": str(entry.owner_id),
            "message_count": entry.shared,
            "total_message_sent": entry.shared,
            "member_count": len(entry.members),
            "thread_metadata": {
                "archived": entry.archived,
                "locked": entry.locked,
                "auto_archive_duration": entry.auto_archive_minutes,
                "archive_timestamp": entry.created_at,
                "create_timestamp": entry.created_at,
            },
        }
    roles = world.guilds[entry.guild_id].roles if entry.guild_id else {}
    return body | {
        "topic": entry.topic or None,
        "position": entry.position,
        "nsfw": False,
        "default_auto_archive_duration": 1440,
        "permission_overwrites": [
            {
                "id": str(target),
                "type": 0 if target in roles else 1,
                "allow": "0",
                "deny": str(bits),
            }
            for target, bits in entry.denied.items()
        ],
    }


def thread_members(entry: Channel, bot_id: int) -> Json:
    """What the bot is told when it joined or left a thread; of others it isn't told."""
    body: Json = {
        "id": str(entry.id),
        "guild_id": str(entry.guild_id),
        "member_count": len(entry.members),
    }
    if bot_id not in entry.members:
        return body | {"removed_member_ids": [str(bot_id)]}
    joined = {"id": str(entry.id), "user_id": str(bot_id), "flags": 0}
    return body | {"added_members": [joined | {"join_timestamp": entry.created_at}]}


def guild(world: "World", entry: Guild) -> Json:
    """The guild object of GUILD_CREATE, with the members that the bot's intents let it see."""
    bot = entry.members[world.bot.id]
    return {
        "id": str(entry.id),
        "name": entry.name,
        "icon": None,
        "owner_id": str(entry.owner_id),
        "preferred_locale": entry.locale,
        "features": [],
        "roles": [role(one) for one in entry.roles.values()],
        "emojis": [],
        "stickers": [],
        "afk_timeout": 300,
        "afk_channel_id": None,
        "system_channel_id": None,
        "system_channel_flags": 0,
        "rules_channel_id": None,
        "public_updates_channel_id": None,
        "verification_level": 0,
        "default_message_notifications": 1,
        "explicit_content_filter": 0,
        "mfa_level": 0,
        "nsfw_level": 0,
        "premium_tier": 0,
        "premium_subscription_count": 0,
        "premium_progress_bar_enabled": False,
        "vanity_url_code": None,
        "description": None,
        "banner": None,
        "splash": None,
        "discovery_splash": None,
        "application_id": None,
        "joined_at": bot.joined_at,
        "large": False,
        "unavailable": False,
        "member_count": len(entry.members),
        "voice_states": [],
        "presences": [],
        "members": [member(world, bot)],
        "channels": [
            channel(world, one)
            for one in world.channels.values()
            if one.guild_id == entry.id and not one.is_thread
        ],
        "threads": [
            channel(world, one)
            for one in world.channels.values()
            if one.guild_id == entry.id and one.is_thread and not one.archived
        ],
        "stage_instances": [],
        "guild_scheduled_events": [],
        "soundboard_sounds": [],
    }


def attachment(world: "World", entry: Attachment) -> Json:
    """An attachment object; its url is served by this process."""
    url = f"{world.address}/attachments/{entry.id}/{entry.filename}"
    body: Json = {
        "id": str(entry.id),
        "filename": entry.filename,
        "size": len(entry.content),
        "url": url,
        "proxy_url": url,
        "content_type": entry.content_type,
        "flags": 0,
    }
    if entry.width:
        body |= {"width": entry.width, "height": entry.height}
    if entry.description is not None:
        body["description"] = entry.description
    return body


def message(world: "World", entry: Message) -> Json:
    """A message object, as its author the bot gets it."""
    channel_entry = world.channels.get(entry.channel_id)
    body: Json = {
        "id": str(entry.id),
        "channel_id": str(entry.channel_id),
        "author": user(world.users[entry.author_id]),
        "content": entry.content,
        "timestamp": entry.timestamp,
        "edited_timestamp": entry.edited_timestamp,
        "tts": False,
        "mention_everyone": entry.mention_everyone,
        "mentions": [user(world.users[one]) for one in entry.mentions],
        "mention_roles": [str(one) for one in entry.mention_roles],
        "attachments": [attachment(world, one) for one in entry.attachments],
        "embeds": [_media_urls(world, entry, one) for one in entry.embeds],
        "components": [_media_urls(world, entry, one) for one in entry.components],
        "pinned": False,
        "type": entry.type,
        "flags": entry.flags,
    }
    if entry.author_id == world.bot.id:
        body["application_id"] = str(world.application_id)
    if entry.interaction:
        body |= {"webhook_id": str(world.application_id), "interaction_metadata": entry.interaction}
    if entry.reference:
        body["message_reference"] = entry.reference
    if entry.thread_id and entry.thread_id in world.channels and channel_entry:
        body["thread"] = channel(world, world.channels[entry.thread_id])
    return body


def message_event(world: "World", entry: Message) -> Json:
    """A message as the gateway tells it: with its server, and its author's membership there."""
    body, place = message(world, entry), world.channels[entry.channel_id]
    if place.guild_id is None:
        return body
    body["guild_id"] = str(place.guild_id)
    author = world.guilds[place.guild_id].members.get(entry.author_id)
    return body | {"member": member(world, author, with_user=False)} if author else body


def _media_urls(world: "World", entry: Message, node: Json) -> Json:
    """Give every ``attachment://name`` in a component or embed its address, size and type."""
    files = {one.filename: one for one in entry.attachments}

    def walk(value: object) -> object:
        if isinstance(value, list):
            return [walk(one) for one in value]
        if not isinstance(value, dict):
            return value
        url = value.get("url")
        if isinstance(url, str) and url.startswith("attachment://"):
            found = files.get(url.removeprefix("attachment://"))
            if found:
                known = attachment(world, found)
                return {
                    **value,
                    "url": known["url"],
                    "proxy_url": known["url"],
                    "width": found.width,
                    "height": found.height,
                    "content_type": found.content_type,
                    "attachment_id": str(found.id),
                    "loading_state": 2,
                }
        walked = {key: walk(one) for key, one in value.items()}
        return _file_component(walked, files) if value.get("type") == FILE else walked

    walked = walk(node)
    assert isinstance(walked, dict)
    return walked


def _file_component(node: Json, files: dict[str, Attachment]) -> Json:
    """A file component also tells the name and the size of its file; embeds have no such thing."""
    url = node.get("file", {}).get("url", "") if isinstance(node.get("file"), dict) else ""
    name = url.rsplit("/", 1)[-1]
    return {**node, "name": name, "size": len(files[name].content)} if name in files else node


def metadata(world: "World", entry: Interaction) -> Json:
    """What a message tells about the interaction that it answers."""
    body: Json = {
        "id": str(entry.id),
        "type": entry.type,
        "user": user(world.users[entry.user_id]),
        "authorizing_integration_owners": _owners(world.channels[entry.channel_id]),
    }
    if entry.command_name:
        body["name"] = entry.command_name
    return body


def _owners(place: Channel) -> Json:
    """Through which server the bot was reached; 0 stands for its direct messages."""
    return {"0": str(place.guild_id or 0)}


def interaction(world: "World", entry: Interaction) -> Json:
    """The INTERACTION_CREATE payload."""
    place = world.channels[entry.channel_id]
    person = world.users[entry.user_id]
    body: Json = {
        "id": str(entry.id),
        "application_id": str(world.application_id),
        "type": entry.type,
        "token": entry.token,
        "version": 1,
        "data": entry.data,
        "channel_id": str(place.id),
        "channel": channel(world, place),
        "locale": person.locale,
        "entitlements": [],
        "entitlement_sku_ids": [],
        "attachment_size_limit": 10 * 1024 * 1024,
        "authorizing_integration_owners": _owners(place),
        "context": 1 if place.type == DM_CHANNEL else 0,
    }
    if entry.message_id and entry.message_id in world.messages:
        body["message"] = message(world, world.messages[entry.message_id])
    there = world.guild_of(place)
    if there is None:
        return body | {"user": user(person), "app_permissions": str(permissions.EVERYONE)}
    parent = world.parent(place)
    bits = permissions.in_channel(there, parent, person.id)
    body["channel"]["permissions"] = str(bits)
    return body | {
        "guild_id": str(there.id),
        "guild": {"id": str(there.id), "locale": there.locale, "features": []},
        "guild_locale": there.locale,
        "app_permissions": str(permissions.in_channel(there, parent, world.bot.id)),
        "member": {**member(world, there.members[person.id]), "permissions": str(bits)},
    }
