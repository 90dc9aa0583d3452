"""A match's own thread, where the server wants one and the bot may open it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import discord

from bot.base import logs
from bot.base.codes import THREAD_EXISTS
from bot.match import scene as scenes
from data.matches import matches

if TYPE_CHECKING:
    from bot.host import Host
    from bot.match.scene import Scene

ARCHIVE_AFTER_MIN: Literal[1440] = 1440
"""Minutes without a message after which Discord folds the thread up."""


async def open_thread(host: Host, scene: Scene) -> Scene:
    """Open the match's thread unless it plays in the channel; the scene with it."""
    live, lobby = scene.live, scene.message("lobby")
    if not scene.guild.settings.threads or scene.message("table") is not None:
        return scene
    if live.id in host.publisher.threadless:
        return scene
    channel = host.client.get_channel(live.row.channel_id)
    if not isinstance(channel, discord.TextChannel):
        return scene  # a thread already, a voice channel's chat, or one we can't see
    allowed = channel.permissions_for(channel.guild.me)
    if not (allowed.create_public_threads and allowed.send_messages_in_threads):
        return scene
    title = scene.texts.gettext("SCOUT · match {number}", number=live.id)
    message = discord.Object(lobby.message_id) if lobby is not None else None
    try:
        thread = await channel.create_thread(
            name=title,
            message=message,
            type=None if message else discord.ChannelType.public_thread,
            auto_archive_duration=ARCHIVE_AFTER_MIN,
        )
        thread_id = thread.id
    except discord.HTTPException as error:
        if error.code != THREAD_EXISTS or message is None:
            # Whatever the reason (too many threads, say), no hand shall wait for it.
            logs.warn("no-thread", match=live.id, code=error.code)
            host.publisher.threadless.add(live.id)
            return scene
        thread_id = message.id  # opened before a restart that forgot it; it has the message's id
    await host.db.write(lambda conn: matches.change(conn, live.id, thread_id=thread_id))
    host.ledger.drop(live.id)
    return await scenes.scene(host, await host.ledger.load(live.id))
