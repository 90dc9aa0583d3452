"""One mailbox a match: what is asked of it is done one after the other, on its newest state.

A mailbox alone changes a match's board, and only after the commit of the unit that wrote the
change. It works while letters wait; idle ones cost a place in a cache and nothing else.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from sqlalchemy.engine import Connection

from bot.base import logs, times
from bot.match import follow, limits
from bot.match.board import KEPT, Board, ClickedHand, board_of
from bot.match.live import Live
from bot.match.refusal import Refusal
from bot.texts import N_, happenings
from data.matches import deadlines, log, matches, messages
from data.matches.models import StoredMatch
from data.standings import standings
from data.store import locks
from data.store.database import Database
from data.store.errors import AlreadyDone, BrokenLog, SequenceTaken
from data.store.units import Unit

NOT_KEPT = N_("That match is no longer kept here.")
TOO_BUSY = N_("Too much is happening in this match just now. Please try again in a moment.")

BOARDS = 2000
"""Boards that are kept of matches in which nothing happens, some 20 kB each."""

LETTERS = 64
"""Letters that may wait in one mailbox; whoever brings another is asked to come again."""

ATTEMPTS = 20
"""Races against another process that one letter may lose before that counts as a fault."""

Decide = Callable[[Live], Sequence[log.Entry]]
Result = TypeVar("Result")


@dataclass(frozen=True, slots=True)
class Committed:
    """What became of a decision.

    Attributes:
        before: the match on which it was made.
        after: the match now.
        repeated: the same cause was written before; nothing happened now.
    """

    before: Live
    after: Board
    repeated: bool = False


@dataclass(slots=True)
class _Mailbox:
    """A match's; ``last`` is the letter that came last, while it isn't done."""

    match_id: int
    board: Board | None = None
    last: asyncio.Task[Any] | None = None
    letters: int = 0


class Mailboxes:
    """The matches, by number."""

    def __init__(self, db: Database, changed: Callable[[Board], None]) -> None:
        """Keep the matches of ``db``; ``changed`` is called with each new board."""
        self._db = db
        self._changed = changed
        self._boxes: OrderedDict[int, _Mailbox] = OrderedDict()

    async def board(self, match_id: int) -> Board:
        """The match as it stands; read from the database if it slept.

        Raises:
            Refusal: there is no such match, or it was closed because its log can't be replayed.
            BrokenLog: its log can't be replayed.
        """
        box = self._box(match_id)
        if box.board is not None and not self._db.shared:
            return box.board
        return await self._post(box, lambda: self._load(box))

    async def show(self, match_id: int) -> Board:
        """The match as it stands, told to everybody as if it had changed; raises as ``board``."""
        board = await self.board(match_id)
        self._changed(board)
        return board

    async def load(self, match_id: int) -> Live:
        """The match as it stands, without its rows; raises as ``board`` does."""
        return (await self.board(match_id)).live

    def knows(self, match_id: int, head: int, status: str) -> bool:
        """Whether a board is kept, and is as new as that; or newer."""
        box = self._boxes.get(match_id)
        live = box.board.live if box is not None and box.board is not None else None
        return live is not None and live.head >= head and live.row.status == status

    def drop(self, match_id: int) -> None:
        """A row was changed by other means than a letter: the next look reads it anew."""
        box = self._boxes.get(match_id)
        if box is not None and box.last is None:
            del self._boxes[match_id]
        elif box is not None:
            self._send(box, lambda: _forget(box))

    async def commit(
        self,
        match_id: int,
        cause: str,
        decide: Decide,
        *,
        claim: int | None = None,
        clicked: ClickedHand | None = None,
    ) -> Committed:
        """Append what ``decide`` says of the newest state, with what follows of itself.

        Args:
            match_id: a match that has started.
            cause: what brought it about; what was written under it before isn't written again.
            decide: what to append, given the match; may raise to refuse.
            claim: the deadline that is served by it; if it was served before, nothing is done.
            clicked: the hand that asks for nothing any more by it.

        Raises:
            Refusal, Stale, RuleError: whatever ``decide`` raises; nothing was written.
        """
        box = self._box(match_id, asked=True)
        return await self._post(box, lambda: self._commit(box, cause, decide, claim, clicked))

    async def write(
        self,
        match_id: int,
        unit: Unit[Result],
        committed: Callable[[Result], None] = lambda _: None,
    ) -> Result:
        """Change rows of a match by a unit of one's own; the board is read anew in it.

        Args:
            match_id: which.
            unit: what to write.
            committed: is told what it returned, before anybody hears of the new board: to have
                other rows that it changed looked up anew.

        Raises:
            Exception: whatever ``unit`` raises; nothing was written.
        """
        box = self._box(match_id, asked=True)
        return await self._post(box, lambda: self._write(box, unit, committed))

    async def report(self, match_id: int, unit: Unit[Any]) -> Board:
        """Store what became of the match's messages; the board has the new rows then."""
        box = self._box(match_id)
        return await self._post(box, lambda: self._report(box, unit))

    def _box(self, match_id: int, *, asked: bool = False) -> _Mailbox:
        box = self._boxes.get(match_id)
        if box is None:
            self._make_room()
            box = self._boxes[match_id] = _Mailbox(match_id)
        elif asked and box.letters >= LETTERS:
            raise Refusal(TOO_BUSY)
        self._boxes.move_to_end(match_id)
        return box

    def _make_room(self) -> None:
        if len(self._boxes) >= BOARDS:
            oldest = next((key for key, box in self._boxes.items() if box.last is None), None)
            if oldest is not None:
                del self._boxes[oldest]

    async def _post(self, box: _Mailbox, work: Callable[[], Awaitable[Result]]) -> Result:
        """Put a letter into a mailbox; what came of it. Who stops waiting doesn't take it back."""
        return await asyncio.shield(self._send(box, work))

    def _send(self, box: _Mailbox, work: Callable[[], Awaitable[Result]]) -> asyncio.Task[Result]:
        name = f"mailbox-{box.match_id}"
        letter = asyncio.create_task(self._in_turn(box, box.last, work), name=name)
        # Whoever sent it may have stopped waiting; then nobody else asks for the exception.
        letter.add_done_callback(lambda done: done.cancelled() or done.exception())
        box.last = letter
        box.letters += 1
        return letter

    async def _in_turn(
        self,
        box: _Mailbox,
        before: asyncio.Task[Any] | None,
        work: Callable[[], Awaitable[Result]],
    ) -> Result:
        try:
            if before is not None:
                await asyncio.wait({before})
            return await work()
        finally:
            box.letters -= 1
            if not box.letters:
                box.last = None
                if box.board is None and self._boxes.get(box.match_id) is box:
                    del self._boxes[box.match_id]

    async def _load(self, box: _Mailbox) -> Board:
        before = box.board
        if before is None:
            box.board = await self._db.read(lambda conn: _read(conn, box.match_id))
        elif self._db.shared:
            box.board = await self._db.read(lambda conn: _newest(conn, before))
        assert box.board is not None
        return box.board

    async def _commit(
        self,
        box: _Mailbox,
        cause: str,
        decide: Decide,
        claim: int | None,
        clicked: ClickedHand | None,
    ) -> Committed:
        for _ in range(ATTEMPTS):
            before = await self._load(box)
            at = times.now()
            live, entries = _decided(before.live, decide(before.live), cause, at)
            write = _Decision(before, live, tuple(entries), cause, at, claim, clicked)
            try:
                after = await self._db.write(write)
            except SequenceTaken:
                box.board = None
                continue
            except AlreadyDone:
                box.board = None
                return Committed(before.live, await self._load(box), repeated=True)
            self._replace(box, after)
            return Committed(before.live, after)
        raise RuntimeError(f"match {box.match_id}: lost {ATTEMPTS} races in a row")

    async def _write(
        self, box: _Mailbox, unit: Unit[Result], committed: Callable[[Result], None]
    ) -> Result:
        def write(conn: Connection) -> tuple[Result, Board]:
            locks.match(conn, box.match_id)
            return unit(conn), _read(conn, box.match_id)

        result, board = await self._db.write(write)
        committed(result)
        self._replace(box, board)
        return result

    async def _report(self, box: _Mailbox, unit: Unit[Any]) -> Board:
        def write(conn: Connection) -> tuple[tuple[messages.Message, ...], tuple[int, int]]:
            locks.match(conn, box.match_id)
            unit(conn)
            return messages.current(conn, box.match_id, KEPT), matches.lanes(conn, box.match_id)

        shown, lanes = await self._db.write(write, later=True)
        board = box.board or await self._load(box)
        self._replace(box, board.with_messages(shown, *lanes))
        return box.board or board

    def _replace(self, box: _Mailbox, board: Board) -> None:
        box.board = board
        try:
            self._changed(board)
        except Exception as error:  # noqa: BLE001  (what was committed stands, whoever is told)
            logs.fault("change-untold", error, match=box.match_id)


