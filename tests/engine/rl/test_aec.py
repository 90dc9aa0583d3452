"""The PettingZoo environment: its own tests, and random play held to the engine."""

from __future__ import annotations

import re
import warnings
from pathlib import Path
from random import Random

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test

import engine
from engine.rl import observation
from engine.rl.aec import ScoutEnv, env
from engine.rl.numbering import (
    ACTIONS,
    ORIENT,
    SCOUT,
    SCOUT_FIRST,
    SHOW,
    numbered,
    step_of,
    steps_of,
)
from engine.rl.play import Play


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_pettingzoos_own_tests(players: int) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        # Said of every environment with a mask in its observations, PettingZoo's own included.
        warnings.filterwarnings("ignore", "Observation (space for each agent|is not a NumPy array)")
        api_test(env(players=players), num_cycles=300, verbose_progress=False)
        seed_test(lambda: env(players=players), num_cycles=100)


def test_every_number_is_a_step_and_back() -> None:
    steps = [step_of(number) for number in range(ACTIONS)]
    assert len(set(steps)) == ACTIONS
    for number, (step, then_show) in enumerate(steps):
        assert numbered(step, then_show=then_show) == number
    for wrong in (-1, ACTIONS):
        with pytest.raises(ValueError, match="no action"):
            step_of(wrong)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_random_play_is_the_engines(players: int) -> None:
    """Every action that the engine lists can be reached, no other, and rewards are its scores."""
    kinds = set()
    for seed in range(3):
        rng = Random(seed)
        table = ScoutEnv(players=players)
        table.reset(seed=seed)
        while not any(table.terminations.values()):
            agent = table.agent_selection
            play = table._play
            assert play.actor == table.possible_agents.index(agent) + 1
            legal = engine.legal_actions(play.match, play.actor)
            mask = table.observe(agent)["action_mask"]
            if play.scouted is None:
                reached = reach(play)
                assert reached == set(legal)
            for other in table.agents:
                if other != agent:
                    assert not table.observe(other)["action_mask"].any()
            step = int(rng.choice(np.flatnonzero(mask)))
            kinds.add(type(step_of(step)[0]).__name__ + "&" * step_of(step)[1])
            table.step(step)
        assert table._play.match.over
        scores = table._play.match.totals
        for seat, agent in enumerate(table.possible_agents):
            others = (sum(scores) - scores[seat]) / (players - 1)
            assert table.rewards[agent] == pytest.approx(scores[seat] - others)
        assert sum(table.rewards.values()) == pytest.approx(0)
    assert kinds == {"Orient", "Show", "Scout"} | ({"Scout&"} if players > 2 else set())


def test_an_action_of_the_engine_is_one_step_or_two() -> None:
    scout, show = engine.Scout("right", True, 2), engine.Show(1, 3)
    assert steps_of(show) == (numbered(show),)
    assert steps_of(scout) == (numbered(scout),)
    first, then = steps_of(engine.ScoutAndShow(scout, show))
    assert (step_of(first), step_of(then)) == ((scout, True), (show, False))


def reach(play: Play) -> set[engine.Action]:
    """The engine's actions that one or two steps of this play amount to."""
    found: set[engine.Action] = set()
    for number in np.flatnonzero(play.legal()):
        step, then_show = step_of(int(number))
        if not then_show:
            found.add(step)
            continue
        assert isinstance(step, engine.Scout)
        between = play.after(int(number))
        assert between.actor == play.actor
        for second in np.flatnonzero(between.legal()):
            show, _ = step_of(int(second))
            assert isinstance(show, engine.Show)
            found.add(engine.ScoutAndShow(step, show))
    return found


def test_a_whole_match_deals_anew_and_ends_after_its_last_round() -> None:
    table = ScoutEnv(players=3, options=engine.Options(rounds=3))
    table.reset(seed=1)
    rng, total, rounds = Random(1), dict.fromkeys(table.possible_agents, 0.0), 0
    while not any(table.terminations.values()):
        mask = table.observe(table.agent_selection)["action_mask"]
        table.step(int(rng.choice(np.flatnonzero(mask))))
        rounds += any(table.rewards.values())
        total = {agent: total[agent] + table.rewards[agent] for agent in total}
    assert rounds == 3
    match = table._play.match
    for seat, agent in enumerate(table.possible_agents):
        others = (sum(match.totals) - match.totals[seat]) / 2
        assert total[agent] == pytest.approx(match.totals[seat] - others)


