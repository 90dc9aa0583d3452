"""Machine code is made once, before the tests that need it, outside of any test's time limit."""

from __future__ import annotations

import pytest

from engine.players.fast import ready


@pytest.fixture(scope="session")
def machine_code() -> None:
    """The twin's, made by whichever worker comes first; the others wait, then load it."""
    ready.machine(wait=True)
