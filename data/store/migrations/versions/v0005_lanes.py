"""How far each match's messages have come stands in its row; a person's DM channel is kept.

Revision: 0005, after 0004.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """New columns, filled from the logs, and the indexes of what the bot asks for all the time."""
    with op.batch_alter_table("matches", schema=None) as batch_op:
        for name in ("head", "called", "shown"):
            batch_op.add_column(sa.Column(name, sa.Integer(), server_default="0", nullable=False))
    op.execute(
        "UPDATE matches SET head = COALESCE("
        "(SELECT MAX(sequence) FROM log WHERE log.match_id = matches.id), 0)"
    )
    op.execute(
        "UPDATE matches SET called = head, shown = head WHERE status NOT IN ('lobby', 'playing')"
    )
    with op.batch_alter_table("players", schema=None) as batch_op:
        batch_op.add_column(sa.Column("dm_channel_id", sa.BigInteger(), nullable=True))
    op.create_index(
        "ix_matches_behind",
        "matches",
        ["id"],
        sqlite_where=sa.text("called < head OR shown < head"),
        postgresql_where=sa.text("called < head OR shown < head"),
    )
    with op.batch_alter_table("deadlines", schema=None) as batch_op:
        batch_op.drop_index("ix_deadlines_claimed_at_due_at")
    op.create_index(
        "ix_deadlines_due_at",
        "deadlines",
        ["due_at"],
        sqlite_where=sa.text("claimed_at IS NULL"),
        postgresql_where=sa.text("claimed_at IS NULL"),
    )
