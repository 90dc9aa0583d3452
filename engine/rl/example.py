"""``python -m engine.rl.example``: agents against a table of ``medium``, for a few minutes.

Here two simple ones; put your own policy among POLICIES. Each plays rounds on a seat that goes
around, until its share of the time is over.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import time
from collections.abc import Callable
from random import Random

import numpy as np
import numpy.typing as npt

from engine.players import create
from engine.rl.aec import ScoutEnv, Seen
from engine.rl.numbering import LONGEST, SCOUT, SHOW, steps_of

Policy = Callable[[Seen, Random], int]
"""Chooses a legal step."""


def by_chance(seen: Seen, rng: Random) -> int:
    """Any legal step."""
    return int(rng.choice(_legal(seen)))


def most_cards(seen: Seen, rng: Random) -> int:
    """A Show of as many cards as can be; else any legal step."""
    shows = [n for n in _legal(seen) if SHOW <= n < SCOUT]
    if not shows:
        return by_chance(seen, rng)
    return int(max(shows, key=lambda n: (n - SHOW) % LONGEST))


def _legal(seen: Seen) -> npt.NDArray[np.intp]:
    return np.flatnonzero(seen["action_mask"])


POLICIES: dict[str, Policy] = {"by chance": by_chance, "most cards": most_cards}


def round_of(policy: Policy, players: int, seed: int) -> float:
    """One round: by how much the policy's seat leads the mean of the others."""
    table, rng = ScoutEnv(players=players), Random(seed)
    table.reset(seed=seed)
    own = table.possible_agents[seed % players]
    medium = create("medium")
    while not (any(table.terminations.values()) or any(table.truncations.values())):
        agent = table.agent_selection
        if agent == own:
            table.step(policy(table.observe(agent), rng))
            continue
        for step in steps_of(medium.choose(table.view(agent), None, rng)):
            table.step(step)
    return table.rewards[own]


def main() -> int:
    """Parse the arguments, play, print."""
    parser = argparse.ArgumentParser(prog="python -m engine.rl.example", description=__doc__)
    parser.add_argument("--players", type=int, choices=range(2, 6), default=3)
    parser.add_argument("--minutes", type=float, default=2.0, help="for all (%(default)s)")
    parser.add_argument("--seed", type=int, default=1)
    said = parser.parse_args()
    print("| policy | rounds | points a round against medium |\n|---|---|---|")
    for name, policy in POLICIES.items():
        end = time.monotonic() + 60 * said.minutes / len(POLICIES)
        leads: list[float] = []
        while len(leads) < 2 or time.monotonic() < end:
            leads.append(round_of(policy, said.players, said.seed + len(leads)))
        error = statistics.stdev(leads) / len(leads) ** 0.5
        print(
            f"| {name} | {len(leads)} | {statistics.fmean(leads):+.2f} ± {error:.2f} |", flush=True
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
