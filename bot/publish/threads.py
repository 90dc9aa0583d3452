"""The thread that a match gets for itself, where the bot may open one."""

from __future__ import annotations

from collections.abc import Callable

import discord

from bot.base import logs
from bot.match.board import Board
from bot.publish.delivery import Post
from bot.publish.messenger import Messenger
from bot.publish.refusals import Meaning, Undelivered
from data.matches import matches


class Threads:
    """Opens them."""

    def __init__(
        self, messenger: Messenger, post: Post, channel_of: Callable[[int], object]
    ) -> None:
        """``channel_of`` finds a channel that the client knows."""
        self._messenger = messenger
        self._post = post
        self._channel_of = channel_of

    async def opened(self, board: Board) -> Board:
        """The match with its thread, unless it plays in the channel or none can be opened."""
        scene, row = await self._messenger.scene(board), board.live.row
        channel = self._channel_of(row.channel_id)
        if (
            row.thread_id is not None
            or not scene.guild.settings.threads
            or not isinstance(channel, discord.TextChannel)
        ):
            return board  # it is there; or the place is a thread, a voice channel's chat, or unseen
        allowed = channel.permissions_for(channel.guild.me)
        if not (allowed.create_public_threads and allowed.send_messages_in_threads):
            return board
        lobby = scene.message("lobby")
        under = lobby.message_id if lobby is not None else None
        title = scene.texts.gettext("SCOUT · match {number}", number=board.id)
        try:
            thread_id = await self._post.open_thread(row.channel_id, title, under)
        except Undelivered as why:
            if why.meaning is not Meaning.THREAD_EXISTS or under is None:
                # Whatever the reason (too many threads, say), nobody shall wait for it.
                logs.warn("no-thread", match=board.id, why=why.meaning.name)
                return board
            thread_id = under  # opened before a restart that forgot it; it has the message's id
        await self._messenger.change(
            board.id, lambda conn: matches.change(conn, board.id, thread_id=thread_id)
        )
        return await self._messenger.board(board.id) or board
