"""Sending and changing one message: every call for it goes through the gate."""

from __future__ import annotations

import hashlib
import json
import secrets
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass
from typing import Literal, TypeVar

import discord

from bot.base.codes import THREAD_ARCHIVED, UNKNOWN_MEMBER, UNKNOWN_MESSAGE
from bot.layouts import Layout
from bot.match.board import Board
from bot.publish.budget import Urgency
from bot.publish.gate import Gate
from bot.publish.place import Place

T = TypeVar("T")

LIMIT_S = {Urgency.CALL: 15.0, Urgency.SHOW: 30.0}
"""Seconds after which a call is broken off, and made again later."""

NONCE_LENGTH = 25
"""Characters that Discord takes for a nonce."""

ARCHIVE_AFTER_MIN: Literal[1440] = 1440
"""Minutes without a message after which Discord folds a match's thread up."""


@dataclass(frozen=True, slots=True)
class Fingerprint:
    """What a message shows: its components, and its files, each as a hash."""

    components: str
    files: str

    def __str__(self) -> str:
        return f"{self.components}/{self.files}"


def fingerprint(layout: Layout) -> Fingerprint:
    """The fingerprint of a layout that hasn't been sent yet."""
    parts = layout.view.to_components()  # type: ignore[no-untyped-call]
    components = json.dumps(parts, sort_keys=True)
    files = hashlib.sha256()
    for file in layout.files:
        file.fp.seek(0)
        files.update(file.filename.encode() + file.fp.read())
        file.fp.seek(0)
    return Fingerprint(hashlib.sha256(components.encode()).hexdigest()[:24], files.hexdigest()[:24])


def nonce(board: Board, kind: str, channel_id: int, *which: int | None) -> str:
    """The nonce of a match's next message of a kind: the same until the message has its row.

    Discord answers a nonce that it knows with the message that it has (for some minutes). So what
    was sent in the instant before the bot was killed isn't sent a second time by the next one.

    Nothing of it may change between the two: not how far the match is, nor which other messages
    are still kept up to date.

    Args:
        board: the match; another database may have another match of its number.
        kind: the message's.
        channel_id: where it will be.
        which: what tells it from the others of its kind: the decision that it asks for, or the
            message that it comes after.
    """
    parts = (board.live.row.commitment, kind, channel_id, *which)
    return hashlib.sha256(repr(parts).encode()).hexdigest()[:NONCE_LENGTH]


def place_of(board: Board) -> Place:
    """The channel or thread where a match is played."""
    row = board.live.row
    channel = row.channel_id if row.thread_id is not None else None
    return Place(row.place, channel, row.guild_id)


def place_in(board: Board, channel_id: int) -> Place:
    """A place where one of a match's public messages is."""
    here = place_of(board)
    return here if channel_id == here.id else Place(channel_id, None, board.live.row.guild_id)


