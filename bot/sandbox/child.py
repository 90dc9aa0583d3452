"""The bot's process inside ``python -m bot play``: the real bot, told another address for Discord.

Started by the launcher as ``python -m bot.sandbox.child run API GATEWAY``; its token and its
database come in the environment, as they do for ``python -m bot run``, and so does everything after
that. With ``think`` it is a process as ``python -m bot think`` is one.
"""

import os
import signal
import sys
import threading
from typing import Literal, cast

Program = Literal["run", "think"]


def main(program: Program, api: str, gateway: str) -> int:
    """Point discord.py at the sandbox and run the bot, or think for it; the exit code."""
    if program == "think":
        from bot.operate.think import think  # noqa: PLC0415

        _follow_the_launcher()
        return think()
    import discord  # noqa: PLC0415  (processes that computer players think in import this file too)
    import yarl  # noqa: PLC0415
    from discord.gateway import DiscordWebSocket  # noqa: PLC0415

    from bot.app import launch  # noqa: PLC0415

    discord.http.Route.BASE = api
    DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(gateway)
    _follow_the_launcher()
    return launch()


def _follow_the_launcher() -> None:
    """Stop when the launcher is gone: it holds the other end of standard input."""
    threading.Thread(target=_wait_for_the_end, daemon=True).start()


def _wait_for_the_end() -> None:
    # Not through sys.stdin, whose lock a thread must not hold when Python ends.
    while os.read(0, 4096):
        pass
    os.kill(os.getpid(), signal.SIGTERM)


if __name__ == "__main__":
    started_as, *addresses = sys.argv[1:]
    sys.exit(main(cast("Program", started_as), *addresses))
