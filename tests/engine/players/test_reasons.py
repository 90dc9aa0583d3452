"""Reasons in one line: every code is reached, its numbers are true, and every action has one."""

from __future__ import annotations

from random import Random

import pytest

import engine
from engine.actions import parse
from engine.players.reasons import CODES, PARAMS, explain, turns
from engine.views import legal_actions
from tests.engine.builders import study

from .twins import random_study

HAND = "3/7 3/8 4/1 5/2 9/6 8/1"


@pytest.mark.parametrize(
    ("hand", "table", "action", "code", "params"),
    [
        ("3/7 3/8", "", "show 1-2", "show-out", {"cards": 2}),
        (HAND, "1/6 2/4", "show 1-2", "show-captures", {"cards": 2, "captured": 2}),
        (HAND, "", "show 2-4", "show-sheds", {"cards": 3, "left": 3}),
        (HAND, "", "show 5", "show-single", {"number": 9}),
        ("6/7 7/8 8/1 1/2", "", "show 1-3", "show-strong", {"cards": 3, "lowest": 6, "group": 0}),
        ("4/7 5/9 9/8 6/1", "", "show 3", "show-joins", {"cards": 1, "makes": 3}),
        (HAND, "9/3", "scout left 6", "scout-makes", {"number": 9, "cards": 2, "lowest": 9}),
        ("1/3 5/9", "9/8", "scout left 1", "scout-cannot-show", {"number": 9}),
        ("1/3 2/9", "1/8", "scout left turned 1", "scout-prepares", {"number": 8}),
        ("4/5", "4/8", "scout left 1 show 1-2", "special-out", {"cards": 2}),
        ("4/5 9/1", "4/8", "scout left 1 show 1-2", "special-makes", {"number": 4, "cards": 2}),
        ("7/5 8/1", "1/4 2/4", "scout left 1 show 2-3", "special-captures", {"captured": 1}),
        ("7/5 9/1", "1/4", "scout left 1 show 3", "special-shows", {"number": 1, "cards": 1}),
    ],
)
def test_reasons(hand: str, table: str, action: str, code: str, params: dict[str, int]) -> None:
    others = {"table": table, "owner": 3} if table else {}
    match = study(1, hand, "10/1", "10/2", **others)  # type: ignore[arg-type]
    found = parse(action)
    assert found in engine.legal_actions(match, 1)
    reason = explain(engine.view(match, 1), found)
    assert reason.code == code
    assert params.items() <= dict(reason.params).items()


def test_the_scout_that_ends_the_round_says_so() -> None:
    match = study(1, HAND, "10/1", "10/2", table="9/3 9/4", owner=2, scouts=1)
    assert explain(engine.view(match, 1), parse("scout left 1")).code == "scout-ends-round"


def test_orientations() -> None:
    match = engine.new_match(3)
    match = engine.apply(match, engine.deal_from_seed(match, "orient")).match
    for seat in (1, 2, 3):
        for action in (engine.KEEP, engine.FLIP):
            reason = explain(engine.view(match, seat), action)
            assert reason.code in ("orient-best-set", "orient-fewer-turns")


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_every_action_has_a_reason_with_its_numbers(players: int) -> None:
    for number in range(15):
        rng = Random(number)
        match = random_study(players, rng.choice(["end", "continue"]), rng)
        if match.round is None or match.round.turn is None:
            continue
        view = engine.view(match, match.round.turn)
        legal = legal_actions(view)
        for action in rng.sample(legal, min(len(legal), 40)):
            reason = explain(view, action)
            assert reason.code in CODES
            assert set(reason.params) == set(PARAMS[reason.code])


def test_turns() -> None:
    assert turns((3, 4, 5, 7, 7, 1)) == 3
    assert turns((1, 2, 2, 3, 3)) == 3
    assert turns((5,)) == 1
