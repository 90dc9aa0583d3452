"""Views from outside: what a seat can have comes through as it was, all else is told why not."""

from __future__ import annotations

import json
from typing import Any

import pytest

import engine
from engine import Move
from engine.incoming import ViewError, view_from_json
from engine.study import MOST_TOKENS
from engine.views import View, to_json
from tests.engine.builders import dealt, in_play, random_match, study

STUDY = study(1, "3/7 3/8 4/1", "1/2", "5/6", table="2/6", owner=3)
VIEW = to_json(engine.view(STUDY, 1))
ORIENT = to_json(engine.view(engine.apply(dealt(3), Move(2, engine.KEEP)).match, 1))
OVER = to_json(engine.view(study(1, "5/1", "6/2", tokens={1: 0, 2: 2}, table="7/3", owner=2), 1))

LINE = 'write "1 show 7/1 8/4", "2 scout left 7/1" or both in one'
SMALL = "a view holds small whole numbers, lists, texts and null"
LIST = "a card is a list of two numbers, [active, other]"
COUNTS = "hand_sizes, captured, tokens, scouts_since_show: 0 or more"
UNTIL_OVER = "end, scores: null until the round is over"

Change = dict[str, Any]


def refused(view: Change, change: Change) -> str:
    with pytest.raises(ViewError) as caught:
        view_from_json(view | change)
    return str(caught.value)


PLAYING: list[tuple[Change, str]] = [
    ({"players": 6}, "players, rounds: SCOUT is for 2 to 5 players, not 6"),
    ({"players": "3"}, "players: Input should be a valid integer"),
    ({"players": True}, "players: Input should be a valid integer"),
    ({"players": 3.0}, "players: Input should be a valid integer"),
    ({"seat": 0}, "seat: it must be 1 to 3"),
    ({"seat": 4}, "seat: it must be 1 to 3"),
    ({"seat": None}, "seat: Input should be a valid integer"),
    ({"round": 0}, "round: 1 to 1"),
    ({"round": 2}, "round: 1 to 1"),
    ({"rounds": 4}, "players, rounds: a match of 3 has 1 to 3 rounds, not 4"),
    ({"starter": 0}, "starter: it must be 1 to 3"),
    ({"starter": 4}, "starter: it must be 1 to 3"),
    ({"turn": 2}, "turn: by owner and scouts_since_show it is 1's"),
    ({"turn": None}, "turn: no such seat"),
    ({"turn": 0}, "turn: no such seat"),
    ({"turn": 4}, "turn: no such seat"),
    ({"phase": "orient"}, "turn: null while orientations are chosen"),
    ({"phase": "over"}, "turn: null when the round is over"),
    ({"phase": "PLAY"}, "phase: Input should be 'orient', 'play' or 'over'"),
    ({"ready": [True, True]}, "ready: one for each of 3 seats"),
    ({"ready": [True, True, False]}, "ready: in play all have chosen"),
    ({"ready": [1, 1, 1]}, "ready.0: Input should be a valid boolean"),
    ({"hand": []}, "hand_sizes: not your hand's"),
    ({"hand": [[3, 7], [3, 8]]}, "hand_sizes: not your hand's"),
    ({"hand": [[3, 7], [3, 8], [3, 3]]}, "hand, table: no such card"),
    ({"hand": [[3, 7], [3, 8], [7, 3]]}, "hand, table: each card is there once"),
    ({"hand": [[3, 7], [3, 8], [11, 3]]}, "hand, table: no such card"),
    ({"hand": [[3, 7], [3, 8], [3]]}, "hand.2.1: Field required"),
    ({"hand": [[3, 7], [3, 8], {"active": 4, "other": 1}]}, f"hand: {LIST}"),
    ({"hand": [[3, 7], [3, 8], "41"]}, f"hand: {LIST}"),
    ({"table": [{"active": 2, "other": 6}]}, f"table: {LIST}"),
    ({"hand": [[3, 7], [3, 8], [4.0, 1]]}, "hand.2.0: Input should be a valid integer"),
    ({"hand": None}, "hand: Input should be a valid array"),
    ({"table": [[3, 7]]}, "hand, table: each card is there once"),
    ({"table": []}, "owner: there is one if there is a table"),
    ({"table": [[2, 6], [5, 6]]}, "table: neither group nor run"),
    ({"owner": None}, "owner: there is one if there is a table"),
    ({"owner": 1}, "turn: by owner and scouts_since_show it is 2's"),
    ({"owner": 0}, "owner: no such seat"),
    ({"owner": 4}, "owner: no such seat"),
    ({"scouts_since_show": 2}, "scouts_since_show: too many"),
    ({"scouts_since_show": -1}, COUNTS),
    ({"scouts_since_show": 3, "table": [], "owner": None}, "scouts_since_show: 2 at most"),
    ({"tokens": [2 * MOST_TOKENS + 1, 0, 0]}, "tokens: more than anyone comes to"),
    ({"tokens": [0, -1, 0]}, COUNTS),
    ({"hand_sizes": [3, 0, 1]}, "hand_sizes: with an empty hand the round would be over"),
    ({"hand_sizes": [3, -1, 1]}, COUNTS),
    ({"hand_sizes": [2, 1, 1]}, "hand_sizes: not your hand's"),
    ({"hand_sizes": [3, 1, 41]}, "hand_sizes, captured: more cards than there are"),
    ({"hand_sizes": [3, 1]}, "hand_sizes: one for each of 3 seats"),
    ({"captured": [0, 0, 40]}, "hand_sizes, captured: more cards than there are"),
    ({"captured": [0, 0, -1]}, COUNTS),
    ({"captured": [0, 0, 10**30]}, "hand_sizes, captured: more cards than there are"),
    ({"captured": [0, 0]}, "captured: one for each of 3 seats"),
    ({"tokens": [0, 0]}, "tokens: one for each of 3 seats"),
    ({"scout_and_show": [True, True, None]}, "scout_and_show.2: Input should be a valid boolean"),
    ({"scout_and_show": [True, True]}, "scout_and_show: one for each of 3 seats"),
    ({"totals": []}, "totals: one for each of 3 seats"),
    ({"end": {"reason": "empty", "seat": 1}}, UNTIL_OVER),
    ({"scores": [1, 2, 3]}, UNTIL_OVER),
    ({"options": {}}, "options: starter is missing"),
    ({"options": {"starter": "random", "last_card": "end"}}, "options: spared is missing"),
    ({"options": None}, "options: Input should be an object"),
    ({"history": ["nonsense"]}, f'history: "nonsense" is no public action; {LINE}'),
    ({"history": ["4 show 3/7"]}, f'history: "4 show 3/7" is no public action; {LINE}'),
    ({"history": "1 show 3/7"}, "history: Input should be a valid array"),
    ({"history": [["1 show 3/7"]]}, "history.0: Input should be a valid string"),
    ({"more": 1}, "more: Extra inputs are not permitted"),
    ({"totals": [float("nan"), 0, 0]}, "totals.0: Input should be a valid integer"),
    ({"totals": "\ud800"}, "the view: Invalid JSON"),
    ({"totals": 10**5000}, SMALL),
]


