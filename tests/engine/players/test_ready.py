"""Machine code: made by one process of a machine, while the others play the slow way."""

from __future__ import annotations

import sys
from pathlib import Path

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


def test_code_that_is_on_disk_is_waited_for_and_other_is_not(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    waited: list[bool] = []

    class Maker:
        class done:  # noqa: N801
            @staticmethod
            def wait() -> None:
                waited.append(True)

    monkeypatch.setattr(ready, "_maker", Maker)
    monkeypatch.setattr(accel, "cache_folder", lambda: tmp_path)
    ready.prepare()
    assert not waited
    (tmp_path / "made").write_text("of other sources")
    ready.prepare()
    assert not waited
    (tmp_path / "made").write_text(accel.stamp())
    ready.prepare()
    assert waited


def test_code_that_was_made_is_marked() -> None:
    pytest.importorskip("numba")
    ready.machine(wait=True)
    assert ready.is_made()
