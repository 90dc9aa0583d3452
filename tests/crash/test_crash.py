"""Twenty kills; hundreds are made by hand."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.crash.killing import kill


@pytest.mark.timeout(1200)
async def test_nothing_is_lost_or_doubled_by_twenty_kills(tmp_path: Path) -> None:
    run = await kill(tmp_path, seed=3, kills=20, tables=2)
    assert not run.found, "\n".join(run.found)
    assert run.acknowledged >= 20
