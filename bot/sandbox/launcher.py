"""``python -m bot play``: the sandbox, the real bot beside it, and a browser."""

import asyncio
import contextlib
import os
import signal
import sys
import tempfile
import webbrowser
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

from bot.sandbox.cluster import Cluster
from bot.sandbox.postgres import NoPostgres, running
from bot.sandbox.process import BotProcess
from bot.sandbox.server import Sandbox

PORT = 8737


@dataclass(frozen=True, slots=True)
class Size:
    """Of a cluster: how many bots, with a server and a shard each, and how many that only think."""

    bots: int
    thinkers: int


def play(
    *, port: int | None, people: int, open_browser: bool | None, cluster: Size | None = None
) -> int:
    """Run until Ctrl-C; the exit code.

    Args:
        port: the loopback port; None: 8737, or a free one where that is taken.
        people: how many people one can play as.
        open_browser: whether to open the page; None: where there is a browser to open.
        cluster: several processes on a PostgreSQL of their own; None: one, with SQLite.
    """
    try:
        return asyncio.run(_play(port, people, open_browser=open_browser, cluster=cluster))
    except NoPostgres as error:
        print(f"scout: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130


async def _play(
    port: int | None, people: int, *, open_browser: bool | None, cluster: Size | None
) -> int:
    size = cluster.bots if cluster is not None else 1
    sandbox = Sandbox(people, servers=size, shards=size)
    try:
        await _listen(sandbox, port)
    except (OSError, OverflowError) as error:
        print(f"scout: port {port} can't be used: {error}", file=sys.stderr)
        return 2
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        with contextlib.suppress(NotImplementedError):  # Windows: Ctrl-C comes as an exception
            loop.add_signal_handler(number, stop.set)
    with ExitStack() as stack:
        bots = _bots(sandbox, stack, cluster)
        try:
            await bots.start()
            _welcome(sandbox)
            if open_browser or (open_browser is None and _has_browser()):
                await asyncio.to_thread(webbrowser.open, sandbox.address)
            return await _until(stop, bots.bots[0])
        finally:
            await bots.stop()
            await sandbox.stop()


def _bots(sandbox: Sandbox, stack: ExitStack, cluster: Size | None) -> Cluster:
    """What is to be started, in a folder, and perhaps on a server, that end with ``stack``."""
    folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="scout-play-")))
    if cluster is None:
        return Cluster.alone(sandbox, folder)
    server = stack.enter_context(running())
    database = f"{server.address}/postgres"
    return Cluster.on(database, sandbox, folder, bots=cluster.bots, thinkers=cluster.thinkers)


async def _listen(sandbox: Sandbox, port: int | None) -> None:
    if port is not None:
        await sandbox.start(port)
        return
    try:
        await sandbox.start(PORT)
    except OSError:
        await sandbox.start(0)


async def _until(stop: asyncio.Event, bot: BotProcess) -> int:
    """Wait for Ctrl-C, or for a bot that can't be started."""
    stopping = asyncio.create_task(stop.wait())
    failing = asyncio.create_task(bot.gave_up.wait())
    await asyncio.wait({stopping, failing}, return_when=asyncio.FIRST_COMPLETED)
    for task in (stopping, failing):
        task.cancel()
    if not bot.gave_up.is_set():
        print("\nGood-bye.")
        return 0
    print("scout: the bot does not start; its last words:", file=sys.stderr)
    print("\n".join(bot.last_lines), file=sys.stderr)
    return 1


def _welcome(sandbox: Sandbox) -> None:
    others = ", ".join(one.key for one in sandbox.world.people[1:])
    lines = [
        "",
        f"  SCOUT is at  {sandbox.address}",
        "",
        "  Open it in a browser and type /scout play.",
        "  It listens on loopback only: nobody but this computer can reach it.",
        "  Nothing is kept: the matches are forgotten at the end.",
    ]
    if others:
        lines.append(f"  A tab as somebody else: {sandbox.address}/?as=NAME  ({others})")
    lines += ["  Ctrl-C ends it all.", ""]
    print("\n".join(lines), flush=True)


def _has_browser() -> bool:
    """Whether there is a graphical browser: not over SSH, not in a container."""
    graphical = sys.platform in ("darwin", "win32") or any(
        os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY")
    )
    if not graphical:
        return False
    try:
        webbrowser.get()
    except webbrowser.Error:
        return False
    return True
