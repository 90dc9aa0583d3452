"""Finishing a match, and the standings that follow from finished matches.

``finish`` is called in the transaction of the match's last log entry, so that a match is never over
without its ratings, nor rated twice. Ratings, their changes and the tallies of the leaderboards are
derived data: ``data.standings.recount`` makes them anew from the finished matches, in the order in
which these were over, with the same result to the last digit.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace

from sqlalchemy import bindparam, delete, insert, text, update
from sqlalchemy.engine import Connection

from data.daily import attempts
from data.matches import log, matches
from data.matches.hosted import Hosted
from data.matches.models import UnratedReason
from data.matches.plays import count
from data.people import members
from data.standings import tables
from data.standings.ledger import enter
from data.standings.rating import Rating, ranks
from data.standings.recount import ask
from data.standings.repeats import Repeats
from data.standings.tables import Table, TableSeat
from data.standings.tallies import count_out
from data.store import locks, schema


@dataclass(frozen=True, slots=True)
class SeatResult:
    """What a match came to for a seat.

    Attributes:
        seat: which.
        points: the total.
        rank: 1 is best, ties share it, leavers come last; None if the match has no result.
        before: the rating that the match changed, before; None where nothing was rated.
        after: and after.
    """

    seat: int
    points: int
    rank: int | None
    before: Rating | None = None
    after: Rating | None = None


WALKED_OUT = frozenset({"deserted", "host", "agreed"})
"""The ways in which a match ends before its last round by its own players' doing."""


@dataclass(frozen=True, slots=True)
class Finished:
    """What a match came to.

    Attributes:
        decided: whether it has a result: it was played to its end, or lost by walking out.
        solo: whether one person played against computers, which is rated apart.
        unrated_reason: why it counts for no rating; None when it does.
        seats: by seat.
    """

    decided: bool
    solo: bool
    unrated_reason: UnratedReason | None
    seats: tuple[SeatResult, ...]


def finish(conn: Connection, hosted: Hosted, at: int) -> Finished:
    """Close a match that is over: status, results, play, ratings, an attempt's score.

    It takes the match's deadlines away.

    Args:
        conn: in the writing transaction of the log entry that ended the match.
        hosted: the match after that entry.
        at: UTC milliseconds.

    Raises:
        ValueError: the match isn't over, or is closed already.
    """
    if not hosted.over:
        raise ValueError(f"match {hosted.row.id} isn't over")
    locks.server(conn, hosted.row.guild_id)
    entries = log.load(conn, hosted.row.id)
    decided = hosted.match.over or _walked_out(hosted, entries)
    reason = hosted.ended.reason if hosted.ended else None
    if not matches.set_status(
        conn, hosted.row.id, "finished" if decided else "ended", at=at, reason=reason
    ):
        raise ValueError(f"match {hosted.row.id} is closed already")
    results = _store_seats(conn, hosted, entries, decided=decided)
    unrated = _unrated(hosted) if decided else "unfinished"
    table = _table(hosted, results, locks.next_finish_order(conn), at, unrated)
    matches.change(
        conn,
        table.match_id,
        finish_order=table.finish_order,
        rounds=table.rounds,
        seat_count=len(table.seats),
        people=table.people,
        solo=table.solo,
        unrated_reason=table.unrated_reason,
    )
    if decided:
        members.met(conn, hosted, at)
        if hosted.row.deal_id is not None and hosted.match.over:
            attempts.finish(conn, hosted)
    finished = Finished(decided, table.solo, table.unrated_reason, results)
    return finished if finished.unrated_reason else _rate(conn, finished, table)


@dataclass(frozen=True, slots=True)
class Changed:
    """What a match did to a rating; ``matches``: how many that rating is from by now."""

    before: Rating
    after: Rating
    matches: int


def changes_of(conn: Connection, match_id: int) -> dict[int, Changed]:
    """What a match did to the ratings, by seat; empty if it isn't rated."""
    return {
        row.seat: Changed(
            Rating(row.mu_before, row.sigma_before), Rating(row.mu, row.sigma), row.matches or 0
        )
        for row in conn.execute(_CHANGES, {"match": match_id})
    }


def void(conn: Connection, match_id: int) -> bool:
    """A moderator voids a match that is over; its server is to be counted anew from there on.

    That takes its time, and ``recount`` does it.

    Returns:
        Whether it was there to be voided.
    """
    locks.match(conn, match_id)
    locks.server_of(conn, match_id)
    rated = tables.rated(conn, match_id)
    row = conn.execute(_VOID, {"match": match_id}).first()
    if row is None:
        return False
    if rated is not None:
        count_out(conn, rated)
    if row.finish_order is not None:
        conn.execute(_NO_CHANGES, {"match": match_id})
        ask(conn, row.guild_id, row.finish_order)
    return True


