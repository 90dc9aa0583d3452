"""Messages brought up to date with their matches, in two lanes a match.

*Calls* ask persons for something: at once, each by itself (``calls``). *Shows* show the match to
everybody: one message after another, newest state only (``shows``). Both go through the ``gate``.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

import discord
from sqlalchemy.engine import Connection

from bot.layouts import Layout
from bot.match.board import Board
from bot.publish import delivery
from bot.publish.budget import Urgency
from bot.publish.calls import Calls
from bot.publish.members import Members
from bot.publish.messenger import Messenger
from bot.publish.place import Place
from bot.publish.shows import Shows
from bot.publish.threads import Threads
from bot.publish.windows import Windows
from data.matches import messages

if TYPE_CHECKING:
    from bot.publish.delivery import Post


LOBBY_S = 1.0
"""Seconds that an answer waits for the lobby to which it links."""


class Publisher:
    """Both lanes of all matches."""

    def __init__(
        self, client: discord.Client, messenger: Messenger, post: Post, interval_ms: int
    ) -> None:
        """Change a match's table at most once in ``interval_ms``."""
        self._messenger = messenger
        self.post = post
        self.members = Members(client, post, messenger.found)
        self.windows = Windows(messenger.kit)
        threads = Threads(messenger, post, client.get_channel)
        self._calls = Calls(messenger, post, self.members, threads)
        self._shows = Shows(
            messenger,
            post,
            interval_s=interval_ms / 1000,
            calls_done=self._calls.done,
        )
        self._closing = False

    @property
    def working(self) -> bool:
        """Whether anything is being published now."""
        return self._calls.busy or self._shows.busy

    @property
    def owed(self) -> dict[str, int]:
        """How much is owed, by lane."""
        return {"calls": self._calls.owed, "shows": self._shows.owed}

    def changed(self, board: Board, *, show: bool = True) -> None:
        """A match has changed: bring its messages up to date soon.

        Args:
            board: the match now.
            show: whether everybody shall see it yet; more may be about to happen.
        """
        if self._closing or not board.live.row.published:
            return
        self._messenger.changed(board)
        if self.windows.any(board.id):
            self._messenger.spawn(self._refresh(board), f"windows-{board.id}")
        if not self._messenger.publishes(board):
            return
        self._calls.changed(board)
        behind = board.shown < board.live.head or board.called < board.live.head
        if show and behind:
            self._shows.changed(board.id)

    def show(self, board: Board) -> None:
        """Show a match anew, though its log is where it was: a row of it was changed."""
        if board.live.row.published and self._messenger.publishes(board):
            self._shows.changed(board.id)

    async def _refresh(self, board: Board) -> None:
        await self.windows.refresh(await self._messenger.scene(board))

    def hold(self, message_id: int, match_id: int) -> None:
        """Leave a match's message alone: a handler will change it as the answer to a click."""
        self._messenger.hold(message_id, match_id)

    def release(self, message_id: int, board: Board) -> None:
        """The handler is done with the message; what came meanwhile is shown now."""
        self._messenger.release(message_id)
        self.changed(board)

    async def answered(self, message_id: int, board: Board, layout: Layout) -> None:
        """A message shows the match as on this board now, as the answer to a click on it."""
        mark, head = str(delivery.fingerprint(layout)), board.live.head

        def answered(conn: Connection) -> None:
            shown = messages.by_message(conn, message_id)
            if shown is not None:
                messages.set_shown(conn, shown.id, head, mark)

        await self._messenger.report(board.id, answered)

    async def with_lobby(self, board: Board) -> Board:
        """The match once its lobby is posted, if that is soon."""
        if board.message("lobby") is not None:
            return board
        return await self._messenger.with_message(board, "lobby", LOBBY_S)

    async def say(
        self,
        place: Place,
        layout: Layout,
        what: str,
        mention: Iterable[discord.abc.Snowflake] = (),
    ) -> None:
        """Send something, once and at once, somewhere.

        Raises:
            Undelivered: it couldn't be.
        """
        await self.post.send(place, layout, what, Urgency.CALL, mention=mention)

    def reopen(self, changed: int) -> None:
        """Something changed (a server, channel, thread or person, by id): places may be open."""
        self.post.gate.breakers.reopen(changed)

    def discord_answers(self) -> None:
        """The gateway is back: what was held while Discord failed is tried now."""
        self.post.gate.breakers.discord_answered()

    async def close(self) -> None:
        """Publish no more; the next start goes on."""
        self._closing = True
        await self._messenger.close()
