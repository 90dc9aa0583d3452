"""Holding seats for people who were invited, and whom nobody may invite (again, or at all)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy.engine import Connection

from bot.base.times import MINUTE
from bot.host.crowding import url
from bot.match.refusal import Refusal
from bot.texts import N_, name
from data.matches import matches
from data.matches.models import StoredSeat
from data.people import challenges, players
from data.people.players import Player

NOT_NOW = N_("{name} doesn't take invitations at the moment.")
DECLINED = N_("{name} declined your last invitation. Ask again {when}, if you like.")
OPEN_ALREADY = N_("Between {name} and you an invitation is open already: [match {number}]({url}).")
TOO_SOON = N_("You invited {name} a moment ago. Give them a little time.")

AGAIN_MS = 5 * MINUTE
"""Whoever invited somebody may invite them anew after so long."""


@dataclass(frozen=True, slots=True)
class Guest:
    """Somebody who is invited: Discord's id, and the name that their server knows them by."""

    discord_id: int
    name: str


def hold(
    conn: Connection, host: Player, guests: Sequence[Guest], at: int
) -> tuple[StoredSeat, ...]:
    """Seats for the guests of a lobby's host; who is new gets a row for as long as the lobby waits.

    Raises:
        Refusal: one of them can't be invited, or not now.
    """
    for guest in guests:
        known = players.find(conn, guest.discord_id)
        if known is not None:
            _check(conn, host, known, guest, at)
    return hold_again(conn, guests, at)


def hold_again(conn: Connection, guests: Sequence[Guest], at: int) -> tuple[StoredSeat, ...]:
    """Seats for those who have just played with each other: nobody is asked whether they may."""
    people = [players.by_discord(conn, guest.discord_id, guest.name, at) for guest in guests]
    return tuple(
        StoredSeat(0, player_id=person.id, name=guest.name, status="invited")
        for person, guest in zip(people, guests, strict=True)
    )


def _check(conn: Connection, host: Player, person: Player, guest: Guest, at: int) -> None:
    who = name(guest.name)
    if not person.preferences.challenges:
        raise Refusal(NOT_NOW, name=who)
    there = challenges.between(conn, host.id, person.id)
    row = matches.get(conn, there) if there is not None else None
    if row is not None:
        raise Refusal(OPEN_ALREADY, name=who, number=row.id, url=url(conn, row))
    declined = challenges.declined_at(conn, host.id, person.id)
    if declined is not None and at < declined + challenges.DECLINED_MS:
        again = (declined + challenges.DECLINED_MS) // 1000
        raise Refusal(DECLINED, name=who, when=f"<t:{again}:R>")
