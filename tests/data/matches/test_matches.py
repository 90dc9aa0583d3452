"""Matches, their seats, and the rows that belong to them."""

from __future__ import annotations

import json
import logging
from typing import Any

import pytest
from sqlalchemy import event, update
from sqlalchemy.engine import Connection
from sqlalchemy.exc import IntegrityError

from data.matches import deadlines, log, matches, messages
from data.matches.deadlines import Wanted
from data.matches.models import MatchOptions, StoredSeat
from data.people import guilds, players
from data.people.models import GuildSettings, Preferences
from data.store import schema
from data.store.database import Database
from data.store.errors import BrokenLog
from data.store.units import Unit
from engine import RULES_VERSION, Options
from engine.fairness import commitment
from tests.data import factory

ALL = guilds.Shard(0, 1)


async def test_a_lobby_comes_back_as_it_was_opened(db: Database) -> None:
    options = MatchOptions(seats=3, rounds=2, pace="live", rated=False, open=False)
    match_id = await db.write(
        lambda conn: factory.lobby(conn, 1, 2, levels=("expert",), options=options)
    )

    def unit(conn: Connection) -> Any:
        row = factory.stored(conn, match_id)
        assert matches.get(conn, match_id + 1) is None
        return row

    row = await db.read(unit)
    assert row.options == options
    assert row.status == "lobby"
    assert row.commitment == commitment(row.secret)
    assert row.rules_version == RULES_VERSION
    assert [(seat.seat, seat.name, seat.level) for seat in row.seats] == [
        (1, "Person 1", None),
        (2, "Person 2", None),
        (3, None, "expert"),
    ]
    assert row.seat_of(row.seats[1].player_id or 0) == row.seats[1]
    assert row.seat_of(404) is None
    assert [seat.is_computer for seat in row.seats] == [False, False, True]


def test_options_cross_to_the_engine_within_r4() -> None:
    assert MatchOptions().for_engine(4) == Options(4)
    assert MatchOptions(rounds=3, last_card="continue").for_engine(5) == Options(
        3, "lowest-card", "continue"
    )
    assert MatchOptions(spared="emptied").for_engine(3) == Options(3, spared="emptied")
    assert MatchOptions(rounds=5).for_engine(2) == Options(2)


def test_options_stored_before_there_was_spared_have_its_default() -> None:
    stored = json.dumps({"seats": 3, "starter": "random", "last_card": "continue"})
    assert MatchOptions.model_validate_json(stored).spared == "ender"


async def test_seats_are_renumbered_in_the_order_given(db: Database) -> None:
    def unit(conn: Connection) -> None:
        match_id = factory.lobby(conn, 1, 2, 3)
        row = factory.stored(conn, match_id)
        turned = matches.replace_seats(conn, match_id, reversed(row.seats))
        assert [seat.name for seat in turned] == ["Person 3", "Person 2", "Person 1"]
        assert [seat.seat for seat in turned] == [1, 2, 3]
        matches.change_seat(conn, match_id, 2, status="left")
        assert (factory.stored(conn, match_id)).seats[1].status == "left"
        assert matches.replace_seats(conn, match_id, ()) == ()

    await db.write(unit)


async def test_nobody_sits_twice(db: Database) -> None:
    with pytest.raises(IntegrityError):

        def unit(conn: Connection) -> None:
            match_id = factory.lobby(conn, 1)
            twice = StoredSeat(0, player_id=(factory.person(conn, 1)).id)
            matches.replace_seats(conn, match_id, [twice, twice])

        await db.write(unit)


