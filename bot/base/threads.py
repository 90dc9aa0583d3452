"""Threads and processes that an operator can tell apart in ``top -H``; Linux only."""

from __future__ import annotations

import contextlib
import sys
import threading
from pathlib import Path

PROC = Path("/proc/self")


def show_process(name: str) -> None:
    """Let the system know this process, and the threads that it starts, by a name."""
    if sys.platform == "linux":
        (PROC / "comm").write_text(name)


def show_names() -> None:
    """Let the system know the threads by their names, as it will from Python 3.14 on.

    It keeps 15 characters of each. A thread named for what it runs, ``Thread-3 (work)``, is shown
    as that. The main thread keeps the process's name.
    """
    if sys.platform != "linux":
        return
    for thread in threading.enumerate():
        if thread is not threading.main_thread():
            name = thread.name.partition("(")[2].rstrip(")") or thread.name
            with contextlib.suppress(FileNotFoundError):  # it has ended meanwhile
                (PROC / "task" / str(thread.native_id) / "comm").write_text(name)
