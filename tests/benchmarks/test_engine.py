"""How fast the engine is, in plain Python on one core."""

from __future__ import annotations

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

import engine
from engine.legality import Turn, actions
from engine.record import Record, canonical, parse
from engine.tools.simulation import simulate
from tests.engine.builders import cards, in_play, random_match

HAND = cards("3/1 7/2 6/3 2/4 9/5 9/6 4/7 8/9 1/9 5/2 6/1")
TABLES = {"single": cards("7/3"), "pair": cards("4/9 4/2"), "run of three": cards("4/9 5/9 6/9")}


def calibration() -> int:
    """A fixed amount of plain Python: tuples, dictionaries, sorting, calls."""
    counts: dict[tuple[int, int], int] = {}
    for i in range(20_000):
        key = (i % 7, i % 11)
        counts[key] = counts.get(key, 0) + max(key)
    return sum(count for _, count in sorted(counts.items(), key=lambda pair: pair[1]))


def test_calibration(benchmark: BenchmarkFixture) -> None:
    """How fast this machine is just now: other figures times this one compare machines."""
    assert benchmark(calibration) == calibration()


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_rounds_of_random_players(benchmark: BenchmarkFixture, players: int) -> None:
    """20 single rounds of ``random`` players, views and all."""
    result = benchmark(simulate, ["random"] * players, 20, 1)
    assert result.given_up == 0


@pytest.mark.parametrize("table", TABLES)
def test_legal_actions_with_scout_and_show(benchmark: BenchmarkFixture, table: str) -> None:
    """All legal actions of an 11-card hand that still has its Scout & Show token."""
    turn = Turn(
        rules=engine.Rules.of(3),
        seat=1,
        hand=HAND,
        table=TABLES[table],
        tokens=0,
        scout_and_show=True,
    )
    assert len(benchmark(actions, turn)) > 100


def test_view(benchmark: BenchmarkFixture) -> None:
    """One seat's view at the start of a round of five."""
    assert benchmark(engine.view, in_play(5), 1).players == 5


def test_reading_a_long_round(benchmark: BenchmarkFixture) -> None:
    """16,000 actions of one round, a single shown and scouted away in turn."""
    head = '[Players "3"]\n[Study "1"]\nposition turn 1\nhand 1 9/1 2/1\nhand 2 8/1 4/5\n'
    moves = (f"{i % 3 + 1} {'scout left 1' if i % 2 else 'show 1'}\n" for i in range(16_000))
    text = head + "hand 3 7/1 6/5\n" + "".join(moves)
    assert len(benchmark(parse, text).entries) == 16_000


def test_replay_of_a_match_of_five(benchmark: BenchmarkFixture) -> None:
    """A whole match from text to text: parsed, played, checked, written."""
    text = canonical(Record(5, engine.Options(5), entries=tuple(random_match(5, 3))))
    assert benchmark(lambda: canonical(parse(text))) == text
