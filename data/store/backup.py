"""Whole, consistent copies of the database, made while the bot goes on; and one put back.

A name that exists is a whole backup: it is written under another name, synced and then renamed.
What is left of one that was killed is called ``.NAME.partial``, and the next backup removes it.
"""

from __future__ import annotations

import os
import re
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from data.store import migrations
from data.store.address import file_of
from data.store.errors import NotOurDatabase, UnwritableDatabase
from data.store.sole import sole_bot
from data.store.sqlite import tables_of

_DATED = re.compile(r"scout-\d{8}T\d{6}Z\.sqlite3")
_STAMP = "%Y%m%dT%H%M%SZ"


@dataclass(frozen=True, slots=True)
class Contents:
    """What is in a database: how many matches, and when something was last done in one (UTC ms)."""

    matches: int
    last_at: int | None


@dataclass(frozen=True, slots=True)
class Restored:
    """What was put back, and what it replaced.

    Attributes:
        now: what is there now.
        before: what was there; None if nothing was, or it couldn't be read.
        kept: the file in which that is kept; None if nothing was there.
    """

    now: Contents
    before: Contents | None
    kept: Path | None


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
    with _reading(source) as conn:
        if not tables_of(conn):
            raise NotOurDatabase(f"{source} is empty; there is nothing to back up")
        _copy(conn, path)


def rotate(url: str, folder: Path, keep: int, now: datetime) -> tuple[Path, list[Path]]:
    """Copy the database into a new dated file, and remove the oldest beyond ``keep``.

    Args:
        url: the database.
        folder: where the dated files are; made if it isn't there.
        keep: how many of them are left, the new one included.
        now: the date, in UTC.

    Returns:
        The new file, and those that were removed. Files of other names are left alone.

    Raises:
        DatabaseError: as ``backup``; then none is removed.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UnwritableDatabase(f"{folder} can't be made: {error.strerror}") from error
    for left in folder.glob(".scout-*.sqlite3.partial*"):  # of one that was killed
        left.unlink()
    path = folder / f"scout-{now.strftime(_STAMP)}.sqlite3"
    backup(url, path)
    dated = sorted(file for file in folder.iterdir() if _DATED.fullmatch(file.name))
    for old in dated[:-keep]:
        old.unlink()
    return path, dated[:-keep]


def restore(url: str, file: Path, now: datetime) -> Restored:
    """Put a backup in the database's place, once it is checked; what was there is kept beside it.

    Args:
        url: the database.
        file: the backup; it stays where it is.
        now: for the name of what is kept, in UTC.

    Raises:
        DatabaseInUse: a bot runs on the database.
        DatabaseError: the backup isn't whole or isn't ours, or the files can't be written.
    """
    target = file_of(url).absolute()
    with sole_bot(url):
        contents = check(file)
        if target.exists() and file.samefile(target):
            raise UnwritableDatabase(f"{file} is the database itself")
        before = _fold(target)
        kept = target.with_name(f"{target.name}.before-{now.strftime(_STAMP)}")
        with _reading(file) as conn:
            _copy(conn, target, over=kept)
    return Restored(contents, before, kept if kept.exists() else None)


def check(file: Path) -> Contents:
    """What is in a backup, if it is whole and this version can use it.

    Raises:
        NewerDatabase: a newer version made it.
        DatabaseError: it isn't there, damaged, empty, or no database of this bot's.
    """
    if not file.is_file():
        raise UnwritableDatabase(f"there is no file {file}")
    with _reading(file) as conn:
        if not tables_of(conn):
            raise NotOurDatabase(f"{file} is empty: it has no tables")
        damage = [row for (row,) in conn.execute("PRAGMA integrity_check(1)")]
        if damage != ["ok"]:
            raise NotOurDatabase(f"{file} is damaged: {damage[0]}")
        if not tables_of(conn) >= {"alembic_version", "matches", "log"}:
            raise NotOurDatabase(f"{file} is no database of this bot")
        for (revision,) in conn.execute("SELECT version_num FROM alembic_version"):
            migrations.check_known(revision)
        return _contents(conn)


def _contents(conn: sqlite3.Connection) -> Contents:
    (matches,) = conn.execute("SELECT COUNT(*) FROM matches").fetchone()
    (last_at,) = conn.execute("SELECT MAX(at) FROM log").fetchone()
    return Contents(matches, last_at)


def _fold(target: Path) -> Contents | None:
    """Bring a database's write-ahead log into its file; what is in it, if that can be read."""
    if not target.exists():
        return None
    try:
        with closing(sqlite3.connect(target)) as conn:
            conn.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
            return _contents(conn)
    except sqlite3.Error:
        return None  # damaged: perhaps why a backup is put back; it is kept as it is


@contextmanager
def _reading(file: Path) -> Iterator[sqlite3.Connection]:
    """A connection that changes nothing.

    Raises:
        NotOurDatabase: it is no database, or damaged.
        UnwritableDatabase: it can't be read for another reason.
    """
    try:
        with closing(sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro", uri=True)) as conn:
            yield conn
    except sqlite3.Error as error:
        code = getattr(error, "sqlite_errorcode", 0) & 0xFF
        if code in {sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_CORRUPT}:
            raise NotOurDatabase(f"{file} is no SQLite database, or damaged: {error}") from error
        raise UnwritableDatabase(f"{file} can't be read: {error}") from error


def _copy(conn: sqlite3.Connection, path: Path, over: Path | None = None) -> None:
    """Copy a database into a file that has its name only once it is whole.

    Args:
        conn: the database.
        path: the copy.
        over: where what has that name already is kept; None if nothing has it.

    Raises:
        UnwritableDatabase: the disk doesn't let us; what was written is removed.
    """
    partial = path.with_name(f".{path.name}.partial")
    try:
        _remove(partial)  # of one that was killed
        conn.execute("VACUUM INTO ?", (str(partial),))
        _sync(partial)
        if over is not None and path.exists():
            _keep(path, over)
        partial.rename(path)
        _sync(path.parent)
    except (OSError, sqlite3.Error) as error:
        _remove(partial)
        problem = error.strerror if isinstance(error, OSError) else error
        raise UnwritableDatabase(f"{path} can't be written: {problem}") from error


def _remove(partial: Path) -> None:
    """Remove what was written, and SQLite's journal of it."""
    for left in (partial, partial.with_name(f"{partial.name}-journal")):
        left.unlink(missing_ok=True)


def _keep(path: Path, kept: Path) -> None:
    """Give a database another name, its write-ahead log too: that must not meet the new one."""
    try:
        os.link(path, kept)  # the old name is there until the new file takes it
    except OSError:  # not every file system has links
        shutil.copyfile(path, kept)
    for ending in ("-wal", "-shm"):
        beside = path.with_name(path.name + ending)
        if beside.exists():
            beside.rename(kept.with_name(kept.name + ending))


def _sync(path: Path) -> None:
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
