"""``run``: the bot on Discord. ``play``: in your browser. The others: for whoever runs it."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path


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
    play.add_argument(
        "--cluster",
        type=_some,
        metavar="N",
        help="so many processes, and half as many that think, on a PostgreSQL of their own",
    )
    backup = commands.add_parser(
        "backup",
        help="copy the database into a file; the bot may go on",
        description="A whole, consistent copy of the SQLite database in DATABASE_URL.",
    )
    backup.add_argument(
        "file",
        type=Path,
        help="the copy, which must not be there yet; with --keep the folder of dated copies",
    )
    backup.add_argument(
        "--keep", type=_some, metavar="N", help="make a dated copy, and keep the N newest"
    )
    restore = commands.add_parser(
        "restore",
        help="put a backup in the database's place; no bot may run",
        description="The backup is checked first; what was there is kept beside it.",
    )
    restore.add_argument("file", type=Path, help="the backup")
    doctor = commands.add_parser(
        "doctor",
        help="what is wrong, and what to do about it",
        description="Looks at settings, token, permissions, database, fonts, clock, disk.",
    )
    doctor.add_argument(
        "--channel", type=int, metavar="ID", help="a channel in which the bot shall play"
    )
    ratings = commands.add_parser("ratings", help="what to do with the ratings")
    ratings.add_subparsers(dest="what", required=True).add_parser(
        "rebuild",
        help="compute them anew from the stored matches",
        description="Every server's ratings and leaderboards, from the matches in DATABASE_URL.",
    )
    moving = commands.add_parser(
        "move-database",
        help="copy everything into an empty database, SQLite's or PostgreSQL's; no bot may run",
        description="Every row is compared. The old database is left as it is.",
    )
    moving.add_argument("source", metavar="FROM", help="its address, as in DATABASE_URL")
    moving.add_argument("target", metavar="TO", help="the other one's")
    commands.add_parser(
        "think",
        help="think for the computer players of other processes; needs PostgreSQL",
        description="Takes thoughts from the database in DATABASE_URL, THINK_WORKERS at once.",
    )
    chosen = parser.parse_args(argv)
    # PLC0415: a wrong command line needn't load the bot, and one command not the other.
    if chosen.command == "play":
        from bot.sandbox.launcher import Size  # noqa: PLC0415
        from bot.sandbox.launcher import play as launch_play  # noqa: PLC0415

        size = Size(chosen.cluster, (chosen.cluster + 1) // 2) if chosen.cluster else None
        return launch_play(
            port=chosen.port, people=chosen.people, open_browser=chosen.open, cluster=size
        )
    if chosen.command == "backup":
        from bot.operate.backups import backup as back_up  # noqa: PLC0415

        return back_up(chosen.file, chosen.keep)
    if chosen.command == "restore":
        from bot.operate.backups import restore as put_back  # noqa: PLC0415

        return put_back(chosen.file)
    if chosen.command == "doctor":
        from bot.operate.doctor import examine  # noqa: PLC0415

        return examine(chosen.channel)
    if chosen.command == "move-database":
        from bot.operate.moving import move_database  # noqa: PLC0415

        return move_database(chosen.source, chosen.target)
    if chosen.command == "think":
        from bot.operate.think import think  # noqa: PLC0415

        return think()
    if chosen.command == "ratings":
        from bot.operate.ratings import rebuild  # noqa: PLC0415

        return rebuild()
    from bot.app import launch  # noqa: PLC0415

    return launch()


def _some(text: str) -> int:
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError("at least one is kept")
    return number


def _port(text: str) -> int:
    port = int(text)
    if not 0 <= port <= 65535:
        raise argparse.ArgumentTypeError("a port is a number from 0 to 65535")
    return port


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
