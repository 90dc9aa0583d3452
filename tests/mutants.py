"""``python -m tests.mutants``: a sample of the faults that mutmut plants, and what came of it.

``sample`` prints names for ``mutmut run``, once mutmut has written its mutants down; ``report``
says how many of those that were run are noticed, with a standard error, and names the others.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from pathlib import Path
from random import Random

FOLDER = Path("mutants")
"""Where mutmut keeps its mutants, and beside each file a JSON of what came of those in it."""

NOTICED = {1: "killed", 3: "killed", 36: "timed out", 24: "timed out", -24: "timed out",
           152: "timed out", 255: "timed out", -11: "crashed", -9: "crashed"}  # fmt: skip
"""mutmut's exit codes of mutants that tests notice; 0 is one that lives, 33 one of no test's."""


def outcomes() -> dict[str, int | None]:
    """Every mutant with its exit code; None for those that weren't run."""
    found: dict[str, int | None] = {}
    for path in sorted(FOLDER.rglob("*.meta")):
        found |= json.loads(path.read_text(encoding="utf-8"))["exit_code_by_key"]
    return found


def sample(size: int, seed: int) -> list[str]:
    """So many mutants by chance; all of them if there are no more."""
    names = sorted(outcomes())
    return sorted(Random(seed).sample(names, min(size, len(names))))


def report(names: list[str]) -> str:
    """What came of these; of those that were run."""
    every = outcomes()
    codes = {name: every[name] for name in names if every[name] is not None}
    counts = Counter(NOTICED.get(code, "lives") for code in codes.values() if code is not None)
    share = 1 - counts["lives"] / len(codes)
    error = (share * (1 - share) / len(codes)) ** 0.5
    lines = [
        f"{len(codes)} of {len(every)} mutants: {dict(counts)}",
        f"noticed: {share:.1%} ± {error:.1%}",
        *(f"  {name}" for name, code in codes.items() if code not in NOTICED),
    ]
    return "\n".join(lines)


def main() -> None:
    """Parse the arguments and print."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutants", description=__doc__)
    parser.add_argument("what", choices=("sample", "report"))
    parser.add_argument("--size", type=int, default=100_000, help="how many (default: all)")
    parser.add_argument("--seed", type=int, default=1)
    said = parser.parse_args()
    names = sample(said.size, said.seed)
    print("\n".join(names) if said.what == "sample" else report(names))


if __name__ == "__main__":
    main()
