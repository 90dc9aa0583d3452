"""Standings.

Revision: 0002, after 0001.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Standings."""
    op.create_table(
        "members",
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("player_id", sa.BigInteger(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("left_at", sa.BigInteger(), nullable=True),
        sa.Column("checked_at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["guild_id"], ["guilds.id"], name=op.f("fk_members_guild_id_guilds"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["player_id"],
            ["players.id"],
            name=op.f("fk_members_player_id_players"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("guild_id", "player_id", name=op.f("pk_members")),
        sqlite_with_rowid=False,
    )
    with op.batch_alter_table("members", schema=None) as batch_op:
        batch_op.create_index("ix_members_player_id", ["player_id"], unique=False)

    op.create_table(
        "ratings",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("ladder", sa.Text(), nullable=False),
        sa.Column("player_id", sa.BigInteger(), nullable=True),
        sa.Column("level", sa.Text(), nullable=True),
        sa.Column("mu", sa.Double(), nullable=False),
        sa.Column("sigma", sa.Double(), nullable=False),
        sa.Column("matches", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["guild_id"], ["guilds.id"], name=op.f("fk_ratings_guild_id_guilds"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["player_id"], ["players.id"], name=op.f("fk_ratings_player_id_players")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_ratings")),
        sa.UniqueConstraint(
            "guild_id", "ladder", "player_id", name=op.f("uq_ratings_guild_id_ladder_player_id")
        ),
        sa.UniqueConstraint("guild_id", "level", name=op.f("uq_ratings_guild_id_level")),
    )
    with op.batch_alter_table("ratings", schema=None) as batch_op:
        batch_op.create_index("ix_ratings_player_id", ["player_id"], unique=False)

    op.create_table(
        "tallies",
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("period", sa.Text(), nullable=False),
        sa.Column("player_id", sa.BigInteger(), nullable=False),
        sa.Column("matches", sa.Integer(), nullable=False),
        sa.Column("wins", sa.Integer(), nullable=False),
        sa.Column("points", sa.Integer(), nullable=False),
        sa.Column("rounds", sa.Integer(), nullable=False),
        sa.Column("solo_matches", sa.Integer(), nullable=False),
        sa.Column("solo_wins", sa.Integer(), nullable=False),
        sa.Column("solo_points", sa.Integer(), nullable=False),
        sa.Column("solo_rounds", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["guild_id"], ["guilds.id"], name=op.f("fk_tallies_guild_id_guilds"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["player_id"], ["players.id"], name=op.f("fk_tallies_player_id_players")
        ),
        sa.PrimaryKeyConstraint("guild_id", "period", "player_id", name=op.f("pk_tallies")),
        sqlite_with_rowid=False,
    )
    with op.batch_alter_table("tallies", schema=None) as batch_op:
        batch_op.create_index("ix_tallies_player_id", ["player_id"], unique=False)

    op.create_table(
        "plays",
        sa.Column("match_id", sa.BigInteger(), nullable=False),
        sa.Column("seat", sa.SmallInteger(), autoincrement=False, nullable=False),
        sa.Column("rounds", sa.SmallInteger(), nullable=False),
        sa.Column("ended_empty", sa.SmallInteger(), nullable=False),
        sa.Column("ended_unbeaten", sa.SmallInteger(), nullable=False),
        sa.Column("ended_stuck", sa.SmallInteger(), nullable=False),
        sa.Column("shows", sa.Integer(), nullable=False),
        sa.Column("scouts", sa.Integer(), nullable=False),
        sa.Column("scout_and_shows", sa.Integer(), nullable=False),
        sa.Column("longest_show", sa.SmallInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["match_id", "seat"],
            ["seats.match_id", "seats.seat"],
            name=op.f("fk_plays_match_id_seat_seats"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("match_id", "seat", name=op.f("pk_plays")),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "rating_changes",
        sa.Column("match_id", sa.BigInteger(), nullable=False),
        sa.Column("seat", sa.SmallInteger(), autoincrement=False, nullable=False),
        sa.Column("mu_before", sa.Double(), nullable=False),
        sa.Column("sigma_before", sa.Double(), nullable=False),
        sa.Column("mu", sa.Double(), nullable=False),
        sa.Column("sigma", sa.Double(), nullable=False),
        sa.ForeignKeyConstraint(
            ["match_id", "seat"],
            ["seats.match_id", "seats.seat"],
            name=op.f("fk_rating_changes_match_id_seat_seats"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("match_id", "seat", name=op.f("pk_rating_changes")),
        sqlite_with_rowid=False,
    )
    with op.batch_alter_table("matches", schema=None) as batch_op:
        batch_op.add_column(sa.Column("finish_order", sa.BigInteger(), nullable=True))
        batch_op.add_column(sa.Column("rounds", sa.SmallInteger(), nullable=True))
        batch_op.add_column(sa.Column("seat_count", sa.SmallInteger(), nullable=True))
        batch_op.add_column(sa.Column("people", sa.Text(), nullable=True))
        batch_op.add_column(sa.Column("solo", sa.Boolean(), nullable=True))
        batch_op.create_index(
            "ix_matches_guild_id_finish_order", ["guild_id", "finish_order"], unique=False
        )
        batch_op.create_index(
            "ix_matches_guild_id_people_finish_order",
            ["guild_id", "people", "finish_order"],
            unique=False,
        )
        batch_op.create_index("uq_matches_finish_order", ["finish_order"], unique=True)
