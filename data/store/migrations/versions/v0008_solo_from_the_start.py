"""Whether a match is one person's against computers is known from its start.

Revision: 0008, after 0007.
"""

from __future__ import annotations

from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Of matches that are on it is told now; of those that are over it stands there."""
    op.execute(
        "UPDATE matches SET solo = "
        "(SELECT COUNT(*) FROM seats "
        " WHERE seats.match_id = matches.id AND seats.player_id IS NOT NULL) = 1 "
        "WHERE status = 'playing'"
    )
