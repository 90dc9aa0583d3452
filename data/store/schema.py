"""The tables, in SQLAlchemy Core.

Times are UTC milliseconds, ids are BIGINT, JSON stands in text columns and is read back through the
pydantic models of the module that owns the table. A person's Discord id stands in ``players`` and
nowhere else; every other table knows people by our own key.
"""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Double,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    Integer,
    MetaData,
    SmallInteger,
    Table,
    Text,
    UniqueConstraint,
    text,
)

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s_%(referred_table_name)s",
        "pk": "pk_%(table_name)s",
    }
)

# SQLite counts up only a primary key that is declared INTEGER; there that is 64 bits wide anyway.
Id = BigInteger().with_variant(Integer, "sqlite")

guilds = Table(
    "guilds",
    metadata,
    Column("id", BigInteger, primary_key=True, autoincrement=False),  # Discord's own
    Column("name", Text, nullable=False),
    Column("settings", Text, nullable=False),  # data.models.GuildSettings
    Column("joined_at", BigInteger, nullable=False),
    Column("removed_at", BigInteger),  # when the bot was removed; purged 30 days later
    Column("generation", Integer, nullable=False, server_default="0"),  # of ratings
    Column("recount_from", BigInteger),  # the finish order from which they are to be made anew
)

players = Table(
    "players",
    metadata,
    Column("id", Id, primary_key=True),
    Column("discord_id", BigInteger, unique=True),  # None: deleted at their own wish, or never set
    Column("name", Text),
    Column("preferences", Text, nullable=False),  # data.models.Preferences
    Column("dm_blocked_at", BigInteger),  # a DM was refused; none is tried until they ask
    Column("dm_channel_id", BigInteger),  # of their DMs, if known
    Column("first_match_at", BigInteger),  # when their first match began
    Column("created_at", BigInteger, nullable=False),
    Column("lessons", Integer, nullable=False, server_default="0"),  # finished ones, a bit each
    # An id is never used twice: an old log or button must not come to mean somebody else.
    sqlite_autoincrement=True,
)

matches = Table(
    "matches",
    metadata,
    Column("id", Id, primary_key=True),
    Column("guild_id", BigInteger, ForeignKey("guilds.id", ondelete="CASCADE"), nullable=False),
    Column("channel_id", BigInteger, nullable=False),
    Column("thread_id", BigInteger),
    Column("status", Text, nullable=False),  # data.models.Status
    Column("options", Text, nullable=False),  # data.models.MatchOptions
    Column("host_id", BigInteger, ForeignKey("players.id")),
    Column("secret", Text, nullable=False),
    Column("commitment", Text, nullable=False),
    Column("start_id", Text),  # of its first public message after Start (fair play)
    Column("rules_version", Integer, nullable=False),
    Column("created_at", BigInteger, nullable=False),
    Column("started_at", BigInteger),
    Column("finished_at", BigInteger),
    Column("end_reason", Text),
    Column("unrated_reason", Text),  # why a finished match counts for no rating; None: it counts
    # The order in which matches were over, over all servers: what ratings are computed along.
    Column("finish_order", BigInteger),
    Column("rounds", SmallInteger),  # how many were played to their end
    Column("seat_count", SmallInteger),
    Column("people", Text),  # the persons' keys, ascending, as "3 17 20"; None before the end
    Column("solo", Boolean),  # one person against computers; None before the start
    Column("head", Integer, nullable=False, server_default="0"),  # the log's last sequence
    # To where in the log the messages have come: what calls a person, and what shows the match.
    Column("called", Integer, nullable=False, server_default="0"),
    Column("shown", Integer, nullable=False, server_default="0"),
    # Played in a message to one person alone: nobody else sees it.
    Column("hidden", Boolean, nullable=False, server_default="0"),
    Column("deal_id", BigInteger),  # an attempt at this daily deal
    Index("ix_matches_guild_id_status_finished_at", "guild_id", "status", "finished_at"),
    Index("ix_matches_status_created_at", "status", "created_at"),
    Index("uq_matches_finish_order", "finish_order", unique=True),
    Index("ix_matches_guild_id_finish_order", "guild_id", "finish_order"),
    Index("ix_matches_guild_id_people_finish_order", "guild_id", "people", "finish_order"),
    Index("ix_matches_channel_id_status", "channel_id", "status"),
    Index("ix_matches_host_id", "host_id"),
    Index("ix_matches_thread_id", "thread_id"),
    Index(
        "ix_matches_behind",
        "id",
        sqlite_where=text("called < head OR shown < head"),
        postgresql_where=text("called < head OR shown < head"),
    ),
    sqlite_autoincrement=True,
)

