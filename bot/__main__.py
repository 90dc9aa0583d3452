"""``python -m bot run``: the bot on Discord; ``python -m bot play``: in a browser, without it."""

from __future__ import annotations

import argparse
import sys


def main(argv: list[str]) -> int:
    """Do what the command line says; the exit code."""
    parser = argparse.ArgumentParser(prog="python -m bot", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("run", help="the bot on Discord; needs DISCORD_TOKEN")
    parser.parse_args(argv)
    from bot.app import launch  # noqa: PLC0415  (a wrong command line needn't load the bot)

    return launch()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
