"""Times in which nobody could act: a server away, the gateway silent, the bot itself down.

While one lasts nothing is served of the servers that it is about. What ran out in it, or does so
soon after it, has all its time again (``spares``).
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass, replace

from sqlalchemy.engine import Connection

from bot.base import logs, times
from bot.base.times import HOUR, MINUTE, SECOND
from bot.host import clock
from data.store import facts
from data.store.database import Database
from data.store.units import Unit

SOON_MS = MINUTE
"""What runs out so soon after an outage has all its time again, too."""

BRIEF_MS = 10 * SECOND
"""After an outage that is shorter, as when the gateway asks to connect anew, nothing more has."""

KEPT_MS = HOUR
"""So long what is over is remembered: all that ran out in it has long been served."""

BEAT_MS = 30 * SECOND
"""How often it is written down that the bot is there."""

BEAT = "there-at"
"""The fact that says when it last was, or the beginning of its name: UTC milliseconds."""


@dataclass(frozen=True, slots=True)
class Outage:
    """A time in which nobody could act, UTC milliseconds.

    Attributes:
        began: when.
        ended: when it was over; None while it lasts.
        sure: for so much of it nobody could act for sure.
    """

    began: int
    ended: int | None = None
    sure: int = 0

    def over(self, now: int) -> Outage:
        """This outage, if it lasts, as one that is over now."""
        if self.ended is not None:
            return self
        return replace(self, ended=now, sure=now - self.began)

    def spares(self, due_at: int) -> bool:
        """Whether what runs out then has all its time again."""
        if self.ended is None:
            return due_at >= self.began
        return self.began <= due_at <= self.ended + (SOON_MS if self.sure >= BRIEF_MS else 0)


class Outages:
    """For each server and each shard the outage that lasts, or else the last one; and the bot's."""

    def __init__(
        self,
        db: Database,
        beat: str = BEAT,
        *,
        silent: Callable[[], dict[int, int]],
        answers: Callable[[int], Awaitable[bool]],
        shard_of: Callable[[int], int],
        servers_of: Callable[[int], Iterable[int]],
    ) -> None:
        """Keep in ``db`` when the bot was there.

        Args:
            db: the database.
            beat: under which name; processes that share a database have one each.
            silent: the shards that hear nothing, and since when (UTC milliseconds).
            answers: whether Discord answers a shard in this moment.
            shard_of: the shard that hears of a server.
            servers_of: the servers that a shard hears of.
        """
        self._db = db
        self._beat = beat
        self._silent = silent
        self._answers = answers
        self._shard_of = shard_of
        self._servers_of = servers_of
        self._servers: dict[int, Outage] = {}
        self._shards: dict[int, Outage] = {}
        self._down = Outage(0)
        self._beat_at = 0
        self._looked_at = 0

    async def started(self) -> None:
        """The bot is there again: whatever is overdue ran out while it wasn't."""
        now = times.now()
        last = await self._db.write(self._beat_of(now))
        self._beat_at = self._looked_at = now
        away = now - (last or now)
        # It may have been there for one beat more than was written down.
        self._down = Outage(0, now, sure=away - BEAT_MS)
        logs.record("started-after", away_s=away // SECOND)

    async def look(self) -> frozenset[int]:
        """The servers that are away now. It is written down now and then that the bot is there."""
        self.listen()
        now = times.now()
        since = now - self._looked_at
        if self._looked_at and since >= 2 * SECOND * clock.LONGEST_S:  # the computer itself slept
            self._down = Outage(0, now, sure=since)
            logs.record("slept", for_s=since // SECOND)
        self._looked_at = now
        away = {server for server, one in self._servers.items() if one.ended is None}
        for shard, one in self._shards.items():
            if one.ended is None:
                away.update(self._servers_of(shard))
        if now - self._beat_at >= BEAT_MS and all(one.ended for one in self._shards.values()):
            self._beat_at = now
            await self._db.write(self._beat_of(now), later=True)
        return frozenset(away)

    async def can_act(self, guild_id: int) -> bool:
        """Whether people in a server can act in this moment, as far as can be known."""
        if await self._answers(self._shard_of(guild_id)):
            return True
        self.listen()
        return False

    def took_over(self) -> None:
        """Another process's servers are this one's: what is overdue nobody has served."""
        self._down = Outage(0, times.now())

    def _beat_of(self, now: int) -> Unit[int | None]:
        """The unit that writes down that the bot is there; it tells when it was before."""

        def beat(conn: Connection) -> int | None:
            before = facts.get(conn, self._beat)
            facts.put(conn, self._beat, str(now))
            return int(before) if before is not None else None

        return beat

    def listen(self) -> None:
        """Notice which shards hear nothing, and which hear again."""
        now, silent = times.now(), self._silent()
        for shard, since in silent.items():
            if _lasts(self._shards, shard) is None:
                self._shards[shard] = Outage(since)
                logs.warn("gateway-silent", shard=shard, for_s=(now - since) // SECOND)
        for shard in self._shards.keys() - silent.keys():
            if _lasts(self._shards, shard):
                self._shards[shard] = self._shards[shard].over(now)
                logs.record("gateway-heard", shard=shard)
        _forget(self._shards, now)
        _forget(self._servers, now)

    def server_away(self, guild_id: int) -> None:
        """Discord says that a server is unavailable."""
        if _lasts(self._servers, guild_id) is None:
            self._servers[guild_id] = Outage(times.now())
            logs.record("server-away", server=guild_id)

    def server_back(self, guild_id: int) -> None:
        """A server is there again, or gone for good."""
        if (lasting := _lasts(self._servers, guild_id)) is not None:
            self._servers[guild_id] = lasting.over(times.now())
            logs.record("server-back", server=guild_id)

    def spares(self, guild_id: int, due_at: int) -> bool:
        """Whether what runs out then in a server has all its time again."""
        concerned = (
            self._down,
            self._servers.get(guild_id),
            self._shards.get(self._shard_of(guild_id)),
        )
        return any(one is not None and one.spares(due_at) for one in concerned)


def _lasts(outages: dict[int, Outage], key: int) -> Outage | None:
    found = outages.get(key)
    return found if found is not None and found.ended is None else None


def _forget(outages: dict[int, Outage], now: int) -> None:
    for key in [key for key, one in outages.items() if one.ended and now - one.ended > KEPT_MS]:
        del outages[key]
