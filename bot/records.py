"""A hosted match as a record: the text that the engine's command line reads (NOTATION.md)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.host.live import Live
from data import log
from engine import Deal, Move
from engine.record import FairPlay, Record, canonical, tag_text

if TYPE_CHECKING:
    from bot.host import Host


async def text(host: Host, live: Live) -> str:
    """The record of a match that is over, with the secret behind its deals."""
    async with host.db.read() as conn:
        entries = await log.load(conn, live.id)
    return canonical(record(live, [logged.entry for logged in entries]))


def record(live: Live, entries: list[log.Entry]) -> Record:
    """The record that a match's log makes; seats without a name are left unnamed."""
    played: list[Deal | Move] = []
    for entry in entries:
        if isinstance(entry, log.Deal):
            played.append(entry.engine_deal())
        elif isinstance(entry, log.Action):
            played.append(Move(entry.seat, entry.engine_action()))
    row, match = live.row, live.playing.match
    names = {
        seat.seat: f"computer:{seat.level}" if seat.level else tag_text(seat.name or "")
        for seat in row.seats
        if seat.level or seat.name
    }
    return Record(
        players=match.players,
        options=match.options,
        names=names,
        fair_play=FairPlay(row.commitment, row.start_id, row.secret),
        rules_version=row.rules_version,
        entries=tuple(played),
    )
