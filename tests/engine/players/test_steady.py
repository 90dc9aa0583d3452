"""Computers whose chance hangs on what they see alone."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from engine import KEEP, Match, Move, Options, apply, deal_from_seed, legal_actions, new_match, view
from engine.players.fast import accel, ready
from engine.players.steady import chance, margin_alone, sight, steady
from engine.views import View
from engine.views import legal_actions as legal_in


def dealt(seed: str = "a deal") -> Match:
    match = new_match(3, Options(rounds=1))
    return apply(match, deal_from_seed(match, seed)).match


def test_only_the_same_view_is_the_same_sight() -> None:
    match = dealt()
    seen = view(match, 2)
    assert sight(seen) == sight(view(dealt(), 2))
    others = [view(match, 3), view(dealt("another"), 2), view(apply(match, Move(1, KEEP)).match, 2)]
    assert len({sight(seen), *map(sight, others)}) == 4


def test_chance_hangs_on_secret_and_sight() -> None:
    seen, other = view(dealt(), 2), view(dealt(), 3)
    assert chance("s", seen) == chance("s", view(dealt(), 2))
    assert len({chance("s", seen), chance("t", seen), chance("s", other)}) == 3
    assert 0 <= chance("s", seen) < 2**63


@pytest.mark.parametrize("level", ["random", "easy", "medium"])
def test_the_same_sight_gets_the_same_move_and_a_legal_one(level: str) -> None:
    seen = view(dealt(), 2)
    moves = {steady(level, seen, "s") for _ in range(5)}
    assert len(moves) == 1
    assert moves <= set(legal_actions(dealt(), 2))


def test_medium_plays_the_same_before_there_is_machine_code_and_with_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Or a daily deal would hang on how long ago the bot was started."""
    pytest.importorskip("numba")
    seen = [one for players in (3, 4) for one in positions(players)]
    lines = []
    for way in (accel.interpreted(), accel.compiled()):
        monkeypatch.setattr(ready, "machine", lambda way=way, **_: way)
        lines.append([steady("medium", one, "s") for one in seen])
    assert len(seen) > 40
    assert lines[0] == lines[1]


def positions(players: int) -> Iterator[View]:
    """What the seats see that act in a round of medium's."""
    match = new_match(players, Options(rounds=1))
    match = apply(match, deal_from_seed(match, "a deal")).match
    while not match.over:
        views = (view(match, seat) for seat in range(1, players + 1))
        seen = next(one for one in views if legal_in(one))
        yield seen
        match = apply(match, Move(seen.seat or 0, steady("medium", seen, "s"))).match


def test_a_margin_is_the_total_less_the_mean_of_the_others() -> None:
    match = new_match(4)._replace(totals=(7, 1, 2, 6))
    assert [match.margin(seat) for seat in (1, 2)] == [4, 1 - 5]


def test_experts_run_is_fixed_by_its_number() -> None:
    match = new_match(3, Options(rounds=1))
    runs = [margin_alone(match, "a deal", "easy", "s", run) for run in (1, 1, 2)]
    assert runs[0] is not None
    assert runs[0] == runs[1]