class Post:
    """Makes the calls."""

    def __init__(self, client: discord.Client, gate: Gate) -> None:
        self._client = client
        self.gate = gate

    async def send(
        self,
        place: Place,
        layout: Layout,
        what: str,
        urgency: Urgency,
        *,
        mention: Iterable[discord.abc.Snowflake] = (),
        nonce: str | None = None,
    ) -> int:
        """Send a message; its id. With a ``nonce`` only if it hasn't been sent already.

        Raises:
            Undelivered: it wasn't, or nobody knows.
        """
        people = list(mention)
        channel = self._client.get_partial_messageable(place.id)

        async def make() -> int:
            for file in layout.files:
                file.reset(seek=0)
            message = await channel.send(
                view=layout.view,
                files=list(layout.files),
                nonce=nonce or secrets.randbits(64),
                allowed_mentions=discord.AllowedMentions(
                    everyone=False,
                    users=[one for one in people if not isinstance(one, discord.Role)],
                    roles=[one for one in people if isinstance(one, discord.Role)],
                ),
            )
            return message.id

        return await self._call(make, what, place, urgency)

    async def edit(
        self,
        place: Place,
        message_id: int,
        layout: Layout,
        what: str,
        urgency: Urgency,
        *,
        keep_files: bool = False,
    ) -> None:
        """Change a message; with ``keep_files`` its attachments stay as they are.

        Raises:
            Undelivered: it wasn't, or nobody knows.
        """
        message = self._client.get_partial_messageable(place.id).get_partial_message(message_id)
        nobody = discord.AllowedMentions.none()  # an edit has no default

        async def change() -> None:
            if keep_files:
                await message.edit(view=layout.view, allowed_mentions=nobody)
                return
            for file in layout.files:
                file.reset(seek=0)
            files = list(layout.files)
            await message.edit(view=layout.view, attachments=files, allowed_mentions=nobody)

        async def make() -> None:
            try:
                await change()
            except discord.HTTPException as error:
                if error.code != THREAD_ARCHIVED or await self._locked(place.id):
                    raise
                await self._client.http.edit_channel(place.id, archived=False)
                await change()

        await self._call(make, what, place, urgency)

    async def delete(self, place: Place, message_id: int, what: str) -> None:
        """Delete a message of ours; it may be gone already.

        Raises:
            Undelivered: it couldn't be deleted now.
        """
        message = self._client.get_partial_messageable(place.id).get_partial_message(message_id)

        async def make() -> None:
            try:
                await message.delete()
            except discord.NotFound as error:
                if error.code != UNKNOWN_MESSAGE:
                    raise

        await self._call(make, what, place, Urgency.CALL)

    async def direct_channel(self, discord_id: int) -> int:
        """The id of the channel of direct messages to a person.

        Raises:
            Undelivered: it can't be opened now, or not to them.
        """

        async def make() -> int:
            channel = await self._client.create_dm(discord.Object(discord_id))
            return channel.id

        return await self._call(make, "dm-channel", Place(discord_id), Urgency.CALL)

    async def after(self, place: Place, message_id: int, limit: int) -> list[int]:
        """The ids of messages after one, ours and others', so many at most; None of others.

        Raises:
            Undelivered: the bot may not read there, or not now.
        """
        channel = self._client.get_partial_messageable(place.id)

        async def make() -> list[int]:
            after = discord.Object(message_id)
            return [one.id async for one in channel.history(limit=limit, after=after)]

        return await self._call(make, "look", place, Urgency.SHOW)

    async def open_thread(self, channel_id: int, name: str, message_id: int | None) -> int:
        """Open a public thread in a channel, on a message or beside all; its id.

        Raises:
            Undelivered: none can be opened now.
        """
        channel = self._client.get_channel(channel_id)
        assert isinstance(channel, discord.TextChannel)

        async def make() -> int:
            thread = await channel.create_thread(
                name=name,
                message=discord.Object(message_id) if message_id is not None else None,
                type=None if message_id is not None else discord.ChannelType.public_thread,
                auto_archive_duration=ARCHIVE_AFTER_MIN,
            )
            return thread.id

        return await self._call(make, "thread", None, Urgency.CALL)

    async def member(
        self, guild: discord.Guild, discord_id: int, urgency: Urgency
    ) -> discord.Member | None:
        """A person in a server; None if they aren't there.

        Raises:
            Undelivered: Discord can't say.
        """

        async def make() -> discord.Member | None:
            try:
                return await guild.fetch_member(discord_id)
            except discord.NotFound as error:
                if error.code == UNKNOWN_MEMBER:
                    return None
                raise

        return await self._call(make, "member", None, urgency)

    async def _locked(self, thread_id: int) -> bool:
        """Whether moderators have locked a thread, so that it isn't ours to open again."""
        channel = await self._client.http.get_channel(thread_id)
        return bool(dict(channel).get("thread_metadata", {}).get("locked"))  # type: ignore[attr-defined]

    async def _call(
        self, make: Callable[[], Awaitable[T]], what: str, place: Place | None, urgency: Urgency
    ) -> T:
        return await self.gate.call(
            make, what=what, place=place, urgency=urgency, limit_s=LIMIT_S[urgency]
        )
