"""From a lobby to the first deal."""

from __future__ import annotations

from sqlalchemy.engine import Connection

from bot.match import follow, limits
from bot.match.limits import LOBBY_IDLE, LOBBY_IDLE_MS
from bot.match.live import unfolded
from bot.match.refusal import Refusal
from bot.texts import N_
from data.matches import deadlines, log, matches
from data.matches.deadlines import Wanted
from data.matches.models import StoredMatch, StoredSeat
from data.people import challenges, players
from engine import fairness, seating

ALREADY_STARTED = N_("This match has started already.")
CLOSED = N_("This lobby is closed.")

Gone = tuple[tuple[int, int], ...]
"""People whose rows are deleted, by our keys and Discord's ids."""


def lobby(conn: Connection, match_id: int, *, starting: bool = False) -> StoredMatch:
    """The row of a match that is a lobby still; ``starting``: or waits for its first message.

    Raises:
        Refusal: it isn't.
    """
    row = matches.get(conn, match_id)
    if row is None:
        raise Refusal(CLOSED)
    if row.status == "lobby" or (starting and row.status == "starting"):
        return row
    raise Refusal(ALREADY_STARTED if row.started_at or row.status == "starting" else CLOSED)


def seated(row: StoredMatch) -> list[StoredSeat]:
    """Who plays if it starts now; held seats that nobody has taken fall away."""
    return [seat for seat in row.seats if seat.status == "seated"]


def idle_from(conn: Connection, match_id: int, at: int) -> None:
    """A lobby's time to wait begins now (UTC milliseconds)."""
    deadlines.replace(conn, match_id, [Wanted(LOBBY_IDLE, at + LOBBY_IDLE_MS)])


def press(conn: Connection, match_id: int, cause: str, at: int) -> None:
    """Somebody presses Start: the match waits for its first message, and not for too long.

    Args:
        conn: in a writing unit.
        match_id: a lobby.
        cause: what the log calls it.
        at: UTC milliseconds.
    """
    entry = log.Logged(log.head(conn, match_id) + 1, log.Lobby(change="start"), cause, at)
    log.append(conn, match_id, [entry])
    matches.set_status(conn, match_id, "starting", at=at)
    idle_from(conn, match_id, at)


def begin(conn: Connection, row: StoredMatch, message_id: int, at: int) -> Gone:
    """Shuffle the seats and deal the first round; who never answered is forgotten.

    Args:
        conn: in a writing unit.
        row: a match that waits for its first message.
        message_id: that message's, from which all follows together with the match's secret.
        at: UTC milliseconds.
    """
    match_id, start_id, cause = row.id, str(message_id), first(message_id)
    waiting = seated(row)
    # The order follows from what the deals follow from, so nobody can have chosen it.
    order = seating(fairness.seed(row.secret, start_id), len(waiting))
    seats = [waiting[place - 1] for place in order]
    matches.replace_seats(conn, match_id, seats)
    solo = sum(seat.player_id is not None for seat in seats) == 1
    options = row.options
    if solo and not options.rated_alone:
        options = options.model_copy(update={"rated": False})  # practice
    matches.change(conn, match_id, start_id=start_id, solo=solo, options=options)
    matches.set_status(conn, match_id, "playing", at=at)
    for seat in seats:
        if seat.player_id is not None:
            _first_match(conn, seat.player_id, at)
    started = matches.get(conn, match_id)
    assert started is not None
    live = unfolded(started).after(log.load(conn, match_id))
    entries: list[log.Entry] = [log.Lobby(change="seats", order=order), follow.next_deal(live)]
    logged = [
        log.Logged(live.head + 1 + number, entry, f"{cause}/{number}" if number else cause, at)
        for number, entry in enumerate(entries)
    ]
    log.append(conn, match_id, logged)
    live = live.after(logged)
    deadlines.replace(conn, match_id, limits.wanted(live, (), at))
    return let_go(conn, row)


def let_go(conn: Connection, row: StoredMatch) -> Gone:
    """The seats held in a lobby are held no more; whom only that had made known is forgotten."""
    held = [seat.player_id for seat in row.seats if seat.status == "invited"]
    return challenges.forget_unanswered(conn, [key for key in held if key is not None])


def _first_match(conn: Connection, player_id: int, at: int) -> None:
    player = players.get(conn, player_id)
    if player is not None and player.first_match_at is None:
        players.change(conn, player_id, first_match_at=at)


def first(message_id: int) -> str:
    """What the log calls what a match's first message brings about."""
    return f"message:{message_id}"
