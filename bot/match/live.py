"""A match as the host sees it: its row, and what its log tells."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from bot.match.ids import Numbered, numbered
from bot.texts import SeatName
from data.matches import hosted as folding
from data.matches.hosted import Decision, Hosted
from data.matches.log import Logged
from data.matches.models import StoredMatch
from engine.views import View, view

RECENT = 24
"""Log entries that are kept at hand, for telling what happened lately."""


@dataclass(frozen=True, slots=True)
class Live:
    """A match at one moment; immutable.

    Attributes:
        row: the match's row, with its seats.
        hosted: what the log tells; None in the lobby.
        head: the log's last sequence number.
        recent: the last entries, newest last.
    """

    row: StoredMatch
    hosted: Hosted | None
    head: int = 0
    recent: tuple[Logged, ...] = ()

    @property
    def id(self) -> int:
        """The match's number."""
        return self.row.id

    @property
    def number(self) -> Numbered:
        """The match's number, as controls carry it."""
        return numbered(self.row)

    @property
    def playing(self) -> Hosted:
        """What the log tells of a match that has started."""
        assert self.hosted is not None, "the lobby has no play"
        return self.hosted

    @property
    def on(self) -> bool:
        """Whether the match has started and isn't over."""
        return self.hosted is not None and not self.hosted.over and self.row.status == "playing"

    @property
    def counts(self) -> bool:
        """Whether the match will be rated if it is played to its end: asked for, and not short."""
        return self.playing.counts

    @property
    def names(self) -> tuple[SeatName, ...]:
        """Who sits where, by seat."""
        return tuple(
            SeatName(seat.name or "", seat.is_computer, seat.level) for seat in self.row.seats
        )

    def seat_of(self, player_id: int | None) -> int | None:
        """The person's seat; None if they don't play here."""
        found = self.row.seat_of(player_id) if player_id is not None else None
        return found.seat if found else None

    def decision(self, seat: int) -> Decision | None:
        """What the seat has to decide now; None if nothing, or while there is a lobby."""
        return self.hosted.decision(seat) if self.on and self.hosted else None

    def rests(self, seat: int) -> bool:
        """Whether a seat's hand stays to be looked at: nothing is asked, and it isn't given up."""
        return (
            self.on
            and (self.decision(seat) is None or self.playing.paused)
            and self.playing.seats[seat - 1].control in {"person", "stand-in"}
        )

    def view(self, seat: int | None) -> View:
        """What a seat, or with None everybody, may know now."""
        return view(self.playing.match, seat)

    def after(self, entries: Iterable[Logged]) -> Live:
        """This match after further entries of its log.

        Raises:
            BrokenLog: they can't follow.
        """
        live = self
        for logged in entries:
            hosted = folding.after(live.hosted, (logged,)) if live.hosted else None
            recent = (*live.recent[-RECENT + 1 :], logged)
            live = replace(live, hosted=hosted, head=logged.sequence, recent=recent)
        return live

    def with_row(self, row: StoredMatch) -> Live:
        """This match with a newer row of the same roster."""
        hosted = replace(self.hosted, row=row) if self.hosted else None
        return replace(self, row=row, hosted=hosted)


def unfolded(row: StoredMatch) -> Live:
    """The match before the first entry of its log."""
    return Live(row, folding.fold(row, ()) if row.started_at is not None else None)
