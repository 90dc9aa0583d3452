"""What tests have done in other processes; such a process imports this file, and so little else."""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path

from bot.pictures.picture import Picture
from engine.errors import RuleError


def nothing() -> None:
    """A process is prepared."""


def unprepared() -> None:
    raise RuntimeError("not today")


def pid() -> int:
    return os.getpid()


def niceness() -> int:
    return os.nice(0)


def modules() -> frozenset[str]:
    return frozenset(sys.modules)


def die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def die_the_first_time(mark: str) -> int:
    if not Path(mark).exists():
        Path(mark).touch()
        die()
    return os.getpid()


def hang() -> None:
    """Do nothing for ever, and don't even end when asked to."""
    while True:
        os.kill(os.getpid(), signal.SIGSTOP)


def a_picture() -> Picture:
    return Picture(b"data", "x.png", "words")


def refuse() -> None:
    raise RuleError("no-such-place", place=4, places=3)
