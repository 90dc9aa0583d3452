"""The lobby: who sits down, until somebody presses Start.

Every change is one transaction on the newest roster, and a line in the match's log, so that a click
delivered twice acts once. The roster is the match's seats in the order in which they came.
"""

from __future__ import annotations

import contextlib
import secrets
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from sqlalchemy.engine import Connection

from bot.base import logs, times
from bot.base.seldom import Seldom
from bot.host import crowding, inviting, roster, starting
from bot.host.caches import People, Servers
from bot.host.inviting import Guest
from bot.host.mailbox import Mailboxes
from bot.host.opening import Open, Opening, cause_of, idle_from, seen
from bot.host.starting import Gone
from bot.match.refusal import Refusal
from bot.match.visitor import Visitor
from bot.texts import N_
from bot.texts import name as shown_name
from data.matches import deadlines as stored_deadlines
from data.matches import log, matches
from data.matches.models import StoredMatch, StoredSeat
from data.people import challenges
from data.people.players import Player
from data.store.database import Database
from engine.cards import PLAYER_COUNTS

TOO_FEW = N_("A match needs two to five players, one of them a person. Add a computer player?")


class _Changed(NamedTuple):
    """What became of a lobby: what changed (None: nothing), and whose rows are deleted."""

    did: str | None
    gone: Gone = ()


