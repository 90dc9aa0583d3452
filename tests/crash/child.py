"""Bots that die of themselves: ``CRASH=POINT:before|after:N``, if that is set.

Their code is loaded once, by a process that forks one whenever it is told to. It dies at the
``N``-th passing of a point, in the instant before or after it. For the harness it is a little
quicker than in earnest: pictures are a point, and servers are waited for no longer than they take.
"""

from __future__ import annotations

import json
import os
import signal
import sys
import threading
from collections.abc import Callable
from typing import Any, NoReturn

import discord
from sqlalchemy.engine import Connection

from bot.app import launch  # noqa: F401  (loaded once)
from bot.pictures import encode
from bot.sandbox import child
from data.matches import log, matches, messages
from data.standings import recount, standings
from tests.pixel import PIXEL

POINTS: dict[str, tuple[Any, str]] = {
    "commit": (Connection, "commit"),
    "append": (log, "append"),
    "finish": (standings, "finish"),
    "void": (standings, "void"),
    "recount": (recount, "put_ratings"),
    "message": (messages, "add"),
    "retire": (messages, "retire"),
    "lanes": (matches, "set_lanes"),
}
"""Functions that are passed when something is written; ``commit`` is the writer's alone."""


def plant(crash: str) -> None:
    """Have this process die at a point."""
    point, when, count = crash.split(":")
    owner, name = POINTS[point]
    setattr(owner, name, _dying(getattr(owner, name), when, int(count)))


def _dying(function: Callable[..., Any], when: str, count: int) -> Callable[..., Any]:
    passed = 0

    def wrapped(*args: Any, **how: Any) -> Any:
        nonlocal passed
        writing = "writer" in threading.current_thread().name
        passed += writing
        if writing and passed == count and when == "before":
            os.kill(os.getpid(), signal.SIGKILL)
        result = function(*args, **how)
        if writing and passed == count:
            os.kill(os.getpid(), signal.SIGKILL)
        return result

    return wrapped


def main(api: str, gateway: str) -> None:
    """Fork a bot for each line that comes in, and say when it began and how it ended.

    A line is its environment, as JSON; ``LOG`` is the file for what it says.
    """
    encode.encoded = lambda *_: PIXEL
    connect = discord.state.ConnectionState.__init__

    def hurried(state: Any, **options: Any) -> None:
        connect(state, **options, guild_ready_timeout=0.2)

    discord.state.ConnectionState.__init__ = hurried  # type: ignore[method-assign]
    while line := sys.stdin.readline():
        followed, held = os.pipe()
        pid = os.fork()
        if not pid:
            os.close(held)
            _live(json.loads(line), followed, api, gateway)
        os.close(followed)
        sys.stdout.write(f"{pid}\n")
        sys.stdout.flush()
        _, status = os.waitpid(pid, 0)
        os.close(held)
        sys.stdout.write(f"{os.waitstatus_to_exitcode(status)}\n")
        sys.stdout.flush()


def _live(environment: dict[str, str], followed: int, api: str, gateway: str) -> NoReturn:
    """Be a bot; it ends with its parent, which holds the other end of its standard input."""
    os.environ.update(environment)
    os.dup2(followed, 0)
    said = os.open(environment["LOG"], os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
    os.dup2(said, 1)
    os.dup2(said, 2)
    if environment["CRASH"]:
        plant(environment["CRASH"])
    code = child.main("run", api, gateway)
    sys.stderr.flush()
    os._exit(code)


if __name__ == "__main__":
    main(*sys.argv[2:])
