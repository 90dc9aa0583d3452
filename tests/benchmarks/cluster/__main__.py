"""``speed``: actions a second of so many processes. ``kills``: matches that outlive them."""

from __future__ import annotations

import argparse
import asyncio
import json
import sys

from tests.benchmarks.cluster.kills import outlive
from tests.benchmarks.cluster.speed import measure


def main(words: list[str]) -> int:
    """Do it, and print one JSON line; 1 if a process was missed for too long."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.cluster", description=__doc__)
    kinds = parser.add_subparsers(dest="kind", required=True)
    speed = kinds.add_parser("speed")
    speed.add_argument("--processes", type=int, nargs="+", default=[1, 2, 4])
    speed.add_argument("--tables", type=int, default=100)
    speed.add_argument("--rate", type=float, default=60.0, help="actions a second that are wanted")
    speed.add_argument("--seconds", type=float, default=30.0)
    kills = kinds.add_parser("kills")
    kills.add_argument("--matches", type=int, default=40)
    kills.add_argument("--bots", type=int, default=4)
    kills.add_argument("--thinkers", type=int, default=2)
    kills.add_argument("--every", type=float, default=10.0, help="seconds between kills, about")
    kills.add_argument("--seed", type=int, default=1)
    given = parser.parse_args(words)
    if given.kind == "kills":
        told = asyncio.run(
            outlive(given.matches, given.bots, given.thinkers, given.every, given.seed)
        )
        print(json.dumps(vars(given) | told))
        return int(told["longest_wait_s"] > 20)
    for processes in given.processes:
        told = asyncio.run(measure(processes, given.tables, given.rate, given.seconds))
        print(json.dumps(vars(given) | {"processes": processes} | told), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
