"""A whole, consistent copy of the database, while the bot goes on."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from data.store.database import file_of
from data.store.errors import UnwritableDatabase


def backup(url: str, path: Path) -> None:
    """Copy the database into a file that isn't there yet.

    The copy is one file without a write-ahead log, and shows one moment. Nothing is migrated: it
    can be made with a newer version of the program, before that one is started.

    Args:
        url: the database, as ``Database.open`` takes it.
        path: the copy.

    Raises:
        DatabaseError: the database isn't there, or the copy can't be written.
    """
    source = file_of(url).absolute()
    if not source.is_file():
        raise UnwritableDatabase(f"there is no database at {source}")
    if path.exists():
        raise UnwritableDatabase(f"{path} is there already; a backup never overwrites")
    try:
        with closing(sqlite3.connect(f"{source.as_uri()}?mode=ro", uri=True)) as conn:
            conn.execute("VACUUM INTO ?", (str(path),))
    except sqlite3.Error as error:
        raise UnwritableDatabase(f"{path} can't be written: {error}") from error
