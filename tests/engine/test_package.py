"""The engine as a package: what it needs and what it brings."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import engine
from engine.views import to_json
from tests.engine.builders import dealt

ALONE = """
import sys

class Absent:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {absent!r}:
            raise ModuleNotFoundError(name, name=name)

sys.meta_path.insert(0, Absent())
import engine, engine.record, engine.incoming, engine.__main__
sys.exit(engine.__main__.main(sys.argv[1:]))
"""
BOTS = {"discord", "aiohttp", "sqlalchemy", "alembic", "aiosqlite", "PIL", "babel", "openskill"}
PLAYERS = {"numba", "numpy", "llvmlite"}


def alone(*arguments: str, absent: set[str], sent: str = "") -> subprocess.CompletedProcess[str]:
    """A command of the engine in a fresh interpreter that lacks some packages."""
    return subprocess.run(
        [sys.executable, "-c", ALONE.format(absent=sorted(absent)), *arguments],
        input=sent,
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )


def test_the_engine_works_without_the_bots_packages_and_the_strong_players() -> None:
    seats = ("simulate", "--seats", "random,greedy", "--rounds", "2", "--json")
    ran = alone(*seats, absent=BOTS | PLAYERS)
    assert (ran.returncode, ran.stderr) == (0, "")
    assert '"rounds": 2' in ran.stdout


def test_whoever_asks_for_a_strong_player_is_told_what_to_install() -> None:
    ran = alone("simulate", "--seats", "random,easy", "--rounds", "2", absent=PLAYERS)
    assert (ran.returncode, ran.stdout) == (1, "")
    assert ran.stderr.count("\n") == 1
    assert "pip install 'scout-bot[players]'" in ran.stderr


def test_a_program_that_asks_for_a_strong_player_is_told_so_too() -> None:
    view = json.dumps(to_json(engine.view(dealt(3), 1)))
    requests = "".join(
        f'{{"id": "{name}", "player": "{name}", "view": {view}}}\n' for name in ("hard", "greedy")
    )
    ran = alone("serve", absent=PLAYERS, sent=requests)
    assert (ran.returncode, ran.stderr) == (0, "")
    hard, greedy = map(json.loads, ran.stdout.splitlines())
    assert hard["error"]["code"] == "unknown-player"
    assert "pip install 'scout-bot[players]'" in hard["error"]["message"]
    assert greedy["action"] in ("keep", "flip")


def test_the_rules_alone_need_the_standard_library_alone() -> None:
    record = Path(__file__).parent.parent / "e2e" / "records" / "short-3.txt"
    ran = alone("replay", str(record), absent=BOTS | PLAYERS | {"rich"})
    assert (ran.returncode, ran.stderr) == (0, "")
    assert ran.stdout.startswith('[Players "3"]')


def test_types_are_told_to_those_who_use_the_package() -> None:
    assert (Path(engine.__file__).parent / "py.typed").exists()
