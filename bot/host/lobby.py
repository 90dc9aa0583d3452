"""The lobby: who sits down, until somebody presses Start.

Every change is one transaction on the newest roster, and a line in the match's log, so that a click
delivered twice acts once. The roster is the match's seats in the order in which they came.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass

from sqlalchemy.engine import Connection

from bot.base import logs, times
from bot.host import crowding, roster
from bot.host.caches import People, Servers
from bot.host.mailbox import Mailboxes
from bot.match import follow, limits
from bot.match.limits import LOBBY_IDLE, LOBBY_IDLE_MS
from bot.match.live import unfolded
from bot.match.refusal import Refusal
from bot.match.visitor import Visitor
from bot.texts import N_
from data.matches import deadlines as stored_deadlines
from data.matches import log, matches
from data.matches.deadlines import Wanted
from data.matches.models import MatchOptions, StoredMatch, StoredSeat
from data.people import guilds, players
from data.people.players import Player
from data.store import facts, locks
from data.store.database import Database
from engine import fairness, seating
from engine.cards import PLAYER_COUNTS

HOSTS_ONLY = N_("Only the host can do that.")
TOO_FEW = N_("A match needs two to five players, one of them a person. Add a computer player?")
ALREADY_STARTED = N_("This match has started already.")
CLOSED = N_("This lobby is closed.")


@dataclass(frozen=True, slots=True)
class Opening:
    """What somebody who opens a lobby asks for.

    Attributes:
        options: the match's.
        levels: computer players that sit down at once, by level.
        invited: people for whom a seat is held: Discord id and name.
        rematch_of: the match that it is the rematch of; a match has one rematch.
    """

    options: MatchOptions
    levels: tuple[str, ...] = ()
    invited: tuple[tuple[int, str], ...] = ()
    rematch_of: int | None = None

    @property
    def solo(self) -> bool:
        """Whether all opponents are computers, so that there is nobody to wait for."""
        return 1 + len(self.levels) == self.options.seats and not self.invited


class Lobbies:
    """Opens, changes, starts and closes lobbies."""

    def __init__(
        self, db: Database, mailboxes: Mailboxes, people: People, servers: Servers
    ) -> None:
        self._db = db
        self._mailboxes = mailboxes
        self._people = people
        self._servers = servers

    async def open(
        self,
        visitor: Visitor,
        guild_name: str,
        opening: Opening,
        interaction_id: int,
        *,
        channel_id: int | None = None,
    ) -> int:
        """Open a lobby, by default where the visitor is; a rematch only once.

        If all opponents are computers there is nobody to wait for, and it starts at once.

        Returns:
            The match's number.

        Raises:
            Refusal: there is no room for it (``crowding``).
        """
        assert visitor.guild_id is not None
        write = _Open(
            visitor,
            visitor.guild_id,
            guild_name,
            channel_id or visitor.channel_id,
            opening,
            interaction_id,
            secrets.token_hex(32),
            times.now(),
        )
        match_id, new = await self._db.write(write)
        self._seen(visitor)
        for discord_id, _ in opening.invited:
            self._people.changed(0, discord_id)
        self._servers.changed(visitor.guild_id)
        if new:
            logs.record("lobby", match=match_id, did="open", solo=opening.solo)
            await self._mailboxes.show(match_id)
        if opening.solo:
            await self._make_room(visitor, interaction_id)
        return match_id

    async def change(
        self, visitor: Visitor, match_id: int, interaction_id: int, edit: roster.Edit
    ) -> None:
        """Change a lobby as ``edit`` says, given its newest row and the visitor's.

        Raises:
            Refusal: it is no lobby any more, or ``edit`` refuses.
        """
        at, cause = times.now(), _cause(interaction_id)

        def change_it(conn: Connection) -> str | None:
            """What changed; None if it did before."""
            if log.done(conn, match_id, cause):
                return None
            row = _lobby(conn, match_id)
            me = _seen(conn, visitor, at)
            edited = edit(row, me)
            if _deserted(edited):
                _close(conn, match_id, "empty", at)
            matches.replace_seats(conn, match_id, edited.seats)
            if edited.values:
                matches.change(conn, match_id, **edited.values)
            next_up = log.head(conn, match_id) + 1
            log.append(conn, match_id, [log.Logged(next_up, edited.entry, cause, at)])
            if not _deserted(edited):
                _idle_from(conn, match_id, at)
            return edited.entry.change

        did = await self._mailboxes.write(match_id, change_it)
        self._seen(visitor)
        if did is not None:
            logs.record("lobby", match=match_id, did=did)

    async def start(self, visitor: Visitor, match_id: int, interaction_id: int) -> None:
        """Start the match: seats are shuffled, the first round is dealt.

        Raises:
            Refusal: too few players, or the visitor doesn't sit here.
        """
        at, cause = times.now(), _cause(interaction_id)

        def start_it(conn: Connection) -> list[StoredSeat]:
            """Who plays; nobody if it was started before."""
            if log.done(conn, match_id, cause):
                return []
            row = _lobby(conn, match_id)
            if visitor.player_id is None or row.seat_of(visitor.player_id) is None:
                raise Refusal(roster.NOT_SEATED)
            if len(_seated(row)) not in PLAYER_COUNTS:
                raise Refusal(TOO_FEW)
            _begin(conn, match_id, interaction_id, cause, at)
            return _seated(row)

        def started(seats: list[StoredSeat]) -> None:
            for seat in seats:
                self._people.changed(seat.player_id or 0)

        playing = await self._mailboxes.write(match_id, start_it, started)
        if playing:
            logs.record("lobby", match=match_id, did="start", players=len(playing))
        if sum(seat.player_id is not None for seat in playing) == 1:
            await self._make_room(visitor, interaction_id)

    async def cancel(self, visitor: Visitor, match_id: int) -> None:
        """Close a lobby at its host's, or a moderator's, wish.

        Raises:
            Refusal: the visitor is neither.
        """
        at = times.now()

        def cancel_it(conn: Connection) -> None:
            row = _lobby(conn, match_id)
            if row.host_id != visitor.player_id and not visitor.moderator:
                raise Refusal(HOSTS_ONLY)
            _close(conn, match_id, "host", at)

        await self._mailboxes.write(match_id, cancel_it)
        logs.record("lobby", match=match_id, did="cancel")

    async def close(self, match_id: int, reason: str, *, claim: int | None = None) -> None:
        """Close a lobby that nobody will start; does nothing if it has started meanwhile."""
        at = times.now()

        def close_it(conn: Connection) -> bool:
            if claim is not None and not stored_deadlines.claim(conn, claim, at):
                return False
            row = matches.get(conn, match_id)
            if row is None or row.status != "lobby":
                return False
            return _close(conn, match_id, reason, at)

        if await self._mailboxes.write(match_id, close_it):
            logs.record("lobby", match=match_id, did="close", why=reason)

    async def _make_room(self, visitor: Visitor, interaction_id: int) -> None:
        """A solo match of the visitor's has begun; of somebody new it is the only one."""
        if visitor.player_id is not None:
            await crowding.step_aside(self._db, self._mailboxes, visitor.player_id, interaction_id)

    def _seen(self, visitor: Visitor) -> None:
        """The visitor's row was changed, or made."""
        self._people.changed(visitor.player_id or 0, visitor.discord_id)


