"""A match with its rows: all that its mailbox holds, and all that messages are made from."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from bot.match import limits
from bot.match.live import Live, unfolded
from data.matches import matches
from data.matches.deadlines import Deadline
from data.matches.messages import Message

KEPT = ("lobby", "table", "result", "final")
"""The kinds of messages that are looked for even when they are no longer kept up to date."""


@dataclass(frozen=True, slots=True)
class Board:
    """A match at one moment; immutable.

    Attributes:
        live: its row and what its log tells.
        messages: the messages that show it, oldest first; of ``KEPT`` kinds the retired ones too.
        deadlines: those that are still to be served, earliest first.
        called: to where in the log the messages have come that call a person.
        shown: to where those have come that show the match.
    """

    live: Live
    messages: tuple[Message, ...] = ()
    deadlines: tuple[Deadline, ...] = ()
    called: int = 0
    shown: int = 0

    @property
    def id(self) -> int:
        """The match's number."""
        return self.live.id

    @property
    def due(self) -> dict[int, int]:
        """By seat, when its decision runs out (UTC ms)."""
        seats = {
            seat.seat: limits.due_at(self.deadlines, seat.seat) for seat in self.live.row.seats
        }
        return {seat: at for seat, at in seats.items() if at is not None}

    def message(self, kind: str, *, number: int | None = None) -> Message | None:
        """The newest message of a kind; for results that of one round."""
        for message in reversed(self.messages):
            if message.kind == kind and (number is None or message.round == number):
                return message
        return None

    def without(self, message_id: int | None) -> tuple[Message, ...]:
        """The messages but one, by Discord's id, which is left as it is from now on."""
        return tuple(one for one in self.messages if one.message_id != message_id)

    def with_messages(self, messages: Iterable[Message], called: int, shown: int) -> Board:
        """This match with other messages, and its lanes as far as they have come now."""
        return replace(self, messages=tuple(messages), called=called, shown=shown)


def board_of(read: matches.Board) -> Board:
    """The match that the database tells of.

    Raises:
        BrokenLog: its log can't be replayed.
    """
    live = unfolded(read.row).after(read.entries)
    return Board(live, read.messages, read.deadlines, read.called, read.shown)
