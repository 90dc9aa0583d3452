"""Each room can be entered by its own door."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
ROOMS = sorted(
    path.parent.name
    for path in (ROOT / "bot").glob("*/__init__.py")
    if path.parent.name != "sandbox"
)

WALK = """
import importlib, pkgutil, bot.{room} as room
for found in pkgutil.walk_packages(room.__path__, room.__name__ + "."):
    importlib.import_module(found.name)
"""


@pytest.mark.parametrize("room", ROOMS)
def test_a_room_imports_alone(room: str) -> None:
    subprocess.run([sys.executable, "-c", WALK.format(room=room)], check=True, cwd=ROOT)
