"""What a server was told once, on the bot's own account: which message says it, and what."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from sqlalchemy import bindparam, delete, insert, select, update
from sqlalchemy.engine import Connection

from data.store import schema

Kind = Literal["daily", "match", "digest", "champions"]
"""A daily deal, a rated match, a week, a month's champions."""

_table = schema.posts


@dataclass(frozen=True, slots=True)
class Post:
    """A message of a server's.

    Attributes:
        kind: of what it tells.
        key: of which: a day, a match's number, a week's Monday, a month.
        content_hash: of what was last sent.
    """

    guild_id: int
    kind: str
    key: str
    channel_id: int
    message_id: int
    content_hash: str
    posted_at: int


def of_kind(conn: Connection, guild_id: int, kind: Kind, keys: Iterable[str]) -> dict[str, Post]:
    """The posts of a kind about these, by key."""
    values = {"guild": guild_id, "kind": kind, "keys": list(keys)}
    return {row.key: Post(*row) for row in conn.execute(_OF_KIND, values)}


def last(conn: Connection, guild_id: int, kind: Kind, limit: int) -> tuple[Post, ...]:
    """The last posts of a kind, by key, the newest first."""
    values = {"guild": guild_id, "kind": kind, "limit": limit}
    return tuple(Post(*row) for row in conn.execute(_LAST, values))


def add(conn: Connection, post: Post) -> None:
    """A message was sent."""
    conn.execute(
        _ADD,
        {
            "guild_id": post.guild_id,
            "kind": post.kind,
            "key": post.key,
            "channel_id": post.channel_id,
            "message_id": post.message_id,
            "content_hash": post.content_hash,
            "posted_at": post.posted_at,
        },
    )


def changed(conn: Connection, post: Post, content_hash: str) -> None:
    """A message says something else now."""
    conn.execute(
        update(_table)
        .where(
            _table.c.guild_id == post.guild_id,
            _table.c.kind == post.kind,
            _table.c.key == post.key,
        )
        .values(content_hash=content_hash)
    )


def forget(conn: Connection, guild_id: int, kind: Kind) -> None:
    """Tell a server anew what it was told of a kind: it chose another channel."""
    conn.execute(delete(_table).where(_table.c.guild_id == guild_id, _table.c.kind == kind))


_OF_KIND = select(_table).where(
    _table.c.guild_id == bindparam("guild"),
    _table.c.kind == bindparam("kind"),
    _table.c.key.in_(bindparam("keys", expanding=True)),
)
_LAST = (
    select(_table)
    .where(_table.c.guild_id == bindparam("guild"), _table.c.kind == bindparam("kind"))
    .order_by(_table.c.key.desc())
    .limit(bindparam("limit"))
)
_ADD = insert(_table)