class Lobbies:
    """Opens, changes, starts and closes lobbies."""

    def __init__(
        self, db: Database, mailboxes: Mailboxes, people: People, servers: Servers
    ) -> None:
        self._db = db
        self._mailboxes = mailboxes
        self._people = people
        self._servers = servers
        self._invited = Seldom()

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
            Refusal: there is no room for it (``crowding``), or somebody can't be invited.
        """
        assert visitor.guild_id is not None
        write = Open(
            visitor,
            visitor.guild_id,
            guild_name,
            channel_id or visitor.channel_id,
            opening,
            interaction_id,
            secrets.token_hex(32),
            times.now(),
        )
        guests = opening.invited if opening.rematch_of is None else ()
        with self._inviting(visitor, guests):
            match_id, new = await self._db.write(write)
        self._seen(visitor)
        self._met(opening.invited)
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
        await self._change(visitor, match_id, interaction_id, lambda _, row, me: edit(row, me))

    async def invite(
        self, visitor: Visitor, match_id: int, interaction_id: int, guests: Sequence[Guest]
    ) -> None:
        """Hold seats in a lobby for its host's guests.

        Raises:
            Refusal: it is no lobby any more, the visitor isn't the host, there is no room, or
                somebody can't be invited.
        """
        at = times.now()

        def edit(conn: Connection, row: StoredMatch, me: Player) -> roster.Edited:
            roster.hosts_only(row, me.id)
            return roster.invite(row, inviting.hold(conn, me, guests, at))

        with self._inviting(visitor, guests):
            await self._change(visitor, match_id, interaction_id, edit)
        self._met(guests)

    async def _change(
        self,
        visitor: Visitor,
        match_id: int,
        interaction_id: int,
        edit: Callable[[Connection, StoredMatch, Player], roster.Edited],
    ) -> None:
        at, cause = times.now(), cause_of(interaction_id)

        def change_it(conn: Connection) -> _Changed:
            if log.done(conn, match_id, cause):
                return _Changed(None)
            row = starting.lobby(conn, match_id)
            me = seen(conn, visitor, at)
            edited = edit(conn, row, me)
            matches.replace_seats(conn, match_id, edited.seats)
            if edited.values:
                matches.change(conn, match_id, **edited.values)
            next_up = log.head(conn, match_id) + 1
            log.append(conn, match_id, [log.Logged(next_up, edited.entry, cause, at)])
            if edited.entry.change == "decline" and row.host_id is not None:
                challenges.declined(conn, row.host_id, me.id, at)
            if _deserted(edited):
                return _Changed(edited.entry.change, _close(conn, match_id, "empty", at))
            idle_from(conn, match_id, at)
            return _Changed(edited.entry.change)

        changed = await self._mailboxes.write(match_id, change_it, self._forget)
        self._seen(visitor)
        if changed.did is not None:
            logs.record("lobby", match=match_id, did=changed.did)

    async def start(self, visitor: Visitor, match_id: int, interaction_id: int) -> None:
        """Start the match: seats are shuffled, the first round is dealt.

        Raises:
            Refusal: too few players, or the visitor isn't the host.
        """
        at, cause = times.now(), cause_of(interaction_id)

        def start_it(conn: Connection) -> tuple[list[StoredSeat], Gone]:
            """Who plays (nobody if it was started before), and whose rows are deleted."""
            if log.done(conn, match_id, cause):
                return [], ()
            row = starting.lobby(conn, match_id)
            roster.hosts_only(row, visitor.player_id)
            if len(starting.seated(row)) not in PLAYER_COUNTS:
                raise Refusal(TOO_FEW)
            return starting.seated(row), starting.begin(conn, match_id, interaction_id, cause, at)

        def started(result: tuple[list[StoredSeat], Gone]) -> None:
            seats, gone = result
            for seat in seats:
                self._people.changed(seat.player_id or 0)
            self._forget(_Changed(None, gone))

        playing, _ = await self._mailboxes.write(match_id, start_it, started)
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

        def cancel_it(conn: Connection) -> _Changed:
            row = starting.lobby(conn, match_id)
            if not visitor.moderator:
                roster.hosts_only(row, visitor.player_id)
            return _Changed("cancel", _close(conn, match_id, "host", at))

        await self._mailboxes.write(match_id, cancel_it, self._forget)
        logs.record("lobby", match=match_id, did="cancel")

    async def close(self, match_id: int, reason: str, *, claim: int | None = None) -> None:
        """Close a lobby that nobody will start; does nothing if it has started meanwhile."""
        at = times.now()

        def close_it(conn: Connection) -> _Changed:
            if claim is not None and not stored_deadlines.claim(conn, claim, at):
                return _Changed(None)
            row = matches.get(conn, match_id)
            if row is None or row.status != "lobby":
                return _Changed(None)
            return _Changed("close", _close(conn, match_id, reason, at))

        if (await self._mailboxes.write(match_id, close_it, self._forget)).did:
            logs.record("lobby", match=match_id, did="close", why=reason)

    async def _make_room(self, visitor: Visitor, interaction_id: int) -> None:
        """A solo match of the visitor's has begun; of somebody new it is the only one."""
        if visitor.player_id is not None:
            await crowding.step_aside(self._db, self._mailboxes, visitor.player_id, interaction_id)

    async def wait_on(self, match_id: int, *, claim: int) -> None:
        """Give a lobby all its time again: nobody could do anything in it for a while."""
        at = times.now()

        def wait(conn: Connection) -> None:
            row = matches.get(conn, match_id)
            if stored_deadlines.claim(conn, claim, at) and row and row.status == "lobby":
                idle_from(conn, match_id, at)

        await self._mailboxes.write(match_id, wait)

    @contextlib.contextmanager
    def _inviting(self, visitor: Visitor, guests: Sequence[Guest]) -> Iterator[None]:
        """Whoever has invited somebody waits a little before they invite them anew.

        Raises:
            Refusal: they haven't waited.
        """
        now, inviter = times.now(), visitor.discord_id
        for guest in guests:
            if self._invited.lately((inviter, guest.discord_id), now, inviting.AGAIN_MS):
                raise Refusal(inviting.TOO_SOON, name=shown_name(guest.name))
        yield
        for guest in guests:
            self._invited.note((inviter, guest.discord_id), now)

    def _met(self, guests: Sequence[Guest]) -> None:
        """Guests' rows may be new."""
        for guest in guests:
            self._people.changed(0, guest.discord_id)

    def _forget(self, changed: _Changed) -> None:
        """Rows were deleted."""
        for player_id, discord_id in changed.gone:
            self._people.changed(player_id, discord_id)

    def _seen(self, visitor: Visitor) -> None:
        """The visitor's row was changed, or made."""
        self._people.changed(visitor.player_id or 0, visitor.discord_id)


def _close(conn: Connection, match_id: int, reason: str, at: int) -> Gone:
    """Close a lobby, which no entry of the log tells; who never answered is forgotten."""
    row = starting.lobby(conn, match_id)
    matches.show_anew(conn, match_id)
    matches.set_status(conn, match_id, "cancelled", at=at, reason=reason)
    matches.replace_seats(conn, match_id, starting.seated(row))
    return starting.let_go(conn, row)


def _deserted(edited: roster.Edited) -> bool:
    return not any(seat.player_id and seat.status == "seated" for seat in edited.seats)