@dataclass(frozen=True, slots=True)
class _Open:
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
        at, opening = self.at, self.opening
        cause = _cause(self.interaction_id)
        guild = guilds.get_or_create(conn, self.guild_id, self.guild_name, at)
        locks.server(conn, guild.id)
        there = rematch(conn, opening.rematch_of) or _opened_by(conn, guild.id, cause)
        if there is not None:
            return there, False
        if not opening.solo:
            crowding.check(conn, guild, self.visitor.player_id)
        me = _seen(conn, self.visitor, at)
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
        for discord_id, name in opening.invited:
            guest = players.by_discord(conn, discord_id, name, at)
            seats.append(StoredSeat(0, player_id=guest.id, name=name, status="invited"))
        seats += [StoredSeat(0, level=level) for level in opening.levels]
        matches.replace_seats(conn, match_id, seats)
        log.append(conn, match_id, [log.Logged(1, log.Lobby(change="open", seat=1), cause, at)])
        if opening.solo:
            _begin(conn, match_id, self.interaction_id, f"{cause}/start", at)
        else:
            _idle_from(conn, match_id, at)
        return match_id, True


def _opened_by(conn: Connection, guild_id: int, cause: str) -> int | None:
    """The match that the same command has opened: it was delivered twice."""
    for row in matches.in_guild(conn, guild_id):
        if log.done(conn, row.id, cause):
            return row.id
    return None


