"""Tallies know what share of opponents was ranked below, so that a season needs no match.

Those that are there don't know it of their matches yet, and say so; they are counted anew in the
background.

Revision: 0014, after 0013.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """New columns, which a former version leaves alone, and how to find where they are behind."""
    with op.batch_alter_table("tallies") as tallies:
        tallies.add_column(sa.Column("shares", sa.Text(), server_default="{}", nullable=False))
        for name in ("shares_of", "best"):
            tallies.add_column(sa.Column(name, sa.Integer(), server_default="0", nullable=False))
    op.create_index(
        "ix_tallies_behind",
        "tallies",
        ["guild_id"],
        sqlite_where=sa.text("shares_of <> matches"),
        postgresql_where=sa.text("shares_of <> matches"),
    )
