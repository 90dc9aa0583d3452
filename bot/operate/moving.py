"""``python -m bot move-database``: from SQLite to PostgreSQL, or back; needs no token."""

from __future__ import annotations

import asyncio
import sys

from data.store.errors import DatabaseError
from data.store.moving import move


def move_database(source: str, target: str) -> int:
    """Copy a database into an empty one; the exit code, after one clear line on error."""
    try:
        counts = asyncio.run(move(source, target))
    except DatabaseError as error:
        print(f"scout: {error}", file=sys.stderr)
        return 2
    for table, rows in counts.items():
        print(f"{table}: {rows} rows, each the same")
    print("moved; now let DATABASE_URL name the new one")
    return 0
