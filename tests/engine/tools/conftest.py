"""All these tests play with machine code."""

from __future__ import annotations

import pytest


@pytest.fixture(scope="session", autouse=True)
def _with_machine_code(machine_code: None) -> None:
    pass