async def test_live_matches_are_found_by_place_server_and_person(db: Database) -> None:
    def unit(conn: Connection) -> None:
        first = factory.lobby(conn, 1, 2)
        second = factory.lobby(conn, 1, 3)
        threaded = factory.lobby(conn, 4, 2)
        elsewhere = factory.lobby(conn, 5, 6, guild=factory.GUILD + 1)
        matches.change(conn, threaded, thread_id=77)
        matches.change(conn, elsewhere, channel_id=78)
        over = factory.lobby(conn, 1, 2)
        assert matches.set_status(conn, over, "cancelled", at=5, reason="idle")
        me = factory.person(conn, 1)

        def ids(found: tuple[matches.StoredMatch, ...]) -> list[int]:
            return [row.id for row in found]

        assert ids(matches.in_channel(conn, factory.CHANNEL)) == [second, first]
        assert ids(matches.in_channel(conn, 77)) == [threaded]
        assert ids(matches.in_guild(conn, factory.GUILD)) == [threaded, second, first]
        assert ids(matches.of_player(conn, me.id)) == [second, first]
        assert ids(matches.live(conn)) == [elsewhere, threaded, second, first]
        assert ids(matches.idlest(conn, factory.GUILD)) == [first, second, threaded]
        assert ids(matches.lobbies_of(conn, me.id)) == [second, first]
        assert (factory.stored(conn, threaded)).place == 77

    await db.write(unit)


async def test_solo_matches_are_found_by_their_person_until_they_step_aside(db: Database) -> None:
    def unit(conn: Connection) -> None:
        me = factory.person(conn, 1)

        def begun(*people: int, solo: bool, at: int) -> int:
            match_id = factory.lobby(conn, *people, levels=("easy",))
            matches.change(conn, match_id, solo=solo)
            matches.set_status(conn, match_id, "playing", at=at)
            factory.append(conn, match_id, 1, log.Lobby(change="start"), "test:1", at)
            return match_id

        idle, busy = begun(1, solo=True, at=5), begun(1, solo=True, at=1)
        table, _ = begun(1, 2, solo=False, at=2), begun(2, solo=True, at=3)
        factory.append(conn, busy, 2, log.Lobby(change="start"), "test:2", 9)
        assert matches.solo_of(conn, me.id) == (busy, idle)
        assert [row.id for row in matches.idlest(conn, factory.GUILD)] == [table]
        deadlines.replace(conn, busy, [deadlines.Wanted(deadlines.ASIDE, 99)])
        assert matches.solo_of(conn, me.id) == (idle,)
        matches.set_status(conn, idle, "ended", at=10)
        assert matches.solo_of(conn, me.id) == ()

    await db.write(unit)


async def test_a_status_that_is_final_stays(db: Database) -> None:
    def unit(conn: Connection) -> None:
        match_id = factory.lobby(conn, 1, 2)
        assert matches.set_status(conn, match_id, "playing", at=10)
        deadlines.replace(conn, match_id, [Wanted("expiry", 99, seat=1, round=1)])
        assert matches.set_status(conn, match_id, "ended", at=20, reason="agreed")
        assert not matches.set_status(conn, match_id, "playing", at=30)
        row = factory.stored(conn, match_id)
        assert (row.status, row.started_at, row.finished_at) == ("ended", 10, 20)
        assert row.end_reason == "agreed"
        assert deadlines.of_match(conn, match_id) == ()

    await db.write(unit)


async def test_a_broken_row_harms_no_other(db: Database, caplog: pytest.LogCaptureFixture) -> None:
    def unit(conn: Connection) -> Any:
        broken = factory.lobby(conn, 1, 2)
        whole = factory.lobby(conn, 1, 2)
        conn.execute(
            update(schema.matches)
            .where(schema.matches.c.id == broken)
            .values(options='{"seats": 9}')
        )
        return broken, whole

    broken, whole = await db.write(unit)

    def unit(conn: Connection) -> None:
        with pytest.raises(BrokenLog, match=f"match {broken}, its row"):
            matches.get(conn, broken)
        with caplog.at_level(logging.ERROR):
            assert [row.id for row in matches.live(conn)] == [whole]

    await db.read(unit)
    assert f"match {broken}" in caplog.text


