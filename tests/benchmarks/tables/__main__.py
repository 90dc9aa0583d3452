"""``python -m tests.benchmarks.tables``: one JSON line; exit code 1 if the run doesn't count."""

from __future__ import annotations

import argparse
import asyncio
import json
import statistics
import subprocess
import sys
from typing import Any

from tests.benchmarks.tables.playing import Play, play
from tests.benchmarks.tables.sleeping import sleep
from tests.benchmarks.tables.stage import Failed


def main(words: list[str]) -> int:
    """Measure, and print it."""
    given = _parser().parse_args(words)
    try:
        runs = [asyncio.run(_measured(given, seed)) for seed in range(given.runs)]
    except Failed as failed:
        print(f"not measured: {failed}", file=sys.stderr)
        return 1
    told = median(runs)
    print(json.dumps({**vars(given), "version": _version(), **told}))
    if told.get("counts", True):
        return 0
    print("the driver was too slow itself: this run doesn't count", file=sys.stderr)
    return 1


async def _measured(given: argparse.Namespace, seed: int) -> dict[str, Any]:
    if given.sleeping:
        return await sleep(given.sleeping, given.wake)
    asked = Play(
        given.tables,
        given.people,
        (given.level,) * given.computers,
        given.rate,
        given.pause,
        given.seconds,
        given.warm,
        given.text_only,
    )
    return await play(asked, seed)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.tables", description=__doc__)
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--people", type=int, default=3, help="at each table")
    parser.add_argument("--computers", type=int, default=0, help="at each table")
    parser.add_argument("--level", default="expert", help="the computers'")
    parser.add_argument("--rate", type=float, help="actions a second, all tables together")
    parser.add_argument("--pause", type=float, default=5.0, help="without a rate: seconds a click")
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--warm", type=float, default=10.0, help="seconds played before that")
    parser.add_argument("--text-only", action="store_true", help="hands without pictures")
    parser.add_argument("--runs", type=int, default=1, help="more than one: medians are told")
    parser.add_argument("--sleeping", type=int, help="instead: so many live matches, all asleep")
    parser.add_argument("--wake", type=int, default=500, help="of them so many are looked at then")
    return parser


def median(runs: list[Any]) -> Any:
    """The runs as one: of each number the median, of yes and no whether all say yes."""
    known = [one for one in runs if one is not None]
    if known and all(isinstance(one, dict) for one in known):
        keys = dict.fromkeys(key for one in known for key in one)
        return {key: median([one[key] for one in known if key in one]) for key in keys}
    if known and all(isinstance(one, bool) for one in known):
        return all(known)
    if known and all(isinstance(one, (int, float, list)) for one in known):
        return _middle(known)
    return known[-1] if known else None


def _middle(numbers: list[Any]) -> Any:
    if isinstance(numbers[0], list):
        return [statistics.median(some) for some in zip(*numbers, strict=True)]
    return statistics.median(numbers)


def _version() -> str:
    told = subprocess.run(
        ["git", "describe", "--always", "--dirty"], capture_output=True, text=True, check=False
    )
    return told.stdout.strip() or "unknown"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
