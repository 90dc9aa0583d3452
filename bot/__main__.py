"""``python -m bot run``: the bot on Discord; ``python -m bot play``: in a browser, without it."""

from __future__ import annotations

import argparse
import sys


def main(argv: list[str]) -> int:
    """Do what the command line says; the exit code."""
    parser = argparse.ArgumentParser(prog="python -m bot", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("run", help="the bot on Discord; needs DISCORD_TOKEN")
    play = commands.add_parser(
        "play",
        help="the bot in your browser: no Discord account, no token",
        description="The real bot and a small Discord, on this computer only (loopback).",
    )
    play.add_argument(
        "--port", type=_port, help="the port of the page (default: 8737, or a free one)"
    )
    play.add_argument(
        "--people",
        type=int,
        choices=range(1, 9),
        default=4,
        metavar="N",
        help="1 to 8 (default: 4)",
    )
    play.add_argument(
        "--open",
        action=argparse.BooleanOptionalAction,
        help="open the page (default: where there is a browser)",
    )
    chosen = parser.parse_args(argv)
    # A wrong command line needn't load the bot, and one command not the other.
    if chosen.command == "play":
        from bot.sandbox.launcher import play as launch_play  # noqa: PLC0415

        return launch_play(port=chosen.port, people=chosen.people, open_browser=chosen.open)
    from bot.app import launch  # noqa: PLC0415

    return launch()


def _port(text: str) -> int:
    port = int(text)
    if not 0 <= port <= 65535:
        raise argparse.ArgumentTypeError("a port is a number from 0 to 65535")
    return port


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
