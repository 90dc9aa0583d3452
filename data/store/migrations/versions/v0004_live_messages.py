"""The live messages are found by index at a start; nothing asks for those of a channel.

Revision: 0004, after 0003.
"""

from __future__ import annotations

from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Another index for messages."""
    with op.batch_alter_table("messages", schema=None) as batch_op:
        batch_op.drop_index("ix_messages_channel_id")
        batch_op.create_index("ix_messages_state_match_id", ["state", "match_id"], unique=False)
