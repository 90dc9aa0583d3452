"""``python -m tests.fuzz --minutes N [--seed S]``: exit code 1 if anything was found."""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

from tests.fuzz.playing import play

WORLD = 1500
"""Interactions in one world; then a new one begins."""


def main(words: list[str]) -> int:
    """Play worlds until the time is up."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument(
        "--seed", type=int, default=1, help="of the first world; the next has one more"
    )
    parser.add_argument("--interactions", type=int, default=WORLD, help="in each world")
    given = parser.parse_args(words)
    end, seed = time.monotonic() + 60 * given.minutes, given.seed
    interactions, payloads, matches, found = 0, 0, Counter[str](), 0
    while time.monotonic() < end:
        with tempfile.TemporaryDirectory(prefix="scout-fuzz-") as folder:
            played = asyncio.run(play(str(seed), Path(folder), given.interactions))
        interactions += played.interactions
        payloads += played.payloads
        matches += played.matches
        found += len(played.found)
        for one in played.found:
            print(f"seed {seed}: {one}\n", flush=True)
        print(
            f"seed {seed}: {played.interactions} interactions, {dict(played.matches)}", flush=True
        )
        seed += 1
    print(f"{interactions} interactions in {seed - given.seed} worlds, {payloads} messages")
    print(f"found: {found}")
    print(f"matches: {dict(matches)}")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
