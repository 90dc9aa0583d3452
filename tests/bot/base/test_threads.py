from __future__ import annotations

import subprocess
import sys
import threading
from pathlib import Path

import pytest

from bot.base import threads

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="elsewhere nothing is shown")


def shown(thread: threading.Thread) -> str:
    return Path(f"/proc/self/task/{thread.native_id}/comm").read_text().strip()


@pytest.mark.parametrize(
    ("name", "known"),
    [
        ("sqlite-write", "sqlite-write"),
        ("Thread-3 (work)", "work"),
        ("a name that is far too long", "a name that is "),
    ],
)
def test_threads_are_known_by_their_names(name: str, known: str) -> None:
    done = threading.Event()
    thread = threading.Thread(target=done.wait, name=name)
    own = shown(threading.main_thread())
    thread.start()
    try:
        threads.show_names()
        assert shown(thread) == known.strip()
        assert shown(threading.main_thread()) == own
    finally:
        done.set()
        thread.join()


def test_a_process_is_known_by_what_it_does() -> None:
    code = "from bot.base import threads; threads.show_process('thinking'); "
    code += "print(open('/proc/self/comm').read())"
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert said.stdout.strip() == "thinking"
