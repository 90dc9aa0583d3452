"""The pocket Discord and the bot beside it, for as long as a measurement takes."""

from __future__ import annotations

import asyncio
import itertools
import os
import re
import signal
import tempfile
import time
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, TypeVar

from bot.sandbox.actions import Actions
from bot.sandbox.model import PUBLIC_THREAD, TEXT_CHANNEL, Channel, Json
from bot.sandbox.process import BotProcess
from bot.sandbox.rates import DISCORD, Limits
from bot.sandbox.server import Sandbox
from bot.sandbox.world import Audience, World
from tests.benchmarks.tables.begun import Table, begin

SERVERS = 20
TOLD_WITHIN_S = 10.0
FIELD = re.compile(r"(\w+)=([\w.:,-]+)")

T = TypeVar("T")
Stats = dict[str, Any]


class Failed(Exception):  # noqa: N818
    """The bot did not do what a measurement needs."""


class Stage:
    """What is on. ``said`` are the bot's log lines."""

    def __init__(self, sandbox: Sandbox, bot: BotProcess) -> None:
        self.sandbox = sandbox
        self.bot = bot
        self.said: list[str] = []
        self._nonces = itertools.count()
        self._answers: dict[str, asyncio.Future[Json]] = {}
        sandbox.world.listen(self._hear)

    def _hear(self, event: str, data: Json, _audience: Audience) -> None:
        if event == "log" and data["source"] == "bot":
            self.said.append(data["text"])
        elif event == "interaction" and data["state"] in {"answered", "failed"}:
            self._answers.pop(data["nonce"]).set_result(data)

    def acting(self, person: int) -> Actions:
        """What a person can do."""
        return self.sandbox.acting(self.sandbox.world.users[person])

    async def ask(self, begin: Callable[[str], None]) -> Json:
        """Let ``begin`` send an interaction with a nonce; its first answer, or that it failed."""
        nonce = f"n{next(self._nonces)}"
        answer = self._answers[nonce] = asyncio.get_running_loop().create_future()
        begin(nonce)
        return await answer

    @property
    def pid(self) -> int:
        """The bot's process.

        Raises:
            Failed: it isn't there any more.
        """
        if self.bot.pid is None:
            raise Failed("the bot ended: " + " | ".join(list(self.bot.last_lines)[-5:]))
        return self.bot.pid

    async def stats(self) -> Stats:
        """What the bot tells about itself on SIGUSR1.

        Raises:
            Failed: it tells nothing.
        """
        known = len(self.said)
        os.kill(self.pid, signal.SIGUSR1)
        line = await self.line("stats", known, TOLD_WITHIN_S)
        return {key: _number(value) for key, value in FIELD.findall(line)}

    async def line(self, event: str, known: int, seconds: float) -> str:
        """The bot's first log line about an event after the ``known`` ones.

        Raises:
            Failed: there is none within so many seconds.
        """
        begin = f" scout: {event} "
        return await until(
            lambda: next((line for line in self.said[known:] if begin in line), None),
            seconds,
            f"the bot's log line {event!r}",
        )


@asynccontextmanager
async def stage(
    matches: int,
    people: int,
    levels: Sequence[str] = (),
    *,
    text_only: bool = False,
    crowd: int | None = None,
    shown: bool = False,
    limits: Limits = DISCORD,
) -> AsyncIterator[tuple[Stage, list[Table]]]:
    """A world in which so many matches have begun; the bot has not been started yet.

    Args:
        matches: spread evenly over ``SERVERS`` servers.
        people: at each table.
        levels: of the computers at each table.
        text_only: what the people prefer.
        crowd: so many people in all, in several matches each; None: everyone is in one.
        shown: whether the matches' messages are up to date, so that nothing is to be done.
        limits: how often the bot may call.
    """
    number = crowd or matches * people
    sandbox = Sandbox(number, servers=SERVERS, limits=limits)
    tables = _tables(sandbox, matches, people, levels)
    with tempfile.TemporaryDirectory(prefix="scout-tables-") as folder:
        database, now = Path(folder) / "scout.sqlite3", round(time.time() * 1000)
        dms = {one.id: sandbox.world.dm(one).id for one in sandbox.world.people}
        await begin(database, tables, dms, now, text_only=text_only, shown=shown)
        await sandbox.start()
        there = Stage(sandbox, BotProcess(sandbox, Path(folder)))
        try:
            yield there, tables
        finally:
            await there.bot.stop()
            await sandbox.stop()


def _tables(sandbox: Sandbox, matches: int, people: int, levels: Sequence[str]) -> list[Table]:
    """Tables in threads of each server's first channel, and everybody in turn at one of them."""
    first = [
        one
        for one in sandbox.world.channels.values()
        if one.type == TEXT_CHANNEL and one.position == 0
    ]
    persons = itertools.cycle(one.id for one in sandbox.world.people)
    return [
        Table(
            channel.guild_id or 0,
            channel.id,
            tuple(itertools.islice(persons, people)),
            tuple(levels),
            _thread(sandbox.world, channel, number),
        )
        for number, channel in enumerate(itertools.islice(itertools.cycle(first), matches), start=1)
    ]


def _thread(world: World, parent: Channel, number: int) -> int:
    """A thread as the bot opens one for each match."""
    thread = Channel(
        id=world.new_id(),
        type=PUBLIC_THREAD,
        name=f"SCOUT · match {number}",
        guild_id=parent.guild_id,
        parent_id=parent.id,
        owner_id=world.bot.id,
        members=[world.bot.id],
        created_at=world.now(),
    )
    world.add_thread(thread)
    return thread.id


async def until(what: Callable[[], T | None], seconds: float, name: str) -> T:
    """Wait for ``what`` to give something.

    Raises:
        Failed: it doesn't, in so many seconds.
    """
    end = time.perf_counter() + seconds
    while not (found := what()):
        if time.perf_counter() > end:
            raise Failed(f"not within {seconds:g} s: {name}")
        await asyncio.sleep(0.005)
    return found


def _number(text: str) -> float | dict[str, int]:
    """What a field of the stats says: a number, or counts as ``1:90,2:30``."""
    if ":" in text:
        pairs = (pair.split(":") for pair in text.split(","))
        return {key: int(count) for key, count in pairs}
    return float(text)