def _unrated(hosted: Hosted) -> UnratedReason | None:
    """What speaks against rating a match that has a result, seen by itself."""
    if hosted.counts:
        return None
    if hosted.assisted:
        return "assisted"
    return "short" if hosted.row.options.rated else "asked"


def _walked_out(hosted: Hosted, entries: Sequence[log.Logged]) -> bool:
    """Whether a match was lost by its only person, who walked out of it.

    By leaving or ending it, or by staying away until nobody was left; not if a moderator gave the
    seat away.
    """
    if hosted.ended is None or hosted.ended.reason not in WALKED_OUT or not hosted.lost_by_leaving:
        return False
    seats = [one.entry for one in entries if isinstance(one.entry, log.Seat)]
    return not any((one.change, one.by) == ("leave", "moderator") for one in seats)


def _store_seats(
    conn: Connection, hosted: Hosted, entries: Sequence[log.Logged], *, decided: bool
) -> tuple[SeatResult, ...]:
    seats = list(enumerate(hosted.seats, start=1))
    # Who walked out of a match that they alone played ranks last, present or not.
    last = {"left", "stand-in"} if hosted.match.over else {"left", "stand-in", "person"}
    gone = frozenset(seat for seat, who in seats if who.control in last)
    ranked = ranks(hosted.match.totals, gone) if decided else (None,) * len(seats)
    plays = count(hosted, entries)
    results = []
    for (seat, who), points, rank in zip(seats, hosted.match.totals, ranked, strict=True):
        status = "left" if who.control == "left" else "seated"
        matches.change_seat(conn, hosted.row.id, seat, points=points, rank=rank, status=status)
        results.append(SeatResult(seat, points, rank))
    conn.execute(
        insert(schema.plays),
        [
            {"match_id": hosted.row.id, "seat": seat, **asdict(play)}
            for seat, play in enumerate(plays, start=1)
        ],
    )
    return tuple(results)


def _table(
    hosted: Hosted,
    results: tuple[SeatResult, ...],
    order: int,
    at: int,
    unrated: UnratedReason | None,
) -> Table:
    seats = [
        TableSeat(seat.seat, seat.player_id, seat.level, result.points, result.rank or 0)
        for seat, result in zip(hosted.row.seats, results, strict=True)
    ]
    people = sorted(seat.player_id for seat in seats if seat.player_id is not None)
    return Table(
        match_id=hosted.row.id,
        guild_id=hosted.row.guild_id,
        finish_order=order,
        finished_at=at,
        rounds=len(hosted.results),
        people=" ".join(map(str, people)),
        solo=hosted.solo,
        unrated_reason=unrated,
        seats=tuple(seats),
    )


def _rate(conn: Connection, finished: Finished, table: Table) -> Finished:
    """Rate the match that was just stored, unless the same persons have played too often."""
    same = schema.matches.c.people == table.people
    repeats = Repeats.before(conn, table.guild_id, table.finish_order, same)
    if repeats.too_many(table):
        matches.change(conn, table.match_id, unrated_reason="repeated")
        return replace(finished, unrated_reason="repeated")
    changes = enter(conn, table)
    seats = tuple(
        replace(result, before=change.before, after=change.after)
        for result, change in zip(finished.seats, changes, strict=True)
    )
    return replace(finished, seats=seats)


_VOID = (
    update(schema.matches)
    .where(
        schema.matches.c.id == bindparam("match"),
        schema.matches.c.status.in_(("finished", "ended")),
    )
    .values(status="void", shown=0)  # its result is shown anew
    .returning(schema.matches.c.guild_id, schema.matches.c.finish_order)
)
_NO_CHANGES = delete(schema.rating_changes).where(
    schema.rating_changes.c.match_id == bindparam("match")
)
_CHANGES = text("""
    SELECT c.*, r.matches
    FROM rating_changes AS c
    JOIN matches AS m ON m.id = c.match_id
    JOIN guilds AS g ON g.id = m.guild_id
    JOIN seats AS s ON s.match_id = c.match_id AND s.seat = c.seat
    LEFT JOIN ratings AS r
      ON r.guild_id = g.id AND r.generation = g.generation
     AND r.ladder = CASE WHEN m.solo AND s.level IS NULL THEN 'solo' ELSE 'table' END
     AND (r.player_id = s.player_id OR r.level = s.level)
    WHERE c.match_id = :match
""")
