"""What a unit that writes locks before it looks, where two processes may come together.

SQLite has one writer, and nothing is to be locked there. In PostgreSQL a row that is locked waits
for the end of the other's transaction, and what is read after it is the newest. Always in this
order: a deal, a match, its server, a person; then nobody waits for each other in a ring.
"""

from __future__ import annotations

from sqlalchemy import Select, Sequence, Table, bindparam, func, select
from sqlalchemy.engine import Connection
from sqlalchemy.sql import ColumnElement

from data.store import schema

_KEY: ColumnElement[int] = bindparam("key")

FINISH_ORDER = Sequence("finish_order")
"""PostgreSQL's; it may leave numbers out."""


def deal(conn: Connection, deal_id: int) -> None:
    """Whoever begins an attempt at a daily deal, or closes that, does this first."""
    _lock(conn, _DEAL, deal_id)


def match(conn: Connection, match_id: int) -> None:
    """Whoever changes any row of a match does this first."""
    _lock(conn, _MATCH, match_id)


def server(conn: Connection, guild_id: int) -> None:
    """Whoever counts a server's matches, or changes its ratings, does this first."""
    _lock(conn, _SERVER, guild_id)


def server_of(conn: Connection, match_id: int) -> None:
    """The same, of the server in which a match is."""
    _lock(conn, _SERVER_OF, match_id)


def person(conn: Connection, player_id: int) -> None:
    """Whoever deletes a person does this first; who gives them a seat, ``players.by_discord``."""
    _lock(conn, _PERSON, player_id)


def next_finish_order(conn: Connection) -> int:
    """The finish order of the match that is over now; it rises in a server whose lock is held."""
    if conn.dialect.name == "sqlite":
        return (conn.scalar(_LAST) or 0) + 1
    following: int = conn.scalar(FINISH_ORDER)
    return following


def _lock(conn: Connection, query: Select[tuple[int]], key: int) -> None:
    if conn.dialect.name != "sqlite":
        conn.execute(query, {"key": key})


def _row(table: Table, key: ColumnElement[int] = _KEY) -> Select[tuple[int]]:
    # Rows that refer to it may still come: those of the match's log, say.
    return select(table.c.id).where(table.c.id == key).with_for_update(key_share=True)


_MATCH, _SERVER, _PERSON = map(_row, (schema.matches, schema.guilds, schema.players))
_DEAL = _row(schema.deals)
_SERVER_OF = _row(
    schema.guilds,
    select(schema.matches.c.guild_id).where(schema.matches.c.id == _KEY).scalar_subquery(),
)
_LAST = select(func.max(schema.matches.c.finish_order))
