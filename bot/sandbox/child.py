"""The bot's process inside ``python -m bot play``: the real bot, told another address for Discord.

Started by the launcher as ``python -m bot.sandbox.child API GATEWAY``; its token and its database
come in the environment, as they do for ``python -m bot run``, and so does everything after that.
"""

import os
import signal
import sys
import threading


def main(api: str, gateway: str) -> int:
    """Point discord.py at the sandbox and run the bot; its exit code."""
    import discord  # noqa: PLC0415  (processes that computer players think in import this file too)
    import yarl  # noqa: PLC0415
    from discord.gateway import DiscordWebSocket  # noqa: PLC0415

    from bot.app import launch  # noqa: PLC0415

    discord.http.Route.BASE = api
    DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(gateway)
    threading.Thread(target=_follow_the_launcher, daemon=True).start()
    return launch()


def _follow_the_launcher() -> None:
    """Stop when the launcher is gone: it holds the other end of standard input."""
    # Not through sys.stdin, whose lock a thread must not hold when Python ends.
    while os.read(0, 4096):
        pass
    os.kill(os.getpid(), signal.SIGTERM)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
