"""Daily deals, matches that one person plays unseen, lessons, and what servers are told once.

Revision: 0013, after 0012.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """New tables; new columns of matches and people."""
    with op.batch_alter_table("matches") as matches:
        matches.add_column(sa.Column("hidden", sa.Boolean(), server_default="0", nullable=False))
        matches.add_column(sa.Column("deal_id", sa.BigInteger(), nullable=True))
    with op.batch_alter_table("players") as players:
        players.add_column(sa.Column("lessons", sa.Integer(), server_default="0", nullable=False))
    op.execute("UPDATE matches SET hidden = FALSE")
    _deals()
    _attempts()
    op.create_table(
        "posts",
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("channel_id", sa.BigInteger(), nullable=False),
        sa.Column("message_id", sa.BigInteger(), nullable=False),
        sa.Column("content_hash", sa.Text(), nullable=False),
        sa.Column("posted_at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["guild_id"], ["guilds.id"], name="fk_posts_guild_id_guilds", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("guild_id", "kind", "key", name="pk_posts"),
        sqlite_with_rowid=False,
    )


def _deals() -> None:
    op.create_table(
        "deals",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("day", sa.Text(), nullable=False),
        sa.Column("secret", sa.Text(), nullable=False),
        sa.Column("commitment", sa.Text(), nullable=False),
        sa.Column("par", sa.Double(), nullable=True),
        sa.Column("closed_at", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_deals"),
        sa.UniqueConstraint("day", name="uq_deals_day"),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "answers",
        sa.Column("deal_id", sa.BigInteger(), nullable=False),
        sa.Column("sight", sa.Text(), nullable=False),
        sa.Column("action", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["deal_id"], ["deals.id"], name="fk_answers_deal_id_deals", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("deal_id", "sight", name="pk_answers"),
        sqlite_with_rowid=False,
    )


def _attempts() -> None:
    op.create_table(
        "attempts",
        sa.Column("deal_id", sa.BigInteger(), nullable=False),
        sa.Column("player_id", sa.BigInteger(), nullable=False),
        sa.Column("match_id", sa.BigInteger(), nullable=False),
        sa.Column("young", sa.Boolean(), nullable=False),
        sa.Column("margin", sa.Double(), nullable=True),
        sa.Column("percent", sa.Double(), nullable=True),
        sa.ForeignKeyConstraint(["deal_id"], ["deals.id"], name="fk_attempts_deal_id_deals"),
        sa.ForeignKeyConstraint(
            ["player_id"], ["players.id"], name="fk_attempts_player_id_players"
        ),
        sa.ForeignKeyConstraint(
            ["match_id"], ["matches.id"], name="fk_attempts_match_id_matches", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("deal_id", "player_id", name="pk_attempts"),
        sa.UniqueConstraint("match_id", name="uq_attempts_match_id"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_attempts_player_id", "attempts", ["player_id"])
    op.create_index("ix_attempts_deal_id_margin", "attempts", ["deal_id", "margin"])
    op.create_table(
        "attempt_servers",
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("deal_id", sa.BigInteger(), nullable=False),
        sa.Column("player_id", sa.BigInteger(), nullable=False),
        sa.Column("name", sa.Text(), nullable=True),
        sa.ForeignKeyConstraint(
            ["guild_id"],
            ["guilds.id"],
            name="fk_attempt_servers_guild_id_guilds",
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["deal_id", "player_id"],
            ["attempts.deal_id", "attempts.player_id"],
            name="fk_attempt_servers_deal_id_player_id_attempts",
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("guild_id", "deal_id", "player_id", name="pk_attempt_servers"),
        sqlite_with_rowid=False,
    )
    op.create_index(
        "ix_attempt_servers_deal_id_player_id", "attempt_servers", ["deal_id", "player_id"]
    )
    op.create_index("ix_attempt_servers_player_id", "attempt_servers", ["player_id"])
