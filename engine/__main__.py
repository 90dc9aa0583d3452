"""The engine on the command line: replay, legal, view, simulate, serve."""

from __future__ import annotations

import argparse
import contextlib
import dataclasses
import errno
import json
import os
import re
import sys
from collections.abc import Callable, Sequence
from typing import BinaryIO, TextIO

from engine.errors import Code, RuleError, printable
from engine.match import legal_actions
from engine.record import Reading, RecordError, canonical, read
from engine.views import to_json, view

FILE_LIMIT = 1 << 22
"""Bytes of a file that are read; a whole match has a few thousand."""


class UsageError(Exception):
    """The command line asks for what isn't there."""


class InputError(Exception):
    """What was read is refused: a line, a code, and what is wrong and would be right."""

    def __init__(self, file: str, line: int, code: Code | str, message: str) -> None:
        super().__init__(f"{printable(file)}:{line}: {code}: {message}")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command.

    Returns:
        The exit status: 0 when all is well, 1 for an error in what was read, 2 for wrong usage.
    """
    if sys.stderr is None:  # closed; `print` and argparse would then use standard output instead
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: PTH123, SIM115
    parser = _parser()
    options = parser.parse_args(arguments)
    run: Callable[[argparse.Namespace], None] = options.run
    try:
        run(options)
    except InputError as error:
        print(error, file=sys.stderr)
        return 1
    except UsageError as error:
        parser.error(str(error))
    except BrokenPipeError:
        # Whoever read our output has seen enough. Python flushes once more at exit: into nothing.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except OSError as error:  # what can't be read is an InputError, so this is the output
        print(f"{parser.prog}: the answer can't be written: {error.strerror}", file=sys.stderr)
        return 1
    except ModuleNotFoundError as error:
        needed = "the stronger computer players need it: pip install 'scout-bot[players]'"
        print(f"{parser.prog}: {error.name} is not installed; {needed}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m engine", description="The game of SCOUT, without a bot.", allow_abbrev=False
    )
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    def command(
        name: str, run: Callable[[argparse.Namespace], None], text: str
    ) -> argparse.ArgumentParser:
        sub = commands.add_parser(name, help=text, description=text, allow_abbrev=False)
        sub.set_defaults(run=run)
        return sub

    def record_command(
        name: str, run: Callable[[argparse.Namespace], None], text: str
    ) -> argparse.ArgumentParser:
        sub = command(name, run, text)
        sub.add_argument("file", metavar="FILE", help="a match record; - for standard input")
        return sub

    record_command("replay", _replay, "play a record and print its canonical form")
    record_command("legal", _legal, "list what the player on turn may do at the record's end")
    seen = record_command("view", _view, "print what a seat knows at the record's end, as JSON")
    seen.add_argument(
        "--seat",
        type=_whole_number(1, 5),
        required=True,
        metavar="N",
        help="whose view: a seat from 1",
    )
    tried = command("simulate", _simulate, "let computer players play single rounds")
    tried.add_argument(
        "--seats",
        type=_names,
        required=True,
        metavar="NAME,NAME,…",
        help="the computer players, 2 to 5; each deal is played with every rotation of them",
    )
    tried.add_argument(
        "--rounds",
        type=_whole_number(1, 10**9),
        default=1000,
        metavar="N",
        help="how many rounds, made up to whole deals (default 1000)",
    )
    tried.add_argument(
        "--seed",
        type=_whole_number(-(10**18), 10**18),
        default=1,
        metavar="N",
        help="a whole number that fixes the deals and the players' chances (default 1)",
    )
    tried.add_argument(
        "--ms",
        type=_whole_number(1, 10**6),
        metavar="N",
        help="milliseconds that a decision may take (default: each player's own limit)",
    )
    tried.add_argument("--json", action="store_true", help="print one JSON object")
    command("serve", _serve, "answer JSON requests, one a line, with computer players' actions")
    return parser


def _whole_number(least: int, most: int) -> Callable[[str], int]:
    def number(text: str) -> int:
        if not re.fullmatch(r"-?[0-9]{1,19}", text, re.ASCII) or not least <= int(text) <= most:
            raise argparse.ArgumentTypeError(f"a whole number from {least} to {most}")
        return int(text)

    return number


def _names(text: str) -> tuple[str, ...]:
    from engine.players import NAMES  # noqa: PLC0415 - the record commands need no players

    names = tuple(text.split(","))
    if not 2 <= len(names) <= 5 or any(name not in NAMES for name in names):
        raise argparse.ArgumentTypeError(f"2 to 5 of {', '.join(NAMES)}, with commas between")
    return names


def _read(file: str) -> Reading:
    try:
        return read(_bytes(file))
    except RecordError as error:
        raise InputError(file, error.line, error.code, error.message) from None


def _bytes(file: str) -> bytes:
    try:
        if file == "-":
            data = _binary(sys.stdin).read(FILE_LIMIT + 1)
        else:
            with open(file, "rb") as stream:  # noqa: PTH123 - a Path would make of "" the folder
                data = stream.read(FILE_LIMIT + 1)
    except (OSError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        problem = f"it can't be read ({printable(why)}); name a match record, or - for input"
        raise InputError(file, 0, "no-file", problem) from None
    if len(data) > FILE_LIMIT:
        problem = f"it is longer than {FILE_LIMIT} bytes; a match record is far shorter"
        raise InputError(file, 0, "no-file", problem)
    return data


def _binary(stream: TextIO | None) -> BinaryIO:
    """The bytes of a standard stream; it is None for a process that was started without."""
    if stream is None:
        raise OSError(errno.EBADF, os.strerror(errno.EBADF))
    return stream.buffer


def _write(text: str) -> None:
    """Text on standard output as UTF-8 with LF, whatever the system would rather have."""
    output = _binary(sys.stdout)
    output.write(text.encode())
    output.flush()


def _replay(options: argparse.Namespace) -> None:
    _write(canonical(_read(options.file).record))


def _legal(options: argparse.Namespace) -> None:
    match = _read(options.file).match
    actions = {
        str(action) for seat in range(1, match.players + 1) for action in legal_actions(match, seat)
    }
    _write("".join(f"{action}\n" for action in sorted(actions)))


def _view(options: argparse.Namespace) -> None:
    reading = _read(options.file)
    if options.seat > reading.match.players:
        raise UsageError(f"--seat: there are seats 1 to {reading.match.players}")
    try:
        seen = view(reading.match, options.seat)
    except RuleError as refusal:
        raise InputError(options.file, reading.last_line, refusal.code, str(refusal)) from None
    _write(json.dumps(to_json(seen)) + "\n")


def _simulate(options: argparse.Namespace) -> None:
    from rich.console import Console  # noqa: PLC0415 - replay and its like start without it
    from rich.progress import MofNCompleteColumn, Progress, TimeRemainingColumn  # noqa: PLC0415

    from engine.tools.simulation import simulate  # noqa: PLC0415

    console = Console(stderr=True)
    columns = (*Progress.get_default_columns()[:2], MofNCompleteColumn(), TimeRemainingColumn())
    hidden = (
        sys.stderr is None or not sys.stderr.isatty()
    )  # the console's own word follows FORCE_COLOR
    with Progress(*columns, console=console, transient=True, disable=hidden) as bar:
        seats = len(options.seats)
        task = bar.add_task("rounds", total=-(-options.rounds // seats) * seats)
        result = simulate(
            options.seats,
            options.rounds,
            options.seed,
            options.ms,
            progress=lambda done: bar.update(task, completed=done),
        )
    if options.json:
        _write(json.dumps(dataclasses.asdict(result)) + "\n")
        return
    lines = [f"{'player':<10} {'points a round':>18} {'ms mean':>9} {'ms p99':>9}"]
    lines += [
        f"{p.name:<10} {p.mean:>+10.3f} ± {p.se:<5.3f} {p.ms_mean:>9.3f} {p.ms_p99:>9.3f}"
        for p in result.players
    ]
    lines += [
        f"{result.rounds} rounds in {result.seconds:.1f} s: {result.rounds_per_second:.0f} a second"
        + (f"; {result.given_up} given up" if result.given_up else "")
    ]
    _write("".join(f"{line}\n" for line in lines))


def _serve(_: argparse.Namespace) -> None:
    from engine.tools.service import serve  # noqa: PLC0415 - loads pydantic

    requests, answers = _binary(sys.stdin), _binary(sys.stdout)
    with contextlib.redirect_stdout(sys.stderr):  # what a library prints is no answer
        serve(requests, answers)


if __name__ == "__main__":
    sys.exit(main())
