"""Matches that one person plays in a message of their own: begun at once, seen by nobody else."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy.engine import Connection

from data.matches import log, matches
from data.matches.models import MatchOptions, StoredSeat
from engine import deal_from_seed, fairness, new_match


@dataclass(frozen=True, slots=True)
class Hidden:
    """A hidden match to be.

    Attributes:
        guild_id: the server where it is begun.
        channel_id: where there.
        player_id: who plays it, in seat 1.
        name: what they are called there.
        options: how it is played; its seats are theirs and computers'.
        level: of all computers.
        secret: what its deals follow from.
        start_id: likewise (fair play).
        cause: what brought it about.
        deal_id: the daily deal that it is an attempt at.
    """

    guild_id: int
    channel_id: int
    player_id: int
    name: str
    options: MatchOptions
    level: str
    secret: str
    start_id: str
    cause: str
    deal_id: int | None = None


def begin(conn: Connection, hidden: Hidden, at: int) -> int:
    """Begin it and deal its first round; its number."""
    options, players = hidden.options, hidden.options.seats
    match_id = matches.create(
        conn,
        guild_id=hidden.guild_id,
        channel_id=hidden.channel_id,
        host_id=hidden.player_id,
        options=options,
        secret=hidden.secret,
        at=at,
    )
    me = StoredSeat(1, player_id=hidden.player_id, name=hidden.name)
    computers = [StoredSeat(seat, level=hidden.level) for seat in range(2, players + 1)]
    matches.replace_seats(conn, match_id, [me, *computers])
    matches.change(conn, match_id, start_id=hidden.start_id, deal_id=hidden.deal_id, hidden=True)
    matches.set_status(conn, match_id, "playing", at=at)
    seed = fairness.seed(hidden.secret, hidden.start_id)
    dealt = deal_from_seed(new_match(players, options.for_engine(players)), seed)
    log.append(conn, match_id, [log.Logged(1, log.Deal.of(dealt), hidden.cause, at)])
    return match_id
