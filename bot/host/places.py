"""The places where matches are: servers, channels, threads, and what happens when one is gone."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from collections.abc import Set as AbstractSet
from functools import partial

import discord
from sqlalchemy.engine import Connection

from bot.base import logs, times
from bot.host.caches import Servers
from bot.host.endings import Endings
from bot.host.lobby import Lobbies
from bot.host.mailbox import Mailboxes
from bot.match.refusal import Refusal
from bot.texts import N_
from data.matches import matches, messages
from data.matches.models import StoredMatch
from data.people import guilds
from data.store.database import Database
from data.store.errors import BrokenLog

NEEDED: dict[str, str] = {
    "view_channel": N_("View Channel"),
    "send_messages": N_("Send Messages"),
    "attach_files": N_("Attach Files"),
    "read_message_history": N_("Read Message History"),
}
"""What the bot must be allowed where it hosts a match, with Discord's own name for each."""

IN_THREADS = ("send_messages_in_threads", N_("Send Messages in Threads"))


def missing_permissions(interaction: discord.Interaction) -> list[str]:
    """What the bot lacks for a match in this channel, by Discord's names."""
    allowed = interaction.app_permissions
    needed = dict(NEEDED)
    if isinstance(interaction.channel, discord.Thread):
        del needed["send_messages"]
        needed[IN_THREADS[0]] = IN_THREADS[1]
    return [name for flag, name in needed.items() if not getattr(allowed, flag)]


class Places:
    """Servers, channels and threads."""

    def __init__(
        self,
        db: Database,
        mailboxes: Mailboxes,
        lobbies: Lobbies,
        endings: Endings,
        servers: Servers,
    ) -> None:
        self._db = db
        self._mailboxes = mailboxes
        self._lobbies = lobbies
        self._endings = endings
        self._servers = servers

    async def guild_joined(self, guild: discord.Guild) -> None:
        """The bot was added to a server."""
        await self._db.write(
            partial(guilds.get_or_create, guild_id=guild.id, name=guild.name, at=times.now())
        )
        self._servers.changed(guild.id)
        logs.record("server-joined", server=guild.id)

    async def guild_removed(self, guild_id: int) -> None:
        """The bot was removed from a server: its matches end, unrated."""
        await self._db.write(partial(guilds.mark_removed, guild_id=guild_id, at=times.now()))
        self._servers.changed(guild_id)
        rows = await self._db.read(lambda conn: matches.in_guild(conn, guild_id))
        logs.record("server-left", server=guild_id, matches=len(rows))
        for row in rows:
            await self._each(row, self._end_gone)

    async def compare(self, shard: guilds.Shard, present: AbstractSet[int]) -> None:
        """Close the matches of a shard's servers that the bot was removed from meanwhile.

        Args:
            shard: of which the servers are; others' are not looked at.
            present: the servers that Discord names; one that is only unavailable is among them.
        """
        mark = partial(guilds.mark_present, shard=shard, present=present, at=times.now())
        for guild_id in await self._db.write(mark):
            await self.guild_removed(guild_id)

    async def channel_gone(self, channel_id: int) -> None:
        """A channel or thread was deleted.

        A match whose own thread is gone goes on in the channel; if the channel is gone it ends.
        """
        rows = await self._db.read(lambda conn: matches.at_place(conn, channel_id))
        for row in rows:
            if row.channel_id == channel_id:
                await self._each(row, self._end_gone)
            elif row.thread_id == channel_id:
                await self._each(row, self._back_to_channel)

    async def member_gone(self, match_id: int, seat: int) -> None:
        """Somebody who doesn't answer has left the server: their seat is given up for them."""
        live = await self._mailboxes.load(match_id)
        try:
            cause = f"member-gone:{live.head}.{seat}"
            await self._endings.leave(match_id, seat, cause, by="discord")
        except Refusal:
            return

    async def _each(self, row: StoredMatch, do: Callable[[StoredMatch], Awaitable[None]]) -> None:
        """Do something to one match of several: a fault in it is its own."""
        try:
            try:
                await do(row)
            except BrokenLog as error:
                await self._endings.close_broken(error)
        except Exception as error:  # noqa: BLE001  (the others' turn comes anyway)
            logs.fault("place-failed", error, match=row.id)

    async def _back_to_channel(self, row: StoredMatch) -> None:
        def back(conn: Connection) -> None:
            matches.change(conn, row.id, thread_id=None)
            for message in messages.of_match(conn, row.id):
                if message.channel_id == row.thread_id:
                    messages.forget(conn, message.id)
            matches.show_anew(conn, row.id)

        await self._mailboxes.write(row.id, back)
        logs.record("thread-gone", match=row.id)

    async def _end_gone(self, row: StoredMatch) -> None:
        if row.status in matches.UNDEALT:
            await self._lobbies.close(row.id, "gone")
            return
        try:
            await self._endings.end(row.id, "gone", f"gone:{row.place}")
        except Refusal:
            return  # it ended meanwhile
