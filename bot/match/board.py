"""A match with its rows: all that its mailbox holds, and all that messages are made from."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from bot.match import limits
from bot.match.live import Live, unfolded
from data.matches import matches
from data.matches.deadlines import Deadline
from data.matches.hosted import Decision
from data.matches.messages import Message
from data.matches.models import MessageState

KEPT = ("lobby", "table", "result", "final", "vote-pause", "vote-resume", "vote-end")
"""The kinds of messages that matter even when they are no longer kept up to date: as they are
linked, or stand below the table."""


@dataclass(frozen=True, slots=True)
class ClickedHand:
    """A hand sent directly, by Discord's ids, on which its player decided something."""

    message_id: int
    channel_id: int
    player_id: int
    seat: int
    decision: Decision


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

    def hand(self, message_id: int | None) -> Message | None:
        """A seat's hand by Discord's id, unless it is done with."""
        for message in self.messages:
            if message.message_id == message_id and message.kind == "hand":
                return message
        return None

    def newest_hand(self, seat: int) -> Message | None:
        """The last hand that was sent to a seat's person, unless it is done with."""
        for message in reversed(self.messages):
            if message.kind == "hand" and message.seat == seat:
                return message
        return None

    def with_state(self, message: Message, state: MessageState) -> Board:
        """This match with another state of one of its messages."""
        changed = (replace(one, state=state) if one is message else one for one in self.messages)
        kept = (one for one in changed if one.state != "retired" or one.kind in KEPT)
        return replace(self, messages=tuple(kept))

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
