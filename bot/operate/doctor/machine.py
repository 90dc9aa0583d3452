"""What the machine has for the bot: database, room on the disk, fonts, machine code."""

from __future__ import annotations

import importlib.util
import os
import shutil
from collections.abc import Iterator
from pathlib import Path

from bot.operate.doctor.finding import Finding
from bot.pictures import glyphs
from data.store import postgres
from data.store.address import address_of, file_of, is_postgres
from data.store.backup import check
from data.store.errors import DatabaseError, NewerDatabase

LEAST_FREE = 500_000_000
"""Bytes that shall be free beside what a copy of the database takes: a log, pictures, a backup."""

SAMPLES = "Aß Żω Яб שלום سلام 漢字 한글 ไทย हिन्दी ✓"
"""Some of every script that a name may be written in."""


def look(url: str) -> Iterator[Finding]:
    """Everything about the machine."""
    yield database(url)
    yield room(url)
    yield fonts()
    yield machine_code()


def database(url: str) -> Finding:
    """Whether the database is whole, ours, and can be written."""
    what = "database"
    try:
        if is_postgres(url):
            revision = postgres.check(address_of(url))
            return Finding(what, f"PostgreSQL answers; revision: {revision or 'none yet'}")
        path = file_of(url)
        if not path.exists():
            folder = _there(path.absolute().parent)
            if not os.access(folder, os.W_OK):
                return Finding(what, f"{folder} can't be written", _LET_WRITE)
            return Finding(what, f"{path} will be made at the first start")
        contents = check(path)
    except NewerDatabase as error:
        return Finding(what, str(error), "Run that version, or restore an older backup.")
    except DatabaseError as error:
        return Finding(what, str(error), "See bot/OPERATING.md, 'Settings' and 'Backups'.")
    if not os.access(path, os.W_OK) or not os.access(path.absolute().parent, os.W_OK):
        return Finding(what, f"{path} or its folder can't be written", _LET_WRITE)
    return Finding(what, f"{path} is whole; matches: {contents.matches}")


_LET_WRITE = "Let the user that runs the bot write there."


def room(url: str) -> Finding:
    """Whether the disk has room for the database to grow, and for a copy of it."""
    what = "disk"
    try:
        path = file_of(url).absolute()
    except DatabaseError:
        return Finding(what, "not looked at: there is no database file")
    size = path.stat().st_size if path.exists() else 0
    free = shutil.disk_usage(_there(path.parent)).free
    said = f"{_megabytes(free)} free for a database of {_megabytes(size)}"
    if free < 2 * size + LEAST_FREE:
        needed = _megabytes(2 * size + LEAST_FREE)
        return Finding(what, said, f"Make room: {needed} let it grow, and be backed up beside it.")
    return Finding(what, said)


def fonts() -> Finding:
    """Whether names in all scripts can be drawn."""
    what = "fonts"
    remedy = "Install the bot anew: bot/pictures/fonts/ is incomplete."
    try:
        missing = sorted({one for one in SAMPLES if one != " " and not glyphs.drawable(one)})
    except Exception as error:  # noqa: BLE001  (whatever HarfBuzz says of a file that isn't right)
        return Finding(what, f"can't be read ({type(error).__name__})", remedy)
    if missing:
        return Finding(what, f"none has {' '.join(missing)}", remedy)
    return Finding(what, "all scripts can be drawn")


def machine_code() -> Finding:
    """Whether the strong computer players have their machine code."""
    what = "machine code"
    if importlib.util.find_spec("numba") is None:
        return Finding(
            what,
            "numba isn't installed, so the strong computer players play weaker and slowly",
            "Install it: pip install -c constraints.txt '.[bot]'",
        )
    from engine.players.fast import accel, ready  # noqa: PLC0415  (it needs numpy, too)

    if not ready.is_made():
        return Finding(
            what,
            "isn't made yet; the bot does so in the background, in a minute or two. To have it "
            f"before: python -m engine.players.fast (it goes to {accel.cache_folder()})",
        )
    return Finding(what, f"made, in {accel.cache_folder()}")


def _there(folder: Path) -> Path:
    """The folder, or the nearest above it that is there."""
    return next(one for one in (folder, *folder.parents) if one.exists())


def _megabytes(count: int) -> str:
    return f"{count / 1e6:,.0f} MB"
