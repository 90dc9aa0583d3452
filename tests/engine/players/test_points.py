"""What ends a round is worth what the rules say (R23), option `spared` included."""

from __future__ import annotations

import pytest

import engine
from engine import Options, Scout, Show
from engine.actions import parse
from engine.players import bridge, nets
from engine.players.fast import accel
from engine.players.fast.choice import blank_best
from engine.players.fast.policy import EVERY
from engine.players.judging import judge
from engine.players.planners import MEDIUM
from tests.engine.builders import cards


def view(spared: str, *hands: str, table: str, owner: int, **where: object) -> engine.View:
    position = engine.Position(1, tuple(map(cards, hands)), cards(table), owner, **where)  # type: ignore[arg-type]
    options = Options(1, spared="emptied" if spared == "emptied" else "ender")
    return engine.view(engine.new_study(position, options), 1)


def values(seen: engine.View) -> tuple[dict[engine.Action, float], dict[engine.Action, float]]:
    """What the network and the planner expect of each action."""
    machine, at = accel.compiled(), bridge.observation(seen)
    net, plan = blank_best(900), blank_best(900)
    known = machine.best_moves(at.hands, at.state, at.full, nets.load(seen.players), EVERY, net)
    planned = machine.plan_moves(at.hands, at.state, MEDIUM, plan)
    return (
        {bridge.action(net.moves[i]): float(net.values[i]) for i in range(known)},
        {bridge.action(plan.moves[i]): float(plan.values[i]) for i in range(planned)},
    )


def test_a_scout_that_ends_the_round_spares_the_shower_or_does_not() -> None:
    """Three players, the last Scout: seat 2 has four cards left, which weigh two of a margin."""
    hands = "1/3 2/7 4/9", "5/1 6/2 7/3 8/9", "5/6 7/8"
    found = [
        values(view(s, *hands, table="8/1 9/2", owner=2, scouts=1)) for s in ("ender", "emptied")
    ]
    for ender, emptied in zip(*found, strict=True):
        scouts = [action for action in ender if isinstance(action, Scout)]
        assert scouts
        for action in scouts:
            assert emptied[action] - ender[action] == pytest.approx(4 / 2, abs=1e-4)
    network, _ = found[0]
    # 1 token paid of a margin: 1/2. Four cards in the own hand then, two in seat 3's, none counted
    # of seat 2's.
    assert network[parse("scout left 1")] == pytest.approx(-1 / 2 - 4 + 2 / 2, abs=1e-4)


def test_who_empties_the_hand_is_spared_either_way() -> None:
    hands = "8/3 8/7", "5/1 6/2 7/3", "5/6 4/7"
    found = [values(view(s, *hands, table="6/1 7/2", owner=3)) for s in ("ender", "emptied")]
    for ender, emptied in zip(*found, strict=True):
        assert ender[Show(1, 2)] == emptied[Show(1, 2)]
    assert found[0][0][Show(1, 2)] == pytest.approx(2 + (3 + 2) / 2, abs=1e-4)


def test_a_seat_that_gets_stuck_ends_the_round_by_its_last_token() -> None:
    """R26: after the last Scout seat 1 can't beat the 9s; their owner is spared, or is not."""
    hands = "1/3", "5/1 6/2 7/3"
    found = [
        values(view(s, *hands, table="9/1 9/2 9/3", owner=2, tokens={1: 1, 2: 0}))[0]
        for s in ("ender", "emptied")
    ]
    action = parse("scout left 1")
    assert found[0][action] == pytest.approx(
        -2, abs=1e-4
    )  # two cards, and no token left on each side
    assert found[1][action] == pytest.approx(-2 + 3, abs=1e-4)


def test_playouts_score_by_the_option() -> None:
    """The same action, the same redeals: what is told differs by just the shower's cards."""
    hands = "1/3 2/7 4/9", "5/1 6/2 7/3 8/9", "5/6 7/8"
    seen = [view(s, *hands, table="8/1 9/2", owner=2, scouts=1) for s in ("ender", "emptied")]
    ender, emptied = (judge(v, [parse("scout left 1")], redeals=3, seed=1)[0] for v in seen)
    assert emptied.value - ender.value == pytest.approx(2)
