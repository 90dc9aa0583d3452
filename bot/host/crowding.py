"""How much may be on at once: in a server, of one person's lobbies, and of their solo matches.

Solo matches take no room in a server. Of one person three are on at a time: when another one
begins, or is taken up again, the idlest steps aside until its player comes back to it.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

from sqlalchemy.engine import Connection

from bot.base import logs
from bot.host.mailbox import Mailboxes
from bot.match.live import Live
from bot.match.refusal import Refusal, Stale
from bot.match.scene import channel_url, message_url
from bot.texts import N_, Count
from data.matches import log, matches, messages
from data.matches.models import StoredMatch
from data.people.guilds import Guild
from data.store.database import Database

LOBBIES = 2
"""Lobbies of which one person may be the host at once, over all servers."""

SOLO = 3
"""Solo matches of one person that are on at once."""

NAMED = 5
"""So many of the matches that are in the way are named."""

TOO_MANY = N_(
    "This server has {count} matches on, as many as it allows. Idle for longest: {matches}. Who "
    "plays there can end one; who manages this server can too (`/scout-admin end`), or allow more "
    "(`/scout-admin settings`). Alone against computers you can play all the same."
)
TOO_MANY_LOBBIES = N_(
    "You are the host of {count} open lobbies already: {matches}. Start or cancel one of them "
    "first; left alone, a lobby closes itself after 15 minutes."
)


def check(conn: Connection, guild: Guild, host_id: int | None) -> None:
    """Refuse another lobby where there is no room for it; solo matches need none.

    Args:
        conn: to read from.
        guild: where it would be.
        host_id: who would be its host, by our key; None for somebody new.

    Raises:
        Refusal: says what is in the way, and who can help.
    """
    lobbies = matches.lobbies_of(conn, host_id) if host_id is not None else ()
    if len(lobbies) >= LOBBIES:
        raise Refusal(TOO_MANY_LOBBIES, count=Count(len(lobbies)), matches=_links(conn, lobbies))
    there = matches.idlest(conn, guild.id)
    if len(there) >= guild.settings.max_matches:
        raise Refusal(TOO_MANY, count=Count(len(there)), matches=_links(conn, there[:NAMED]))


def _links(conn: Connection, rows: Iterable[StoredMatch]) -> str:
    """The numbers of matches, each a link to its newest table or lobby."""
    return " · ".join(f"[{row.id}]({url(conn, row)})" for row in rows)


def url(conn: Connection, row: StoredMatch) -> str:
    """A link to a match: to its table, else to its lobby, else to its channel."""
    for kind in ("table", "lobby"):
        if there := messages.of_match(conn, row.id, kind):
            return message_url(row.guild_id, there[-1])
    return channel_url(row.guild_id, row.place)


async def step_aside(db: Database, mailboxes: Mailboxes, player_id: int, cause: str) -> None:
    """Let a person's idlest solo matches make room, if they have more on than they may.

    Args:
        db: tells which they have.
        mailboxes: the matches.
        player_id: the person, by our key.
        cause: what began a match, or took one up.
    """
    on = await db.read(partial(matches.solo_of, player_id=player_id))

    def decide(live: Live) -> list[log.Entry]:
        if not live.on or live.playing.paused:
            raise Stale
        return [log.Pause(on=True, by="aside")]

    for match_id in on[SOLO:]:
        try:
            await mailboxes.commit(match_id, f"{cause}/aside", decide)
        except Stale:
            continue  # it is over, or paused and so idle anyway
        logs.record("stepped-aside", match=match_id)
