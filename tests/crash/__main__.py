"""``python -m tests.crash --kills N [--seed S]``: exit code 1 if anything was found."""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
from collections import Counter
from pathlib import Path

from tests.crash.killing import kill

WORLD = 25
"""Kills in one world; then a new one begins."""


def main(words: list[str]) -> int:
    """Kill until it has been enough."""
    parser = argparse.ArgumentParser(prog="python -m tests.crash", description=__doc__)
    parser.add_argument("--kills", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1, help="of the first world")
    parser.add_argument("--tables", type=int, default=4, help="in each world")
    given = parser.parse_args(words)
    kills, seed, found = Counter[str](), given.seed, 0
    while kills.total() < given.kills:
        with tempfile.TemporaryDirectory(prefix="scout-crash-") as folder:
            some = min(WORLD, given.kills - kills.total())
            run = asyncio.run(kill(Path(folder), seed, some, given.tables))
        kills += run.kills
        found += len(run.found)
        for one in run.found:
            print(f"seed {seed}: {one}")
        told = f"{run.acknowledged} decisions acknowledged, {run.over} matches over"
        print(f"seed {seed}: {run.kills.total()} kills, {told}", flush=True)
        seed += 1
    print(f"{kills.total()} kills: {dict(kills)}\nfound: {found}")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
