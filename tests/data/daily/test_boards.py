"""Attempts and the boards of deals: ties, one, none, voided, young, and the deleted."""

from __future__ import annotations

from datetime import date

from sqlalchemy import select
from sqlalchemy.engine import Connection

from data.daily import attempts, boards, days, deals, streaks
from data.daily.deals import Deal
from data.matches import log, matches
from data.matches.hidden import Hidden
from data.matches.hosted import fold
from data.people import export, guilds, members, privacy
from data.standings import standings
from data.store import schema
from data.store.database import Database
from data.store.work import at_once
from tests.data import factory

DAY = date(2026, 12, 1)
OTHER = factory.GUILD + 1


def made(conn: Connection, day: date = DAY) -> Deal:
    deals.make(conn, day, "a secret")
    deal = deals.of_day(conn, day)
    assert deal is not None
    return deal


def begun(
    conn: Connection, deal: Deal, number: int, *, guild: int = factory.GUILD, young: bool = False
) -> int:
    guilds.get_or_create(conn, guild, "A server", 1)
    mine = factory.person(conn, number)
    hidden = Hidden(
        guild_id=guild,
        channel_id=factory.CHANNEL,
        player_id=mine.id,
        name=f"Person {number}",
        options=days.options(deal.day),
        level=days.LEVEL,
        secret=deal.secret,
        start_id=days.start_id(deal.day),
        cause=f"interaction:{number}",
        deal_id=deal.id,
    )
    return attempts.begin(conn, hidden, at=5, young=young)


def finished(
    conn: Connection,
    deal: Deal,
    number: int,
    margin: float,
    *,
    guild: int = factory.GUILD,
    young: bool = False,
) -> int:
    """An attempt with that score, as if it had been played."""
    match_id = begun(conn, deal, number, guild=guild, young=young)
    matches.set_status(conn, match_id, "finished", at=9)
    matches.change(conn, match_id, unrated_reason="asked", finish_order=match_id)
    rows = schema.attempts
    conn.execute(rows.update().where(rows.c.match_id == match_id).values(margin=margin))
    return match_id


def told(conn: Connection, deal: Deal, guild: int = factory.GUILD) -> list[tuple[object, ...]]:
    board = boards.board(conn, deal.id, guild)
    return [(line.place, line.name, line.margin) for line in board.lines]


async def test_a_board_without_attempts(db: Database) -> None:
    def unit(conn: Connection) -> None:
        deal = made(conn)
        begun(conn, deal, 1)
        board = boards.board(conn, deal.id, factory.GUILD, page=7)
        assert (board.lines, board.page, board.pages, board.total) == ((), 1, 1, 0)

    await db.write(unit)


async def test_ties_share_a_place_and_the_unplaced_stand_below(db: Database) -> None:
    def unit(conn: Connection) -> None:
        deal = made(conn)
        finished(conn, deal, 1, 4.5)
        finished(conn, deal, 2, 6.0)
        finished(conn, deal, 3, 4.5)
        finished(conn, deal, 4, -1.0)
        finished(conn, deal, 5, 9.0, young=True)
        voided = finished(conn, deal, 6, 8.0)
        assert standings.void(conn, voided)
        finished(conn, deal, 7, 5.0, guild=OTHER)
        assert told(conn, deal) == [
            (1, "Person 2", 6.0),
            (2, "Person 1", 4.5),
            (2, "Person 3", 4.5),
            (4, "Person 4", -1.0),
            (None, "Person 5", 9.0),
            (None, "Person 6", 8.0),
        ]
        assert boards.board(conn, deal.id, factory.GUILD).everywhere == 7
        # Over all servers: one is better, one as good, two are worse.
        assert boards.percent_now(conn, deal.id, 4.5) == 100 * (1 + 0.5) / 4

    await db.write(unit)


async def test_who_has_left_the_server_is_not_on_its_board(db: Database) -> None:
    def unit(conn: Connection) -> None:
        deal = made(conn)
        finished(conn, deal, 1, 4.5)
        finished(conn, deal, 2, 6.0)
        for number in (1, 2):
            members.see(conn, factory.GUILD, factory.person(conn, number).id, "Somebody", 5)
        members.gone(conn, factory.GUILD, factory.person(conn, 2).id, 6)
        assert told(conn, deal) == [(1, "Person 1", 4.5)]
        # Over all servers they count all the same.
        assert boards.percent_now(conn, deal.id, 4.5) == 0

    await db.write(unit)


async def test_one_alone_is_first_and_beats_nobody(db: Database) -> None:
    def unit(conn: Connection) -> None:
        deal = made(conn)
        finished(conn, deal, 1, 4.5)
        assert told(conn, deal) == [(1, "Person 1", 4.5)]
        assert boards.percent_now(conn, deal.id, 4.5) is None
        at_once(conn, attempts.count(deal.id))
        assert boards.board(conn, deal.id, factory.GUILD).lines[0].percent is None

    await db.write(unit)


