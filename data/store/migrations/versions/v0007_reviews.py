"""What a seat's decisions cost it is kept, once it was thought out.

Revision: 0007, after 0006.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """The table."""
    op.create_table(
        "reviews",
        sa.Column("match_id", sa.BigInteger(), nullable=False),
        sa.Column("seat", sa.SmallInteger(), autoincrement=False, nullable=False),
        sa.Column("judge", sa.SmallInteger(), autoincrement=False, nullable=False),
        sa.Column("decisions", sa.Text(), nullable=False),
        sa.Column("accuracy", sa.Double(), nullable=True),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["match_id", "seat"],
            ["seats.match_id", "seats.seat"],
            name=op.f("fk_reviews_match_id_seat_seats"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("match_id", "seat", "judge", name=op.f("pk_reviews")),
        sqlite_with_rowid=False,
    )
