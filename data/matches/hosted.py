"""A hosted match: the engine's match and who plays its seats, folded from the log.

``fold`` is pure and is the only way to a ``Hosted``; ``after`` goes on from one. What the entries
can't lead to (a bug, or an edit by hand) is a ``BrokenLog``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Literal

from data.matches import log
from data.matches.models import StoredMatch
from data.store.errors import BrokenLog
from engine import Match, Move, RuleError, apply, new_match
from engine.rules import rounds_in_full

Control = Literal["person", "computer", "stand-in", "left"]
State = Literal["open", "agreed", "refused", "unanswered", "moot"]

STAND_IN_LEVEL = "easy"
"""The computer player that plays for the absent and the departed."""

MISSES_UNTIL_REPLACED = 3
"""Consecutive misses after which the stand-in plays until the person is back."""


@dataclass(frozen=True, slots=True)
class Decision:
    """One thing to decide in a match; what makes a click stale.

    ``turn`` is 0 for the orientation choice, else one more than the actions of the round before it.
    """

    round: int
    turn: int


@dataclass(frozen=True, slots=True)
class SeatControl:
    """Who plays a seat now.

    Attributes:
        control: a ``person``; a ``computer`` from the start; a ``stand-in`` for an absent person
            until they return; ``left``: the person is gone for good, and the stand-in plays.
        level: the computer player that acts; None when a person does.
        misses: decisions the person let run out, one after the other.
        asked: the log's sequence number from which on they are asked: what asked for the decision
            before that no longer holds.
    """

    control: Control
    level: str | None = None
    misses: int = 0
    asked: int = 0


@dataclass(frozen=True, slots=True)
class Proposal:
    """Something that the persons of a match vote about.

    Attributes:
        about: what.
        by: the seat that proposed it.
        agreed: the seats that said yes.
        against: the seats that said no.
        state: what it came to: ``agreed``, ``refused``, ``unanswered`` in time, or ``moot``,
            because something else has decided it.
    """

    about: log.About
    by: int
    agreed: frozenset[int]
    against: frozenset[int] = frozenset()
    state: State = "open"


@dataclass(frozen=True, slots=True)
class Hosted:
    """A match with its table: immutable; tuples run by seat, seat 1 first.

    Attributes:
        row: the match's row, with its seats, as it was when this was folded.
        match: the rules' side.
        seats: who plays now.
        results: the match as it stood at the end of each ended round, first round first.
        paused_by: who stopped the clock (``log.Pause.by``); None while it runs.
        reminded: whether it was told that the pause is nearly over.
        proposals: the last one of each kind.
        ended: how it ended before its last round did; None while it goes on, or if it was played
            to its end.
        warned: the seats that were warned about the decision they have now.
        overdue: the seats that are waited for all too long.
        assisted: whether its one person asked for hints in spite of its being rated.
        head: the log's last sequence number.
    """

    row: StoredMatch
    match: Match
    seats: tuple[SeatControl, ...]
    results: tuple[Match, ...] = ()
    paused_by: str | None = None
    reminded: bool = False
    proposals: tuple[Proposal, ...] = ()
    ended: log.End | None = None
    warned: frozenset[int] = frozenset()
    overdue: frozenset[int] = frozenset()
    assisted: bool = False
    head: int = 0

    @property
    def over(self) -> bool:
        """Whether nothing more can happen: played to the end, or ended."""
        return self.match.over or self.ended is not None

    @property
    def solo(self) -> bool:
        """Whether one person plays against computers."""
        return sum(seat.player_id is not None for seat in self.row.seats) == 1

    @property
    def counts(self) -> bool:
        """Whether a result of it is rated: that was asked for, and it has all its rounds."""
        whole = rounds_in_full(self.match.players)
        rated = self.row.options.rated and not self.assisted
        return rated and self.match.options.rounds >= whole

    @property
    def lost_by_leaving(self) -> bool:
        """Whether its only person loses it by walking out now: it counts, and a round is over."""
        return self.solo and self.counts and bool(self.results)

    def decision(self, seat: int) -> Decision | None:
        """What the seat has to decide now; None if nothing."""
        state = self.match.round
        if state is None or self.over or seat > state.players:
            return None
        if state.phase == "orient" and not state.ready[seat - 1]:
            return Decision(state.number, 0)
        if state.turn == seat:
            return Decision(state.number, len(state.history) + 1)
        return None

    def awaited(self) -> tuple[int, ...]:
        """The seats that have something to decide now, ascending."""
        seats = range(1, len(self.seats) + 1)
        return tuple(seat for seat in seats if self.decision(seat))

    @property
    def paused(self) -> bool:
        """Whether the clock stands still."""
        return self.paused_by is not None

    @property
    def aside(self) -> bool:
        """Whether it stands still because it made room for its player's other solo matches."""
        return self.paused_by == "aside"

    def proposal(self, about: str) -> Proposal | None:
        """The last proposal of a kind, whatever came of it."""
        return next((one for one in self.proposals if one.about == about), None)

    def open_proposals(self) -> tuple[Proposal, ...]:
        """The proposals that wait for an answer."""
        return tuple(one for one in self.proposals if one.state == "open")

    def agreed(self, about: str) -> frozenset[int]:
        """The seats that have agreed to a proposal that is open."""
        found = self.proposal(about)
        return found.agreed if found and found.state == "open" else frozenset()

    def people(self) -> tuple[int, ...]:
        """The seats that are a person's who hasn't left, ascending: present or stood in for."""
        return tuple(
            seat
            for seat, control in enumerate(self.seats, start=1)
            if control.control in {"person", "stand-in"}
        )


