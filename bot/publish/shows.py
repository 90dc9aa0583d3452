"""What a match shows to everybody: lobby, table, results, votes.

One message after another, and of the newest state only: what changes meanwhile is shown by the next
pass. Nothing that asks a person waits for any of it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from functools import partial

import discord
from sqlalchemy.engine import Connection

from bot import render
from bot.base import logs, times
from bot.base.times import MINUTE
from bot.layouts import Layout, table
from bot.match import follow, limits
from bot.match.board import Board
from bot.match.scene import Scene
from bot.publish import delivery
from bot.publish.budget import Urgency
from bot.publish.delivery import Post, nonce, place_in, place_of
from bot.publish.messenger import Messenger
from bot.publish.place import Place
from bot.publish.refusals import Meaning, Undelivered
from data.matches import matches, messages
from data.matches.hosted import Proposal
from data.matches.messages import Message

SCROLLED = 12
"""With so many messages after it, the table is posted anew."""

PUSHED = 3
"""And with so many of the match's own; with a round's result at once."""

LOOKS_MIN = (1, 8)
"""Minutes between looks how far a table has scrolled up; doubled while nobody else writes there."""

BUSY = 2 / 3
"""The share of the bot's calls that are spent from which shows wait all of their time."""

SPARE = 1 / 3
"""A look waits for a moment in which no more than this share of the bot's calls is spent."""

STUCK = frozenset({Meaning.NO_ANSWER, Meaning.MESSAGE_STUCK})
"""An edit that fails so has a new message posted in its place: nobody knows when it would work."""

Build = Callable[[], Awaitable[Layout]]


