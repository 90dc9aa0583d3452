"""Who declined whose challenge is kept for a day.

Revision: 0010, after 0009.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """A table."""
    op.create_table(
        "declines",
        _person("challenger_id"),
        _person("challenged_id"),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("challenger_id", "challenged_id", name=op.f("pk_declines")),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_declines_challenged_id", "declines", ["challenged_id"])


def _person(name: str) -> sa.Column[int]:
    constraint = op.f(f"fk_declines_{name}_players")
    key = sa.ForeignKey("players.id", name=constraint, ondelete="CASCADE")
    return sa.Column(name, sa.BigInteger(), key, nullable=False)
