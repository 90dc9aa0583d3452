"""Folding a log: equal to the engine's replay, and loud about what can't be."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from sqlalchemy.engine import Connection

from data.matches import hosted, log
from data.matches.hosted import Decision, SeatControl
from data.matches.models import MatchOptions, StoredMatch, StoredSeat
from data.store.database import Database
from data.store.errors import BrokenLog
from engine import Deal, Move, apply, new_match
from tests.data import factory

DEALT = factory.play_out(3, seed=5)


def row(*levels: str | None, options: MatchOptions | None = None) -> StoredMatch:
    seats = tuple(
        StoredSeat(number, player_id=None if level else number, level=level)
        for number, level in enumerate(levels, start=1)
    )
    return StoredMatch(
        id=7,
        guild_id=1,
        channel_id=2,
        thread_id=None,
        status="playing",
        options=options or MatchOptions(),
        host_id=1,
        secret="s",
        commitment="c",
        start_id="3",
        rules_version=1,
        created_at=0,
        started_at=0,
        finished_at=None,
        end_reason=None,
        unrated_reason=None,
        finish_order=None,
        rounds=None,
        seat_count=None,
        people=None,
        solo=None,
        seats=seats,
    )


def logged(*entries: log.Entry | Deal | Move) -> list[log.Logged]:
    return [
        log.Logged(n, factory.as_logged(e) if isinstance(e, Deal | Move) else e, f"test:{n}", n)
        for n, e in enumerate(entries, start=1)
    ]


THREE = (None, None, "expert")


@pytest.mark.parametrize("players", [2, 3, 4, 5])
async def test_a_stored_log_folds_to_what_the_engine_replays(db: Database, players: int) -> None:
    entries = factory.play_out(players, seed=players)
    match = new_match(players)
    ends = []
    for entry in entries:
        match = apply(match, entry).match
        if match.round and match.round.end:
            ends.append(match)

    def unit(conn: Connection) -> Any:
        match_id = factory.lobby(conn, *range(1, players + 1))
        factory.write_log(conn, match_id, entries)
        return match_id

    match_id = await db.write(unit)
    folded = await db.read(lambda conn: factory.folded(conn, match_id))
    assert folded.match == match
    assert folded.match.over
    assert folded.over
    assert folded.results == tuple(ends)
    assert folded.head == len(entries)
    assert folded.awaited() == ()


def test_folding_in_pieces_is_folding_at_once() -> None:
    whole = logged(*DEALT)
    at_once = hosted.fold(row(*THREE), whole)
    for cut in (0, 1, 5, len(whole) - 1):
        begun = hosted.fold(row(*THREE), whole[:cut])
        assert begun.head == cut
        assert hosted.after(begun, whole[cut:]) == at_once


def test_decisions_count_the_rounds_actions() -> None:
    entries = logged(*DEALT)
    dealt = hosted.fold(row(*THREE), entries[:1])
    assert [dealt.decision(seat) for seat in (1, 2, 3)] == [Decision(1, 0)] * 3
    assert dealt.decision(4) is None
    chosen = hosted.fold(row(*THREE), entries[:2])
    assert chosen.awaited() == (2, 3)
    ready = hosted.fold(row(*THREE), entries[:4])
    state = ready.match.round
    assert state is not None
    assert state.turn is not None
    assert ready.awaited() == (state.turn,)
    assert ready.decision(state.turn) == Decision(1, 1)
    acted = hosted.fold(row(*THREE), entries[:5])
    (turn,) = acted.awaited()
    assert acted.decision(turn) == Decision(1, 2)


def dealt_and(*entries: log.Entry) -> hosted.Hosted:
    return hosted.fold(row(*THREE), logged(DEALT[0], *entries))


def clock(seat: int, change: str = "expiry") -> log.Clock:
    return log.Clock.model_validate({"seat": seat, "change": change, "round": 1, "turn": 0})


def stand_in(seat: int) -> log.Action:
    return log.Action(seat=seat, text="keep", by="stand-in")


def seat(number: int, change: str, by: str = "clock") -> log.Seat:
    return log.Seat.model_validate({"seat": number, "change": change, "by": by})


def test_misses_count_until_the_person_acts() -> None:
    missed = dealt_and(clock(1), stand_in(1))
    assert missed.seats[0] == SeatControl("person", misses=1)
    assert missed.seats[1] == SeatControl("person")
    acted = dealt_and(clock(2), log.Action(seat=2, text="flip"))
    assert acted.seats[1].misses == 0


def test_a_warning_lasts_until_the_decision_is_made() -> None:
    assert dealt_and(clock(1, "warning")).warned == {1}
    assert dealt_and(clock(1, "warning"), stand_in(1)).warned == frozenset()


def test_taking_over_returning_and_leaving() -> None:
    taken = dealt_and(seat(1, "take-over"))
    assert taken.seats[0] == SeatControl("stand-in", "easy")
    assert taken.people() == (1, 2)
    back = dealt_and(clock(1), seat(1, "take-over"), seat(1, "return", "player"))
    assert back.seats[0] == SeatControl("person")
    gone = dealt_and(seat(1, "leave", "player"), stand_in(1))
    assert gone.seats[0] == SeatControl("left", "easy")
    assert gone.seats[2] == SeatControl("computer", "expert")
    assert gone.people() == (2,)


def vote(seat: int, yes: bool = True) -> log.Vote:
    return log.Vote(seat=seat, about="end", yes=yes)


def test_votes_gather_until_the_proposal_is_closed() -> None:
    assert dealt_and(vote(1), vote(2)).agreed("end") == {1, 2}
    assert dealt_and(vote(1), vote(2)).agreed("pause") == frozenset()
    against = dealt_and(vote(1), vote(2, yes=False)).proposal("end")
    assert against == hosted.Proposal("end", 1, frozenset({1}), frozenset({2}))
    assert dealt_and(vote(1), vote(2), seat(2, "leave")).agreed("end") == {1}
    changed = dealt_and(vote(1), vote(2, yes=False), vote(2)).proposal("end")
    assert changed == hosted.Proposal("end", 1, frozenset({1, 2}))


def test_a_closed_proposal_tells_who_said_what_and_a_new_one_begins_anew() -> None:
    refused = log.Rejection(about="end", why="refused")
    closed = dealt_and(vote(1), vote(2, yes=False), refused)
    assert closed.agreed("end") == frozenset()
    assert closed.proposal("end") == hosted.Proposal(
        "end", 1, frozenset({1}), frozenset({2}), "refused"
    )
    anew = dealt_and(vote(1), vote(2, yes=False), refused, vote(2))
    assert anew.proposal("end") == hosted.Proposal("end", 2, frozenset({2}))


def test_what_the_only_one_in_favour_wanted_is_moot_without_them() -> None:
    gone = dealt_and(vote(1), seat(1, "leave")).proposal("end")
    assert gone is not None
    assert (gone.state, gone.agreed) == ("moot", {1})


def test_what_is_decided_otherwise_is_moot() -> None:
    pause = log.Vote(seat=2, about="pause", yes=True)
    ended = dealt_and(vote(1), pause, log.End(reason="agreed"))
    assert [(one.about, one.state) for one in ended.proposals] == [
        ("end", "agreed"),
        ("pause", "moot"),
    ]
    host = dealt_and(vote(1), log.End(reason="host", seat=2)).proposal("end")
    assert host is not None
    assert host.state == "moot"


def test_pausing_and_ending() -> None:
    pause = log.Pause(on=True, by="agreement")
    paused = dealt_and(vote(1), pause)
    assert paused.paused
    assert paused.paused_by == "agreement"
    assert paused.open_proposals() == ()
    reminded = dealt_and(pause, log.Reminder())
    assert reminded.reminded
    resumed = dealt_and(pause, log.Reminder(), log.Pause(on=False, by="clock"))
    assert not resumed.paused
    assert not resumed.reminded
    ended = dealt_and(log.End(reason="agreed"))
    assert ended.over
    assert not ended.match.over
    assert ended.awaited() == ()


def test_after_a_pause_or_an_outage_decisions_are_asked_for_anew_and_warned_of_anew() -> None:
    warned = (clock(1, "warning"), clock(2, "warning"))
    out = dealt_and(*warned, log.Outage(seats=(1,)))
    assert out.warned == {2}
    assert [control.asked for control in out.seats] == [4, 0, 0]
    assert [control.misses for control in out.seats] == [0, 0, 0]
    pause, resume = log.Pause(on=True, by="moderator"), log.Pause(on=False, by="moderator")
    resumed = dealt_and(*warned, pause, resume)
    assert resumed.warned == frozenset()
    assert [control.asked for control in resumed.seats] == [5, 5, 5]


def test_who_is_waited_for_too_long_is_so_until_they_act_or_are_stood_in_for() -> None:
    late = dealt_and(clock(1, "overdue"), clock(2, "overdue"))
    assert late.overdue == {1, 2}
    asked = log.Vote(seat=2, about="stand-in", yes=True)
    acted = dealt_and(clock(1, "overdue"), asked, log.Action(seat=1, text="keep"))
    assert acted.overdue == frozenset()
    assert [one.state for one in acted.proposals] == ["moot"]
    stood_in = dealt_and(clock(1, "overdue"), asked, seat(1, "take-over", "others"))
    assert stood_in.overdue == frozenset()
    assert stood_in.seats[0].control == "stand-in"
    assert [one.state for one in stood_in.proposals] == ["agreed"]


@pytest.mark.parametrize(
    "entries",
    [
        pytest.param([log.Lobby(change="start")], id="a lobby entry after the deal"),
        pytest.param([stand_in(3)], id="a stand-in for a computer"),
        pytest.param([log.Action(seat=1, text="show 1")], id="a show before all have chosen"),
        pytest.param([log.Action(seat=1, text="dance")], id="no action"),
        pytest.param([log.Action(seat=4, text="keep")], id="no such seat"),
        pytest.param([seat(1, "return")], id="a return of who is there"),
        pytest.param([seat(3, "take-over")], id="taking over from a computer"),
        pytest.param([seat(1, "leave"), seat(1, "return")], id="a return from for good"),
        pytest.param(
            [seat(1, "take-over"), log.Action(seat=1, text="keep")], id="acting while stood in for"
        ),
        pytest.param([log.Pause(on=False, by="moderator")], id="no pause to end"),
        pytest.param([log.Reminder()], id="a reminder of no pause"),
        pytest.param([vote(1, yes=False)], id="a no to no proposal"),
        pytest.param([stand_in(1), log.Outage(seats=(1,))], id="time for what is decided"),
        pytest.param([log.End(reason="host"), stand_in(1)], id="an entry after the end"),
        pytest.param(
            [log.Clock(seat=1, change="expiry", round=1, turn=3)], id="the clock of no decision"
        ),
        pytest.param([log.Deal(round=1, starter=1, hands=("3/7", "x", ""))], id="no cards"),
        pytest.param([log.Deal(round=1, starter=1, hands=("3/7", "1/2"))], id="no such deal"),
    ],
)
def test_what_cannot_follow_is_a_broken_log(entries: list[log.Entry]) -> None:
    with pytest.raises(BrokenLog, match="match 7") as caught:
        dealt_and(*entries)
    assert caught.value.sequence == 1 + len(entries)
    assert caught.value.match_id == 7


def test_a_gap_or_a_row_that_is_no_match_is_a_broken_log() -> None:
    entries = logged(*DEALT)
    with pytest.raises(BrokenLog, match="entry 2 is due"):
        hosted.fold(row(*THREE), [entries[0], entries[2]])
    with pytest.raises(BrokenLog, match="its row"):
        hosted.fold(replace(row(*THREE), seats=()), entries)