class Shows:
    """Brings what all matches show up to date."""

    def __init__(
        self,
        messenger: Messenger,
        post: Post,
        *,
        interval_s: float,
        calls_done: Callable[[Board], bool],
    ) -> None:
        """Change a table at most once in ``interval_s``, and half as often before play starts.

        What an idle bot shows at once waits the longer the more of its calls are spent, from
        ``BUSY`` on just as long: meanwhile more happens, and is shown by the same call.
        ``calls_done`` says whether nothing remains to be asked of a match's persons.
        """
        self._messenger = messenger
        self._post = post
        self._interval_s = interval_s
        self._calls_done = calls_done
        self._retries = messenger.retries(Urgency.SHOW)
        self._dirty: set[int] = set()
        self._passes: dict[int, asyncio.Task[None]] = {}
        self._showing: set[int] = set()
        self._passed: dict[int, tuple[float, float]] = {}  # when last, and how long till the next
        self._looks: dict[int, tuple[int, int]] = {}
        self._begun: set[int] = set()  # matches that are on and whose lobbies say so

    @property
    def busy(self) -> bool:
        """Whether anything is being shown just now."""
        return bool(self._showing)

    @property
    def owed(self) -> int:
        """How many matches are being shown, or wait for another try."""
        return len(self._passes) + len(self._retries)

    def changed(self, match_id: int) -> None:
        """A match has changed: show it soon."""
        self._dirty.add(match_id)
        if match_id not in self._passes and not self._retries.waiting(match_id):
            self._passes[match_id] = self._messenger.spawn(
                self._pass_again(match_id), f"show-{match_id}"
            )

    def _if_changed(self, match_id: int) -> None:
        if match_id in self._dirty:
            self.changed(match_id)

    async def _pass_again(self, match_id: int) -> None:
        loop, budget = asyncio.get_running_loop(), self._post.gate.budget
        try:
            while match_id in self._dirty and not self._retries.waiting(match_id):
                last_at, pace_s = self._passed.get(match_id, (0.0, self._interval_s))
                now = loop.time()
                calm_s = min(budget.spent / BUSY, 1.0) * pace_s
                await asyncio.sleep(max(last_at + pace_s - now, calm_s))
                self._dirty.discard(match_id)
                board = await self._messenger.board(match_id)
                if board is None or _given_up(board):
                    break
                pace_s = self._interval_s * (2 if _orienting(board) else 1)
                self._passed[match_id] = (loop.time(), pace_s)
                await self._try(board)
        finally:
            del self._passes[match_id]
        self._if_changed(match_id)

    async def _try(self, board: Board) -> None:
        """One pass, and what follows if it failed."""
        again = partial(self.changed, board.id)
        self._showing.add(board.id)
        try:
            await self._show(board)
        except Undelivered as why:
            if why.gone and why.place is not None:
                await self._messenger.found.place_gone(why.place.id)
            elif why.meaning.fault:
                self._retries.undelivered(board.id, why, partial(self._if_changed, board.id))
            else:
                self._retries.undelivered(board.id, why, again)
        except Exception as error:  # noqa: BLE001  (what is owed is owed all the same)
            self._retries.failed(board.id, error, again)
        else:
            self._retries.delivered(board.id)
        finally:
            self._showing.discard(board.id)

    async def _show(self, board: Board) -> None:
        """Bring all of it up to date.

        Raises:
            Undelivered: the first of what failed; the rest was tried all the same.
        """
        if board.live.hosted is None:
            steps = [self._lobby]
        else:
            steps = [self._results, self._table, self._votes, self._pause, self._lobby]
        failed: Undelivered | None = None
        head = board.live.head
        for step in steps:
            board = await self._messenger.board(board.id) or board
            try:
                await step(board, await self._messenger.scene(board))
            except Undelivered as why:
                failed = failed or why
        if failed is not None:
            raise failed
        await self._shown(board.id, head)

    async def _shown(self, match_id: int, head: int) -> None:
        """The match has been shown up to there."""
        board = await self._messenger.board(match_id)
        if board is None:
            return
        called = board.live.head if self._calls_done(board) else None
        if board.shown < head or (called or 0) > board.called:

            def lanes(conn: Connection) -> None:
                matches.set_lanes(conn, match_id, called=called, shown=head)

            await self._messenger.report(match_id, lanes)
        if board.live.row.finished_at is not None:
            self._forget(match_id)

    async def _lobby(self, board: Board, scene: Scene) -> None:
        """The lobby; once the match has begun, a line that leads to the table; then the result."""
        row, shown = board.live.row, scene.message("lobby")
        if board.live.on and board.id in self._begun:
            return
        if shown is None and row.status != "lobby":
            return  # it started at once, or was closed before anyone saw it

        async def build() -> Layout:
            if board.live.hosted is not None and board.live.playing.over:
                return await render.brief_layout(self._messenger.kit, scene)
            return render.lobby_layout(scene)

        mention: list[discord.abc.Snowflake] = []
        if scene.guild.settings.lobby_role:
            mention.append(discord.Object(scene.guild.settings.lobby_role, type=discord.Role))
        mention += [
            discord.Object(guest)
            for seat in row.seats
            if seat.status == "invited"
            and scene.people[seat.seat].may_ping
            and (guest := scene.people[seat.seat].discord_id)
        ]
        here = Place(row.channel_id, None, row.guild_id)
        # Nothing more will happen to it.
        ends = row.started_at is None and row.status not in matches.UNDEALT
        await self._keep(board, "lobby", shown, build, here, mention=mention, retire=ends)
        if board.live.on and scene.message("table") is not None:
            self._begun.add(board.id)

    async def _table(self, board: Board, scene: Scene) -> None:
        """The table, kept up to date in place; posted anew when others have pushed it away."""

        async def build() -> Layout:
            return await render.table_layout(self._messenger.kit, scene)

        shown = scene.message("table")
        if shown is None and not board.live.on:
            return  # over before anybody saw it
        if shown is not None and (
            _pushed_away(board, shown) or await self._scrolled_away(board, scene, shown)
        ):
            await self._post_anew(board, scene, shown, await build())
        else:
            await self._keep(board, "table", shown, build, place_of(board))

    async def _results(self, board: Board, scene: Scene) -> None:
        """The scores of rounds that are over, each once; and of the match."""
        live, kit = board.live, self._messenger.kit
        for number in range(1, len(live.playing.results) + 1):
            if scene.message("result", number=number) is None:

                async def build(number: int = number) -> Layout:
                    return await render.round_layout(kit, scene, number)

                await self._keep(board, "result", None, build, place_of(board), number=number)
        if live.playing.over:

            async def build_final() -> Layout:
                return await render.final_layout(kit, scene)

            shown = scene.message("final")
            if shown is None or live.row.status == "void":
                await self._keep(board, "final", shown, build_final, place_of(board))

    async def _votes(self, board: Board, scene: Scene) -> None:
        """Proposals that wait for an answer, and what became of those that did."""
        hosted = board.live.playing
        for proposal in hosted.proposals:
            kind = f"vote-{proposal.about}"
            shown = _kept(scene, kind)
            is_open = proposal.state == "open" and not hosted.over
            if not is_open and shown is None:
                continue

            async def build(proposal: Proposal = proposal) -> Layout:
                return render.vote_layout(scene, proposal)

            asked = scene.to_ping(follow.unanswered(board.live, proposal))
            mention: list[discord.abc.Snowflake] = [discord.Object(person) for person in asked]
            here = place_of(board)
            await self._keep(board, kind, shown, build, here, mention=mention, retire=not is_open)

    async def _pause(self, board: Board, scene: Scene) -> None:
        """The warning that the pause is nearly over, while it is."""
        shown, hosted = _kept(scene, "pause"), board.live.playing
        if not hosted.reminded or hosted.over:
            if shown is not None:
                await self._take_down(board, shown)
            return
        layout = render.pause_layout(scene)
        if layout is None:
            return

        async def build() -> Layout:
            return layout

        people = scene.to_ping(hosted.people())
        mention: list[discord.abc.Snowflake] = [discord.Object(person) for person in people]
        await self._keep(board, "pause", shown, build, place_of(board), mention=mention)

    async def _take_down(self, board: Board, shown: Message) -> None:
        """Delete a message that has had its day."""
        await self._post.delete(place_in(board, shown.channel_id), shown.message_id, shown.kind)
        await self._messenger.report(board.id, lambda conn: messages.forget(conn, shown.id))

    async def _keep(
        self,
        board: Board,
        kind: str,
        shown: Message | None,
        build: Build,
        place: Place,
        *,
        number: int | None = None,
        mention: list[discord.abc.Snowflake] | None = None,
        retire: bool = False,
    ) -> None:
        """Post a message, or bring the one that is there up to date; a deleted one comes anew."""
        if shown is not None and (
            shown.state == "retired" or self._messenger.held(shown.message_id)
        ):
            return
        layout = await build()
        mark = delivery.fingerprint(layout)
        if shown is None:
            own = nonce(board, kind, place.id, _which(board, kind), number)
            message_id = await self._post.send(
                place, layout, kind, Urgency.SHOW, mention=mention or (), nonce=own
            )
            await self._added(board, kind, place.id, message_id, str(mark), number)
            return
        if shown.content_hash != str(mark):
            try:
                await self._post.edit(
                    place_in(board, shown.channel_id),
                    shown.message_id,
                    layout,
                    kind,
                    Urgency.SHOW,
                    keep_files=(shown.content_hash or "").endswith(f"/{mark.files}"),
                )
            except Undelivered as why:
                if why.meaning is Meaning.MESSAGE_GONE or why.meaning in STUCK:
                    await self._replace(board, shown, layout)
                    return
                raise
        elif not retire:
            return
        head = board.live.head
        called = head if self._calls_done(await self._messenger.board(board.id) or board) else None

        def changed(conn: Connection) -> None:
            messages.set_shown(conn, shown.id, head, str(mark))
            if retire:
                messages.retire(conn, shown.id)
            elif kind == "table":
                matches.set_lanes(conn, board.id, called=called, shown=head)

        await self._messenger.report(board.id, changed)

    async def _added(
        self,
        board: Board,
        kind: str,
        channel_id: int,
        message_id: int,
        mark: str,
        number: int | None,
    ) -> None:
        at = times.now()

        def added(conn: Connection) -> None:
            messages.add(
                conn,
                board.id,
                kind,
                channel_id=channel_id,
                message_id=message_id,
                sequence=board.live.head,
                at=at,
                round=number,
                content_hash=mark,
            )

        await self._messenger.report(board.id, added)

    async def _replace(self, board: Board, shown: Message, layout: Layout) -> None:
        """Post a message in the place of one that is gone, or that can't be changed."""
        await self._replaced(board, shown, layout, await self._sent_anew(board, shown, layout))

    async def _sent_anew(self, board: Board, shown: Message, layout: Layout) -> int:
        place = place_in(board, shown.channel_id)
        own = nonce(board, shown.kind, place.id, shown.message_id)
        return await self._post.send(place, layout, shown.kind, Urgency.SHOW, nonce=own)

    async def _replaced(
        self, board: Board, shown: Message, layout: Layout, message_id: int
    ) -> None:
        mark, head, at = str(delivery.fingerprint(layout)), board.live.head, times.now()

        def replaced(conn: Connection) -> None:
            messages.repost(
                conn,
                shown.id,
                channel_id=shown.channel_id,
                message_id=message_id,
                sequence=head,
                at=at,
            )
            messages.set_shown(conn, shown.id, head, mark)

        await self._messenger.report(board.id, replaced)

    async def _post_anew(self, board: Board, scene: Scene, shown: Message, layout: Layout) -> None:
        """The table at the end of the channel; the old one becomes a link to it.

        It does so before the row forgets it: after a kill all of it is done once more.
        """
        message_id = await self._sent_anew(board, shown, layout)
        url = scene.url(replace(shown, message_id=message_id)) or ""
        try:
            await self._post.edit(
                place_in(board, shown.channel_id),
                shown.message_id,
                table.moved(scene.texts, board.id, url),
                "table",
                Urgency.SHOW,
            )
        except Undelivered as why:
            logs.record("old-table-stays", match=board.id, why=why.meaning.name)
        await self._replaced(board, shown, layout, message_id)

    async def _scrolled_away(self, board: Board, scene: Scene, shown: Message) -> bool:
        """Whether many messages came after the table; asked only when a person is to act."""
        if not scene.due and not board.live.playing.awaited():
            return False
        now, first = times.now(), (times.now() + LOOKS_MIN[0] * MINUTE, LOOKS_MIN[0])
        look_at, pause = self._looks.setdefault(board.id, first)
        if now < look_at or self._post.gate.budget.spent > SPARE:
            return False
        try:
            later = await self._post.after(
                place_in(board, shown.channel_id), shown.message_id, SCROLLED
            )
        except Undelivered:
            return False  # no leave to read; the table stays where it is
        ours = {one.message_id for one in board.messages}
        pause = LOOKS_MIN[0] if set(later) - ours else min(2 * pause, LOOKS_MIN[1])
        self._looks[board.id] = (now + pause * MINUTE, pause)
        return len(later) >= SCROLLED

    def _forget(self, match_id: int) -> None:
        """A match is over and shown: nothing need be remembered of it."""
        self._looks.pop(match_id, None)
        self._passed.pop(match_id, None)
        self._begun.discard(match_id)


