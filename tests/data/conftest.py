"""Databases for the data tests: each in a file of its own."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from data.store.database import Database


@pytest.fixture
def url(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'scout.sqlite3'}"


@pytest.fixture
async def db(url: str) -> AsyncIterator[Database]:
    database = await Database.open(url)
    yield database
    await database.close()
