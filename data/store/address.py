"""What ``DATABASE_URL`` says."""

from __future__ import annotations

from pathlib import Path

from sqlalchemy import URL, make_url
from sqlalchemy.exc import ArgumentError

from data.store.errors import BadDatabaseUrl

EXAMPLE = "sqlite:///folder/file.sqlite3"

POSTGRES = "postgresql"


def address_of(url: str) -> URL:
    """The address, of a file or of a PostgreSQL server.

    Raises:
        BadDatabaseUrl: it names nothing that we can open.
    """
    try:
        target = make_url(url)
    except (ArgumentError, ValueError) as error:
        raise BadDatabaseUrl(f"DATABASE_URL is not a database address; write {EXAMPLE}") from error
    backend = target.get_backend_name()
    if backend == POSTGRES:
        return target.set(drivername=f"{POSTGRES}+psycopg")
    if backend != "sqlite":
        raise BadDatabaseUrl(
            f"DATABASE_URL names {backend!r}, and only SQLite and PostgreSQL are supported; "
            f"write {EXAMPLE}, or {POSTGRES}://user:password@host/database"
        )
    if target.database in {None, "", ":memory:"}:
        raise BadDatabaseUrl(
            f"DATABASE_URL names no file, and matches must survive a restart; write {EXAMPLE}"
        )
    if target.query:
        raise BadDatabaseUrl("DATABASE_URL has options behind a '?'; SQLite's are set by the bot")
    return target


def is_postgres(url: str) -> bool:
    """Whether it is PostgreSQL, which several processes may share; raises as ``address_of``."""
    return address_of(url).get_backend_name() == POSTGRES


def file_of(url: str) -> Path:
    """The file that holds a SQLite database.

    Raises:
        BadDatabaseUrl: it names no file that we can open.
    """
    target = address_of(url)
    if target.get_backend_name() == POSTGRES:
        raise BadDatabaseUrl("DATABASE_URL names PostgreSQL, and this is for SQLite's files alone")
    assert target.database is not None
    return Path(target.database)