def _which(board: Board, kind: str) -> int:
    """What tells a new message of a kind from those before it."""
    before = board.message(kind)
    if before is not None:
        return before.message_id
    # A proposal's messages aren't remembered once it is over: it is told by when it was made.
    return board.live.head if kind.startswith("vote-") else 0


def _pushed_away(board: Board, shown: Message) -> bool:
    """Whether the match's own messages have pushed its table up."""
    if not board.live.on:
        return False  # what ends it is what one looks for
    below = [
        one.kind
        for one in board.messages
        if one.channel_id == shown.channel_id and one.message_id > shown.message_id
    ]
    return "result" in below or len(below) >= PUSHED


def _kept(scene: Scene, kind: str) -> Message | None:
    """The newest message of a kind, if it is still kept up to date."""
    shown = scene.message(kind)
    return shown if shown is not None and shown.state != "retired" else None


def _orienting(board: Board) -> bool:
    """Whether hands are being kept or flipped: then tables change often, and say little."""
    return board.live.on and any(
        decision.turn == 0
        for seat in board.live.playing.awaited()
        if (decision := board.live.decision(seat)) is not None
    )


def _given_up(board: Board) -> bool:
    """Whether a match's result isn't posted any more: its place is gone, or it is over for long."""
    row = board.live.row
    return not limits.owed(row, times.now()) or row.end_reason == "gone"