async def test_the_final_percents_are_those_of_the_moment_and_follow_a_void(db: Database) -> None:
    def unit(conn: Connection) -> None:
        deal = made(conn)
        ids = [
            finished(conn, deal, number, margin)
            for number, margin in ((1, 2.0), (2, 6.0), (3, 2.0))
        ]
        now = [boards.percent_now(conn, deal.id, margin) for margin in (6.0, 2.0, 2.0)]
        at_once(conn, attempts.count(deal.id))
        lines = boards.board(conn, deal.id, factory.GUILD).lines
        assert [line.percent for line in lines] == now == [100, 25, 25]
        standings.void(conn, ids[1])
        at_once(conn, attempts.count(deal.id))
        lines = boards.board(conn, deal.id, factory.GUILD).lines
        assert [(line.place, line.percent) for line in lines] == [(1, 50), (1, 50), (None, None)]

    await db.write(unit)


async def test_one_attempt_a_person_and_deal_over_all_servers(db: Database) -> None:
    def unit(conn: Connection) -> None:
        deal = made(conn)
        first = begun(conn, deal, 1)
        assert begun(conn, deal, 1, guild=OTHER) == first
        assert begun(conn, made(conn, date(2026, 12, 2)), 1) != first
        mine = attempts.of_person(conn, deal.id, factory.person(conn, 1).id)
        assert mine is not None
        assert not attempts.shown_in(conn, deal.id, mine.player_id, OTHER)
        attempts.show_in(conn, deal.id, mine.player_id, OTHER, "Elsewhere")
        assert attempts.shown_in(conn, deal.id, mine.player_id, OTHER)

    await db.write(unit)


async def test_it_takes_no_room_and_stands_nowhere(db: Database) -> None:
    def unit(conn: Connection) -> None:
        match_id = begun(conn, made(conn), 1)
        assert matches.idlest(conn, factory.GUILD) == ()
        assert matches.in_channel(conn, factory.CHANNEL) == ()
        assert matches.at_place(conn, factory.CHANNEL) == ()
        assert matches.behind(conn, since=0) == ()
        mine = factory.stored(conn, match_id)
        assert (mine.sealed, mine.published) == (True, False)
        assert matches.of_player(conn, factory.person(conn, 1).id) == (mine,)

    await db.write(unit)


async def test_the_score_is_the_margin_that_its_log_tells(db: Database) -> None:
    """What is stored of an attempt can be made anew from its log."""

    def unit(conn: Connection) -> None:
        deal = made(conn)
        match_id = begun(conn, deal, 1)
        row = factory.stored(conn, match_id)
        played = factory.play_out(3, seed=5, rounds=2)
        conn.execute(schema.log.delete().where(schema.log.c.match_id == match_id))
        factory.write_log(conn, match_id, played)
        hosted = fold(row, log.load(conn, match_id))
        standings.finish(conn, hosted, at=20)
        mine = attempts.of_person(conn, deal.id, row.seats[0].player_id or 0)
        assert mine is not None
        own, *others = hosted.match.totals
        assert mine.margin == own - sum(others) / 2
        assert mine.placed
        after = factory.stored(conn, match_id)
        assert after.unrated_reason == "asked"
        assert conn.execute(select(schema.tallies)).all() == []
        assert conn.execute(select(schema.ratings)).all() == []

    await db.write(unit)


async def test_a_streak_skips_dates_without_a_deal_and_forgives_one_miss(db: Database) -> None:
    def unit(conn: Connection) -> None:
        dates = [date(2026, 12, day) for day in (1, 2, 5, 6, 7)]  # the bot was down on two days
        made_deals = [made(conn, day) for day in dates]
        for deal in made_deals[:4]:
            deals.set_closed(conn, deal.id, 1)
        for deal in (made_deals[0], made_deals[1], made_deals[3]):
            finished(conn, deal, 1, 1.0)
        mine = factory.person(conn, 1).id
        # The newest is open yet: that it isn't finished is no miss.
        assert streaks.of_person(conn, mine) == 3
        deals.set_closed(conn, made_deals[4].id, 1)
        assert streaks.of_person(conn, mine) == 1

    await db.write(unit)


async def test_a_deleted_person_keeps_the_place_as_nobody(db: Database) -> None:
    def unit(conn: Connection) -> None:
        deal = made(conn)
        finished(conn, deal, 1, 4.5)
        finished(conn, deal, 2, 1.0)
        mine = factory.person(conn, 1).id
        kept = at_once(conn, export.export(mine))
        assert [one["margin"] for one in kept["attempts"]] == [4.5]
        assert [one["name"] for one in kept["boards"]] == ["Person 1"]
        at_once(conn, privacy.forget(mine))
        assert told(conn, deal) == [(1, None, 4.5), (2, "Person 2", 1.0)]

    await db.write(unit)
