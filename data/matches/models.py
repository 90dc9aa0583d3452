"""What stands in the rows: settings, options and statuses, and the rows of matches and seats.

The pydantic models are what stored JSON is read back through. Older rows may lack a field, which
then has its default; a field that no longer exists is passed over.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from engine import Options
from engine.cards import PLAYER_COUNTS
from engine.rules import CHOICES, LastCard, Spared, Starter, rounds_in_full

Pace = Literal["live", "relaxed", "correspondence", "untimed"]
Status = Literal["lobby", "starting", "playing", "finished", "ended", "cancelled", "void", "broken"]
"""``starting``: Start was pressed, and the first public message isn't there yet, from whose id the
deals follow; ``finished``: played to the final score, or lost by walking out of it; ``ended``: over
without a result; ``cancelled``: never started; ``void``: a moderator voided it; ``broken``: its log
can't be replayed."""
SeatStatus = Literal["seated", "invited", "left"]
"""``invited``: held for a person who hasn't accepted yet; ``left``: gave the seat up for good."""
MessageState = Literal["live", "resting", "retired"]
"""``live``: kept up to date; ``resting``: a hand without controls, until its player's next one
comes; ``retired``: left as it is."""

UnratedReason = Literal["unfinished", "asked", "short", "repeated", "assisted"]
"""``unfinished``: it ended before its last round did; ``asked``: it was to be unrated; ``short``:
fewer rounds than R4's; ``repeated``: the same persons' fourth rated match within 24 hours;
``assisted``: its one person asked for hints, knowing that it doesn't count then."""

FINAL: frozenset[Status] = frozenset({"finished", "ended", "cancelled", "void", "broken"})
"""The statuses in which nothing more happens to a match."""


class Stored(BaseModel):
    """A model that stored JSON is read back through."""

    model_config = ConfigDict(frozen=True, extra="ignore")


class MatchOptions(Stored):
    """What was chosen about a match.

    Attributes:
        seats: how many it is for; a lobby may start with fewer.
        rounds: None for all of them (R4).
        starter: R5.
        last_card: R22.
        spared: R23.
        pace: how long a turn may take.
        rated: whether it shall count; what speaks against it in the end is the match's
            ``unrated_reason``.
        rated_alone: whether it shall count also if one person plays it against computers alone;
            otherwise that is practice, and unrated from its start.
        open: whether anyone may join, not only the invited.
    """

    seats: Annotated[int, Field(ge=min(PLAYER_COUNTS), le=max(PLAYER_COUNTS))] = 4
    rounds: Annotated[int, Field(ge=1, le=max(PLAYER_COUNTS))] | None = None
    starter: Starter = "lowest-card"
    last_card: LastCard = "end"
    spared: Spared = "ender"
    pace: Pace = "relaxed"
    rated: bool = True
    rated_alone: bool = False
    open: bool = True

    def for_engine(self, players: int) -> Options:
        """The engine's options for a match of so many; rounds beyond R4's number are left out."""
        whole = rounds_in_full(players)
        chosen = {name: getattr(self, name) for name in CHOICES}
        return Options(rounds=min(self.rounds or whole, whole), **chosen)


@dataclass(frozen=True, slots=True)
class StoredSeat:
    """A seat's row: a person (``player_id``, ``name``) or a computer player (``level``).

    A person who had their data deleted has a key and no name: "a former player". ``points`` are
    set when the match is over, ``rank`` (1 is best, ties share it, leavers come last) when it was
    played to its end.
    """

    seat: int
    player_id: int | None = None
    level: str | None = None
    name: str | None = None
    status: SeatStatus = "seated"
    points: int | None = None
    rank: int | None = None

    @property
    def is_computer(self) -> bool:
        """Whether a computer player sits there."""
        return self.level is not None


@dataclass(frozen=True, slots=True)
class StoredMatch:
    """A match's row with its seats in order; the seats of a lobby are its roster, first come first.

    Attributes:
        secret: what the deals follow from, together with ``start_id`` (fair play); not to be shown
            before the match is over.
        host_id: the host, by our own key.
        finish_order: the how-manieth match it was, over all servers, to be over.
        rounds: how many were played to their end.
        seat_count: seats at the end.
        people: their keys, ascending, as ``3 17 20``.
        solo: whether one person plays against computers; None in the lobby.
        deal_id: the daily deal that it is an attempt at; None for every other match.
        hidden: whether its one person plays it in a message of their own, and nobody else sees it.
    """

    id: int
    guild_id: int
    channel_id: int
    thread_id: int | None
    status: Status
    options: MatchOptions
    host_id: int | None
    secret: str
    commitment: str
    start_id: str | None
    rules_version: int
    created_at: int
    started_at: int | None
    finished_at: int | None
    end_reason: str | None
    unrated_reason: UnratedReason | None
    finish_order: int | None
    rounds: int | None
    seat_count: int | None
    people: str | None
    solo: bool | None
    seats: tuple[StoredSeat, ...]
    deal_id: int | None = None
    hidden: bool = False

    @property
    def sealed(self) -> bool:
        """Whether it is an attempt at a deal that others may still play: nothing of it is told."""
        return self.hidden and self.deal_id is not None

    @property
    def published(self) -> bool:
        """Whether messages show it to everybody in its channel."""
        return not self.hidden and self.deal_id is None

    @property
    def place(self) -> int:
        """The channel or thread where it is played."""
        return self.thread_id or self.channel_id

    def seat_of(self, player_id: int) -> StoredSeat | None:
        """The person's seat; None if they have none."""
        return next((seat for seat in self.seats if seat.player_id == player_id), None)
