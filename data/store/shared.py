"""What processes share in PostgreSQL: tables of their own, and who is told of what.

SQLite has none of this: there one process has everything.
"""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, MetaData, Table, Text

metadata = MetaData(naming_convention={"pk": "pk_%(table_name)s"})

leases = Table(
    "leases",
    metadata,
    Column("name", Text, primary_key=True),  # what one process does at a time
    Column("holder", Text, nullable=False),  # the process
    Column("until", BigInteger, nullable=False),  # by the database's clock, UTC milliseconds
)

CHANNELS = ("match", "person", "server", "recount")
"""What triggers tell every process (NOTIFY), once it is committed: a match's number, server, head
and status; a person's key and Discord id; a server's id; that its ratings are to be made anew."""
