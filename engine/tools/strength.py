"""``python -m engine.tools.strength``: how strong each level is for its time, as a table.

One seat plays a level, the others the level compared with, every deal once with every rotation of
the seats; what counts is a seat's score of a round less the mean of the others'. With
``--processor`` the time for a move is kept by the processor's clock: a busy machine weakens nobody.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import cast

from engine.players.expert import ExpertPlayer
from engine.players.fast import ready
from engine.players.registry import NAMES, create
from engine.tools.simulation import simulate

ROWS = ("random", "greedy", "easy", "medium", "hard", "expert:10", "expert:50", "expert:200")
"""Levels, and after a colon the milliseconds they get for a move."""


@dataclass(frozen=True, slots=True)
class Lead:
    """Points a round by which one seat leads the mean of the others.

    Attributes:
        mean: over deals.
        error: the mean's standard error.
        ms: milliseconds a decision of that seat took on average.
    """

    mean: float
    error: float
    ms: float


def lead(one: str, others: str, players: int, deals: int, seed: int, ms: float | None) -> Lead:
    """How ``one`` does against a table of ``others``; everyone has ``ms`` milliseconds a move."""
    leads, times = [], []
    for number in range(deals):
        names = [one, *[others] * (players - 1)]
        result = simulate(names, players, seed * 1_000_003 + number, ms)
        own, *rest = (entry.mean for entry in result.players)
        leads.append(own - statistics.fmean(rest))
        times.append(result.players[0].ms_mean)
    error = statistics.stdev(leads) / deals**0.5 if deals > 1 else 0.0
    return Lead(statistics.fmean(leads), error, statistics.fmean(times))


def table(rows: Sequence[str], against: str, rounds: int, seed: int, sizes: Sequence[int]) -> None:
    """Print the table in Markdown, row by row as it is measured."""
    print(f"| one seat of | ms a move | {' | '.join(f'{n} players' for n in sizes)} |")
    print("|---|---|" + "---|" * len(sizes))
    for row in rows:
        name, _, given = row.partition(":")
        ms = float(given) if given else None
        leads = [lead(name, against, n, max(2, rounds // n), seed, ms) for n in sizes]
        time = given or f"{statistics.fmean(found.ms for found in leads):.2f}"
        cells = " | ".join(f"{found.mean:+.2f} ± {found.error:.2f}" for found in leads)
        print(f"| {name} | {time} | {cells} |", flush=True)


def main() -> int:
    """Parse the arguments and print."""
    parser = argparse.ArgumentParser(
        prog="python -m engine.tools.strength", description="Strength against time, as a table."
    )
    parser.add_argument("rows", nargs="*", default=ROWS, help="such as hard expert:50")
    parser.add_argument("--against", choices=NAMES, default="medium", help="the others' level")
    parser.add_argument("--rounds", type=int, default=300, help="in every cell (%(default)s)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--players", type=int, nargs="+", choices=range(2, 6), default=[2, 3, 4, 5])
    parser.add_argument("--processor", action="store_true", help="count the processor's time alone")
    options = parser.parse_args()
    ready.machine(wait=True)
    if options.processor:
        cast("ExpertPlayer", create("expert")).clock = time.thread_time
    table(options.rows, options.against, options.rounds, options.seed, options.players)
    return 0


if __name__ == "__main__":
    sys.exit(main())
