"""Sending and changing one message, and saying plainly how that went."""

from __future__ import annotations

import contextlib
import hashlib
import json
import secrets
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING

import discord

from bot.base.codes import DM_REFUSED, NOT_ALLOWED, PLACE_GONE, THREAD_ARCHIVED, UNKNOWN_MESSAGE
from bot.layouts import Layout
from data.matches import messages

if TYPE_CHECKING:
    from bot.host import Host
    from data.matches.models import StoredMatch

NONCE_LENGTH = 25
"""Characters that Discord takes for a nonce."""


class Trouble(Enum):
    """Why a message couldn't be sent or changed."""

    MESSAGE_GONE = "message-gone"
    PLACE_GONE = "place-gone"
    NOT_ALLOWED = "not-allowed"
    DM_REFUSED = "dm-refused"


class Undelivered(Exception):  # noqa: N818 - it says what became of a message
    """A message couldn't be delivered, for a reason that has a remedy."""

    def __init__(self, trouble: Trouble) -> None:
        super().__init__(trouble.value)
        self.trouble = trouble


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


async def once(
    host: Host,
    match: StoredMatch,
    kind: str,
    channel_id: int,
    *,
    seat: int | None = None,
    shows: tuple[int, ...],
) -> str:
    """The nonce of a match's next message of a kind: the same until the message has its row.

    Discord answers a nonce that it knows with the message that it has (for some minutes). So what
    was sent in the instant before the bot was killed isn't sent a second time by the next one.

    Args:
        host: the host.
        match: which; another database may have another match of this number.
        kind: the message's.
        channel_id: where it will be.
        seat: whose it is; None if it is everybody's.
        shows: the state or the decision that it shows; a message of another one wouldn't do.
    """
    last = await host.db.read(lambda conn: messages.last(conn, match.id, kind, seat))
    parts = (match.commitment, kind, channel_id, seat, *shows, last)
    return hashlib.sha256(repr(parts).encode()).hexdigest()[:NONCE_LENGTH]


async def send(
    host: Host,
    channel_id: int,
    layout: Layout,
    *,
    mention: Iterable[discord.abc.Snowflake] = (),
    nonce: str | None = None,
) -> int:
    """Send a message; its id.

    With a ``nonce`` (of ``once``) it is sent only if it hasn't been already.

    Raises:
        Undelivered: the place is gone, or the bot may not write there.
        discord.HTTPException: anything else; worth another try later.
    """
    place = host.client.get_partial_messageable(channel_id)
    people = list(mention)
    try:
        message = await place.send(
            view=layout.view,
            files=list(layout.files),
            nonce=nonce or secrets.randbits(64),
            allowed_mentions=discord.AllowedMentions(
                everyone=False,
                users=[one for one in people if not isinstance(one, discord.Role)],
                roles=[one for one in people if isinstance(one, discord.Role)],
            ),
        )
    except discord.HTTPException as error:
        raise _explained(error) from error
    return message.id


async def edit(
    host: Host, channel_id: int, message_id: int, layout: Layout, *, keep_files: bool = False
) -> None:
    """Change a message; with ``keep_files`` its attachments stay as they are.

    Raises:
        Undelivered: the message or the place is gone, or the bot may not write there.
        discord.HTTPException: anything else; worth another try later.
    """
    place = host.client.get_partial_messageable(channel_id)
    message = place.get_partial_message(message_id)
    try:
        try:
            await _edit(message, layout, keep_files=keep_files)
        except discord.HTTPException as error:
            if error.code != THREAD_ARCHIVED:
                raise
            await host.client.http.edit_channel(channel_id, archived=False)
            await _edit(message, layout, keep_files=keep_files)
    except discord.HTTPException as error:
        raise _explained(error) from error


async def _edit(message: discord.PartialMessage, layout: Layout, *, keep_files: bool) -> None:
    if keep_files:
        await message.edit(view=layout.view)
        return
    for file in layout.files:
        file.reset(seek=0)
    await message.edit(view=layout.view, attachments=list(layout.files))


async def delete(host: Host, channel_id: int, message_id: int) -> None:
    """Delete a message of ours; it may be gone already.

    Raises:
        discord.HTTPException: it couldn't be deleted now.
    """
    place = host.client.get_partial_messageable(channel_id)
    try:
        await place.get_partial_message(message_id).delete()
    except discord.NotFound:
        return
    except discord.Forbidden as error:
        raise _explained(error) from error


class Attempts:
    """Deliveries of which one that fails doesn't keep the next from being made."""

    def __init__(self) -> None:
        self._failed: discord.HTTPException | OSError | None = None

    @contextlib.contextmanager
    def one(self) -> Iterator[None]:
        """Within this block something is delivered; its failure waits for ``finish``."""
        try:
            yield
        except (discord.HTTPException, OSError) as error:
            self._failed = self._failed or error

    def finish(self) -> None:
        """Everything has been tried.

        Raises:
            discord.HTTPException, OSError: the first failure, worth another try later.
        """
        if self._failed is not None:
            raise self._failed


def _explained(error: discord.HTTPException) -> Exception:
    if error.code == UNKNOWN_MESSAGE:
        return Undelivered(Trouble.MESSAGE_GONE)
    if error.code in PLACE_GONE:
        return Undelivered(Trouble.PLACE_GONE)
    if error.code in DM_REFUSED:
        return Undelivered(Trouble.DM_REFUSED)
    if error.code in NOT_ALLOWED:
        return Undelivered(Trouble.NOT_ALLOWED)
    return error
