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
from bot.host.opening import Open, Opening, cause_of, seen
from bot.host.starting import Gone, idle_from, lobby
from bot.match.refusal import Refusal
from bot.match.visitor import Visitor
from bot.texts import N_
from bot.texts import name as shown_name
from data.matches import deadlines as stored_deadlines
from data.matches import log, matches, messages
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
        return match_id

    async def change(
        self, visitor: Visitor, match_id: int, interaction_id: int, edit: roster.Edit
    ) -> None:
        """Change a lobby as ``edit`` says, given its newest row and the visitor's.

        Raises:
            Refusal: it is no lobby any more, or ``edit`` refuses.
        """
        leaving = edit is roster.leave  # possible until the cards are dealt
        await self._change(
            visitor, match_id, interaction_id, lambda _, row, me: edit(row, me), starting=leaving
        )

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
        *,
        starting: bool = False,
    ) -> None:
        at, cause = times.now(), cause_of(interaction_id)

        def change_it(conn: Connection) -> _Changed:
            if log.done(conn, match_id, cause):
                return _Changed(None)
            row = lobby(conn, match_id, starting=starting)
            me = seen(conn, visitor, at)
            edited = edit(conn, row, me)
            if row.status == "starting":  # it isn't who should play any more
                matches.set_status(conn, match_id, "lobby", at=at)
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
        """Start is pressed: nobody sits down any more, and the match's first message is posted.

        Raises:
            Refusal: too few players, or the visitor isn't the host.
        """
        at, cause = times.now(), cause_of(interaction_id)

        def start_it(conn: Connection) -> int:
            """How many play; 0 if it was started before."""
            if log.done(conn, match_id, cause):
                return 0
            row = starting.lobby(conn, match_id)
            roster.hosts_only(row, visitor.player_id)
            if len(starting.seated(row)) not in PLAYER_COUNTS:
                raise Refusal(TOO_FEW)
            starting.press(conn, match_id, cause, at)
            return len(starting.seated(row))

        if playing := await self._mailboxes.write(match_id, start_it):
            logs.record("lobby", match=match_id, did="start", players=playing)

    async def begin(self, match_id: int, channel_id: int, message_id: int) -> bool:
        """The match's first message is there: seats are shuffled, the first round is dealt.

        Args:
            match_id: which.
            channel_id: where the message is.
            message_id: Discord's, from which deals and seats follow with the secret.

        Returns:
            Whether it begins with this message; not if it began with another one, or was taken
            back meanwhile.
        """
        at = times.now()

        def begin_it(conn: Connection) -> tuple[list[StoredSeat], Gone]:
            """Who plays (nobody if it doesn't begin), and whose rows are deleted."""
            row = matches.get(conn, match_id)
            if row is None or row.status != "starting":
                return [], ()
            messages.add(
                conn,
                match_id,
                "table",
                channel_id=channel_id,
                message_id=message_id,
                sequence=log.head(conn, match_id),
                at=at,
            )
            return starting.seated(row), starting.begin(conn, row, message_id, at)

        def begun(result: tuple[list[StoredSeat], Gone]) -> None:
            seats, gone = result
            for seat in seats:
                self._people.changed(seat.player_id or 0)
            self._forget(_Changed(None, gone))

        playing, _ = await self._mailboxes.write(match_id, begin_it, begun)
        persons = [seat.player_id for seat in playing if seat.player_id is not None]
        if len(persons) == 1:
            cause = starting.first(message_id)
            await crowding.step_aside(self._db, self._mailboxes, persons[0], cause)
        return bool(playing)

    async def cancel(self, visitor: Visitor, match_id: int) -> None:
        """Close a lobby at its host's, or a moderator's, wish.

        Raises:
            Refusal: the visitor is neither.
        """
        at = times.now()

        def cancel_it(conn: Connection) -> _Changed:
            row = starting.lobby(conn, match_id, starting=True)
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
            if row is None or row.status not in matches.UNDEALT:
                return _Changed(None)
            unposted = row.status == "starting" and reason == "idle"
            why = "unposted" if unposted else reason
            return _Changed("close", _close(conn, match_id, why, at))

        if (await self._mailboxes.write(match_id, close_it, self._forget)).did:
            logs.record("lobby", match=match_id, did="close", why=reason)

    async def wait_on(self, match_id: int, *, claim: int) -> None:
        """Give a lobby all its time again: nobody could do anything in it for a while."""
        at = times.now()

        def wait(conn: Connection) -> None:
            row = matches.get(conn, match_id)
            if stored_deadlines.claim(conn, claim, at) and row and row.status in matches.UNDEALT:
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
    row = lobby(conn, match_id, starting=True)
    matches.show_anew(conn, match_id)
    matches.set_status(conn, match_id, "cancelled", at=at, reason=reason)
    matches.replace_seats(conn, match_id, starting.seated(row))
    return starting.let_go(conn, row)


def _deserted(edited: roster.Edited) -> bool:
    return not any(seat.player_id and seat.status == "seated" for seat in edited.seats)
