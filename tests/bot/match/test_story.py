"""A match told to one of its players, against a bookkeeping of its own."""

from __future__ import annotations

import itertools
import random

import pytest

from bot.match import recount, story
from bot.match.live import Live, unfolded
from bot.texts import texts_for
from data.matches import log
from data.matches.hosted import Decision
from engine import Deal, Move, apply, legal_actions, new_match
from engine.actions import Action
from engine.events import PublicAction
from tests.data import factory
from tests.data.matches.test_hosted import logged, row

EN = texts_for("en")
VOTES = tuple(log.Vote(seat=1, about="pause", yes=yes) for yes in (True, False))
Known = dict[tuple[int, Decision], tuple[Action, PublicAction | None]]


def lives(players: int, seed: int, *between: log.Entry) -> list[Live]:
    """A match before each of its entries, with others strewn in, in turn, that are no play."""
    entries: list[log.Entry | Deal | Move] = []
    chance, strewn = random.Random(seed), itertools.cycle(between)
    for entry in factory.play_out(players, seed=seed):
        if entries and between and chance.random() < 0.3:
            entries.append(next(strewn))
        entries.append(entry)
    live, found = unfolded(row(*[None] * players)), []
    for one in logged(*entries):
        live = live.after([one])
        found.append(live)
    return found[:-1]


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_what_is_at_hand_of_a_log_is_what_was_done(players: int) -> None:
    entries = factory.play_out(players, seed=players)
    match = new_match(players)
    known: Known = {}
    live = unfolded(row(*[None] * players))
    for one, entry in zip(logged(*entries), entries, strict=True):
        applied = apply(match, entry)
        if isinstance(entry, Move):
            decision = live.playing.decision(entry.seat)
            assert decision is not None
            public = [event for event in applied.events if isinstance(event, PublicAction)]
            known[entry.seat, decision] = (entry.action, public[0] if public else None)
        match, live = applied.match, live.after([one])
        for told, deed in recount.backwards(live):
            assert (deed is None) == (told.kind == "deal")
            if deed is not None:
                assert (deed.action, deed.seen) == known[deed.entry.seat, deed.decision]
    assert len(known) > 24, "more than is kept at hand"
    for (seat, decision), (action, seen) in known.items():
        found = recount.deed_of_old(live, logged(*entries), seat, decision)
        assert found is not None
        assert (found.action, found.seen) == (action, seen)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_on_turn_the_story_is_what_the_others_did_since_one_acted(players: int) -> None:
    for live in lives(players, players, *VOTES):
        state = live.playing.match.round
        assert state is not None
        if state.turn is None:
            continue
        since: list[PublicAction] = []
        for done in state.history:
            since = [] if done.seat == state.turn else [*since, done]
        told = story.since_acted(EN, live, state.turn)
        assert len(told) == len(since)
        for line, done in zip(told, since, strict=True):
            assert all(str(card.active) in line for card in done.shown)
            assert done.scouted is None or str(done.scouted) in line
        lines = story.story(EN, live, state.turn)
        assert len(lines) <= 3
        assert [f"**{len(hand)}**" for hand in state.hands] == [
            part.rsplit(" ", 1)[1] for part in lines[-2].removeprefix("Cards: ").split(" · ")
        ]
        i = state.turn - 1
        assert f"{state.captured[i]} captured" in lines[-1]
        assert f"{state.tokens[i]} Scout token" in lines[-1]
        sure = live.playing.match.totals[i] + state.captured[i] + state.tokens[i]
        assert f"· {sure} point" in lines[-1].replace("\N{MINUS SIGN}", "-")
        assert ("left to pay with" in lines[-1]) == (players == 2)


def test_who_starts_is_told_so() -> None:
    first = next(one for one in lives(3, 1) if one.view(None).turn is not None)
    turn = first.view(None).turn
    assert turn is not None
    assert story.story(EN, first, turn)[0] == "you start the round"


@pytest.mark.parametrize("players", [2, 3])
def test_a_new_round_begins_with_everybodys_points_of_the_one_before(players: int) -> None:
    begun = [
        one
        for one in lives(players, 3)
        if one.view(None).phase == "orient" and one.view(None).round > 1
    ]
    assert begun
    for live in begun:
        ended = live.playing.results[live.view(None).round - 2]
        assert ended.round is not None
        for seat in range(1, players + 1):
            line = story.story(EN, live, seat)[-1].replace("\N{MINUS SIGN}", "-")
            assert f"Round {ended.round.number}: " in line
            for score in ended.round.scores():
                assert f" {score:+d}" in line or (score == 0 and " 0" in line)
            if ended.round.number > 1:
                assert all(f"({total})" in line for total in ended.totals)


def test_the_first_round_has_nothing_before_it() -> None:
    live = lives(3, 1)[0]
    assert live.view(None).phase == "orient"
    assert story.story(EN, live, 1) == ()


def test_whose_time_ran_out_is_told_and_to_themselves_in_the_second_person() -> None:
    live = next(one for one in lives(3, 1) if len(one.view(None).history) == 3)
    turn = live.view(None).turn
    assert turn is not None
    decision = live.decision(turn)
    assert decision is not None
    late = log.Clock(seat=turn, change="expiry", round=decision.round, turn=decision.turn)
    played = log.Action(seat=turn, text=str(_legal(live, turn)), by="stand-in")
    after = live.after(
        [log.Logged(live.head + 1, late, "a", 0), log.Logged(live.head + 2, played, "b", 0)]
    )
    own = story.since_acted(EN, after, turn)
    assert own[-2].startswith("Your time was up")
    assert own[-1].startswith("the computer ")
    assert own[-1].endswith(" for you")
    other = after.view(None).turn
    assert other is not None
    theirs = story.since_acted(EN, after, other)
    assert "time was up" in theirs[-2]
    assert theirs[-2] != own[-2]
    assert "for you" not in " ".join(theirs)


def test_what_is_long_ago_is_left_out() -> None:
    """A person who is stood in for comes back to the last few happenings."""
    live = next(one for one in lives(3, 1) if one.view(None).turn is not None)
    for number in range(40):
        if live.view(None).phase != "play":
            break
        turn = live.view(None).turn
        assert turn is not None
        entry = log.Action(seat=turn, text=str(_legal(live, turn)), by="stand-in")
        live = live.after([log.Logged(live.head + 1, entry, f"c{number}", 0)])
        told = story.since_acted(EN, live, 1)
        assert len(told) <= story.TOLD + 1
        if len(told) > story.TOLD:
            assert told[0] == "…"
            return
    raise AssertionError("the round was too short to forget anything")


def test_how_somebody_holds_their_hand_is_not_told() -> None:
    for live in lives(3, 5):
        if live.view(None).phase == "orient":
            for seat in (1, 2, 3):
                said = " ".join(story.since_acted(EN, live, seat))
                assert "flip" not in said
                assert "kept" not in said


def _legal(live: Live, seat: int) -> Action:
    return legal_actions(live.playing.match, seat)[-1]
