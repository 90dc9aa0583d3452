"""Many rounds between computer players: how strong they are, and how fast."""

from __future__ import annotations

import math
import statistics
import time
from array import array
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from random import Random

from engine.match import (
    ROUND_ACTIONS_LIMIT,
    Match,
    Move,
    apply,
    deal_from_seed,
    new_match,
)
from engine.players.base import Player
from engine.players.registry import create
from engine.rules import Options
from engine.views import view


@dataclass(frozen=True, slots=True)
class Performance:
    """How one entry of ``--seats`` did.

    Attributes:
        name: the computer player.
        mean: points a round.
        se: the mean's standard error, over deals (the rounds of one deal are not independent); 0
            where a single deal gives none.
        ms_mean: milliseconds a decision, on average.
        ms_p99: the time that 99 of 100 decisions stay within, in milliseconds.
    """

    name: str
    mean: float
    se: float
    ms_mean: float
    ms_p99: float


@dataclass(frozen=True, slots=True)
class Simulation:
    """What came of it.

    Attributes:
        rounds: rounds played, whole deals.
        seconds: how long that took.
        rounds_per_second: their quotient.
        given_up: rounds given up after ``ROUND_ACTIONS_LIMIT`` actions; they count in no mean.
        players: by entry, as they were named.
    """

    rounds: int
    seconds: float
    rounds_per_second: float
    given_up: int
    players: tuple[Performance, ...]


@dataclass(slots=True)
class _Tally:
    """What one entry gathers: its mean score of each deal, and its decisions' seconds."""

    name: str
    player: Player
    by_deal: list[float] = field(default_factory=list)
    seconds: array[float] = field(default_factory=lambda: array("d"))

    def performance(self) -> Performance:
        ordered = sorted(self.seconds)
        deals = len(self.by_deal)
        return Performance(
            name=self.name,
            mean=statistics.fmean(self.by_deal) if deals else 0.0,
            se=statistics.stdev(self.by_deal) / math.sqrt(deals) if deals > 1 else 0.0,
            ms_mean=1000 * statistics.fmean(ordered),
            ms_p99=1000 * ordered[math.ceil(0.99 * len(ordered)) - 1],
        )


def simulate(
    names: Sequence[str],
    rounds: int,
    seed: int,
    budget_ms: float | None = None,
    progress: Callable[[int], object] = lambda _: None,
) -> Simulation:
    """Play single rounds, each deal once with every rotation of the seats.

    Args:
        names: 2 to 5 computer players.
        rounds: how many rounds, rounded up to whole deals.
        seed: fixes the deals and the players' chances.
        budget_ms: milliseconds a decision may take; None for each player's own limit.
        progress: told after each deal how many rounds are played.

    Raises:
        UnknownPlayerError: there is no such computer player.
    """
    entries = [_Tally(name, create(name)) for name in names]
    seats = len(entries)
    deals = -(-rounds // seats)
    given_up = 0
    began = time.perf_counter()
    for number in range(deals):
        opening = new_match(seats, Options(rounds=1))
        opening = apply(opening, deal_from_seed(opening, f"{seed}:{number}")).match
        scores: list[tuple[int, ...]] = []
        for rotation in range(seats):
            at_table = [entries[(seat + rotation) % seats] for seat in range(seats)]
            result = _play(opening, at_table, budget_ms, Random(f"{seed}:{number}:{rotation}"))
            if result is None:
                given_up += 1
            else:
                # Back from seats to entries: entry i sat on seat (i - rotation), counted from 0.
                scores.append(tuple(result[(i - rotation) % seats] for i in range(seats)))
        for entry, own in zip(entries, zip(*scores, strict=True), strict=False):
            entry.by_deal.append(statistics.fmean(own))
        progress((number + 1) * seats)
    took = time.perf_counter() - began
    return Simulation(
        rounds=deals * seats,
        seconds=took,
        rounds_per_second=deals * seats / took,
        given_up=given_up,
        players=tuple(entry.performance() for entry in entries),
    )


def _play(
    match: Match, at_table: Sequence[_Tally], budget_ms: float | None, rng: Random
) -> tuple[int, ...] | None:
    """The scores of the dealt round by seat; None when it is given up."""
    clock = time.perf_counter
    for seat, entry in enumerate(at_table, start=1):
        match = _decide(match, seat, entry, budget_ms, rng, clock)
    for _ in range(ROUND_ACTIONS_LIMIT):
        turn = match.round.turn if match.round else None
        if turn is None:
            break
        match = _decide(match, turn, at_table[turn - 1], budget_ms, rng, clock)
    return match.totals if match.over else None


def _decide(
    match: Match,
    seat: int,
    entry: _Tally,
    budget_ms: float | None,
    rng: Random,
    clock: Callable[[], float],
) -> Match:
    seen = view(match, seat)
    began = clock()
    action = entry.player.choose(seen, budget_ms, rng)
    entry.seconds.append(clock() - began)
    return apply(match, Move(seat, action)).match
