"""What a server is owed in its channels, and when: found out from what is stored, and posted once.

What couldn't be posted in time is posted later, by a week at most.
"""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import text
from sqlalchemy.engine import Connection

from data.daily import days, deals
from data.people import posts
from data.people.guilds import Guild
from data.people.posts import Kind, Post
from data.standings.seasons import Month

LATE_MS = 7 * 24 * days.HOUR_MS
"""By so much something is told late; after that it is old."""

AFTER_MS = 5 * 60 * 1000
"""So long after midnight weeks and months are told: what ended just before it is in by then."""

UNHEEDED = 7
"""After so many deals on end that nobody in the server finished no other is told, until somebody
finishes one."""

SOME = 20
"""Matches that are told at a time."""


@dataclass(frozen=True, slots=True)
class Owed:
    """Something to be told, or to be looked at again.

    Attributes:
        kind: of what.
        key: of which.
        channel_id: where.
        post: the message that tells it, if there is one; it may say something old.
    """

    kind: Kind
    key: str
    channel_id: int
    post: Post | None = None


def owed(conn: Connection, guild: Guild, now: int) -> list[Owed]:
    """What a server is to be told at a time (UTC milliseconds)."""
    chosen, found = guild.settings, list[Owed]()
    if chosen.daily_channel is not None:
        found += _deals(conn, guild.id, chosen.daily_channel, now)
    if chosen.results_channel is not None:
        since = max(chosen.results_since or 0, now - LATE_MS)
        if chosen.results_matches:
            found += _matches(conn, guild.id, chosen.results_channel, since)
        if chosen.results_digest:
            found += _digest(conn, guild.id, chosen.results_channel, since, now)
        if chosen.results_champions:
            found += _champions(conn, guild.id, chosen.results_channel, since, now)
    return found


def _deals(conn: Connection, guild_id: int, channel_id: int, now: int) -> list[Owed]:
    open_now = [
        deal
        for deal in deals.of_days(conn, days.wanted(now))
        if days.is_open(deal.day, now) and deal.closed_at is None
    ]
    told = posts.last(conn, guild_id, "daily", UNHEEDED)
    known = {post.key for post in told}
    new = [deal.day.isoformat() for deal in open_now if deal.day.isoformat() not in known]
    if new and len(told) == UNHEEDED and not _heeded(conn, guild_id, told[-1].key):
        new = []
    first = days.date_at(now - days.OPEN_MS - LATE_MS).isoformat()
    closed = [post for post in told if post.key >= first and _is_closed(conn, post.key)]
    return [
        *(Owed("daily", day, channel_id) for day in new),
        *(Owed("daily", post.key, post.channel_id, post) for post in closed),
    ]


def _matches(conn: Connection, guild_id: int, channel_id: int, since: int) -> list[Owed]:
    values = {"guild": guild_id, "since": since, "limit": SOME}
    new = [Owed("match", str(key), channel_id) for key in conn.scalars(_NEW, values)]
    voided = [str(key) for key in conn.scalars(_VOIDED, {"guild": guild_id})]
    told = posts.of_kind(conn, guild_id, "match", voided)
    return [*new, *(Owed("match", key, post.channel_id, post) for key, post in told.items())]


def _digest(conn: Connection, guild_id: int, channel_id: int, since: int, now: int) -> list[Owed]:
    today = days.date_at(now - AFTER_MS)
    monday = today.fromordinal(today.toordinal() - today.weekday())
    if days.opens_at(monday) < since:
        return []
    key = monday.isoformat()
    there = posts.of_kind(conn, guild_id, "digest", [key])
    return [] if there else [Owed("digest", key, channel_id)]


def _champions(
    conn: Connection, guild_id: int, channel_id: int, since: int, now: int
) -> list[Owed]:
    """The last month's; what was told is looked at until the next are, for a void changes it."""
    month = Month.at(now - AFTER_MS)
    key = str(month.before)
    post = posts.of_kind(conn, guild_id, "champions", [key]).get(key)
    if post is None and month.begins < since:
        return []
    return [Owed("champions", key, post.channel_id if post else channel_id, post)]


def _heeded(conn: Connection, guild_id: int, first_day: str) -> bool:
    return conn.scalar(_HEEDED, {"guild": guild_id, "day": first_day}) is not None


def _is_closed(conn: Connection, day: str) -> bool:
    deal = deals.of_day(conn, days.parse(day))
    return deal is not None and deal.closed_at is not None


_HEEDED = text("""
    SELECT 1 FROM deals AS d
    JOIN attempts AS a ON a.deal_id = d.id AND a.margin IS NOT NULL
    JOIN attempt_servers AS s
      ON s.guild_id = :guild AND s.deal_id = a.deal_id AND s.player_id = a.player_id
    WHERE d.day >= :day LIMIT 1
""")
_NEW = text("""
    SELECT m.id FROM matches AS m
    LEFT JOIN posts AS p
      ON p.guild_id = m.guild_id AND p.kind = 'match' AND p.key = CAST(m.id AS TEXT)
    WHERE m.guild_id = :guild AND m.status = 'finished' AND m.unrated_reason IS NULL
      AND m.finished_at >= :since AND p.key IS NULL
    ORDER BY m.finish_order LIMIT :limit
""")
_VOIDED = text("""
    SELECT m.id FROM matches AS m
    WHERE m.guild_id = :guild AND m.status = 'void'
""")