def fold(row: StoredMatch, entries: Iterable[log.Logged]) -> Hosted:
    """The match that a log tells of.

    Raises:
        BrokenLog: an entry can't follow those before it, or the row is no match's.
    """
    try:
        match = new_match(len(row.seats), row.options.for_engine(len(row.seats)))
    except ValueError as error:
        raise BrokenLog(row.id, None, str(error)) from error
    seats = tuple(
        SeatControl("person") if seat.level is None else SeatControl("computer", seat.level)
        for seat in row.seats
    )
    return after(Hosted(row, match, seats), entries)


def after(hosted: Hosted, entries: Iterable[log.Logged]) -> Hosted:
    """The match after further entries.

    Raises:
        BrokenLog: as ``fold``.
    """
    for logged in entries:
        if logged.sequence != hosted.head + 1:
            raise BrokenLog(hosted.row.id, logged.sequence, f"entry {hosted.head + 1} is due")
        try:
            hosted = replace(step(hosted, logged.entry), head=logged.sequence)
        except (RuleError, ValueError) as error:
            # In words the rules' refusal would name cards.
            problem = error.code if isinstance(error, RuleError) else str(error)
            raise BrokenLog(hosted.row.id, logged.sequence, problem) from error
    return hosted


def step(hosted: Hosted, entry: log.Entry) -> Hosted:
    """The match after one entry; ``head`` is the caller's.

    Raises:
        RuleError: the rules refuse it.
        ValueError: it can't happen now.
    """
    if hosted.over:
        raise ValueError(f"a {entry.kind} entry after the match's end")
    if entry.seat is not None and entry.seat > len(hosted.seats) and entry.kind != "lobby":
        raise ValueError(f"there is no seat {entry.seat}")
    match entry:
        case log.Lobby():
            if hosted.match.round:
                raise ValueError("a lobby entry after the start")
            return hosted
        case log.Deal():
            dealt = apply(hosted.match, entry.engine_deal()).match
            return replace(hosted, match=dealt, warned=frozenset(), overdue=frozenset())
        case log.Action():
            return _action(hosted, entry)
        case log.Seat():
            return _seat(hosted, entry)
        case log.Clock():
            return _clock(hosted, entry)
        case log.End():
            agreed: dict[str, State] = {"end": "agreed"} if entry.reason == "agreed" else {}
            return replace(_moot(_closed(hosted, agreed)), ended=entry)
    return _beside_the_play(hosted, entry)


def _beside_the_play(
    hosted: Hosted,
    entry: log.Outage | log.Vote | log.Rejection | log.Pause | log.Reminder | log.Assist,
) -> Hosted:
    match entry:
        case log.Outage():
            return _outage(hosted, entry)
        case log.Vote():
            return _vote(hosted, entry)
        case log.Rejection():
            return _closed(hosted, {entry.about: entry.why})
        case log.Pause():
            return _pause(hosted, entry)
        case log.Assist():
            return replace(hosted, assisted=True)
        case log.Reminder():
            if not hosted.paused:
                raise ValueError("a reminder of no pause")
            return replace(hosted, reminded=True)


def _action(hosted: Hosted, entry: log.Action) -> Hosted:
    applied = apply(hosted.match, Move(entry.seat, entry.engine_action())).match
    ended = applied.round is not None and applied.round.end is not None
    after_action = replace(
        hosted,
        match=applied,
        warned=hosted.warned - {entry.seat},
        overdue=hosted.overdue - {entry.seat},
        results=(*hosted.results, applied) if ended else hosted.results,
    )
    if not after_action.overdue:
        after_action = _moot(after_action, "stand-in")
    control = hosted.seats[entry.seat - 1]
    if entry.by == "stand-in":
        if control.control == "computer":
            raise ValueError(f"seat {entry.seat} is a computer player's; it needs no stand-in")
        return after_action
    if control.control in {"stand-in", "left"}:
        raise ValueError(f"seat {entry.seat} is played by a stand-in")
    return _with_seat(after_action, entry.seat, replace(control, misses=0))


