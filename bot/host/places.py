"""The places where matches are: what the bot may do there, and what happens when one is gone."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import discord

from bot.base import logs, times
from bot.base.codes import UNKNOWN_MEMBER
from bot.base.times import DAY
from bot.host import lobby
from bot.layouts import notices
from bot.match.refusal import Refusal
from bot.publish import delivery
from bot.texts import happenings, texts_for
from data.matches import matches, messages
from data.people import guilds

if TYPE_CHECKING:
    from sqlalchemy.engine import Connection

    from bot.host import Host
    from bot.match.scene import Scene
    from data.matches.models import StoredMatch

NEEDED: dict[str, str] = {
    "view_channel": "View Channel",
    "send_messages": "Send Messages",
    "attach_files": "Attach Files",
    "read_message_history": "Read Message History",
}
"""What the bot must be allowed where it hosts a match, with Discord's own name for each."""

IN_THREADS = ("send_messages_in_threads", "Send Messages in Threads")


def missing_permissions(interaction: discord.Interaction) -> list[str]:
    """What the bot lacks for a match in this channel, by Discord's names."""
    allowed = interaction.app_permissions
    needed = dict(NEEDED)
    if isinstance(interaction.channel, discord.Thread):
        del needed["send_messages"]
        needed[IN_THREADS[0]] = IN_THREADS[1]
    return [name for flag, name in needed.items() if not getattr(allowed, flag)]


class Places:
    """Servers, channels, threads, and the people who are no longer in them."""

    def __init__(self, host: Host) -> None:
        self._host = host
        self._members: dict[tuple[int, int], tuple[int, bool]] = {}

    async def guild_joined(self, guild: discord.Guild) -> None:
        """The bot was added to a server."""
        await self._host.db.write(
            partial(guilds.get_or_create, guild_id=guild.id, name=guild.name, at=times.now())
        )
        logs.record("server-joined", server=guild.id)

    async def guild_removed(self, guild_id: int) -> None:
        """The bot was removed from a server: its matches end, unrated."""
        await self._host.db.write(partial(guilds.mark_removed, guild_id=guild_id, at=times.now()))
        rows = await self._host.db.read(lambda conn: matches.in_guild(conn, guild_id))
        logs.record("server-left", server=guild_id, matches=len(rows))
        for row in rows:
            await self._end_gone(row)

    async def reachable_again(self, guild_id: int) -> None:
        """Something changed in a server: messages that couldn't be kept up to date are tried."""

        def suspended(conn: Connection) -> list[int]:
            return [
                row.id
                for row in matches.in_guild(conn, guild_id)
                if any(one.state == "suspended" for one in messages.current(conn, row.id))
            ]

        waiting = await self._host.db.read(suspended)
        for match_id in waiting:
            self._host.publisher.wake(match_id)
        await self._host.show_ends(guild_id)

    async def channel_gone(self, channel_id: int) -> None:
        """A channel or thread was deleted.

        A match whose own thread is gone goes on in the channel; if the channel is gone it ends.
        """
        rows = await self._host.db.read(lambda conn: matches.at_place(conn, channel_id))
        for row in rows:
            if row.channel_id == channel_id:
                await self._end_gone(row)
            elif row.thread_id == channel_id:
                await self._back_to_channel(row)

    async def _back_to_channel(self, row: StoredMatch) -> None:
        def back(conn: Connection) -> None:
            matches.change(conn, row.id, thread_id=None)
            for message in messages.of_match(conn, row.id):
                if message.channel_id == row.thread_id:
                    messages.forget(conn, message.id)

        await self._host.db.write(back)
        logs.record("thread-gone", match=row.id)
        self._host.ledger.drop(row.id)
        self._host.publisher.threadless.add(row.id)
        self._host.look_at(row.id)

    async def _end_gone(self, row: StoredMatch) -> None:
        if row.status == "lobby":
            await lobby.close(self._host, row.id, "gone")
            return
        try:
            await self._host.endings.end(row.id, "gone", f"gone:{row.place}")
        except Refusal:
            return  # it ended meanwhile

    async def still_here(self, scene: Scene, seat: int) -> bool:
        """Whether somebody who doesn't answer is still in the server; asked once a day.

        If they have left it, their seat is given up for them.
        """
        player = scene.people[seat]
        guild = self._host.client.get_guild(scene.live.row.guild_id)
        if guild is None or player.discord_id is None:
            return True
        key, now = (guild.id, player.id), times.now()
        asked_at, here = self._members.get(key, (0, True))
        if now - asked_at >= DAY:
            here = await _is_member(guild, player.discord_id)
            self._members[key] = (now, here)
        if not here:
            await self._member_gone(scene.live.id, seat)
        return here

    async def _member_gone(self, match_id: int, seat: int) -> None:
        live = await self._host.ledger.load(match_id)
        try:
            cause = f"member-gone:{live.head}.{seat}"
            await self._host.endings.leave(match_id, seat, cause, by="discord")
        except Refusal:
            return

    async def tell_broken(self, match_id: int) -> None:
        """Say where the match was that it had to be closed."""
        try:
            row = await self._host.db.read(lambda conn: matches.get(conn, match_id))
            if row is None:
                return
            guild_id = row.guild_id
            guild = await self._host.db.read(lambda conn: guilds.get(conn, guild_id))
        except Exception:  # noqa: BLE001  (the row itself may be what is broken)
            logs.warn("broken-row", match=match_id)
            return
        texts = texts_for(guild.settings.locale if guild else None)
        said = texts.gettext("Match {number}", number=match_id)
        said += f": {happenings.ending(texts, 'broken')}"
        try:
            await delivery.send(self._host, row.place, notices.notice(texts, said))
        except (delivery.Undelivered, discord.HTTPException):
            logs.warn("broken-untold", match=match_id)


async def _is_member(guild: discord.Guild, discord_id: int) -> bool:
    """Whether a person is in a server; True if Discord can't say."""
    try:
        await guild.fetch_member(discord_id)
    except discord.NotFound as error:
        return error.code != UNKNOWN_MEMBER
    except discord.HTTPException as error:
        logs.warn("member-unknown", server=guild.id, code=error.code)
    return True
