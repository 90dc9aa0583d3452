"""Bringing a database's schema up to date, with Alembic.

Alembic's ``env.py`` is this package's: the connection comes from ``data.store.database``, and the
whole upgrade is one transaction, so that a kill in its middle leaves the old schema.
"""

from __future__ import annotations

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy.engine import Connection

from data.store.errors import NewerDatabase


def config(connection: Connection | None = None) -> Config:
    """Alembic's configuration, built here: there is no ``alembic.ini``."""
    settings = Config()
    settings.set_main_option("script_location", str(Path(__file__).parent))
    settings.set_main_option("path_separator", "os")
    settings.set_main_option("file_template", "v%%(rev)s_%%(slug)s")
    settings.attributes["connection"] = connection
    return settings


def upgrade(connection: Connection, revision: str = "head") -> None:
    """Apply what is missing, within the connection's transaction.

    Raises:
        NewerDatabase: the database has a revision that this program doesn't know.
    """
    settings = config(connection)
    scripts = ScriptDirectory.from_config(settings)
    there = current(connection)
    if there is not None:
        check_known(there)
    if revision != "head" or there != scripts.get_current_head():
        command.upgrade(settings, revision)


def current(connection: Connection) -> str | None:
    """A database's revision; None if it is empty."""
    return MigrationContext.configure(connection).get_current_revision()


def check_known(revision: str) -> None:
    """See to it that this program knows a database's revision.

    Raises:
        NewerDatabase: it doesn't.
    """
    scripts = ScriptDirectory.from_config(config())
    if revision not in {script.revision for script in scripts.walk_revisions()}:
        raise NewerDatabase(
            f"the database is at revision {revision}, which this version doesn't know; "
            "run the newer version that made it, or restore a backup"
        )
