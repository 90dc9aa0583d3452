"""Whether people who don't answer are still in the server."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.base import times
from bot.base.times import DAY
from bot.publish.budget import Urgency
from bot.publish.delivery import Post
from bot.publish.refusals import Undelivered

if TYPE_CHECKING:
    import discord

    from bot.match.scene import Scene
    from bot.publish.messenger import Found


class Members:
    """Asked of Discord once a day for each."""

    def __init__(self, client: discord.Client, post: Post, found: Found) -> None:
        self._client = client
        self._post = post
        self._found = found
        self._known: dict[tuple[int, int], tuple[int, bool]] = {}

    async def still_here(self, scene: Scene, seat: int) -> bool:
        """Whether a seat's person is in the server; if not, their seat is given up for them."""
        player = scene.people[seat]
        guild = self._client.get_guild(scene.live.row.guild_id)
        if guild is None or player.discord_id is None:
            return True
        key, now = (guild.id, player.id), times.now()
        asked_at, here = self._known.get(key, (0, True))
        if now - asked_at >= DAY:
            try:
                found = await self._post.member(guild, player.discord_id, Urgency.CALL)
            except Undelivered:
                return True  # nobody knows; asked again next time
            here = found is not None
            self._known[key] = (now, here)
        if not here:
            await self._found.member_gone(scene.live.id, seat)
        return here
