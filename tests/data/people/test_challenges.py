"""Who invited whom: open invitations, declines, and who is forgotten with them."""

from __future__ import annotations

from collections.abc import Iterable

from sqlalchemy import select
from sqlalchemy.engine import Connection

from data.matches import matches
from data.matches.models import StoredSeat
from data.people import challenges, export, players, privacy
from data.people.challenges import DECLINED_MS
from data.people.models import Preferences
from data.store import schema
from data.store.database import Database
from tests.data import factory


def invited(conn: Connection, host: int, guests: Iterable[int]) -> int:
    """A lobby of the host's with seats held for guests."""
    match_id = factory.lobby(conn, host)
    held = [
        StoredSeat(0, player_id=factory.person(conn, guest).id, name="Guest", status="invited")
        for guest in guests
    ]
    matches.replace_seats(conn, match_id, (*factory.stored(conn, match_id).seats, *held))
    return match_id


async def test_an_invitation_is_open_between_two_while_the_lobby_waits(db: Database) -> None:
    def unit(conn: Connection) -> None:
        match_id = invited(conn, 1, [2])
        ada, berk, cem = (factory.person(conn, number).id for number in (1, 2, 3))
        assert challenges.between(conn, ada, berk) == match_id
        assert challenges.between(conn, berk, ada) == match_id
        assert challenges.between(conn, ada, cem) is None
        matches.set_status(conn, match_id, "cancelled", at=9)
        assert challenges.between(conn, ada, berk) is None

    await db.write(unit)


async def test_only_the_invited_wait_for_an_answer(db: Database) -> None:
    def unit(conn: Connection) -> None:
        invited(conn, 1, [2, 3])
        berk, cem = (factory.person(conn, number).id for number in (2, 3))
        assert challenges.between(conn, berk, cem) is None
        factory.lobby(conn, 4, 2)
        assert challenges.between(conn, berk, factory.person(conn, 4).id) is None

    await db.write(unit)


async def test_a_decline_is_one_person_s_of_another_and_is_kept_for_a_day(db: Database) -> None:
    def unit(conn: Connection) -> None:
        ada, berk = (factory.person(conn, number).id for number in (1, 2))
        challenges.declined(conn, ada, berk, at=5)
        challenges.declined(conn, ada, berk, at=10)
        assert challenges.declined_at(conn, ada, berk) == 10
        assert challenges.declined_at(conn, berk, ada) is None
        challenges.forget_declines(conn, now=10 + DECLINED_MS - 1)
        assert challenges.declined_at(conn, ada, berk) == 10
        challenges.forget_declines(conn, now=10 + DECLINED_MS)
        assert challenges.declined_at(conn, ada, berk) is None

    await db.write(unit)


async def test_a_decline_goes_with_either_person_and_is_told_without_the_other(
    db: Database,
) -> None:
    def decline(conn: Connection) -> tuple[int, int]:
        ada, berk = (factory.person(conn, number).id for number in (1, 2))
        challenges.declined(conn, ada, berk, at=5)
        return ada, berk

    def left(conn: Connection) -> int:
        return len(conn.execute(select(schema.declines)).all())

    ada, berk = await db.write(decline)
    assert (await db.work(export.export(berk)))["declined"] == [{"at": 5}]
    assert (await db.work(export.export(ada)))["declined"] == []
    for person in (ada, berk):
        await db.write(decline)
        await db.work(privacy.forget(person))
        assert await db.read(left) == 0


async def test_who_did_nothing_themselves_is_forgotten(db: Database) -> None:
    def unit(conn: Connection) -> None:
        match_id = invited(conn, 1, range(2, 7))
        ids = {number: factory.person(conn, number).id for number in range(2, 7)}
        players.set_preferences(conn, ids[3], Preferences(seen_locale="pl"))  # declined, say
        players.change(conn, ids[4], first_match_at=9)
        players.change(conn, ids[5], dm_blocked_at=9)
        factory.lobby(conn, 1, 6)  # sits somewhere else
        assert challenges.forget_unanswered(conn, ids.values()) == ()  # the seats are there
        row = factory.stored(conn, match_id)
        matches.replace_seats(conn, match_id, row.seats[:1])
        gone = challenges.forget_unanswered(conn, ids.values())
        assert gone == ((ids[2], factory.DISCORD + 2),)
        assert players.get(conn, ids[2]) is None
        assert all(players.get(conn, ids[number]) for number in (3, 4, 5, 6))

    await db.write(unit)
