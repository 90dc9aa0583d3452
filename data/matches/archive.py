"""A match that is over, as a record that anyone can read and check (engine/NOTATION.md)."""

from __future__ import annotations

from collections.abc import Iterable

from data.matches import log
from data.matches.models import FINAL, StoredMatch, StoredSeat
from engine import record
from engine.match import Entry, Move

FORMER_PLAYER = "a former player"
"""What a record calls a person who had their data deleted."""


def record_of(row: StoredMatch, entries: Iterable[log.Logged]) -> str:
    """The match's record in canonical form, as far as it was played, with its secret revealed.

    Args:
        row: a match that is over.
        entries: its log.

    Raises:
        ValueError: the match isn't over, and its hands and its secret are nobody's business.
    """
    entries = tuple(entries)
    if row.status not in FINAL:
        raise ValueError(f"match {row.id} isn't over; its secret must stay one")
    return record.canonical(
        record.Record(
            players=len(row.seats),
            options=row.options.for_engine(len(row.seats)),
            names={seat.seat: record.tag_text(_name(seat)) for seat in row.seats},
            fair_play=record.FairPlay(
                commitment=row.commitment,
                start=row.start_id,
                secret=row.secret,
                lobby=_order(entries),
            ),
            rules_version=row.rules_version,
            entries=tuple(_entries(entries)),
        )
    )


def deals_check(text: str) -> bool:
    """Whether a record's deals and seats follow from its secret and start id, and that one fits.

    Raises:
        RecordError: it is no record, or one that can't be played.
    """
    try:
        fair = record.parse(text).fair_play
    except record.RecordError as error:
        if error.code == "wrong-commitment":
            return False
        raise
    return None not in {fair.commitment, fair.start, fair.secret}


def _order(entries: Iterable[log.Logged]) -> tuple[int, ...] | None:
    """The places in the lobby by seat; None where the log is from before they were kept."""
    for logged in entries:
        if isinstance(logged.entry, log.Lobby) and logged.entry.order is not None:
            return logged.entry.order
    return None


def _entries(entries: Iterable[log.Logged]) -> Iterable[Entry]:
    for logged in entries:
        if isinstance(logged.entry, log.Deal):
            yield logged.entry.engine_deal()
        elif isinstance(logged.entry, log.Action):
            yield Move(logged.entry.seat, logged.entry.engine_action())


def _name(seat: StoredSeat) -> str:
    if seat.level is not None:
        return f"computer:{seat.level}"
    return seat.name or FORMER_PLAYER
