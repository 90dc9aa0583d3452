"""The bot as a process beside the sandbox: started, watched, killed, started again."""

import asyncio
import contextlib
import os
import re
import signal
import sys
import time
from collections import deque
from pathlib import Path

from bot.sandbox.child import Program
from bot.sandbox.server import Sandbox

ROOT = Path(__file__).parents[2]
LEVEL = re.compile(r"^\S+ \S+ (DEBUG|INFO|WARNING|ERROR|CRITICAL)\b")
# A bot that ends this soon after its start, this often in a row, is not started again; nor is one
# that ends with the exit code for wrong settings.
SOON_S, OFTEN = 5.0, 3
WRONG_SETTINGS = 2


OWN = ("DEVELOPMENT_GUILD", "LOG_FORMAT", "METRICS_PORT")
"""Settings of a bot that the developer runs elsewhere."""


class BotProcess:
    """Runs the bot against a sandbox, with a database in ``folder``.

    A bot that dies is started again, whoever killed it, unless ``kill`` did.

    Args:
        sandbox: where it connects to; must have been started.
        folder: an existing folder for its database; nothing else is written.
        settings: further environment variables for the bot.
        program: what it is started as; see ``child``.
    """

    def __init__(
        self,
        sandbox: Sandbox,
        folder: Path,
        settings: dict[str, str] | None = None,
        program: Program = "run",
    ) -> None:
        self._program = program
        self.sandbox = sandbox
        self.folder = folder
        self.settings = settings or {}
        self.last_lines: deque[str] = deque(maxlen=30)
        self.gave_up = asyncio.Event()
        self._process: asyncio.subprocess.Process | None = None
        self._watcher: asyncio.Task[None] | None = None
        self._wanted = False
        self._failures = 0

    @property
    def state(self) -> str:
        """``running, process N``, ``stopped`` or ``gave up``."""
        if self.gave_up.is_set():
            return "gave up"
        if self._process is not None and self._process.returncode is None:
            return f"running, process {self._process.pid}"
        return "stopped"

    @property
    def pid(self) -> int | None:
        """The process id while it runs."""
        running = self._process is not None and self._process.returncode is None
        return self._process.pid if running and self._process else None

    async def start(self) -> None:
        """Start it, unless it runs."""
        if self.pid is not None:
            return
        self._wanted = True
        self.gave_up.clear()
        self._process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "bot.sandbox.child",
            self._program,
            self.sandbox.api,
            self.sandbox.gateway_url,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.STDOUT,
            cwd=self.folder,
            env=self._environment(),
            start_new_session=True,
        )
        self._watcher = asyncio.create_task(self._watch(self._process))
        self._announce()

    def _environment(self) -> dict[str, str]:
        """What the bot is told: as for ``run``, and nothing of a developer's own ``.env``."""
        path = os.pathsep.join(filter(None, [str(ROOT), os.environ.get("PYTHONPATH")]))
        database = (self.folder / "scout.sqlite3").as_posix()
        inherited = {key: value for key, value in os.environ.items() if key not in OWN}
        return {
            **inherited,
            "PYTHONPATH": path,
            "PYTHONUNBUFFERED": "1",
            "DISCORD_TOKEN": self.sandbox.world.token,
            "DATABASE_URL": f"sqlite+aiosqlite:///{database}",
            **self.settings,
        }

    async def _watch(self, process: asyncio.subprocess.Process) -> None:
        """Bring its lines to the page's log; start it again when it dies."""
        started = time.monotonic()
        assert process.stdout is not None
        level = "info"
        async for raw in process.stdout:
            line = raw.decode(errors="replace").rstrip()
            found = LEVEL.match(line)
            if found:
                level = found[1].lower().replace("critical", "error")
            self.last_lines.append(line)
            self.sandbox.world.log("bot", line, level=level)
        code = await process.wait()
        self._end_group(process.pid)
        self.sandbox.world.log("sandbox", f"the bot's process ended ({code})", level="warning")
        self._announce()
        if not self._wanted:
            return
        self._failures = self._failures + 1 if time.monotonic() - started < SOON_S else 0
        if self._failures >= OFTEN or code == WRONG_SETTINGS:
            self.gave_up.set()
            self._announce()
            return
        await asyncio.sleep(0.3)
        if self._wanted:
            await self.start()

    async def kill(self) -> None:
        """End it at once (SIGKILL), with the processes its computer players think in."""
        self._wanted = False
        if self._process is not None and self.pid is not None:
            self._end_group(self._process.pid)
            with contextlib.suppress(ProcessLookupError):
                self._process.kill()
        await self._finish()

    async def stop(self, patience: float = 6.0) -> None:
        """Ask it to end (SIGTERM), and insist after ``patience`` seconds."""
        self._wanted = False
        if self._process is not None and self.pid is not None:
            self._process.terminate()
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._process.wait(), patience)
        await self.kill()

    async def _finish(self) -> None:
        watcher = self._watcher
        if watcher is not None and watcher is not asyncio.current_task():
            await watcher

    def _end_group(self, pid: int) -> None:
        """End what the bot started and left behind; on Windows its children end with it."""
        if hasattr(os, "killpg"):
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(pid, signal.SIGKILL)

    def _announce(self) -> None:
        self.sandbox.world.tell("bot", {})