def rematch(conn: Connection, match_id: int | None) -> int | None:
    """The number of a match's rematch; None if there is none, or its lobby came to nothing."""
    known = facts.get(conn, f"rematch:{match_id}") if match_id is not None else None
    row = matches.get(conn, int(known)) if known is not None else None
    return row.id if row is not None and row.status != "cancelled" else None


def _close(conn: Connection, match_id: int, reason: str, at: int) -> bool:
    """Close a lobby, which no entry of the log tells; whether it was open."""
    matches.show_anew(conn, match_id)
    return matches.set_status(conn, match_id, "cancelled", at=at, reason=reason)


def _deserted(edited: roster.Edited) -> bool:
    return not any(seat.player_id and seat.status == "seated" for seat in edited.seats)


def _begin(conn: Connection, match_id: int, interaction_id: int, cause: str, at: int) -> None:
    row = _lobby(conn, match_id)
    start_id = str(interaction_id)
    waiting = _seated(row)
    # The order follows from what the deals follow from, so nobody can have chosen it.
    order = seating(fairness.seed(row.secret, start_id), len(waiting))
    seats = [waiting[place - 1] for place in order]
    matches.replace_seats(conn, match_id, seats)
    solo = sum(seat.player_id is not None for seat in seats) == 1
    options = row.options
    if solo and not options.rated_alone:
        options = options.model_copy(update={"rated": False})  # practice
    matches.change(conn, match_id, start_id=start_id, solo=solo, options=options)
    matches.set_status(conn, match_id, "playing", at=at)
    for seat in seats:
        if seat.player_id is not None:
            _first_match(conn, seat.player_id, at)
    started = matches.get(conn, match_id)
    assert started is not None
    live = unfolded(started).after(log.load(conn, match_id))
    entries: list[log.Entry] = [log.Lobby(change="start", order=order), follow.next_deal(live)]
    logged = [
        log.Logged(live.head + 1 + number, entry, f"{cause}/{number}" if number else cause, at)
        for number, entry in enumerate(entries)
    ]
    log.append(conn, match_id, logged)
    live = live.after(logged)
    stored_deadlines.replace(conn, match_id, limits.wanted(live, (), at))


def _seen(conn: Connection, visitor: Visitor, at: int) -> Player:
    """The visitor's row, made if they are new; their client's language is noted in it."""
    me = players.by_discord(conn, visitor.discord_id, visitor.name, at)
    if me.preferences.seen_locale != visitor.locale:
        noted = me.preferences.model_copy(update={"seen_locale": visitor.locale})
        players.set_preferences(conn, me.id, noted)
    return me


def _seated(row: StoredMatch) -> list[StoredSeat]:
    """Who plays if it starts now; held seats that nobody has taken fall away."""
    return [seat for seat in row.seats if seat.status == "seated"]


def _first_match(conn: Connection, player_id: int, at: int) -> None:
    player = players.get(conn, player_id)
    if player is not None and player.first_match_at is None:
        players.change(conn, player_id, first_match_at=at)


def _lobby(conn: Connection, match_id: int) -> StoredMatch:
    row = matches.get(conn, match_id)
    if row is None:
        raise Refusal(CLOSED)
    if row.status != "lobby":
        raise Refusal(CLOSED if row.started_at is None else ALREADY_STARTED)
    return row


def _idle_from(conn: Connection, match_id: int, at: int) -> None:
    stored_deadlines.replace(conn, match_id, [Wanted(LOBBY_IDLE, at + LOBBY_IDLE_MS)])


def _cause(interaction_id: int) -> str:
    return f"interaction:{interaction_id}"
