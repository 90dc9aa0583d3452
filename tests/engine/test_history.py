"""What everybody saw: as the engine keeps it, and as it is told again from its text."""

from __future__ import annotations

import pickle

import pytest

import engine
from engine import Card, History, Move, PublicAction, Rules
from engine.history import told
from tests.engine.builders import cards, play, random_match, round_of, sentence, study


def last(*lines: str, players: int = 3) -> PublicAction:
    return told(lines, Rules.of(players))[-1]


def test_a_first_show_beats_nothing() -> None:
    assert last("1 show 5/2 6/3") == PublicAction(1, shown=cards("5/2 6/3"))


def test_a_show_captures_what_lay_there() -> None:
    assert last("1 show 5/2 6/3", "2 show 7/1 7/4") == PublicAction(
        2, shown=cards("7/1 7/4"), beaten=cards("5/2 6/3")
    )


def test_what_was_scouted_is_not_captured() -> None:
    done = last("1 show 5/2 6/3 7/8", "2 scout left 5/2", "3 show 9/1 9/4")
    assert done.beaten == cards("6/3 7/8")


def test_a_scout_says_card_end_and_who_is_paid() -> None:
    assert last("1 show 5/2 6/3", "2 scout right 6/3") == PublicAction(
        2, end="right", scouted=Card(6, 3), payee=1
    )


def test_r24_with_two_players_nobody_is_paid() -> None:
    assert last("1 show 5/2 6/3", "2 scout right 6/3", players=2).payee is None


def test_scout_and_show_captures_what_is_left() -> None:
    assert last("1 show 5/2 6/3", "2 scout left 5/2 show 7/1 7/4") == PublicAction(
        2,
        end="left",
        scouted=Card(5, 2),
        payee=1,
        shown=cards("7/1 7/4"),
        beaten=cards("6/3"),
    )


def test_the_last_card_leaves_nothing_to_capture_and_nobody_to_pay() -> None:
    lines = ("1 show 5/2", "2 scout left 5/2")
    assert last(*lines, "3 show 1/2").beaten == ()
    history = told(("1 show 5/2", "2 scout left 5/2", "3 scout left 8/1"), Rules.of(3))
    assert history[-1].payee is None


@pytest.mark.parametrize(
    "line", ["", "nonsense", "4 show 3/7", "1 show 3/7\n", "1 show", "1 show 3/3", "1 scout up 3/7"]
)
def test_what_is_no_public_action_is_refused(line: str) -> None:
    with pytest.raises(engine.RuleError) as refused:
        told([line], Rules.of(3))
    assert refused.value.code == "bad-syntax"
    sentence(str(refused.value))


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_what_is_told_again_is_what_the_engine_kept(players: int) -> None:
    match = engine.new_match(players)
    shows = 0
    for entry in random_match(players, 11):
        before, match = match, engine.apply(match, entry).match
        state = round_of(match)
        if isinstance(entry, Move) and state.history:
            done = state.history[-1]
            gained = state.captured[done.seat - 1] - round_of(before).captured[done.seat - 1]
            assert len(done.beaten) == gained or isinstance(entry.action, engine.Orient)
            shows += bool(done.shown)
        assert told(map(str, state.history), match.rules) == state.history
    assert shows > 10


def test_a_study_keeps_what_its_first_show_beat() -> None:
    match = study(1, "9/1 2/3", "1/4", "1/5", table="8/1", owner=3)
    assert round_of(play(match, "1 show 1")).history[-1].beaten == cards("8/1")


def test_a_history_reads_like_a_tuple() -> None:
    actions = tuple(PublicAction(seat, shown=(Card(seat, 9),)) for seat in (1, 2, 3))
    history = History.of(actions)
    assert (len(history), bool(history), bool(History())) == (3, True, False)
    assert (tuple(history), history[0], history[-1]) == (actions, actions[0], actions[2])
    assert history[-2:] == actions[1:]
    assert history == History.of(actions) != History.of(actions[:2])
    assert hash(history) == hash(History.of(actions))
    assert pickle.loads(pickle.dumps(history)) == history
    with pytest.raises(IndexError):
        history[3]


def test_going_on_leaves_a_history_as_it_was() -> None:
    start = History.of([PublicAction(1, shown=(Card(1, 2),))])
    one, other = (start.then(PublicAction(seat, shown=(Card(3, 4),))) for seat in (2, 3))
    assert (len(start), one[-1].seat, other[-1].seat) == (1, 2, 3)
    assert one[0] is other[0] is start[0]


def test_a_history_may_be_longer_than_a_stack_is_deep() -> None:
    history = History.of([PublicAction(1, shown=(Card(1, 2),))] * 200_000)
    assert len(pickle.loads(pickle.dumps(history))) == 200_000
    assert history == History.of(history)
