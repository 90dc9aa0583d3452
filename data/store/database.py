"""The one way to the database: open it, read from it, write to it.

>>> async def example() -> None:
...     db = await Database.open("sqlite:///scout.sqlite3")
...     match_id = await db.write(lambda conn: matches.create(conn, ...))  # once it is committed
...     row = await db.read(lambda conn: matches.get(conn, match_id))  # of one moment
...     await db.close()

What is done is a *unit* (``data.store.units``): a whole function, run in one hop in a connection's
own thread. Nobody holds a connection between two of them.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from time import perf_counter, sleep

from sqlalchemy import URL

from data.store import postgres, sqlite
from data.store.address import POSTGRES, address_of, file_of
from data.store.hearing import Hearing
from data.store.shared import CHANNELS
from data.store.units import Opened, Result, Stats, Unit
from data.store.work import Work


class Database:
    """An open database whose schema is up to date."""

    def __init__(self, opened: Opened, address: URL) -> None:
        """Use ``Database.open``."""
        self._writes, self._reads = opened.writes, opened.reads
        self._checkpoint = opened.checkpoint
        self._address = address

    @property
    def shared(self) -> bool:
        """Whether other processes may change it, so that what was read may be old."""
        return self._address.get_backend_name() == POSTGRES

    def hear(
        self,
        heard: Callable[[str, str], None],
        lost: Callable[[], None],
        channels: Iterable[str] = CHANNELS,
    ) -> Hearing:
        """Be told what any process commits; see ``shared.CHANNELS`` and ``Hearing``."""
        return Hearing(self._address, channels, heard, lost)

    @classmethod
    async def open(cls, url: str) -> Database:
        """Open the database and bring its schema up to date; a file is made if it isn't there.

        Args:
            url: as SQLAlchemy writes it, ``sqlite:///folder/file`` or
                ``postgresql://user:password@host/database``.

        Raises:
            DatabaseError: one of its subclasses, in words for whoever runs the bot.
        """
        address = address_of(url)
        if address.get_backend_name() == POSTGRES:
            return cls(await postgres.open_at(address), address)
        return cls(await sqlite.open_at(file_of(url)), address)

    async def read(self, unit: Unit[Result]) -> Result:
        """What a unit that only reads returns; it sees one moment of the database."""
        return await self._reads.do(unit)

    async def write(self, unit: Unit[Result], *, later: bool = False) -> Result:
        """What a unit that writes returns, once that is committed; undone if it raises.

        A caller who is cancelled doesn't cancel it.

        Args:
            unit: what to do. With SQLite it stands beside others in one transaction.
            later: for bookkeeping: it stands behind what somebody waits for.

        Raises:
            DBAPIError: nothing was done: the disk didn't let us, or another process for longer than
                we wait.
        """
        return await self._writes.do(unit, later=later)

    async def work(self, work: Work[Result], *, gently: bool = True) -> Result:
        """Do some long work, step by step, each behind what somebody waits for.

        Args:
            work: what to do; once it has ended, its result is this function's.
            gently: whether it rests after each step for as long as that took: the others need the
                writer, the disk and the interpreter, too.
        """
        answer: object = None
        try:
            while True:
                step = work.send(answer)
                began = perf_counter()
                if step.writes:
                    answer = await self.write(step.unit, later=True)
                else:
                    answer = await self.read(step.unit)
                if gently:
                    await asyncio.to_thread(sleep, perf_counter() - began)
        except StopIteration as end:
            result: Result = end.value
            return result
        finally:
            work.close()

    def stats(self) -> Stats:
        """What has been done so far."""
        return self._writes.stats(reads=self._reads.asked)

    async def checkpoint(self) -> bool:
        """Move SQLite's write-ahead log into the file and empty it; whether it is empty now.

        It isn't while somebody reads what was before, a backup say, or writes: try again later.
        Nobody's write waits for those who read. PostgreSQL's log is its own affair.
        """
        return await self._checkpoint()

    async def close(self) -> None:
        """Wait for what is being done, then close every connection."""
        await self._writes.close()
        await self._reads.close()
