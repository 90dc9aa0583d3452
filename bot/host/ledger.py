"""The book of matches: reads them from their logs, and writes what was decided.

``commit`` is the only way to change a match that is on. It decides on the newest state, appends,
and commits; who loses a race for a sequence number decides again on what the winner made of it.
Live matches are cached, and the cache may be dropped at any moment.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.base import times
from bot.match import follow, limits
from bot.match.live import Live, unfolded
from bot.match.refusal import Refusal
from bot.texts import N_, happenings
from data.matches import deadlines as stored_deadlines
from data.matches import log, matches
from data.standings import standings
from data.store.errors import AlreadyDone, BrokenLog, SequenceTaken

if TYPE_CHECKING:
    from sqlalchemy.engine import Connection

    from data.matches.models import StoredMatch
    from data.store.database import Database

NOT_KEPT = N_("That match is no longer kept here.")

CACHED = 2000
"""Live matches kept in memory, about 20 kB each."""

ATTEMPTS = 20
"""Races that one writer may lose before that counts as a fault."""

Decide = Callable[[Live], Sequence[log.Entry]]


@dataclass(frozen=True, slots=True)
class Committed:
    """What became of a decision.

    Attributes:
        before: the match on which it was made.
        after: the match now.
        repeated: the same cause was written before; nothing happened now.
    """

    before: Live
    after: Live
    repeated: bool = False


class Ledger:
    """The matches, by number."""

    def __init__(self, db: Database, changed: Callable[[Live], None]) -> None:
        """Keep the matches of ``db``; call ``changed`` after each commit."""
        self._db = db
        self._changed = changed
        self._cache: OrderedDict[int, Live] = OrderedDict()
        self._drops = 0

    async def load(self, match_id: int) -> Live:
        """The match as it stands.

        Raises:
            Refusal: there is no such match, or it was closed because its log can't be replayed.
            BrokenLog: its log can't be replayed.
        """
        cached = self._cache.get(match_id)
        if cached is not None:
            self._cache.move_to_end(match_id)
            return cached
        drops = self._drops
        live = await self._db.read(lambda conn: self._read(conn, match_id))
        return self._keep(live, drops)

    def _read(self, conn: Connection, match_id: int) -> Live:
        row = self._row(conn, match_id)
        return unfolded(row).after(log.load(conn, match_id))

    def _row(self, conn: Connection, match_id: int) -> StoredMatch:
        row = matches.get(conn, match_id)
        if row is None:
            raise Refusal(NOT_KEPT)
        if row.status == "broken":
            raise Refusal(happenings.ENDINGS["broken"])
        return row

    def _keep(self, live: Live, drops: int) -> Live:
        """Cache it, unless something newer came meanwhile; what is newest.

        If anything was dropped since there were ``drops``, its row may be an old one, and the next
        look reads it anew.
        """
        known = self._cache.get(live.id)
        if known is not None and known.head > live.head:
            return known
        if drops != self._drops:
            self._cache.pop(live.id, None)
            return live
        self._cache[live.id] = live
        self._cache.move_to_end(live.id)
        while len(self._cache) > CACHED:
            self._cache.popitem(last=False)
        return live

    def drop(self, match_id: int) -> None:
        """Forget what is cached of a match; the next look reads it anew."""
        self._drops += 1
        self._cache.pop(match_id, None)

    async def commit(
        self, match_id: int, cause: str, decide: Decide, *, claim: int | None = None
    ) -> Committed:
        """Append what ``decide`` says of the newest state, with what follows of itself.

        Args:
            match_id: a match that has started.
            cause: what brought it about; what was written under it before isn't written again.
            decide: what to append, given the match; may raise to refuse.
            claim: the deadline that is served by it; if it was served before, nothing is done.

        Raises:
            Refusal, Stale, RuleError: whatever ``decide`` raises; nothing was written.
        """
        for _ in range(ATTEMPTS):
            drops = self._drops
            before = await self.load(match_id)
            try:
                after = await self._write(before, cause, decide, claim)
            except SequenceTaken:
                self.drop(match_id)
                continue
            except AlreadyDone:
                self.drop(match_id)
                return Committed(before, await self.load(match_id), repeated=True)
            after = self._keep(after, drops)
            self._changed(after)
            return Committed(before, after)
        raise RuntimeError(f"match {match_id}: lost {ATTEMPTS} races in a row")

    async def _write(self, before: Live, cause: str, decide: Decide, claim: int | None) -> Live:
        at = times.now()
        live, entries = _decided(before, decide(before), cause, at)

        def write(conn: Connection) -> Live:
            if claim is not None and not stored_deadlines.claim(conn, claim, at):
                raise AlreadyDone(cause)
            if entries:
                log.append(conn, live.id, entries)
            elif log.done(conn, live.id, cause):
                raise AlreadyDone(cause)
            if live.playing.over:
                standings.finish(conn, live.playing, at)
                return live.with_row(self._row(conn, live.id))
            there = stored_deadlines.of_match(conn, live.id)
            stored_deadlines.replace(conn, live.id, limits.wanted(live, there, at), there)
            return live

        return await self._db.write(write)


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
