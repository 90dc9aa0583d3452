"""What this process may do of itself: for the servers of the shards that it has leases for."""

from __future__ import annotations

import asyncio
import os
import secrets
import socket
from collections.abc import Callable
from functools import partial
from typing import Protocol

from bot.base import logs
from data.store import leases
from data.store.database import Database
from data.store.leases import RENEWED_S, TRUSTED_S, WANTED_S, Shards

UPKEEP = "upkeep"
"""The lease on what is done once for the whole bot."""


class Charge(Protocol):
    """What is this process's to do."""

    @property
    def shards(self) -> Shards | None:
        """Those that are its at this moment; None: all there are."""

    def has(self, guild_id: int) -> bool:
        """Whether what follows of itself in a server's matches is done here."""

    @property
    def upkeep(self) -> bool:
        """Whether what is done once for the whole bot is done here."""

    async def begin(self) -> None:
        """See to it from now on."""

    async def stop(self) -> None:
        """Leave it to others."""


class Everything:
    """The only process there is."""

    shards: Shards | None = None
    upkeep = True

    def has(self, guild_id: int) -> bool:
        """It is: all of it."""
        del guild_id
        return True

    async def begin(self) -> None:
        """There is nothing to ask for."""

    async def stop(self) -> None:
        """There is nobody to leave it to."""


class Leases:
    """Leases on some shards, and perhaps on the upkeep; renewed until it is stopped.

    Args:
        db: a database that processes share.
        shards: this process's.
        gained: is called when there are more than before: what lags there is found then.
    """

    def __init__(self, db: Database, shards: Shards, gained: Callable[[], None]) -> None:
        self._db = db
        self._all = shards
        self._gained = gained
        self._holder = f"{socket.gethostname()}:{os.getpid()}:{secrets.token_hex(4)}"
        self._names = {shards.name(shard): shard for shard in shards.ids}
        self._held: frozenset[str] = frozenset()
        self._asked_at = float("-inf")
        self._timer: asyncio.TimerHandle | None = None
        self._asking: asyncio.Task[None] | None = None

    @property
    def shards(self) -> Shards:
        """Those for which the lease is held now."""
        mine = (shard for name, shard in self._names.items() if name in self._trusted())
        return Shards(tuple(mine), self._all.count)

    @property
    def upkeep(self) -> bool:
        """Whether what is done once for the whole bot is done here."""
        return UPKEEP in self._trusted()

    def has(self, guild_id: int) -> bool:
        """Whether the lease on a server's shard is held now."""
        return self._all.name(self._all.of(guild_id)) in self._trusted()

    async def begin(self) -> None:
        """Ask for them, and again and again."""
        await self._ask()
        self._again()

    async def stop(self) -> None:
        """Give all of them up, so that others need not wait."""
        if self._timer is None:
            return
        self._timer.cancel()
        if self._asking is not None:
            await asyncio.wait({self._asking})
            self._timer.cancel()
        self._held = frozenset()
        await self._db.write(partial(leases.give_up, holder=self._holder))

    def _trusted(self) -> frozenset[str]:
        late = asyncio.get_running_loop().time() >= self._asked_at + TRUSTED_S
        return frozenset() if late else self._held

    def _again(self) -> None:
        has_all = self._names.keys() <= self._trusted()
        after = RENEWED_S if has_all else WANTED_S
        self._timer = asyncio.get_running_loop().call_later(after, self._start)

    def _start(self) -> None:
        self._asking = asyncio.create_task(self._renew(), name="leases")

    async def _renew(self) -> None:
        try:
            await self._ask()
        except Exception as error:  # noqa: BLE001  (they run out by our own clock)
            logs.fault("leases-not-renewed", error)
        finally:
            self._again()

    async def _ask(self) -> None:
        before, asked_at = self._trusted(), asyncio.get_running_loop().time()
        names = (*self._names, UPKEEP)
        self._held = frozenset(
            await self._db.write(partial(leases.take, names=names, holder=self._holder))
        )
        self._asked_at = asked_at
        if self._held != before:
            logs.record("leases", shards=len(self.shards.ids), upkeep=self.upkeep)
        if self._held - before:
            self._gained()
