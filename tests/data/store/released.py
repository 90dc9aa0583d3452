"""A database as the last released version made it: revision 0004, with rows in every table.

It was written by that version's bot, playing against a simulated Discord: 1 and 2 finished (2
voided since), 3 finished alone against a computer, 4 ended by a moderator, 5 cancelled, 6 in the
middle of a round, 7 paused, 8 just dealt, 9 a lobby. Made with ``sqlite3.Connection.iterdump``.
"""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

DUMP = Path(__file__).with_name("released-0004.sql")

PEOPLE = {
    "Ada": 1456074443980800009,
    "Berk": 1456074443980800010,
    "Cem": 1456074443980800011,
}
GUILD = 1456074443980800005
PLAYING, PAUSED, DEALT, LOBBY = 6, 7, 8, 9


def put(path: Path, ids: dict[int, int] | None = None) -> None:
    """Write the database into a file that isn't there; ``ids``: Discord's, as they are to be."""
    dump = DUMP.read_text()
    for then, now in (ids or {}).items():
        dump = dump.replace(str(then), str(now))
    with closing(sqlite3.connect(path)) as raw:
        raw.executescript(dump)


def rows(path: Path) -> dict[str, list[dict[str, object]]]:
    """Every table's rows, column by column, by table."""
    with closing(sqlite3.connect(path)) as raw:
        raw.row_factory = sqlite3.Row
        tables = raw.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
        return {
            name: [dict(row) for row in raw.execute(f"SELECT * FROM {name}")] for (name,) in tables
        }
