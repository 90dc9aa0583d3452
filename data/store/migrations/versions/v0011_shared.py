"""In PostgreSQL processes share leases, and are told of what others have committed.

Revision: 0011, after 0010.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None

_TELL = """
    CREATE FUNCTION tell_{name}() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        PERFORM pg_notify('{name}', {payload});
        RETURN NULL;
    END $$
"""


def _changed(*names: str) -> str:
    old, new = (", ".join(f"{row}.{name}" for name in names) for row in ("OLD", "NEW"))
    return f"({old}) IS DISTINCT FROM ({new})"


# Channel, table, what is told, when. What only says how far messages have come is nobody's news.
_NEWS = (
    (
        "match",
        "matches",
        "concat_ws(' ', NEW.id, NEW.guild_id, NEW.head, NEW.status)",
        "AFTER UPDATE OF head, status, thread_id",
        _changed("head", "status", "thread_id"),
    ),
    (
        "person",
        "players",
        "concat_ws(' ', NEW.id, COALESCE(NEW.discord_id, OLD.discord_id))",
        "AFTER INSERT OR UPDATE",
        "true",
    ),
    (
        "server",
        "guilds",
        "NEW.id::text",
        "AFTER INSERT OR UPDATE OF name, settings, removed_at",
        "true",
    ),
    (
        "recount",
        "guilds",
        "NEW.id::text",
        "AFTER UPDATE OF recount_from",
        "NEW.recount_from IS NOT NULL",
    ),
)


def upgrade() -> None:
    """The table of leases, and a trigger for each piece of news."""
    if op.get_bind().dialect.name != "postgresql":
        return
    op.create_table(
        "leases",
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("holder", sa.Text(), nullable=False),
        sa.Column("until", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_leases")),
    )
    for name, table, payload, event, condition in _NEWS:
        op.execute(_TELL.format(name=name, payload=payload))
        op.execute(
            f"CREATE TRIGGER tell_{name} {event} ON {table} FOR EACH ROW "
            f"WHEN ({condition}) EXECUTE FUNCTION tell_{name}()"
        )
