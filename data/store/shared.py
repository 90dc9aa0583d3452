"""What processes share in PostgreSQL: tables of their own, and who is told of what.

SQLite has none of this: there one process has everything.
"""

from __future__ import annotations

from sqlalchemy import BigInteger, Boolean, Column, Double, MetaData, Table, Text, false

metadata = MetaData(naming_convention={"pk": "pk_%(table_name)s"})

leases = Table(
    "leases",
    metadata,
    Column("name", Text, primary_key=True),  # what one process does at a time
    Column("holder", Text, nullable=False),  # the process
    Column("until", BigInteger, nullable=False),  # by the database's clock, UTC milliseconds
)

thoughts = Table(
    "thoughts",
    metadata,
    Column("id", BigInteger, primary_key=True),
    Column("level", Text, nullable=False),
    Column("view", Text, nullable=False),
    Column("budget_ms", Double, nullable=False),
    Column("seed", BigInteger, nullable=False),
    Column("until", BigInteger, nullable=False),  # as above: nobody waits for it any longer
    Column("taken", Boolean, nullable=False, server_default=false()),
    Column("action", Text),  # the answer
    prefixes=["UNLOGGED"],
)

CHANNELS = ("match", "person", "server", "recount", "thought_over")
"""What triggers tell every process (NOTIFY), once it is committed: a match's number, server, head
and status; a person's key and Discord id; a server's id; that its ratings are to be
made anew; a thought's number, that it was had."""