@dataclass(frozen=True, slots=True)
class _Decision:
    """The unit that writes a decision; gives the board after it."""

    before: Board
    live: Live
    entries: tuple[log.Logged, ...]
    cause: str
    at: int
    claim: int | None
    clicked: ClickedHand | None

    def __call__(self, conn: Connection) -> Board:
        match_id, before = self.live.id, self.before
        locks.match(conn, match_id)
        if self.claim is not None and not deadlines.claim(conn, self.claim, self.at):
            raise AlreadyDone(self.cause)
        if self.entries:
            log.append(conn, match_id, self.entries)
        elif log.done(conn, match_id, self.cause):
            raise AlreadyDone(self.cause)
        elif log.head(conn, match_id) != self.live.head:
            raise SequenceTaken(self.live.head + 1)  # what follows would be for a match of before
        after = self._hand_put_down(conn, replace(before, live=self.live))
        if self.live.playing.over:
            standings.finish(conn, self.live.playing, self.at)
            row = _row(matches.get(conn, match_id))
            return replace(after, live=self.live.with_row(row), deadlines=())
        standing = limits.standing(before.deadlines, self.entries, self.claim)
        wanted = limits.wanted(self.live, standing, self.at)
        there = deadlines.of_match(conn, match_id)
        deadlines.replace(conn, match_id, wanted, there)
        return replace(after, deadlines=deadlines.of_match(conn, match_id))

    def _hand_put_down(self, conn: Connection, after: Board) -> Board:
        """The board after the clicked hand has become what its answer shows."""
        clicked = self.clicked
        if clicked is None:
            return after
        hand = after.hand(clicked.message_id)
        if hand is None:
            self._note(conn, clicked)
            after = replace(after, messages=messages.current(conn, after.id, KEPT))
            hand = after.hand(clicked.message_id)
            if hand is None:
                return after  # it is done with already
        rests = after.live.rests(clicked.seat)
        (messages.rest if rests else messages.retire)(conn, hand.id)
        return after.with_state(hand, "resting" if rests else "retired")

    def _note(self, conn: Connection, clicked: ClickedHand) -> None:
        """The click comes before the row of the hand it is on, which a kill may have taken."""
        messages.add_unknown(
            conn,
            self.live.id,
            "hand",
            channel_id=clicked.channel_id,
            message_id=clicked.message_id,
            sequence=self.before.live.head,
            at=self.at,
            seat=clicked.seat,
            player_id=clicked.player_id,
            round=clicked.decision.round,
            turn=clicked.decision.turn,
        )


