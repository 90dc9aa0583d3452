"""What a seat's decisions cost it: thought out once, behind the tables' turns, and then kept."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from random import Random

from bot.base import logs
from bot.match.moments import Moment, moments
from bot.workers.thinking import Thinker
from data.matches import log, reviews
from data.matches.models import StoredMatch
from data.matches.reviews import Judged, Review
from data.store.database import Database
from engine.actions import Action, as_written
from engine.players.verdicts import verdicts

JUDGE = 1
"""The version of what is thought here and how; another one thinks everything anew."""

REDEALS = 400
"""On so many a decision's actions are played out, all on the same."""

AT_ONCE = 50
"""Redeals that are played out in one go, some 70 ms: a table's turn waits that long at most."""


class Reviews:
    """The reviews that are asked for; one at a time is thought out.

    Args:
        db: keeps them.
        thinker: tries the decisions out.
        now: UTC milliseconds.
    """

    def __init__(self, db: Database, thinker: Thinker, now: Callable[[], int]) -> None:
        self._db = db
        self._thinker = thinker
        self._now = now
        self._under_way: dict[tuple[int, int], asyncio.Task[Review | None]] = {}
        self._turn = asyncio.Lock()

    async def stored(self, match_id: int, seat: int) -> Review | None:
        """What is known already of a seat in a match."""
        return await self._db.read(lambda conn: reviews.load(conn, match_id, seat, JUDGE))

    async def of(
        self, row: StoredMatch, entries: tuple[log.Logged, ...], seat: int
    ) -> Review | None:
        """What a seat's decisions cost it; some half a second each where it isn't known already.

        Args:
            row: a match that is over.
            entries: its log.
            seat: one of its seats.

        Returns:
            None where nothing can be judged now, as there is no machine code (yet).
        """
        # Whoever asks may go away; the thought is finished for the next who asks.
        return await asyncio.shield(self.begin(row, entries, seat))

    def begin(
        self, row: StoredMatch, entries: tuple[log.Logged, ...], seat: int
    ) -> asyncio.Task[Review | None]:
        """Think it out for whoever asks later."""
        key = row.id, seat
        if key not in self._under_way:
            task = asyncio.create_task(self._review(row, entries, seat), name="review")
            task.add_done_callback(lambda _: self._under_way.pop(key, None))
            self._under_way[key] = task
        return self._under_way[key]

    def close(self) -> None:
        """Think no further; what was not finished is begun anew when it is asked for."""
        for task in self._under_way.values():
            task.cancel()

    async def _review(
        self, row: StoredMatch, entries: tuple[log.Logged, ...], seat: int
    ) -> Review | None:
        known = await self.stored(row.id, seat)
        if known is not None:
            return known
        asked = await asyncio.to_thread(moments, row, entries, seat)
        judged = []
        async with self._turn:
            for moment in asked:
                one = await self._judged(row.id, moment)
                if one is None:
                    return None
                judged.append(one)
        review, now = Review(JUDGE, tuple(judged)), self._now()
        logs.record("review", match=row.id, seat=seat, decisions=len(judged))
        return await self._db.write(
            lambda conn: reviews.store(conn, row.id, seat, review, now), later=True
        )

    async def _judged(self, match_id: int, moment: Moment) -> Judged | None:
        action = as_written(moment.action, len(moment.view.table))
        actions: tuple[Action, ...] = ()
        returns: list[tuple[float, ...]] = []
        for piece in range(REDEALS // AT_ONCE):
            seed = Random(f"{match_id} {moment.sequence} {piece}").getrandbits(48)
            trial = await self._thinker.try_out(moment.view, action, AT_ONCE, seed)
            if trial is None:
                return None
            actions = trial.actions
            returns += trial.returns
        found = verdicts(actions, returns)
        played = next(one for one in found if one.action == action)
        best = min(found, key=lambda one: one.cost) if played.sure_cost else played
        return Judged(
            sequence=moment.sequence,
            played=str(played.action),
            best=str(best.action),
            cost=round(played.sure_cost, 3),
        )
