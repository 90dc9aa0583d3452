"""Machine code: made by one process of a machine, while the others play the slow way."""

from __future__ import annotations

import sys

import pytest

from engine.players.fast import accel, ready
from engine.players.fast.machine import Machine

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="no locks of this kind")


def test_who_finds_it_being_made_waits_and_plays_the_slow_way(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    pytest.importorskip("numba")
    made: list[Machine] = []
    monkeypatch.setattr(ready, "warm_up", made.append)
    maker = ready._Maker()
    with ready.only_one():
        maker.start()
        assert not maker.done.wait(0.2)
        assert maker.machine is accel.interpreted()
        assert not made
    assert maker.done.wait(60)
    assert maker.machine is accel.compiled()
    assert made == [maker.machine]
