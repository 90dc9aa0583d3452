"""The bot's process from start to end, as whoever runs it sees it: exit codes, lines, signals."""

import asyncio
import os
import random
import signal
import sqlite3
import sys
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path

import pytest

from bot.sandbox.process import ROOT
from bot.sandbox.server import Sandbox
from tests.bot.sandbox.player import play
from tests.bot.sandbox.tab import Tab
from tests.bot.sandbox.test_real_bot import begin
from tests.patience import PATIENCE_S


class Process:
    """``python -m bot run``, told another address for Discord."""

    def __init__(self, sandbox: Sandbox, folder: Path) -> None:
        self.sandbox = sandbox
        self.folder = folder
        self.running: list[asyncio.subprocess.Process] = []

    async def start(
        self, module: str = "bot.sandbox.child", **environment: str
    ) -> asyncio.subprocess.Process:
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            module,
            "run",
            self.sandbox.api,
            self.sandbox.gateway_url,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.STDOUT,
            cwd=self.folder,
            env={
                "PATH": os.environ["PATH"],
                "PYTHONPATH": str(ROOT),
                "DISCORD_TOKEN": self.sandbox.world.token,
                "DATABASE_URL": "sqlite:///kept/scout.sqlite3",
                "COMPUTER_PACE_MS": "0",
                "PUBLISH_INTERVAL_MS": "100",
                **environment,
            },
        )
        self.running.append(process)
        return process

    async def end(self) -> None:
        for process in self.running:
            if process.returncode is None:
                process.kill()
                await process.communicate()


@pytest.fixture
async def process(sandbox: Sandbox, tmp_path: Path) -> AsyncIterator[Process]:
    one = Process(sandbox, tmp_path)
    sandbox.interactions.answer_within = PATIENCE_S  # however busy this machine is
    yield one
    await one.end()


async def ended(process: asyncio.subprocess.Process) -> tuple[int | None, list[str]]:
    """The exit code and the lines of a process that ends."""
    assert process.stdout is not None
    async with asyncio.timeout(PATIENCE_S):
        printed = (await process.stdout.read()).decode()
        return await process.wait(), printed.splitlines()


async def test_a_refused_token_is_one_line_without_it(process: Process) -> None:
    token = "MTIz.nobody-knows.this"
    code, lines = await ended(await process.start(DISCORD_TOKEN=token, LOG_LEVEL="DEBUG"))
    assert code == 2
    assert lines[-1].startswith("scout: DISCORD_TOKEN is wrong: Discord refuses it.")
    assert not [line for line in lines[:-1] if " INFO " not in line]
    assert not [line for line in lines if "nobody-knows" in line]


async def test_a_development_server_without_the_bot_is_one_line(process: Process) -> None:
    code, lines = await ended(await process.start(DEVELOPMENT_GUILD="1"))
    assert code == 2
    assert lines[-1].startswith("scout: DEVELOPMENT_GUILD is wrong: the bot isn't in that server")
    assert not [line for line in lines[:-1] if " INFO " not in line]


async def test_discord_that_cannot_be_reached_is_one_line(
    process: Process, sandbox: Sandbox
) -> None:
    await sandbox.stop()
    code, lines = await ended(await process.start())
    assert code == 1
    assert lines[-1].startswith("scout: Discord can't be reached")
    assert not [line for line in lines[:-1] if " INFO " not in line]


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
async def test_a_signal_ends_it_cleanly_and_the_match_goes_on(
    process: Process, sandbox: Sandbox, tmp_path: Path, number: signal.Signals
) -> None:
    first = await process.start()
    async with Tab.open(sandbox, "ada") as ada:
        await ada.see(lambda: ada.overview["bot"]["connected"], PATIENCE_S)
        await begin(ada)
        rng = random.Random(number)
        await play(ada, rng, turns=2)
        first.send_signal(number)
        code, lines = await ended(first)
        assert code == 0
        assert any(line.endswith(" stopping") for line in lines)
        assert lines[-1].endswith(" stopped")
        assert not [line for line in lines if " INFO " not in line]
        # Closed, not abandoned: the write-ahead log is folded into the file.
        kept = {file.name for file in (tmp_path / "kept").iterdir()}
        assert kept == {"scout.sqlite3", "scout.sqlite3.lock"}
        with closing(sqlite3.connect(tmp_path / "kept" / "scout.sqlite3")) as raw:
            actions = raw.execute("SELECT count(*) FROM log WHERE kind = 'action'").fetchone()
        assert actions[0] > 0
        await process.start()
        await ada.see(lambda: not ada.overview["bot"]["connected"], PATIENCE_S)
        await ada.see(lambda: ada.overview["bot"]["connected"], PATIENCE_S)
        await play(ada, rng, turns=2)


async def test_a_killed_bot_leaves_no_process_behind(process: Process, sandbox: Sandbox) -> None:
    killed = await process.start()
    async with Tab.open(sandbox, "ada") as ada:
        await ada.see(lambda: ada.overview["bot"]["connected"], PATIENCE_S)
    killed.kill()
    # What it writes to is closed only when its last child, who inherited it, is gone.
    code, _ = await ended(killed)
    assert code == -signal.SIGKILL


async def test_a_signal_while_it_starts_ends_it_too(process: Process, sandbox: Sandbox) -> None:
    starting = await process.start()
    assert starting.stdout is not None
    async with asyncio.timeout(PATIENCE_S):
        # Its first line comes before it is connected.
        await starting.stdout.readline()
    starting.terminate()
    code, _ = await ended(starting)
    assert code == 0
