"""The daily deal: made, closed, and its par thought out; attempts and practice begun."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Awaitable, Callable
from datetime import date
from statistics import fmean

from sqlalchemy.engine import Connection

from bot.base import logs, times
from bot.host.caches import People, Servers
from bot.host.mailbox import Mailboxes
from bot.match.live import Live
from bot.match.refusal import Refusal
from bot.match.visitor import Visitor
from bot.texts import N_
from bot.workers.thinking import Alone as Setting
from bot.workers.thinking import Thinker
from data.daily import attempts, book, days, deals
from data.daily.deals import Deal
from data.matches import hidden, log, matches
from data.matches.hidden import Hidden
from data.matches.models import MatchOptions
from data.people import guilds, players
from data.store import locks
from data.store.database import Database
from data.store.errors import BrokenLog
from data.store.units import Unit
from engine import fairness

LONGEST_S = 300.0
"""It is looked at least this often what is to be done: a computer may have slept."""

AGAIN_S = 30.0
"""Seconds until what failed is tried again."""

CLOSED = N_("This deal is closed.")
NOT_YET = N_("Only a deal that is closed can be practised.")


class Daily:
    """One for the whole bot."""

    def __init__(
        self,
        db: Database,
        mailboxes: Mailboxes,
        people: People,
        servers: Servers,
        thinker: Thinker,
        *,
        par_runs: int,
        changed: Callable[[], None],
        broken: Callable[[BrokenLog], Awaitable[None]],
    ) -> None:
        """``par_runs``: how often expert plays a deal for its par; 0: nothing is thought of it.

        ``changed`` is called when deals have opened or closed, ``broken`` with an attempt's log
        that can't be replayed.
        """
        self._db = db
        self._mailboxes = mailboxes
        self._people = people
        self._servers = servers
        self._thinker = thinker
        self._par_runs = par_runs
        self._changed = changed
        self._broken = broken
        self._tasks: set[asyncio.Task[None]] = set()
        self._pars: set[int] = set()

    @property
    def thinks(self) -> bool:
        """Whether anything is thought about deals: their par, and what attempts cost."""
        return self._par_runs > 0

    def begin(self) -> None:
        """Do what is due now, and from now on when it is."""
        self._keep(asyncio.create_task(self._keep_up(), name="daily"))

    async def stop(self) -> None:
        """Break off what is being done; the next start goes on."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _keep_up(self) -> None:
        while True:
            pause = LONGEST_S
            try:
                await self.tick()
            except Exception as error:  # noqa: BLE001  (nobody else would make the next deal)
                logs.fault("daily-failed", error)
                pause = AGAIN_S
            now = times.now()
            # A little later than the moment itself: clocks are read in whole milliseconds.
            due = (days.next_change(now) - now) / 1000 + 0.01
            await asyncio.sleep(min(pause, due))

    async def tick(self) -> None:
        """Make the deals that must be there, close those whose time is over."""
        now = times.now()
        for deal in await self._db.read(lambda conn: deals.to_close(conn, now)):
            await self._close(deal)
        wanted = days.wanted(now)
        there = await self._db.read(lambda conn: deals.of_days(conn, wanted))
        for day in sorted(set(wanted) - {deal.day for deal in there}):
            await self._make(day)
        for deal in await self._db.read(lambda conn: deals.of_days(conn, wanted)):
            if deal.par is None and self._par_runs and deal.id not in self._pars:
                self._pars.add(deal.id)
                self._keep(asyncio.create_task(self._think_par(deal), name=f"par-{deal.id}"))
        self._changed()

    async def _make(self, day: date) -> None:
        secret = secrets.token_hex(32)
        if await self._db.write(lambda conn: deals.make(conn, day, secret)):
            logs.record("deal-made", day=day.isoformat())

    async def _think_par(self, deal: Deal) -> None:
        """The mean of some runs of expert's; tried again later if it can't be had now."""
        options, count = days.options(deal.day), days.seats(deal.day)
        seed = fairness.seed(deal.secret, days.start_id(deal.day))
        setting = Setting(count, options.for_engine(count), seed, days.LEVEL, deal.secret)
        try:
            margins = []
            for run in range(1, self._par_runs + 1):
                margin = await self._thinker.margin_alone(setting, run)
                if margin is None:
                    return
                margins.append(margin)
            par = fmean(margins)
            await self._db.write(lambda conn: deals.set_par(conn, deal.id, par), later=True)
            logs.record("par", day=deal.day.isoformat(), par=round(par, 2))
        finally:
            self._pars.discard(deal.id)

    async def _close(self, deal: Deal) -> None:
        """End the attempts that are still on, count, let everybody see, drop the answers."""
        left, at = 0, times.now()

        def close(conn: Connection) -> tuple[int, ...] | None:
            locks.deal(conn, deal.id)
            if attempts.playing(conn, deal.id):
                return None  # somebody began in the last moment
            book.drop(conn, deal.id)
            deals.set_closed(conn, deal.id, at)
            return attempts.matches_of(conn, deal.id)

        shown: tuple[int, ...] | None = None
        while shown is None:
            left += await self._end_attempts(deal)
            await self._db.work(attempts.count(deal.id))
            await self._db.work(attempts.unseal(deal.id))
            shown = await self._db.write(close)
        for match_id in shown:
            self._mailboxes.drop(match_id)  # it was hidden
        logs.record("deal-closed", day=deal.day.isoformat(), left_lying=left)

    async def _end_attempts(self, deal: Deal) -> int:
        tried: set[int] = set()
        while True:
            on = set(await self._db.read(lambda conn: attempts.playing(conn, deal.id))) - tried
            if not on:
                return len(tried)
            for match_id in sorted(on):
                try:
                    await self._mailboxes.commit(match_id, f"closed:{deal.id}", _closed)
                except Refusal:
                    continue  # it ended meanwhile
                except BrokenLog as error:
                    await self._broken(error)
            tried |= on

    async def count_anew(self, deal_id: int) -> None:
        """An attempt was voided: if its deal is closed, the others' percents are others."""
        deal = await self._db.read(lambda conn: deals.get(conn, deal_id))
        if deal is not None and deal.closed_at is not None:
            await self._db.work(attempts.count(deal_id))
        self._changed()

    async def attempt(
        self, visitor: Visitor, guild_name: str, deal: Deal, interaction_id: int
    ) -> int:
        """Begin the visitor's attempt; the match's number, of the one there is if there is one.

        Raises:
            Refusal: the deal is closed.
        """
        assert visitor.guild_id is not None
        guild_id, at = visitor.guild_id, times.now()
        if not days.is_open(deal.day, at):
            raise Refusal(CLOSED)
        young = too_young(visitor.discord_id, at)
        how = days.options(deal.day)

        def begin(conn: Connection) -> int:
            locks.deal(conn, deal.id)
            there = deals.get(conn, deal.id)
            if there is None or there.closed_at is not None:
                raise Refusal(CLOSED)
            mine = _mine(conn, visitor, guild_id, guild_name, at)
            wanted = Hidden(
                guild_id=guild_id,
                channel_id=visitor.channel_id,
                player_id=mine.id,
                name=visitor.name,
                options=how,
                level=days.LEVEL,
                secret=deal.secret,
                start_id=days.start_id(deal.day),
                cause=f"interaction:{interaction_id}",
                deal_id=deal.id,
            )
            return attempts.begin(conn, wanted, at, young=young)

        return await self._begun(visitor, begin, "attempt")

    async def practise(
        self, visitor: Visitor, guild_name: str, deal: Deal, interaction_id: int
    ) -> int:
        """Begin a match with a closed deal's cards that counts for nothing; its number.

        Raises:
            Refusal: the deal isn't closed, or it is too long ago.
        """
        if deal.closed_at is None or not can_practise(deal.day, times.now()):
            raise Refusal(NOT_YET)
        return await self.hidden(
            visitor,
            guild_name,
            interaction_id,
            options=days.options(deal.day),
            level=days.LEVEL,
            secret=deal.secret,
            start_id=days.start_id(deal.day),
        )

    async def hidden(
        self,
        visitor: Visitor,
        guild_name: str,
        interaction_id: int,
        *,
        options: MatchOptions,
        level: str,
        secret: str | None = None,
        start_id: str | None = None,
    ) -> int:
        """Begin a hidden match of the visitor's that is no attempt; its number.

        Without a secret it has one of its own.
        """
        assert visitor.guild_id is not None
        guild_id, at = visitor.guild_id, times.now()
        own = secret or secrets.token_hex(32)

        def begin(conn: Connection) -> int:
            mine = _mine(conn, visitor, guild_id, guild_name, at)
            wanted = Hidden(
                guild_id=guild_id,
                channel_id=visitor.channel_id,
                player_id=mine.id,
                name=visitor.name,
                options=options,
                level=level,
                secret=own,
                start_id=start_id or str(interaction_id),
                cause=f"interaction:{interaction_id}",
            )
            for row in matches.of_player(conn, mine.id):
                if log.done(conn, row.id, wanted.cause):
                    return row.id  # the click was delivered twice
            return hidden.begin(conn, wanted, at)

        return await self._begun(visitor, begin, "practice")

    async def _begun(self, visitor: Visitor, begin: Unit[int], what: str) -> int:
        match_id = await self._db.write(begin)
        assert visitor.guild_id is not None
        self._people.changed(visitor.player_id or 0, visitor.discord_id)
        self._servers.changed(visitor.guild_id)
        logs.record("begun-alone", match=match_id, what=what)
        return match_id

    def _keep(self, task: asyncio.Task[None]) -> None:
        self._tasks.add(task)
        task.add_done_callback(self._finished)

    def _finished(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            logs.fault("daily-failed", error, task=task.get_name())


def too_young(discord_id: int, at: int) -> bool:
    """Whether an account is so young that its attempts aren't placed; its id tells."""
    return at - times.made_at(discord_id) < days.LEAST_AGE_MS


def can_practise(day: date, at: int) -> bool:
    """Whether the deal of a date is recent enough."""
    return (days.date_at(at) - day).days <= days.PRACTICE_DAYS


def _mine(
    conn: Connection, visitor: Visitor, guild_id: int, guild_name: str, at: int
) -> players.Player:
    """The visitor's row, and their server's, made if they are new."""
    guilds.get_or_create(conn, guild_id, guild_name, at)
    return players.by_discord(conn, visitor.discord_id, visitor.name, at)


def _closed(live: Live) -> list[log.Entry]:
    if not live.on:
        raise Refusal(CLOSED)
    return [log.End(reason="closed")]
