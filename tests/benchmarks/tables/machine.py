"""What Linux tells of the bot's processes and threads: CPU time and memory."""

from __future__ import annotations

import contextlib
import os
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

PROC = Path("/proc")
GONE = (FileNotFoundError, ProcessLookupError)
"""A process or thread that has ended."""


@dataclass(frozen=True, slots=True)
class Thread:
    """A thread: its process's name, its own, and its seconds since it began.

    ``cpu`` are those that it ran, ``waited`` those in which it could have, had a CPU been free.
    """

    process: str
    name: str
    cpu: float
    waited: float


@dataclass(frozen=True, slots=True)
class Usage:
    """All threads by (process id, thread id), and resident memory in KiB by process."""

    threads: dict[tuple[int, int], Thread]
    rss: Counter[str]

    def since(self, before: Usage) -> tuple[Counter[str], Counter[str]]:
        """Seconds that ran and that waited since ``before``.

        They are counted by ``process/thread``; those of one name are added up.
        """
        ran: Counter[str] = Counter()
        waited: Counter[str] = Counter()
        for key, thread in self.threads.items():
            known = before.threads.get(key)
            name = f"{thread.process}/{thread.name}"
            ran[name] += thread.cpu - (known.cpu if known else 0.0)
            waited[name] += thread.waited - (known.waited if known else 0.0)
        return ran, waited


def usage(root: int) -> Usage:
    """Of a process and all that it started; what ends meanwhile is left out."""
    threads: dict[tuple[int, int], Thread] = {}
    rss: Counter[str] = Counter()
    for pid in (root, *_descendants(root)):
        with contextlib.suppress(*GONE):
            process = "bot" if pid == root else _process(pid, root)
            rss[process] += int(
                (PROC / str(pid) / "status").read_text().split("VmRSS:")[1].split()[0]
            )
            for task in _tasks(pid):
                with contextlib.suppress(*GONE):
                    main = int(task.name) == pid
                    name = "main" if main else _plain((task / "comm").read_text())
                    threads[pid, int(task.name)] = Thread(process, name, *_seconds(task))
    return Usage(threads, rss)


def own() -> tuple[float, float]:
    """How long this process's main thread ran and waited."""
    return _seconds(PROC / "self" / "task" / str(os.getpid()))


def load() -> list[float]:
    """The machine's load over 1, 5 and 15 minutes."""
    return [round(one, 2) for one in os.getloadavg()]


def _tasks(pid: int) -> list[Path]:
    return list((PROC / str(pid) / "task").iterdir())


def _descendants(pid: int) -> list[int]:
    found: list[int] = []
    with contextlib.suppress(*GONE):
        for task in _tasks(pid):
            with contextlib.suppress(*GONE):
                children = map(int, (task / "children").read_text().split())
                found += [one for child in children for one in (child, *_descendants(child))]
    return found


def _seconds(task: Path) -> tuple[float, float]:
    """How long a thread ran and waited."""
    ran, waited, _ = (task / "schedstat").read_text().split()
    return int(ran) / 1e9, int(waited) / 1e9


def _plain(name: str) -> str:
    """A name without the number at its end."""
    return name.strip().rstrip("0123456789").rstrip("-_") or name


def _process(pid: int, root: int) -> str:
    """What a process is called, if it has a name other than the bot's own."""
    own, bots = ((PROC / str(one) / "comm").read_text() for one in (pid, root))
    if own != bots:
        return _plain(own)
    words = (PROC / str(pid) / "cmdline").read_bytes()
    return "tracker" if b"resource_tracker" in words else "worker"
