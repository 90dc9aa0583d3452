"""A short run of the fuzzer; the long ones are made by hand."""

from __future__ import annotations

from pathlib import Path

from tests.fuzz.playing import play


async def test_nothing_is_found_in_a_short_run(tmp_path: Path) -> None:
    played = await play("7", tmp_path, 150)
    assert not played.found, "\n".join(played.found)
    assert played.interactions >= 150
    assert played.payloads >= played.interactions
