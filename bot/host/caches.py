"""What is remembered of people and servers: each row in one cache, refilled after a commit.

Whoever changes a row says so here once that is committed (``changed``); nobody else keeps one.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterable
from typing import Generic, TypeVar

from sqlalchemy.engine import Connection

from bot.match.board import Board
from bot.match.scene import Scene, scene_of
from bot.texts import Texts, texts_for
from data.people import guilds, players
from data.people.guilds import Guild
from data.people.players import Player
from data.store.database import Database

ROWS = 20_000
"""Rows that are remembered of each kind, about 1 kB each."""

Row = TypeVar("Row")


class _Rows(Generic[Row]):
    """Rows by key, None where there is none; the least used go first."""

    def __init__(self) -> None:
        self._rows: OrderedDict[int, Row | None] = OrderedDict()
        self._changes = 0

    def known(self, key: int) -> bool:
        return key in self._rows

    def get(self, key: int) -> Row | None:
        self._rows.move_to_end(key)
        return self._rows[key]

    def forget(self, key: int) -> None:
        self._changes += 1
        self._rows.pop(key, None)

    def clear(self) -> None:
        self._changes += 1
        self._rows.clear()

    async def read(
        self, db: Database, keys: Iterable[int], find: Callable[[Connection, int], Row | None]
    ) -> dict[int, Row | None]:
        """Rows that aren't known yet, remembered unless one changed while they were read."""
        changes, wanted = self._changes, list(keys)
        found = await db.read(lambda conn: {key: find(conn, key) for key in wanted})
        if changes == self._changes:
            self._rows.update(found)
            while len(self._rows) > ROWS:
                self._rows.popitem(last=False)
        return found


class People:
    """People's rows, by our key and by Discord's id."""

    def __init__(self, db: Database) -> None:
        self._db = db
        self._rows: _Rows[Player] = _Rows()
        self._keys: _Rows[int] = _Rows()

    async def find(self, discord_id: int) -> Player | None:
        """The person with this Discord id; None if we don't know them."""
        if self._keys.known(discord_id):
            key = self._keys.get(discord_id)
        else:
            key = (await self._keys.read(self._db, [discord_id], _key))[discord_id]
        return (await self.of([key])).get(key) if key is not None else None

    def remembered(self, discord_id: int) -> Player | None:
        """The same without a look at the database; None too for whom we don't remember."""
        key = self._keys.get(discord_id) if self._keys.known(discord_id) else None
        return self._rows.get(key) if key is not None and self._rows.known(key) else None

    async def of(self, keys: Iterable[int]) -> dict[int, Player]:
        """The people with these keys."""
        wanted = list(keys)
        rows = {key: self._rows.get(key) for key in wanted if self._rows.known(key)}
        new = [key for key in wanted if key not in rows]
        if new:
            rows |= await self._rows.read(self._db, new, players.get)
        return {key: row for key, row in rows.items() if row is not None}

    def changed(self, player_id: int, discord_id: int | None = None) -> None:
        """A person's row was changed, or made or emptied: then with their Discord id."""
        self._rows.forget(player_id)
        if discord_id is not None:
            self._keys.forget(discord_id)

    def unsure(self) -> None:
        """Any row may have been changed by another process."""
        self._rows.clear()
        self._keys.clear()


def _key(conn: Connection, discord_id: int) -> int | None:
    found = players.find(conn, discord_id)
    return found.id if found is not None else None


class Servers:
    """Servers' rows, by Discord's id."""

    def __init__(self, db: Database) -> None:
        self._db = db
        self._rows: _Rows[Guild] = _Rows()

    async def get(self, guild_id: int) -> Guild | None:
        """The server; None if we don't know it."""
        if self._rows.known(guild_id):
            return self._rows.get(guild_id)
        return (await self._rows.read(self._db, [guild_id], guilds.get))[guild_id]

    def changed(self, guild_id: int) -> None:
        """A server's row was changed."""
        self._rows.forget(guild_id)

    def unsure(self) -> None:
        """Any row may have been changed by another process."""
        self._rows.clear()


class Scenes:
    """Scenes of matches, without a query once everybody at the table is known."""

    def __init__(
        self, people: People, servers: Servers, locale_of: Callable[[int], str | None]
    ) -> None:
        """``locale_of``: a server's language by Discord, by its id."""
        self._people = people
        self._servers = servers
        self._locale_of = locale_of

    async def texts_of(self, guild_id: int) -> Texts:
        """The language of what everybody sees in a server."""
        guild = await self._servers.get(guild_id)
        chosen = guild.settings.locale if guild is not None else None
        return texts_for(chosen or self._locale_of(guild_id))

    async def of(self, board: Board) -> Scene:
        """Everything that the messages of a match say."""
        row = board.live.row
        guild = await self._servers.get(row.guild_id)
        assert guild is not None
        keys = [seat.player_id for seat in row.seats if seat.player_id is not None]
        people = await self._people.of(keys)
        return scene_of(board, guild, self._locale_of(row.guild_id), people)