def _read(conn: Connection, match_id: int) -> Board:
    read = matches.board(conn, match_id, KEPT)
    _row(read.row if read else None)
    assert read is not None
    return board_of(read)


def _newest(conn: Connection, before: Board) -> Board:
    """A board, brought up to what other processes have written since."""
    mark, row = matches.mark(conn, before.id), before.live.row
    had = (before.live.head, row.status, row.thread_id, before.called, before.shown)
    if mark == had:
        return before
    if mark is None or mark[1:3] != had[1:3] or not before.live.on:
        return _read(conn, before.id)
    entries = log.load(conn, before.id, after=before.live.head)
    return replace(
        before.with_messages(messages.current(conn, before.id, KEPT), mark.called, mark.shown),
        live=before.live.after(entries),
        deadlines=deadlines.of_match(conn, before.id),
    )


def _row(row: StoredMatch | None) -> StoredMatch:
    if row is None:
        raise Refusal(NOT_KEPT)
    if row.status == "broken":
        raise Refusal(happenings.ENDINGS["broken"])
    return row


async def _forget(box: _Mailbox) -> None:
    box.board = None


def _decided(
    live: Live, decided: Sequence[log.Entry], cause: str, at: int
) -> tuple[Live, list[log.Logged]]:
    """The match after what was decided and what follows of itself, and both as entries."""
    entries, logged = list(decided), list[log.Logged]()
    while entries:
        own = f"{cause}/{len(logged)}" if logged else cause
        logged.append(log.Logged(live.head + 1, entries.pop(0), own, at))
        live = _next(live, logged[-1])
        if not entries and (next_entry := follow.consequence(live)):
            entries.append(next_entry)
    return live, logged


def _next(live: Live, logged: log.Logged) -> Live:
    """The match after an entry that was decided on just now."""
    try:
        return live.after([logged])
    except BrokenLog as error:
        # The log is sound, the decision was not: nothing is written, and the match goes on.
        raise RuntimeError(f"decided on what can't be: {error}") from error
