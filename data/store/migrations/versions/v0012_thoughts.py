"""In PostgreSQL other processes think for the computer players.

Revision: 0012, after 0011.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """The table; nothing in it outlives a crash, nor needs to."""
    if op.get_bind().dialect.name != "postgresql":
        return
    op.create_table(
        "thoughts",
        sa.Column("id", sa.BigInteger(), nullable=False),
        sa.Column("level", sa.Text(), nullable=False),
        sa.Column("view", sa.Text(), nullable=False),
        sa.Column("budget_ms", sa.Double(), nullable=False),
        sa.Column("seed", sa.BigInteger(), nullable=False),
        sa.Column("until", sa.BigInteger(), nullable=False),
        sa.Column("taken", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.Column("action", sa.Text(), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_thoughts")),
        prefixes=["UNLOGGED"],
    )