async def test_people_are_one_row(db: Database) -> None:
    def unit(conn: Connection) -> None:
        ada = players.by_discord(conn, 5, "Ada", at=1)
        assert players.by_discord(conn, 5, "Ada", at=2) == ada
        renamed = players.by_discord(conn, 5, "Ada L.", at=3)
        assert (renamed.id, renamed.name) == (ada.id, "Ada L.")
        players.set_preferences(conn, ada.id, Preferences(locale="tr", confirm=True))
        players.change(conn, ada.id, dm_blocked_at=9)
        found = players.find(conn, 5)
        assert found == players.get(conn, ada.id)
        assert found is not None
        assert found.preferences == Preferences(locale="tr", confirm=True)
        assert found.dm_blocked_at == 9
        assert players.find(conn, 6) is None

    await db.write(unit)


async def test_servers_come_go_and_come_back(db: Database) -> None:
    def unit(conn: Connection) -> None:
        guilds.get_or_create(conn, 1, "One", at=1)
        guilds.get_or_create(conn, 2, "Two", at=1)
        settings = GuildSettings(channels=(5,), defaults=MatchOptions(seats=2))
        guilds.set_settings(conn, 1, settings)
        assert guilds.mark_present(conn, ALL, {2}, at=50) == (1,)
        assert guilds.mark_present(conn, ALL, {2}, at=60) == ()
        gone = guilds.get(conn, 1)
        assert gone is not None
        assert gone.removed_at == 50
        back = guilds.get_or_create(conn, 1, "One again", at=70)
        assert back == guilds.get(conn, 1)
        assert (back.name, back.removed_at, back.joined_at) == ("One again", None, 1)
        assert back.settings == settings
        guilds.mark_removed(conn, 2, at=80)
        assert guilds.mark_present(conn, ALL, {1, 2}, at=90) == ()
        two = guilds.get(conn, 2)
        assert two is not None
        assert two.removed_at is None

    await db.write(unit)


async def test_a_shard_speaks_for_its_own_servers_alone(db: Database) -> None:
    def unit(conn: Connection) -> None:
        even, odd = 2 << 22, 3 << 22
        for guild_id in (even, odd):
            guilds.get_or_create(conn, guild_id, "Harbour", at=1)
        assert guilds.mark_present(conn, guilds.Shard(0, 2), set(), at=50) == (even,)
        there = guilds.get(conn, odd)
        assert there is not None
        assert there.removed_at is None

    await db.write(unit)


async def test_unreadable_settings_and_preferences_are_defaults_and_said(
    db: Database, caplog: pytest.LogCaptureFixture
) -> None:
    def unit(conn: Connection) -> Any:
        guilds.get_or_create(conn, 1, "One", at=1)
        ada = players.by_discord(conn, 5, "Ada", at=1)
        conn.execute(update(schema.guilds).values(settings="{]"))
        conn.execute(update(schema.players).values(preferences='{"pings": "pigeon"}'))
        with caplog.at_level(logging.ERROR):
            guild, player = guilds.get(conn, 1), players.get(conn, ada.id)
        return guild, player

    guild, player = await db.write(unit)
    assert guild is not None
    assert guild.settings == GuildSettings()
    assert player is not None
    assert player.preferences == Preferences()
    assert len(caplog.records) == 2


async def test_what_messages_show_never_moves_back(db: Database) -> None:
    def unit(conn: Connection) -> None:
        match_id = factory.lobby(conn, 1, 2)
        table = messages.add(conn, match_id, "table", channel_id=1, message_id=11, sequence=0, at=1)
        hand = messages.add(
            conn, match_id, "hand", channel_id=2, message_id=12, sequence=0, at=2, seat=1, turn=0
        )
        messages.set_shown(conn, table, 1, "abc")
        messages.retire(conn, hand)
        messages.set_shown(conn, table, 0, "late")
        shown = messages.by_message(conn, 11)
        assert shown is not None
        assert (shown.sequence, shown.content_hash) == (1, "abc")
        messages.repost(conn, table, channel_id=1, message_id=13, sequence=1, at=3)
        assert messages.by_message(conn, 11) is None
        assert messages.by_message(conn, 13) is not None
        assert [m.kind for m in messages.of_match(conn, match_id)] == ["table", "hand"]
        messages.forget(conn, table)
        assert messages.of_match(conn, match_id, "table") == ()

    await db.write(unit)


