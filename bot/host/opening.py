"""Opening a lobby, or a solo match at once: one unit."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy.engine import Connection

from bot.host import crowding, inviting, starting
from bot.host.inviting import Guest
from bot.match.visitor import Visitor
from data.matches import log, matches
from data.matches.models import MatchOptions, StoredSeat
from data.people import guilds, players
from data.people.players import Player
from data.store import facts, locks


@dataclass(frozen=True, slots=True)
class Opening:
    """What somebody who opens a lobby asks for.

    Attributes:
        options: the match's.
        levels: computer players that sit down at once, by level.
        invited: people for whom a seat is held.
        rematch_of: the match that it is the rematch of; a match has one rematch.
    """

    options: MatchOptions
    levels: tuple[str, ...] = ()
    invited: tuple[Guest, ...] = ()
    rematch_of: int | None = None

    @property
    def solo(self) -> bool:
        """Whether all opponents are computers, so that there is nobody to wait for."""
        return 1 + len(self.levels) == self.options.seats and not self.invited


@dataclass(frozen=True, slots=True)
class Open:
    """The unit that opens a lobby; the match's number, and whether it is a new one."""

    visitor: Visitor
    guild_id: int
    guild_name: str
    channel_id: int
    opening: Opening
    interaction_id: int
    secret: str
    at: int

    def __call__(self, conn: Connection) -> tuple[int, bool]:
        """Open it, unless that was done before.

        Raises:
            Refusal: there is no room for it, or somebody can't be invited.
        """
        at, opening = self.at, self.opening
        cause = cause_of(self.interaction_id)
        guild = guilds.get_or_create(conn, self.guild_id, self.guild_name, at)
        locks.server(conn, guild.id)
        there = rematch(conn, opening.rematch_of) or self._opened_before(conn, cause)
        if there is not None:
            return there, False
        if not opening.solo:
            crowding.check(conn, guild, self.visitor.player_id)
        me = seen(conn, self.visitor, at)
        match_id = matches.create(
            conn,
            guild_id=guild.id,
            channel_id=self.channel_id,
            host_id=me.id,
            options=opening.options,
            secret=self.secret,
            at=at,
        )
        if opening.rematch_of is not None:
            facts.put(conn, f"rematch:{opening.rematch_of}", str(match_id))
        seats = [StoredSeat(1, player_id=me.id, name=self.visitor.name)]
        if opening.rematch_of is None:
            seats += inviting.hold(conn, me, opening.invited, at)
        else:
            seats += inviting.hold_again(conn, opening.invited, at)
        seats += [StoredSeat(0, level=level) for level in opening.levels]
        matches.replace_seats(conn, match_id, seats)
        log.append(conn, match_id, [log.Logged(1, log.Lobby(change="open", seat=1), cause, at)])
        if opening.solo:
            starting.press(conn, match_id, f"{cause}/start", at)
        else:
            starting.idle_from(conn, match_id, at)
        return match_id, True

    def _opened_before(self, conn: Connection, cause: str) -> int | None:
        """The match that the same command has opened: it was delivered twice."""
        me = players.find(conn, self.visitor.discord_id)
        return matches.opened_by(conn, me.id, cause) if me is not None else None


def rematch(conn: Connection, match_id: int | None) -> int | None:
    """The number of a match's rematch; None if there is none, or its lobby came to nothing."""
    known = facts.get(conn, f"rematch:{match_id}") if match_id is not None else None
    row = matches.get(conn, int(known)) if known is not None else None
    return row.id if row is not None and row.status != "cancelled" else None


def seen(conn: Connection, visitor: Visitor, at: int) -> Player:
    """The visitor's row, made if they are new; their client's language is noted in it."""
    me = players.by_discord(conn, visitor.discord_id, visitor.name, at)
    players.note_locale(conn, me.id, visitor.locale)
    return me


def cause_of(interaction_id: int) -> str:
    """What the log calls an interaction."""
    return f"interaction:{interaction_id}"