def test_what_is_not_legal_changes_nothing() -> None:
    table = ScoutEnv(players=3)
    table.reset(seed=1)
    before = table._play
    for wrong in (SHOW, ACTIONS, -1):
        with pytest.raises(ValueError, match="not legal"):
            table.step(wrong)
    with pytest.raises(ValueError, match="still in play"):
        table.step(None)
    assert table._play is before
    assert table.agent_selection == "seat_1"
    table.step(ORIENT)
    assert table.agent_selection == "seat_2"


def test_a_round_that_never_ends_is_truncated() -> None:
    table = ScoutEnv(players=3, max_actions=5)
    table.reset(seed=1)
    for _ in range(5):
        mask = table.observe(table.agent_selection)["action_mask"]
        table.step(int(np.flatnonzero(mask)[0]))
    assert all(table.truncations.values())
    assert not any(table.terminations.values())


def parts(vector: np.ndarray) -> dict[str, np.ndarray]:
    return {n: vector[observation.SLICES[n]].reshape(s) for n, s in observation.SHAPES.items()}


def test_an_observation_says_what_the_view_does_and_no_more() -> None:
    table = ScoutEnv(players=4, options=engine.Options(1, last_card="continue"))
    table.reset(seed=3)
    rng = Random(3)
    middle = 0
    while not any(table.terminations.values()):
        play, agent = table._play, table.agent_selection
        for seat in range(1, 5):
            told = parts(table.observe(f"seat_{seat}")["observation"])
            view = engine.view(play.match, seat)
            between = play.scouted is not None and seat == play.actor
            middle += between
            assert told["hand"].sum() == 2 * (len(view.hand) + between)
            assert told["table"].sum() == 2 * (len(view.table) - between)
            if not between:
                hand = [(int(a.argmax()) + 1, int(o.argmax()) + 1) for a, o in told["hand"]]
                assert hand[: len(view.hand)] == [tuple(card) for card in view.hand]
            assert told["options"].tolist() == [1, 0]
            assert told["gone"].sum() == sum(view.captured)
            sizes = (told["hand_sizes"] * 45).round().astype(int).tolist()
            assert sizes[:4] == [view.hand_sizes[(seat - 1 + r) % 4] for r in range(4)]
            known = told["known"].sum(axis=1)
            assert (known[:4] <= sizes[:4]).all()
        mask = table.observe(agent)["action_mask"]
        first = [n for n in np.flatnonzero(mask) if n >= SCOUT_FIRST]
        table.step(int(rng.choice(first if first and rng.random() < 0.5 else np.flatnonzero(mask))))
    assert middle


def test_a_seats_observation_does_not_depend_on_what_it_cannot_see() -> None:
    """Other hands turned, or dealt otherwise, look the same."""
    match = engine.new_match(3, engine.Options(1, "random"))
    deal = engine.deal_from_seed(match, "one")
    swapped = engine.Deal(1, deal.starter, (deal.hands[0], deal.hands[2], deal.hands[1]))
    seen = [Play(engine.apply(match, dealt).match).seen(1) for dealt in (deal, swapped)]
    assert (seen[0] == seen[1]).all()


def test_text_for_whoever_looks_on() -> None:
    table = ScoutEnv(players=2, render_mode="ansi")
    table.reset(seed=1)
    assert table.render() == "round 1, turn -, table empty, cards in hand 11 11"
    assert ScoutEnv().render() is None


def test_the_readme_has_every_part_with_its_shape() -> None:
    text = Path(observation.__file__).with_name("README.md").read_text()
    rows = re.findall(r"^\| `(\w+)` \| ([\d ×]+) \|", text, re.MULTILINE)
    written = {name: tuple(int(n) for n in shape.split("×")) for name, shape in rows}
    assert written == observation.SHAPES
    assert list(written) == list(observation.SHAPES)
    for first in (SHOW, SCOUT, SCOUT_FIRST):
        assert f"| {first}–" in text
    assert f"below {ACTIONS}" in text
