"""Databases for the data tests: SQLite in a file of its own, and PostgreSQL."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from data.store.database import Database
from tests import postgres


@pytest.fixture(params=["sqlite", "postgres"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """An address; a test that is marked ``sqlite`` is about SQLite's own ways."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'scout.sqlite3'}"
    return postgres.emptied()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """On PostgreSQL leave out what is about SQLite, and all seeds of a test but its first."""
    seen: set[str] = set()

    def wanted(item: pytest.Item) -> bool:
        of, _, values = item.nodeid.partition("[postgres")
        if not values:
            return True
        first = of not in seen
        seen.add(of)
        return item.get_closest_marker("sqlite") is None and (first or not values[1:-1].isdecimal())

    items[:] = filter(wanted, items)


@pytest.fixture
async def db(url: str) -> AsyncIterator[Database]:
    database = await Database.open(url)
    yield database
    await database.close()
