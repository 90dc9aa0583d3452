"""Two bots on one file: the second is refused; a killed one's place is free at once."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

import pytest

from data.store.errors import DatabaseInUse, UnwritableDatabase
from data.store.sole import sole_bot

pytestmark = pytest.mark.sqlite

HOLDER = """
import sys
from data.store.sole import sole_bot
with sole_bot(sys.argv[1]):
    print("here", flush=True)
    sys.stdin.read()
"""


def test_the_second_bot_is_refused_until_the_first_is_gone(url: str) -> None:
    root = Path(__file__).parents[3]
    with subprocess.Popen(
        [sys.executable, "-c", HOLDER, url],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        cwd=root,
    ) as first:
        assert first.stdout is not None
        assert first.stdout.readline() == "here\n"
        with pytest.raises(DatabaseInUse, match="another bot is running") as caught, sole_bot(url):
            pass
        assert "\n" not in str(caught.value)
        first.send_signal(signal.SIGKILL)
    with sole_bot(url):
        pass


def test_other_files_have_other_bots(url: str, tmp_path: Path) -> None:
    with sole_bot(url), sole_bot(f"sqlite:///{tmp_path}/other.sqlite3"):
        pass


def test_a_folder_that_cannot_be_written_is_said() -> None:
    with pytest.raises(UnwritableDatabase, match="can't be written"), sole_bot("sqlite:////proc/x"):
        pass