seats = Table(
    "seats",
    metadata,
    Column("match_id", BigInteger, ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", SmallInteger, primary_key=True, autoincrement=False),
    Column("player_id", BigInteger, ForeignKey("players.id")),  # None: a computer player
    Column("level", Text),  # the computer player's level; None: a person
    Column("name", Text),  # the person's name in that server; None for computers and the deleted
    Column("status", Text, nullable=False),  # data.models.SeatStatus
    Column("points", Integer),  # the final total
    Column("rank", SmallInteger),  # 1 is best; those who tie share it; leavers come last
    UniqueConstraint("match_id", "player_id"),
    Index("ix_seats_player_id_match_id", "player_id", "match_id"),
)

log = Table(
    "log",
    metadata,
    Column("match_id", BigInteger, ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
    Column("sequence", Integer, primary_key=True, autoincrement=False),  # from 1, without gaps
    Column("kind", Text, nullable=False),
    Column("seat", SmallInteger),  # the acting seat, never a person
    Column("payload", Text, nullable=False),  # data.log.Entry
    Column("cause", Text, nullable=False),  # what brought it about, once
    Column("at", BigInteger, nullable=False),
    UniqueConstraint("match_id", "cause"),
)

messages = Table(
    "messages",
    metadata,
    Column("id", Id, primary_key=True),
    Column("match_id", BigInteger, ForeignKey("matches.id", ondelete="CASCADE"), nullable=False),
    Column("kind", Text, nullable=False),
    Column("seat", SmallInteger),
    Column("player_id", BigInteger, ForeignKey("players.id")),
    Column("round", SmallInteger),  # the decision it asks for, or the round whose result it shows
    Column("turn", Integer),
    Column("channel_id", BigInteger, nullable=False),
    Column("message_id", BigInteger, nullable=False),
    Column("sequence", Integer, nullable=False),  # the log entry up to which it shows the match
    Column("content_hash", Text),  # of what was last sent; equal content is not sent again
    Column("state", Text, nullable=False),  # data.models.MessageState
    Column("posted_at", BigInteger, nullable=False),
    UniqueConstraint("message_id"),
    Index("ix_messages_match_id_kind", "match_id", "kind"),
    Index("ix_messages_player_id", "player_id"),
    Index("ix_messages_state_match_id", "state", "match_id"),
)

deadlines = Table(
    "deadlines",
    metadata,
    Column("id", Id, primary_key=True),
    Column("match_id", BigInteger, ForeignKey("matches.id", ondelete="CASCADE"), nullable=False),
    Column("kind", Text, nullable=False),
    Column("seat", SmallInteger, nullable=False),  # 0: of no seat
    Column("round", SmallInteger, nullable=False),  # 0: of no round
    Column("turn", Integer, nullable=False),
    Column("due_at", BigInteger, nullable=False),
    Column("claimed_at", BigInteger),  # None: still to be served
    Index(
        "ix_deadlines_due_at",
        "due_at",
        sqlite_where=text("claimed_at IS NULL"),
        postgresql_where=text("claimed_at IS NULL"),
    ),
    Index(
        "uq_deadlines_unclaimed",
        "match_id",
        "kind",
        "seat",
        "round",
        "turn",
        unique=True,
        sqlite_where=text("claimed_at IS NULL"),
        postgresql_where=text("claimed_at IS NULL"),
    ),
    Index("ix_deadlines_match_id", "match_id"),
    # A deadline is a log entry's cause, so its id must stay its own.
    sqlite_autoincrement=True,
)

# From here on: what standings are made of. ``ratings``, ``rating_changes`` and ``tallies`` are
# derived from the finished matches and can be made anew from them (data.standings.recount). Of the
# ratings those of the server's generation are read; others are being made, or are old.

members = Table(
    "members",
    metadata,
    Column("guild_id", BigInteger, ForeignKey("guilds.id", ondelete="CASCADE"), primary_key=True),
    Column("player_id", BigInteger, ForeignKey("players.id", ondelete="CASCADE"), primary_key=True),
    Column("name", Text, nullable=False),  # as the server knows them, when last seen
    Column("left_at", BigInteger),  # found to have left the server: hidden, not lost
    Column("checked_at", BigInteger, nullable=False),  # when that was last looked up
    Index("ix_members_player_id", "player_id"),
    # Kept in the order of their key, so that a leaderboard reads them in one go; so are the other
    # tables below that have no key of their own.
    sqlite_with_rowid=False,
)

plays = Table(
    "plays",
    metadata,
    # How a seat's own player played a match; what a stand-in did doesn't count.
    Column("match_id", BigInteger, primary_key=True),
    Column("seat", SmallInteger, primary_key=True, autoincrement=False),
    Column("rounds", SmallInteger, nullable=False),  # in which they acted
    Column("ended_empty", SmallInteger, nullable=False),  # rounds they ended, by reason
    Column("ended_unbeaten", SmallInteger, nullable=False),
    Column("ended_stuck", SmallInteger, nullable=False),
    Column("shows", Integer, nullable=False),
    Column("scouts", Integer, nullable=False),
    Column("scout_and_shows", Integer, nullable=False),
    Column("longest_show", SmallInteger, nullable=False),  # cards
    ForeignKeyConstraint(
        ["match_id", "seat"], ["seats.match_id", "seats.seat"], ondelete="CASCADE"
    ),
    sqlite_with_rowid=False,
)

reviews = Table(
    "reviews",
    metadata,
    # What a seat's decisions cost it, as a version of the judge thought once.
    Column("match_id", BigInteger, primary_key=True),
    Column("seat", SmallInteger, primary_key=True, autoincrement=False),
    Column("judge", SmallInteger, primary_key=True, autoincrement=False),
    Column("decisions", Text, nullable=False),  # data.matches.reviews.Judged, as a list
    Column("accuracy", Double),  # None: too few decisions
    Column("at", BigInteger, nullable=False),
    ForeignKeyConstraint(
        ["match_id", "seat"], ["seats.match_id", "seats.seat"], ondelete="CASCADE"
    ),
    sqlite_with_rowid=False,
)

ratings = Table(
    "ratings",
    metadata,
    Column("id", Id, primary_key=True),
    Column("guild_id", BigInteger, ForeignKey("guilds.id", ondelete="CASCADE"), nullable=False),
    Column("generation", Integer, nullable=False, server_default="0"),
    Column("ladder", Text, nullable=False),  # "table" or "solo"; a computer's level: "table"
    Column("player_id", BigInteger, ForeignKey("players.id")),
    Column("level", Text),
    Column("mu", Double, nullable=False),
    Column("sigma", Double, nullable=False),
    Column("matches", Integer, nullable=False),
    UniqueConstraint("guild_id", "generation", "ladder", "player_id"),
    UniqueConstraint("guild_id", "generation", "level"),
    Index("ix_ratings_player_id", "player_id"),
)

rating_changes = Table(
    "rating_changes",
    metadata,
    Column("match_id", BigInteger, primary_key=True),
    Column("seat", SmallInteger, primary_key=True, autoincrement=False),
    Column("mu_before", Double, nullable=False),
    Column("sigma_before", Double, nullable=False),
    Column("mu", Double, nullable=False),
    Column("sigma", Double, nullable=False),
    ForeignKeyConstraint(
        ["match_id", "seat"], ["seats.match_id", "seats.seat"], ondelete="CASCADE"
    ),
    sqlite_with_rowid=False,
)

tallies = Table(
    "tallies",
    metadata,
    Column("guild_id", BigInteger, ForeignKey("guilds.id", ondelete="CASCADE"), primary_key=True),
    Column("period", Text, primary_key=True),  # "all", "2026-11", "2026-W48"; UTC
    Column("player_id", BigInteger, ForeignKey("players.id"), primary_key=True),
    # Rated matches with two persons or more; and, apart, those alone against computers.
    Column("matches", Integer, nullable=False),
    Column("wins", Integer, nullable=False),  # a shared win is a win
    Column("points", Integer, nullable=False),
    Column("rounds", Integer, nullable=False),
    Column("solo_matches", Integer, nullable=False),
    Column("solo_wins", Integer, nullable=False),
    Column("solo_points", Integer, nullable=False),
    Column("solo_rounds", Integer, nullable=False),
    # How many matches with others gave which share of opponents ranked below, and the sum of the
    # best, in 24ths (data.standings.tallies). Of fewer matches than there are: it is behind.
    Column("shares", Text, nullable=False, server_default="{}"),
    Column("shares_of", Integer, nullable=False, server_default="0"),
    Column("best", Integer, nullable=False, server_default="0"),
    Index("ix_tallies_player_id", "player_id"),
    Index(
        "ix_tallies_behind",
        "guild_id",
        sqlite_where=text("shares_of <> matches"),
        postgresql_where=text("shares_of <> matches"),
    ),
    sqlite_with_rowid=False,
)

declines = Table(
    "declines",
    metadata,
    # Kept for a day: who declined is not invited again by the same person.
    Column(
        "challenger_id", BigInteger, ForeignKey("players.id", ondelete="CASCADE"), primary_key=True
    ),
    Column(
        "challenged_id", BigInteger, ForeignKey("players.id", ondelete="CASCADE"), primary_key=True
    ),
    Column("at", BigInteger, nullable=False),
    Index("ix_declines_challenged_id", "challenged_id"),
    sqlite_with_rowid=False,
)

# The daily deal: the same cards and the same computers for everybody, once a person.

deals = Table(
    "deals",
    metadata,
    Column("id", Id, primary_key=True),
    Column("day", Text, nullable=False, unique=True),  # of UTC, "2026-12-01"
    Column("secret", Text, nullable=False),
    Column("commitment", Text, nullable=False),
    Column("par", Double),  # the margin to hold one's own against; None until it is thought out
    Column("closed_at", BigInteger),  # when its attempts were ended and counted
    sqlite_autoincrement=True,
)

answers = Table(
    "answers",
    metadata,
    # What a computer did in a view: whoever comes to the same view meets the same answer.
    Column("deal_id", BigInteger, ForeignKey("deals.id", ondelete="CASCADE"), primary_key=True),
    Column("sight", Text, primary_key=True),  # engine.players.steady.sight
    Column("action", Text, nullable=False),
    sqlite_with_rowid=False,
)

attempts = Table(
    "attempts",
    metadata,
    Column("deal_id", BigInteger, ForeignKey("deals.id"), primary_key=True),
    Column("player_id", BigInteger, ForeignKey("players.id"), primary_key=True),
    Column("match_id", BigInteger, ForeignKey("matches.id", ondelete="CASCADE"), nullable=False),
    Column("young", Boolean, nullable=False),  # the account was: it isn't placed
    Column("margin", Double),  # None until it is played to its end
    Column("percent", Double),  # of placed attempts beaten; None until the deal is closed
    UniqueConstraint("match_id"),
    Index("ix_attempts_player_id", "player_id"),
    Index("ix_attempts_deal_id_margin", "deal_id", "margin"),
    sqlite_with_rowid=False,
)

attempt_servers = Table(
    "attempt_servers",
    metadata,
    # On which servers' boards an attempt stands: where it began, and where its person put it.
    Column("guild_id", BigInteger, ForeignKey("guilds.id", ondelete="CASCADE"), primary_key=True),
    Column("deal_id", BigInteger, primary_key=True),
    Column("player_id", BigInteger, primary_key=True),
    Column("name", Text),  # the person's there; None for the deleted
    ForeignKeyConstraint(
        ["deal_id", "player_id"], ["attempts.deal_id", "attempts.player_id"], ondelete="CASCADE"
    ),
    Index("ix_attempt_servers_deal_id_player_id", "deal_id", "player_id"),
    Index("ix_attempt_servers_player_id", "player_id"),
    sqlite_with_rowid=False,
)

posts = Table(
    "posts",
    metadata,
    # What a server is told once on the bot's own account: deals, results, digests, champions.
    Column("guild_id", BigInteger, ForeignKey("guilds.id", ondelete="CASCADE"), primary_key=True),
    Column("kind", Text, primary_key=True),
    Column("key", Text, primary_key=True),  # a day, a match's number, a week, a month
    Column("channel_id", BigInteger, nullable=False),
    Column("message_id", BigInteger, nullable=False),
    Column("content_hash", Text, nullable=False),  # of what was last sent
    Column("posted_at", BigInteger, nullable=False),
    sqlite_with_rowid=False,
)

facts = Table(
    "facts",
    metadata,
    Column("key", Text, primary_key=True),
    Column("value", Text, nullable=False),
)
