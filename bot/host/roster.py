"""The roster of a lobby: who may take, give or leave a seat, as pure changes of its row."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from bot.match.refusal import Refusal
from bot.texts import N_
from bot.texts import name as shown_name
from data.matches import log
from data.matches.models import StoredMatch, StoredSeat

if TYPE_CHECKING:
    from data.people.players import Player

FULL = N_("All seats are taken. Somebody could press Start.")
NOT_SEATED = N_("You have no seat here.")
SEATED = N_("You are sitting here already.")
INVITED_ONLY = N_("Only those whom the host invites can join this lobby.")
NOT_INVITED = N_("There is no seat held for you here.")
HERE_ALREADY = N_("{name} sits here already.")
NO_ROOM = N_("There is no free seat for everybody whom you want to invite.")
NO_COMPUTER = N_("No computer player is sitting here.")
HOSTS_ONLY = N_("Only the host can do that.")


@dataclass(frozen=True, slots=True)
class Edited:
    """What a change makes of a lobby.

    Attributes:
        entry: its line in the log.
        seats: the new roster.
        values: further columns of the match's row.
    """

    entry: log.Lobby
    seats: Sequence[StoredSeat]
    values: dict[str, Any] = field(default_factory=dict)


Edit = Callable[[StoredMatch, "Player"], Edited]


def join(row: StoredMatch, me: Player, name: str) -> Edited:
    """Take a seat, or accept the one that is held."""
    mine = row.seat_of(me.id)
    if mine is not None and mine.status == "invited":
        return accept(row, me)
    if mine is not None:
        raise Refusal(SEATED)
    if not row.options.open:
        raise Refusal(INVITED_ONLY)
    if len(row.seats) >= row.options.seats:
        raise Refusal(FULL)
    seats = (*row.seats, StoredSeat(0, player_id=me.id, name=name))
    return Edited(log.Lobby(change="join", seat=len(seats)), seats)


def accept(row: StoredMatch, me: Player) -> Edited:
    """Accept the seat that is held."""
    mine = row.seat_of(me.id)
    if mine is None:
        raise Refusal(NOT_INVITED)
    if mine.status != "invited":
        raise Refusal(SEATED)
    seats = [replace(seat, status="seated") if seat is mine else seat for seat in row.seats]
    return Edited(log.Lobby(change="accept", seat=mine.seat), seats)


def invite(row: StoredMatch, held: Sequence[StoredSeat]) -> Edited:
    """Hold seats for people."""
    for seat in held:
        if seat.player_id is not None and row.seat_of(seat.player_id) is not None:
            raise Refusal(HERE_ALREADY, name=shown_name(seat.name or ""))
    seats = (*row.seats, *held)
    if len(seats) > row.options.seats:
        raise Refusal(NO_ROOM)
    return Edited(log.Lobby(change="invite", seat=len(row.seats) + 1), seats)


def leave(row: StoredMatch, me: Player) -> Edited:
    """Get up, or decline the seat that is held; the next person becomes host."""
    mine = row.seat_of(me.id)
    if mine is None:
        raise Refusal(NOT_SEATED)
    seats = [seat for seat in row.seats if seat is not mine]
    values: dict[str, Any] = {}
    if row.host_id == me.id:
        heirs = [seat for seat in seats if seat.player_id and seat.status == "seated"]
        values["host_id"] = heirs[0].player_id if heirs else None
    declined = mine.status == "invited"
    return Edited(
        log.Lobby(change="decline" if declined else "leave", seat=mine.seat), seats, values
    )


def add_computer(row: StoredMatch, me: Player, level: str) -> Edited:
    """Let a computer player sit down; the host's to say."""
    hosts_only(row, me.id)
    if len(row.seats) >= row.options.seats:
        raise Refusal(FULL)
    seats = (*row.seats, StoredSeat(0, level=level))
    return Edited(log.Lobby(change="add", seat=len(seats)), seats)


def remove_computer(row: StoredMatch, me: Player) -> Edited:
    """Let the computer player that sat down last get up; the host's to say."""
    hosts_only(row, me.id)
    computers = [seat for seat in row.seats if seat.is_computer]
    if not computers:
        raise Refusal(NO_COMPUTER)
    seats = [seat for seat in row.seats if seat is not computers[-1]]
    return Edited(log.Lobby(change="remove", seat=computers[-1].seat), seats)


def hosts_only(row: StoredMatch, player_id: int | None) -> None:
    """Refuse whoever isn't the lobby's host."""
    if player_id is None or row.host_id != player_id:
        raise Refusal(HOSTS_ONLY)
