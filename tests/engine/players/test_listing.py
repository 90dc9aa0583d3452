"""What the networks and the planner choose among is what `engine.legal_actions` lists."""

from __future__ import annotations

from random import Random

import pytest

import engine
from engine import Action, Scout, ScoutAndShow
from engine.players import bridge, nets
from engine.players.fast import accel
from engine.players.fast.choice import blank_best
from engine.players.fast.policy import EVERY
from engine.players.planners import MEDIUM

from .twins import random_study

ROOM = 3000


def first_place(view: engine.View, action: Action) -> Action:
    """The action with the scouted card where it counts as put: before equal numbers."""
    if not isinstance(action, Scout | ScoutAndShow):
        return action
    scout = action.scout if isinstance(action, ScoutAndShow) else action
    card = view.table[0 if scout.end == "left" else -1]
    number = card.other if scout.turned else card.active
    place = scout.place
    while place > 1 and view.hand[place - 2].active == number:
        place -= 1
    moved = Scout(scout.end, scout.turned, place)
    return ScoutAndShow(moved, action.show) if isinstance(action, ScoutAndShow) else moved


def views(players: int) -> list[engine.View]:
    found = []
    for number in range(30):
        rng = Random(77 * players + number)
        match = random_study(players, rng.choice(["end", "continue"]), rng)
        if match.round is not None and match.round.turn is not None:
            view = engine.view(match, match.round.turn)
            if len(view.hand) < 13:
                found.append(view)
    return found


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_the_network_weighs_every_legal_action(players: int) -> None:
    machine, net = accel.compiled(), nets.load(players)
    kinds = set()
    for view in views(players):
        seen, best = bridge.observation(view), blank_best(ROOM)
        count = machine.best_moves(seen.hands, seen.state, seen.full, net, EVERY, best)
        weighed = [bridge.action(best.moves[i]) for i in range(count)]
        assert len(set(weighed)) == count < ROOM
        legal = engine.views.legal_actions(view)
        assert set(weighed) == {first_place(view, action) for action in legal}
        kinds |= {type(action) for action in weighed}
    assert len(kinds) == (2 if players == 2 else 3)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_the_planner_weighs_every_show_and_a_scout_of_each_end_and_way_up(players: int) -> None:
    machine = accel.interpreted()
    for view in views(players):
        seen, best = bridge.observation(view), blank_best(ROOM)
        count = machine.plan_moves(seen.hands, seen.state, MEDIUM, best)
        weighed = [bridge.action(best.moves[i]) for i in range(count)]
        legal = engine.views.legal_actions(view)
        assert set(weighed) <= set(legal)
        assert {a for a in weighed if isinstance(a, engine.Show)} == {
            a for a in legal if isinstance(a, engine.Show)
        }
        ways = [
            {(a.end, a.turned) for a in those if isinstance(a, Scout)} for those in (weighed, legal)
        ]
        assert ways[0] == ways[1]
