"""Who may do what: Discord's permission bits, as far as this bot meets them."""

from discord import Permissions

from bot.sandbox.model import Channel, Guild

ALL = Permissions.all().value

EVERYONE = Permissions(
    view_channel=True,
    send_messages=True,
    send_messages_in_threads=True,
    create_public_threads=True,
    embed_links=True,
    attach_files=True,
    add_reactions=True,
    read_message_history=True,
    use_application_commands=True,
    use_external_emojis=True,
    change_nickname=True,
).value

# What the panel offers to take from the bot in one channel, with the words for it.
DENIABLE = (
    "view_channel",
    "send_messages",
    "send_messages_in_threads",
    "create_public_threads",
    "embed_links",
    "attach_files",
    "read_message_history",
)


def bit(name: str) -> int:
    """The bit of a permission by discord.py's name for it."""
    return Permissions(**{name: True}).value


def in_guild(guild: Guild, user_id: int) -> int:
    """The bits of a member over the whole server; 0 for somebody who is not in it."""
    member = guild.members.get(user_id)
    if member is None:
        return 0
    if user_id == guild.owner_id:
        return ALL
    bits = guild.roles[guild.id].permissions
    for role_id in member.roles:
        bits |= guild.roles[role_id].permissions
    return ALL if bits & bit("administrator") else bits


def in_channel(guild: Guild, channel: Channel, user_id: int) -> int:
    """The bits of a member in a channel (of a thread: pass the parent), after its overwrites."""
    bits = in_guild(guild, user_id)
    if bits & bit("administrator"):
        return bits
    member = guild.members.get(user_id)
    targets = [guild.id, *(member.roles if member else []), user_id]
    for target in targets:
        bits &= ~channel.denied.get(target, 0)
    # Discord's implicit rules: who can't see a channel can do nothing in it; who can't write
    # can't attach either.
    if not bits & bit("view_channel"):
        return 0
    if not bits & bit("send_messages"):
        bits &= ~(bit("attach_files") | bit("embed_links") | bit("mention_everyone"))
    return bits
