"""``python -m tests.mutants``: a sample of the faults that mutmut plants, and what tests notice.

mutmut writes its mutants down, and which tests reach each function (``make mutate`` has it do so).
Here a sample of them is run: tests are collected once, each mutant is tried in a fork of that
process by the tests that reach it, the quickest first. One that lives is tried again in a process
of its own, in which what runs at import is the mutant's, too, and by slower tests.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import subprocess
import sys
from bisect import bisect
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from itertools import accumulate
from pathlib import Path

import mutmut.configuration
import pytest
from _pytest.runner import runtestprotocol

FOLDER = Path("mutants")
"""Where mutmut has the code with all its mutants in it, and what it found about the tests."""

QUICK_S = 5.0
"""Seconds that the tests of a first trial took together, when mutmut measured them."""

PATIENCE_S = 20
"""Seconds of processor time that a mutant has, beside four times what its tests took."""

TOO_LONG_S = 900
"""Seconds of the wall's time that the second trial of a mutant may take."""


@dataclass(frozen=True)
class Known:
    """What mutmut wrote down.

    Attributes:
        mutants: their names.
        reached_by: by function, the tests that reach it.
        took: by test, seconds.
    """

    mutants: tuple[str, ...]
    reached_by: Mapping[str, Sequence[str]]
    took: Mapping[str, float]

    def tests_of(self, mutant: str) -> list[str]:
        """The tests that reach a mutant, the quickest first."""
        found = self.reached_by.get(mutant.rpartition("__mutmut_")[0], ())
        return sorted(found, key=lambda test: self.took[test])

    def sample(self, size: int, seed: int) -> list[str]:
        """So many mutants by chance; one of them is also drawn when others come or go."""
        drawn = sorted(self.mutants, key=lambda name: sha256(f"{seed} {name}".encode()).digest())
        return drawn[:size]


def known() -> Known:
    """What mutmut wrote down about the code in ``FOLDER``."""
    files = [json.loads(path.read_text("utf-8")) for path in sorted(FOLDER.rglob("*.meta"))]
    stats = json.loads((FOLDER / "mutmut-stats.json").read_text("utf-8"))
    return Known(
        tuple(name for file in files for name in file["exit_code_by_key"]),
        stats["tests_by_mangled_function_name"],
        stats["duration_by_test"],
    )


class Trials:
    """In place of pytest's loop over its tests: tries mutants out."""

    def __init__(self, found: Known, mutants: Sequence[str]) -> None:
        self.found = found
        self.mutants = mutants
        self.outcomes: dict[str, str] = {}

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        items = {item.nodeid: item for item in session.items}
        _load_machine_code()
        for mutant in self.mutants:
            tests = [items[test] for test in self.found.tests_of(mutant) if test in items]
            took = accumulate(self.found.took[test.nodeid] for test in tests)
            quick = tests[: bisect(list(took), QUICK_S)]
            self._note(mutant, tried(mutant, quick, PATIENCE_S + 4 * QUICK_S))
        for mutant in [name for name, outcome in self.outcomes.items() if outcome == "lives"]:
            self._note(mutant, tried_anew(mutant, self.found.tests_of(mutant)))
        return True

    def _note(self, mutant: str, outcome: str) -> None:
        self.outcomes[mutant] = outcome
        print(f"{len(self.outcomes)}/{len(self.mutants)} {outcome} {mutant}", flush=True)


def tried(mutant: str, tests: Sequence[pytest.Item], patience_s: float) -> str:
    """What becomes of a mutant: ``killed``, ``timed out``, ``crashed``, or ``lives``."""
    pid = os.fork()
    if not pid:
        resource.setrlimit(resource.RLIMIT_CPU, (int(patience_s), int(patience_s) + 5))
        os.environ["MUTANT_UNDER_TEST"] = mutant
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        for test, following in zip(tests, [*tests[1:], None], strict=True):
            if any(report.failed for report in runtestprotocol(test, False, following)):
                os._exit(1)
        os._exit(0)
    _, status = os.waitpid(pid, 0)
    if os.WIFSIGNALED(status):
        return "timed out" if os.WTERMSIG(status) in (9, 24) else "crashed"
    return "killed" if os.WEXITSTATUS(status) else "lives"


def tried_anew(mutant: str, reach_it: Sequence[str]) -> str:
    """The same in a process of its own, by the tests that mirror its module as well."""
    *package, name = mutant.rpartition(".")[0].split(".")
    named = package[-1] if package[-1] == "record" else name
    folder = Path("tests", *(part for part in package if part != "record"))
    # The twin's rounds are followed on what `bridge` and `memory` make of views.
    mirror = map(str, sorted([*folder.glob(f"test_{named}*.py"), *folder.glob("test_twin.py")]))
    config = mutmut.configuration.config()
    command = [sys.executable, "-m", "pytest", "-x", "-q", *config.pytest_add_cli_args]
    try:
        done = subprocess.run(
            [*command, *mirror, *reach_it],
            env={**os.environ, "MUTANT_UNDER_TEST": mutant},
            capture_output=True,
            check=False,
            timeout=TOO_LONG_S,
        )
    except subprocess.TimeoutExpired:
        return "timed out"
    if done.returncode < 0:
        return "crashed"
    return "killed" if done.returncode else "lives"


def _load_machine_code() -> None:
    from engine.players.fast import ready

    ready.machine(wait=True)


def report(outcomes: Mapping[str, str], of: int) -> str:
    """How many are noticed, with the standard error of a sample, and which live."""
    counts = Counter(outcomes.values())
    share = 1 - counts["lives"] / len(outcomes)
    error = (share * (1 - share) / len(outcomes)) ** 0.5
    lines = [
        f"{len(outcomes)} of {of} mutants: {dict(counts)}",
        f"noticed: {100 * share:.1f} % ± {100 * error:.1f}",
        *(f"  {name}" for name, outcome in sorted(outcomes.items()) if outcome == "lives"),
    ]
    return "\n".join(lines)


def main() -> None:
    """Parse the arguments, try, and print."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutants", description=__doc__)
    parser.add_argument("--size", type=int, default=600, help="mutants to try (%(default)s)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("names", nargs="*", help="these, instead of a sample")
    said = parser.parse_args()
    found = known()
    trials = Trials(found, said.names or found.sample(said.size, said.seed))
    os.chdir(FOLDER)
    sys.path.insert(0, str(Path.cwd()))
    os.environ["MUTANT_UNDER_TEST"] = ""
    config = mutmut.configuration.config()
    arguments = [*config.pytest_add_cli_args, *config.pytest_add_cli_args_test_selection]
    pytest.main(["-q", "-s", *arguments], plugins=[trials])
    print(report(trials.outcomes, len(found.mutants)))


if __name__ == "__main__":
    main()
