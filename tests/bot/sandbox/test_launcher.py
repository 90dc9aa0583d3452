"""``python -m bot play`` from outside: what it prints, how it ends, what it leaves behind."""

import asyncio
import os
import signal
import socket
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.sandbox.process import BotProcess
from bot.sandbox.server import Sandbox
from tests.bot.sandbox.conftest import wait_for
from tests.patience import PATIENCE_S

ROOT = Path(__file__).parents[3]


async def launch(*arguments: str, **environment: str) -> asyncio.subprocess.Process:
    return await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "bot", "play", "--no-open", *arguments),
        cwd=ROOT,
        env={**os.environ, "THINK_WORKERS": "1", **environment},
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )


async def until(process: asyncio.subprocess.Process, text: str) -> str:
    assert process.stdout is not None
    said = ""
    async with asyncio.timeout(PATIENCE_S):
        while text not in said:
            line = await process.stdout.readline()
            assert line, said
            said += line.decode()
    return said


def alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def children(pid: int) -> list[int]:
    """Every process below this one, as Linux tells it."""
    found = []
    for task in Path(f"/proc/{pid}/task").glob("*/children"):
        for child in map(int, task.read_text().split()):
            found += [child, *children(child)]
    return found


@pytest.fixture
async def temporary(tmp_path: Path) -> AsyncIterator[dict[str, str]]:
    """A place for temporary files that must be empty again in the end."""
    place = tmp_path / "temporary"
    place.mkdir()
    yield {"TMPDIR": str(place)}
    assert not list(place.iterdir())


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="looks for processes in /proc")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
async def test_ctrl_c_ends_all_of_it(temporary: dict[str, str], number: signal.Signals) -> None:
    process = await launch("--port", "0", "--people", "2", **temporary)
    said = await until(process, "Ctrl-C")
    assert "loopback only" in said
    assert "(berk)" in said
    await wait_for(lambda: bool(children(process.pid)))
    below = children(process.pid)
    process.send_signal(number)
    out, problems = await asyncio.wait_for(process.communicate(), PATIENCE_S)
    assert process.returncode == 0
    assert "Good-bye." in out.decode()
    assert problems == b""
    assert not any(map(alive, below))


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="looks for processes in /proc")
async def test_a_launcher_that_is_killed_takes_the_bot_with_it(tmp_path: Path) -> None:
    process = await launch("--port", "0", TMPDIR=str(tmp_path))
    await until(process, "Ctrl-C")
    await wait_for(lambda: bool(children(process.pid)))
    below = children(process.pid)
    process.kill()
    await process.wait()
    await wait_for(lambda: not any(map(alive, below)))


async def test_a_port_that_is_taken_is_one_clear_line() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        process = await launch("--port", port)
        out, problems = await asyncio.wait_for(process.communicate(), PATIENCE_S)
    assert process.returncode == 2
    assert out == b""
    [line] = problems.decode().splitlines()
    assert line.startswith(f"scout: port {port} can't be used")


@pytest.mark.parametrize("wrong", [("--people", "9"), ("--people", "0"), ("--port", "99999")])
async def test_a_wrong_command_line_is_usage(wrong: tuple[str, str]) -> None:
    process = await launch(*wrong)
    _, problems = await asyncio.wait_for(process.communicate(), PATIENCE_S)
    assert process.returncode == 2
    assert b"usage: python -m bot play" in problems


@pytest.mark.skipif(sys.platform == "win32", reason="its browser is a shell script")
async def test_it_opens_the_browser(tmp_path: Path) -> None:
    script, seen = tmp_path / "browser", tmp_path / "seen"
    script.write_text(f'#!/bin/sh\necho "$1" > {seen}\n')
    script.chmod(0o755)
    process = await launch("--port", "0", "--open", BROWSER=f"{script} %s")
    said = await until(process, "Ctrl-C")
    await wait_for(lambda: seen.exists() and bool(seen.read_text()))
    assert seen.read_text().strip() in said
    process.terminate()
    await process.communicate()
    assert process.returncode == 0


async def test_it_listens_on_loopback_only(sandbox: Sandbox) -> None:
    assert sandbox._runner is not None
    assert [host for host, _ in sandbox._runner.addresses] == ["127.0.0.1"]
    assert sandbox.address.startswith("http://127.0.0.1:")


async def test_a_bot_that_can_not_start_is_given_up(temporary: dict[str, str]) -> None:
    process = await launch("--port", "0", LOG_LEVEL="nonsense", **temporary)
    _, problems = await asyncio.wait_for(process.communicate(), PATIENCE_S)
    assert process.returncode == 1
    assert problems.startswith(b"scout: the bot does not start; its last words:")
    assert b"LOG_LEVEL is wrong" in problems


def test_a_developers_own_settings_stay_out(
    process: BotProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DEVELOPMENT_GUILD", "123")
    monkeypatch.setenv("DISCORD_TOKEN", "a real one")
    told = process._environment()
    assert "DEVELOPMENT_GUILD" not in told
    assert told["DISCORD_TOKEN"].startswith("sandbox.")
    assert str(process.folder) in told["DATABASE_URL"]


@pytest.fixture
def process(tmp_path: Path) -> BotProcess:
    return BotProcess(Sandbox(people=1), tmp_path)