def _seat(hosted: Hosted, entry: log.Seat) -> Hosted:
    control = hosted.seats[entry.seat - 1]
    before: dict[str, set[Control]] = {
        "take-over": {"person"},
        "return": {"stand-in"},
        "leave": {"person", "stand-in"},
    }
    if control.control not in before[entry.change]:
        raise ValueError(f"{entry.change} of seat {entry.seat}, which is {control.control}")
    now = {
        "take-over": SeatControl("stand-in", STAND_IN_LEVEL, control.misses),
        "return": SeatControl("person"),
        "leave": SeatControl("left", STAND_IN_LEVEL),
    }[entry.change]
    overdue = hosted.overdue - {entry.seat}
    closed: dict[str, State] = {"stand-in": "agreed" if entry.by == "others" else "moot"}
    hosted = replace(hosted if overdue else _closed(hosted, closed), overdue=overdue)
    return _with_seat(_without_voice(hosted, entry.seat), entry.seat, now)


def _clock(hosted: Hosted, entry: log.Clock) -> Hosted:
    if hosted.decision(entry.seat) != Decision(entry.round, entry.turn):
        raise ValueError(f"the {entry.change} of a decision that seat {entry.seat} hasn't now")
    if entry.change == "warning":
        return replace(hosted, warned=hosted.warned | {entry.seat})
    if entry.change == "overdue":
        return replace(hosted, overdue=hosted.overdue | {entry.seat})
    control = hosted.seats[entry.seat - 1]
    return _with_seat(hosted, entry.seat, replace(control, misses=control.misses + 1))


def _outage(hosted: Hosted, entry: log.Outage) -> Hosted:
    if not set(entry.seats) <= set(hosted.awaited()):
        raise ValueError("time for a decision that nobody has to make")
    hosted = replace(hosted, warned=hosted.warned - set(entry.seats))
    return _ask_anew(hosted, entry.seats)


def _vote(hosted: Hosted, entry: log.Vote) -> Hosted:
    seat = frozenset({entry.seat})
    found = hosted.proposal(entry.about)
    if found is not None and found.state == "open":
        agreed = found.agreed | seat if entry.yes else found.agreed - seat
        against = found.against - seat if entry.yes else found.against | seat
        return _with_proposal(hosted, replace(found, agreed=agreed, against=against))
    if not entry.yes:
        raise ValueError("a no to what nobody has proposed")
    return _with_proposal(hosted, Proposal(entry.about, entry.seat, seat))


def _pause(hosted: Hosted, entry: log.Pause) -> Hosted:
    if entry.on == hosted.paused:
        raise ValueError("a pause within a pause" if entry.on else "no pause to end")
    agreed: dict[str, State] = {"pause" if entry.on else "resume": "agreed"}
    hosted = _moot(_closed(hosted, agreed if entry.by == "agreement" else {}))
    hosted = replace(hosted, paused_by=entry.by if entry.on else None, reminded=False)
    if entry.on:
        return replace(hosted, warned=frozenset())
    return _ask_anew(hosted, range(1, len(hosted.seats) + 1))


def _closed(hosted: Hosted, states: Mapping[str, State]) -> Hosted:
    """The match with those of these proposals that are open closed so."""
    proposals = tuple(
        replace(one, state=states[one.about])
        if one.state == "open" and one.about in states
        else one
        for one in hosted.proposals
    )
    return replace(hosted, proposals=proposals)


def _moot(hosted: Hosted, *about: str) -> Hosted:
    """The match with these proposals, or all that are open, decided by something else."""
    return _closed(
        hosted, {one.about: "moot" for one in hosted.proposals if one.about in about or not about}
    )


def _without_voice(hosted: Hosted, seat: int) -> Hosted:
    """The match without a seat's answers to proposals; what nobody wants any more is moot."""
    for one in hosted.open_proposals():
        agreed = one.agreed - {seat}
        now = replace(one, agreed=agreed, against=one.against - {seat})
        hosted = _with_proposal(hosted, now if agreed else replace(one, state="moot"))
    return hosted


def _with_proposal(hosted: Hosted, proposal: Proposal) -> Hosted:
    others = [one for one in hosted.proposals if one.about != proposal.about]
    proposals = sorted((*others, proposal), key=lambda one: one.about)
    return replace(hosted, proposals=tuple(proposals))


def _ask_anew(hosted: Hosted, seats: Iterable[int]) -> Hosted:
    for seat in seats:
        control = replace(hosted.seats[seat - 1], asked=hosted.head + 1)
        hosted = _with_seat(hosted, seat, control)
    return hosted


def _with_seat(hosted: Hosted, seat: int, control: SeatControl) -> Hosted:
    seats = (*hosted.seats[: seat - 1], control, *hosted.seats[seat:])
    return replace(hosted, seats=seats)