@pytest.mark.parametrize(("change", "said"), PLAYING)
def test_a_view_of_a_turn_that_contradicts_itself_is_refused(change: Change, said: str) -> None:
    told = refused(VIEW, change)
    # What pydantic says of an object or of JSON goes on with what differs by its version.
    assert told == said or (said.endswith(("JSON", "object")) and told.startswith(said))


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"turn": 1}, "turn: null while orientations are chosen"),
        ({"ready": [True, True, True]}, "ready: if all have chosen, play has begun"),
        ({"hand_sizes": [12, 12, 0]}, "hand_sizes: nobody is dealt an empty hand"),
        ({"history": ["1 show 3/7"]}, "table, history: nothing was played yet"),
        ({"scores": [0, 0, 0]}, UNTIL_OVER),
        ({"end": {"reason": "empty", "seat": 1}}, UNTIL_OVER),
    ],
)
def test_a_view_before_play_that_contradicts_itself_is_refused(change: Change, said: str) -> None:
    assert view_from_json(ORIENT).phase == "orient"
    assert refused(ORIENT, change) == said


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"turn": 1}, "turn: null when the round is over"),
        ({"end": None}, "end: how the round ended"),
        ({"end": {"reason": "stuck", "seat": 0}}, "end: how the round ended"),
        ({"end": {"reason": "stuck", "seat": 3}}, "end: how the round ended"),
        ({"scores": None}, "scores: one a seat"),
        ({"scores": [1]}, "scores: one a seat"),
    ],
)
def test_a_view_after_the_end_that_contradicts_itself_is_refused(change: Change, said: str) -> None:
    assert view_from_json(OVER).phase == "over"
    for seat in (1, 2):
        assert view_from_json(OVER | {"end": {"reason": "stuck", "seat": seat}})
    assert refused(OVER, change) == said


@pytest.mark.parametrize("data", [None, [], "view", 3])
def test_what_is_no_object_is_no_view(data: object) -> None:
    with pytest.raises(ViewError, match=r"^a view is a JSON object$"):
        view_from_json(data)


@pytest.mark.parametrize("missing", VIEW)
def test_every_field_of_a_view_is_needed(missing: str) -> None:
    view = {name: value for name, value in VIEW.items() if name != missing}
    with pytest.raises(ViewError, match=r"missing|required|integer"):
        view_from_json(view)


@pytest.mark.parametrize(
    "change",
    [
        {"tokens": [2 * MOST_TOKENS, 0, 0]},
        {"captured": [0, 0, 39]},
        {"hand_sizes": [3, 1, 40]},
        {"scouts_since_show": 2, "table": [], "owner": None},
        {"scouts_since_show": 1, "turn": 2},
        {"seat": 3, "hand": [[3, 7]]},
    ],
)
def test_the_utmost_that_a_study_may_begin_with_comes_through(change: Change) -> None:
    view_from_json(VIEW | change)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_every_view_of_a_match_comes_back_as_it_was(players: int) -> None:
    match = engine.new_match(players)
    for entry in random_match(players, 31):
        match = engine.apply(match, entry).match
        for seat in range(1, players + 1):
            view = engine.view(match, seat)
            assert view_from_json(json.loads(json.dumps(to_json(view)))) == view


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"tokens": [4, 3]}, "tokens: 3 at most with two players"),
        ({"scout_and_show": [True, False]}, "scout_and_show: not with two"),
        ({"scouts_since_show": 7}, "scouts_since_show: 6 at most"),
    ],
)
def test_what_two_players_cannot_have(change: Change, said: str) -> None:
    view = to_json(engine.view(in_play(2), 1))
    assert isinstance(view_from_json(view | {"scouts_since_show": 6}), View)
    assert refused(view, change) == said
