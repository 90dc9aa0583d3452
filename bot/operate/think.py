"""``python -m bot think``: a process that thinks for the computer players of all others."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import secrets
import signal
import socket
import sys
from functools import partial

from pydantic import Field

from bot.base import logs
from bot.settings import DatabaseSettings, SettingsError, read_settings
from bot.workers.thinking import Thinker
from data.store import leases, thoughts
from data.store.address import is_postgres
from data.store.database import Database
from data.store.errors import DatabaseError
from data.store.leases import RENEWED_S
from data.store.thoughts import Question
from engine.incoming import view_from_json

LOOK_S = 1.0
"""How often it is looked for questions that nobody told of."""

ALONE = "python -m bot think is for several processes on PostgreSQL; DATABASE_URL names SQLite"


class ThinkSettings(DatabaseSettings):
    """What a thinker is told.

    Attributes:
        log_level: how much is logged.
        think_workers: how many thoughts it has at once, each in a process; 0: in a thread (tests).
    """

    log_level: str = "INFO"
    think_workers: int = Field(default=1, ge=0, le=64)


class Thinking:
    """Takes questions from the database, and answers them."""

    def __init__(self, db: Database, workers: int) -> None:
        self._db = db
        self._thinker = Thinker(workers)
        self._at_once = max(1, workers)
        self._asked = asyncio.Event()
        self._name = f"{thoughts.THINKER} {secrets.token_hex(4)}"
        self._holder = f"{socket.gethostname()}:{os.getpid()}"

    async def run(self) -> None:
        """Go on until it is cancelled."""
        self._thinker.warm_up()
        hearing = self._db.hear(
            lambda *_: self._asked.set(), self._asked.set, channels=(thoughts.ASKED,)
        )
        try:
            async with asyncio.TaskGroup() as tasks:
                tasks.create_task(self._be_there(), name="there")
                for number in range(self._at_once):
                    tasks.create_task(self._serve(), name=f"thinking-{number}")
        finally:
            hearing.stop()
            self._thinker.close()
            await self._db.write(partial(leases.give_up, holder=self._holder))

    async def _be_there(self) -> None:
        """Nobody asks unless somebody is there to think."""
        take = partial(leases.take, names=[self._name], holder=self._holder)
        while True:
            await self._db.write(take)
            await self._db.write(thoughts.sweep)
            await asyncio.sleep(RENEWED_S)

    async def _serve(self) -> None:
        while True:
            self._asked.clear()
            question = await self._db.write(thoughts.take)
            if question is not None:
                await self._answer(question)
                continue
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(LOOK_S):
                    await self._asked.wait()

    async def _answer(self, question: Question) -> None:
        view = view_from_json(json.loads(question.view))
        action = await self._thinker.choose(question.level, view, question.budget_ms, question.seed)
        answer = partial(thoughts.answer, number=question.id, action=str(action))
        await self._db.write(answer)
        logs.record("thought", level=question.level)


def think() -> int:
    """Think until SIGTERM or Ctrl-C; the exit code, after one clear line on error."""
    try:
        settings = _settings()
        logs.configure(settings.log_level.upper(), hide=settings.database_url)
        asyncio.run(_think(settings))
    except (SettingsError, DatabaseError) as error:
        print(f"scout: {error}", file=sys.stderr)
        return 2
    return 0


def _settings() -> ThinkSettings:
    settings = read_settings(ThinkSettings)
    if not is_postgres(settings.database_url):
        raise SettingsError(ALONE)
    return settings


async def _think(settings: ThinkSettings) -> None:
    db = await Database.open(settings.database_url)
    running = asyncio.create_task(Thinking(db, settings.think_workers).run())
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        with contextlib.suppress(NotImplementedError):  # not on Windows
            loop.add_signal_handler(number, running.cancel)
    try:
        with contextlib.suppress(asyncio.CancelledError):
            await running
    finally:
        await db.close()
