"""``python -m bot backup`` and ``restore``: whole copies of the database; neither needs a token."""

from __future__ import annotations

import sys
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

from bot.settings import DatabaseSettings, SettingsError, read_settings
from data.store import backup as copies
from data.store.backup import Contents
from data.store.errors import DatabaseError


def backup(file: Path, keep: int | None) -> int:
    """Copy the database of ``DATABASE_URL``; the exit code, after one clear line on error.

    Args:
        file: the copy; with ``keep`` the folder of dated copies.
        keep: how many of those are kept; None for a copy that must not be there yet.
    """

    def make(url: str) -> str:
        if keep is None:
            copies.backup(url, file)
            return f"backed up: {file}"
        made, removed = copies.rotate(url, file, keep, datetime.now(UTC))
        return f"backed up: {made}" + "".join(f"\nremoved: {old}" for old in removed)

    return _said(make)


def restore(file: Path) -> int:
    """Put a backup in the place of the database of ``DATABASE_URL``; the exit code."""

    def put_back(url: str) -> str:
        restored = copies.restore(url, file, datetime.now(UTC))
        lines = [f"restored: {file}, {_in_words(restored.now)}"]
        if restored.kept is not None:
            before = _in_words(restored.before) if restored.before else "which can't be read"
            lines.append(f"replaced: what was there, {before}; kept as {restored.kept}")
        return "\n".join(lines)

    return _said(put_back)


def _said(work: Callable[[str], str]) -> int:
    try:
        print(work(read_settings(DatabaseSettings).database_url))
    except (SettingsError, DatabaseError) as error:
        print(f"scout: {error}", file=sys.stderr)
        return 2
    return 0


def _in_words(contents: Contents) -> str:
    if contents.last_at is None:
        return "with no match"
    last = datetime.fromtimestamp(contents.last_at / 1000, UTC)
    matches = f"{contents.matches} match{'' if contents.matches == 1 else 'es'}"
    return f"{matches}, the last thing done at {last:%Y-%m-%d %H:%M:%S} UTC"
