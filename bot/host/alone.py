"""Hidden matches: their computers act when their person asks for the match, in the same answer.

They take no time to be watched, and their chance hangs on the match's secret and on what they see
(``engine.players.steady``). At a daily deal what a computer does is looked up in the deal's answer
book, and thought out only by whoever comes to a view first; what stands there is played.
"""

from __future__ import annotations

import asyncio
from functools import partial

from bot.base import logs
from bot.host.computers import cause, next_seat
from bot.host.mailbox import Mailboxes
from bot.match.board import Board
from bot.match.live import Live
from bot.match.refusal import Refusal, Stale
from bot.texts import N_
from bot.workers.thinking import Thinker
from data.daily import book
from data.matches import log
from data.store.database import Database
from engine.players.steady import sight

BUSY = N_("Too many computers are thinking just now. Nothing is lost: try again in a moment.")


class Alone:
    """Plays the computers of hidden matches."""

    def __init__(self, db: Database, mailboxes: Mailboxes, thinker: Thinker) -> None:
        self._db = db
        self._mailboxes = mailboxes
        self._thinker = thinker
        self._under_way: dict[tuple[int, str], asyncio.Task[str]] = {}

    async def resume(self, match_id: int) -> Board:
        """The match when it is on its person, or over: until then its computers act.

        Raises:
            Refusal: they can't think just now, or there is no such match.
        """
        while True:
            board = await self._mailboxes.board(match_id)
            seat = next_seat(board.live)
            if seat is None:
                return board
            decision = board.live.decision(seat)
            assert decision is not None
            entries = await self._run(board.live)
            decide = partial(_as_planned, head=board.live.head, entries=entries)
            try:
                await self._mailboxes.commit(match_id, cause(seat, decision), decide)
            except Stale:
                continue  # another process, or another click, was quicker
            logs.record("computers-alone", match=match_id, actions=len(entries))

    async def _run(self, live: Live) -> list[log.Entry]:
        """What the computers do, until it is on the person, or the round is over."""
        entries: list[log.Entry] = []
        while (seat := next_seat(live)) is not None:
            text = await self._answer(live, seat)
            entries.append(log.Action(seat=seat, text=text))
            live = live.after([log.Logged(live.head + 1, entries[-1], "", 0)])
        return entries

    async def _answer(self, live: Live, seat: int) -> str:
        """What a computer does, in the notation; asked for by many at once it is found once."""
        deal_id = live.row.deal_id
        if deal_id is None:
            return await self._thought(live, seat)
        key = deal_id, sight(live.view(seat))
        if key not in self._under_way:
            task = asyncio.create_task(self._from_the_book(live, seat, *key), name="answer")
            task.add_done_callback(partial(self._answered, key))
            self._under_way[key] = task
        return await asyncio.shield(self._under_way[key])

    def _answered(self, key: tuple[int, str], done: asyncio.Task[str]) -> None:
        self._under_way.pop(key, None)
        if not done.cancelled():
            done.exception()  # whoever asked may have stopped waiting for it

    async def _from_the_book(self, live: Live, seat: int, deal_id: int, seen: str) -> str:
        known = await self._db.read(lambda conn: book.answer(conn, deal_id, seen))
        if known is not None:
            return known
        text = await self._thought(live, seat)
        return await self._db.write(lambda conn: book.write(conn, deal_id, seen, text))

    async def _thought(self, live: Live, seat: int) -> str:
        level = live.playing.seats[seat - 1].level
        assert level is not None
        action = await self._thinker.steady(level, live.view(seat), live.row.secret)
        if action is None:
            raise Refusal(BUSY)
        return str(action)


def _as_planned(now: Live, head: int, entries: list[log.Entry]) -> list[log.Entry]:
    if now.head != head:
        raise Stale
    return entries
