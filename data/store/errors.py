"""What can go wrong with what is kept."""

from __future__ import annotations


class DatabaseError(Exception):
    """The database can't be used; the text is one line for whoever runs the bot."""


class BadDatabaseUrl(DatabaseError):
    """``DATABASE_URL`` names no database that we can open."""


class UnwritableDatabase(DatabaseError):
    """The file or its folder can't be created, read or written."""


class NotOurDatabase(DatabaseError):
    """The file is no SQLite database, or a damaged one."""


class EmptyDatabase(DatabaseError):
    """The file is there and nothing is in it, which a first start doesn't leave behind."""


class NewerDatabase(DatabaseError):
    """A newer version of this program has migrated the database; this one would damage it."""


class DatabaseInUse(DatabaseError):
    """Another bot is running on it."""


class DatabaseClosed(Exception):
    """The bot is stopping, and nothing more is read or written."""


class BrokenData(Exception):
    """A stored row doesn't say what it should: a bug, or an edit by hand."""


class BrokenLog(BrokenData):
    """A match's log can't be replayed.

    Attributes:
        match_id: whose log.
        sequence: the first entry that doesn't fit; None if the match's own row is at fault.
    """

    def __init__(self, match_id: int, sequence: int | None, problem: str) -> None:
        at = f"entry {sequence}" if sequence is not None else "its row"
        super().__init__(f"match {match_id}, {at}: {problem}")
        self.match_id = match_id
        self.sequence = sequence


class SequenceTaken(Exception):
    """Another entry got this sequence number first: reload, and try again if still open."""


class AlreadyDone(Exception):
    """An entry with the same cause stands in the log: what was delivered twice acts once."""