async def test_deadlines_are_replaced_row_by_row(db: Database) -> None:
    def unit(conn: Connection) -> None:
        match_id = factory.lobby(conn, 1, 2)
        warning, expiry = (
            Wanted("warning", 50, seat=1, round=1, turn=3),
            Wanted("expiry", 80, seat=1, round=1, turn=3),
        )
        deadlines.replace(conn, match_id, [expiry, warning])
        first = deadlines.of_match(conn, match_id)
        assert [row.kind for row in first] == ["warning", "expiry"]
        later = Wanted("expiry", 90, seat=1, round=1, turn=3)
        deadlines.replace(conn, match_id, [warning, later])
        second = deadlines.of_match(conn, match_id)
        assert second[0] == first[0]
        assert (second[1].due_at, second[1].id == first[1].id) == (90, False)
        deadlines.replace(conn, match_id, [])
        assert deadlines.next_due(conn) is None

    await db.write(unit)


async def test_a_deadline_is_claimed_once(db: Database) -> None:
    def unit(conn: Connection) -> None:
        match_id = factory.lobby(conn, 1, 2)
        deadlines.replace(conn, match_id, [Wanted("lobby-idle", 50)])
        assert deadlines.next_due(conn) == 50
        assert deadlines.due(conn, 49) == ()
        (row,) = deadlines.due(conn, 50)
        assert row.cause == f"deadline:{row.id}"
        assert deadlines.claim(conn, row.id, 51)
        assert not deadlines.claim(conn, row.id, 52)
        assert deadlines.due(conn, 60) == ()
        # The same deadline may be set again, after a pause say; it is another one.
        deadlines.replace(conn, match_id, [Wanted("lobby-idle", 50)])
        (again,) = deadlines.due(conn, 60)
        assert again.id != row.id

    await db.write(unit)


async def test_a_board_is_all_of_a_matchs_rows(db: Database) -> None:
    def unit(conn: Connection) -> None:
        match_id = factory.lobby(conn, 1, 2)
        factory.lobby(conn, 3)
        sent = {"channel_id": 1, "sequence": 1, "at": 1}
        factory.append(conn, match_id, 1, log.Lobby(change="open"), "test:1", 1)
        deadlines.replace(conn, match_id, [Wanted("lobby-idle", 50), Wanted("expiry", 9, 1)])
        assert deadlines.claim(conn, deadlines.due(conn, 9)[0].id, 9)
        for number, kind in enumerate(("lobby", "hand", "table"), start=1):
            key = messages.add(conn, match_id, kind, message_id=number, **sent)
            if kind != "table":
                messages.retire(conn, key)
        board = matches.board(conn, match_id, kept=("lobby",))
        assert board is not None
        row, entries, shown, due, *lanes = board
        assert row == matches.get(conn, match_id)
        assert entries == log.load(conn, match_id)
        assert [one.kind for one in shown] == ["lobby", "table"]
        assert [one.kind for one in due] == ["lobby-idle"]
        assert lanes == [0, 0]
        assert matches.board(conn, 404) is None

    await db.write(unit)


async def test_lanes_come_forward_and_never_go_back(db: Database) -> None:
    lanes = matches.lanes

    def unit(conn: Connection) -> None:
        match_id, other = factory.lobby(conn, 1, 2), factory.lobby(conn, 1, 2)
        assert matches.behind(conn, since=0) == ()
        factory.append(conn, match_id, 1, log.Lobby(change="open"), "test:1", 1)
        factory.append(conn, match_id, 2, log.Lobby(change="join"), "test:2", 1)
        assert matches.behind(conn, since=0) == (match_id,)
        matches.set_lanes(conn, match_id, called=2)
        assert matches.behind(conn, since=0) == (match_id,)
        matches.set_lanes(conn, match_id, called=1, shown=1)
        assert lanes(conn, match_id) == (2, 1)
        assert lanes(conn, other) == (0, 0)
        matches.set_status(conn, match_id, "cancelled", at=100)
        assert matches.behind(conn, since=101) == ()
        assert matches.behind(conn, since=100) == (match_id,)
        matches.set_lanes(conn, match_id, shown=2)
        assert matches.behind(conn, since=0) == ()

    await db.write(unit)


