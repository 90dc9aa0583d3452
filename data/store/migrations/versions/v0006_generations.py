"""Ratings have a generation, so that new ones can be made beside those that are read.

A tie is rated otherwise from this version on: every server is marked to be counted anew, which the
bot does in the background.

Revision: 0006, after 0005.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """The generation, within the keys; and how to find whom a match's host is."""
    with op.batch_alter_table("guilds") as guilds:
        guilds.add_column(_generation())
        guilds.add_column(sa.Column("recount_from", sa.BigInteger(), nullable=True))
    op.execute(
        "UPDATE guilds SET recount_from = 1 "
        "WHERE id IN (SELECT guild_id FROM matches WHERE finish_order IS NOT NULL)"
    )
    with op.batch_alter_table("ratings") as ratings:
        ratings.add_column(_generation())
        for former in ("guild_id_ladder_player_id", "guild_id_level"):
            ratings.drop_constraint(f"uq_ratings_{former}", type_="unique")
        for whose in (["ladder", "player_id"], ["level"]):
            columns = ["guild_id", "generation", *whose]
            ratings.create_unique_constraint(f"uq_ratings_{'_'.join(columns)}", columns)
    op.create_index("ix_matches_host_id", "matches", ["host_id"])


def _generation() -> sa.Column[int]:
    return sa.Column("generation", sa.Integer(), server_default="0", nullable=False)