async def test_a_place_has_the_matches_of_its_threads_too(db: Database) -> None:
    def unit(conn: Connection) -> None:
        here, threaded, over = (factory.lobby(conn, 1, 2) for _ in range(3))
        matches.change(conn, threaded, thread_id=77)
        matches.change(conn, factory.lobby(conn, 1), channel_id=78)
        matches.set_status(conn, over, "cancelled", at=5)
        assert [row.id for row in matches.at_place(conn, factory.CHANNEL)] == [threaded, here]
        assert [row.id for row in matches.at_place(conn, 77)] == [threaded]
        assert matches.at_place(conn, 79) == ()

    await db.write(unit)


async def test_the_channel_of_direct_messages_is_kept_until_it_is_no_good(db: Database) -> None:
    def unit(conn: Connection) -> None:
        ada, berk = factory.person(conn, 1), factory.person(conn, 2)
        assert ada.dm_channel_id is None
        players.set_dm_channel(conn, ada.id, 5)
        assert factory.person(conn, 1).dm_channel_id == 5
        assert factory.person(conn, 2) == berk
        players.set_dm_channel(conn, ada.id, None)
        assert factory.person(conn, 1) == ada

    await db.write(unit)


async def test_what_is_due_leaves_out_matches_that_are_being_served(db: Database) -> None:
    def unit(conn: Connection) -> None:
        ids = [factory.lobby(conn, 1) for _ in range(3)]
        for number, match_id in enumerate(ids, start=1):
            deadlines.replace(conn, match_id, [Wanted("expiry", 10 * number)])
        first, second, third = ids

        def served(now: int, *skip: int, limit: int = 9) -> list[int]:
            found = deadlines.due(conn, now, skip_matches=skip, limit=limit)
            return [one.match_id for one in found]

        assert served(20) == [first, second]
        assert served(20, first) == [second]
        assert served(99, second, first) == [third]
        assert served(99, limit=2) == [first, second]
        assert deadlines.next_due(conn, skip_matches=[first]) == 20
        assert deadlines.next_due(conn, skip_matches=ids) is None

    await db.write(unit)


@pytest.mark.parametrize(
    ("query", "index"),
    [
        (lambda conn: matches.behind(conn, 5), "ix_matches_behind"),
        (lambda conn: matches.at_place(conn, 5), "ix_matches_channel_id_status"),
        (lambda conn: matches.at_place(conn, 5), "ix_matches_thread_id"),
        (lambda conn: matches.in_channel(conn, 5), "ix_matches_thread_id"),
        (lambda conn: deadlines.due(conn, 5, skip_matches=[1]), "ix_deadlines_due_at"),
        (lambda conn: deadlines.next_due(conn, skip_matches=[1]), "ix_deadlines_due_at"),
    ],
)
@pytest.mark.sqlite
async def test_what_is_asked_all_the_time_has_its_index(
    db: Database, query: Unit[object], index: str
) -> None:
    def plans(conn: Connection) -> str:
        asked: list[tuple[str, object]] = []

        def note(_conn: object, _cursor: object, sql: str, values: object, *_: object) -> None:
            asked.append((sql, values))

        event.listen(conn, "before_cursor_execute", note)
        query(conn)
        event.remove(conn, "before_cursor_execute", note)
        sql, values = asked[0]
        return str(conn.exec_driver_sql(f"EXPLAIN QUERY PLAN {sql}", values).all())

    plan = await db.read(plans)
    assert index in plan
    assert "SCAN" not in plan.replace(f"SCAN {index.split('_')[1]} USING INDEX {index}", "")
