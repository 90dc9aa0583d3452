"""One world: a bot in a simulated Discord, a crowd, and whatever was found wrong there."""

from __future__ import annotations

import contextlib
import logging
import random
from collections import Counter, deque
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
import simcord
from simcord._settlement import _next_virtual_timer
from simcord.http import router
from sqlalchemy import select

from bot.app import ScoutBot
from bot.base import logs
from bot.match.live import Live
from bot.pictures import encode
from bot.workers import thinking
from data.store import schema
from engine.players import think
from tests.e2e import steady
from tests.e2e.world import World, settings, shut
from tests.fuzz.payloads import payload_of
from tests.fuzz.people import Crowd
from tests.fuzz.watch import Watch
from tests.pixel import PIXEL

AT_ONCE = 4
"""Interactions that may be on their way at the same time."""

NEAR_S = 25.0
"""What is due sooner than that, comes before anybody does anything else."""

FINDINGS = 5
"""With so many findings a world has shown enough."""


@dataclass
class Played:
    """What came of a world."""

    interactions: int = 0
    payloads: int = 0
    matches: Counter[str] = field(default_factory=Counter)
    found: list[str] = field(default_factory=list)


class Errors(logging.Handler):
    """Keeps what the program logs as an ERROR, and its latest lines of any kind."""

    def __init__(self) -> None:
        super().__init__()
        self.setFormatter(logging.Formatter())
        self.said: list[str] = []
        self.lines: deque[str] = deque(maxlen=40)

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(record.getMessage())
        if record.levelno >= logging.ERROR:
            self.said.append(self.format(record))


async def play(seed: str, folder: Path, interactions: int) -> Played:
    """Let a crowd do so many things in a new world, by a seed."""
    with pytest.MonkeyPatch.context() as patch, _errors() as errors:
        _hurry(patch)
        steady.hold(patch, seed)
        async with _world(folder) as world:
            watch = Watch(lambda: _matches(world), lambda: _people(world))
            answers = _tap(patch, world, watch)
            crowd, rng = Crowd(world, random.Random(seed)), random.Random(f"{seed} again")
            played = Played()
            while played.interactions < interactions and len(played.found) < FINDINGS:
                try:
                    await _step(world, crowd, rng)
                except TimeoutError as error:
                    played.found.append(f"doesn't come to rest: {error}")
                played.interactions += len(crowd.sent)
                played.found += [*_unanswered(crowd, answers), *watch.found, *errors.said]
                crowd.sent.clear()
                watch.found.clear()
                errors.said.clear()
            played.payloads = watch.seen
            rows = await world.bot.parts.desk.db.read(
                lambda conn: list(conn.scalars(select(schema.matches.c.status)))
            )
            played.matches.update(rows)
            if played.found:
                played.found.append("what was done last:\n  " + "\n  ".join(crowd.deeds))
                played.found.append("what was logged last:\n  " + "\n  ".join(errors.lines))
            return played


async def _step(world: World, crowd: Crowd, rng: random.Random) -> None:
    """Some things at once; now and then time passes, or the bot is restarted."""
    for _ in range(rng.randint(1, AT_ONCE)):
        crowd.do_something()
    await world.env.settle()
    await _pass_what_is_near(world.env)
    chance = rng.random()
    if chance < 0.02:
        await world.env.advance_time(rng.choice((1, 30, 100)))
        await _pass_what_is_near(world.env)
    elif chance < 0.022:
        crowd.deeds.append("the bot is restarted")
        await world.restart()


async def _pass_what_is_near(env: simcord.Env) -> None:
    """Let come what is due soon."""
    for _ in range(40):
        due = _next_virtual_timer(env._settlement_state())
        if due is None or due - env._virtual_time > NEAR_S:
            return
        await env.advance_time(max(0.0, due - env._virtual_time) + 0.001)


@contextlib.asynccontextmanager
async def _world(folder: Path) -> AsyncIterator[World]:
    database = folder / "scout.sqlite3"
    env = simcord.Env(ScoutBot(settings(database)), settle_timeout=120)
    await env.start()
    try:
        yield World(env, database)
    finally:
        bot = env.bot
        assert isinstance(bot, ScoutBot)
        await env.shutdown()
        await shut(bot)


@contextlib.contextmanager
def _errors() -> Iterator[Errors]:
    errors, level = Errors(), logs.LOGGER.level
    logging.getLogger().addHandler(errors)
    logs.LOGGER.setLevel(logging.INFO)
    try:
        yield errors
    finally:
        logging.getLogger().removeHandler(errors)
        logs.LOGGER.setLevel(level)


def _hurry(patch: pytest.MonkeyPatch) -> None:
    """Pictures are a point and thoughts are quick: what is said and done stays as it is."""

    def thought(level: str, view: Any, budget_ms: float, seed: int) -> Any:
        return think(thinking.SIMPLE, view, budget_ms, seed)

    patch.setattr(encode, "encoded", lambda *_: PIXEL)
    patch.setattr(thinking, "_think", thought)


def _tap(patch: pytest.MonkeyPatch, world: World, watch: Watch) -> Counter[int]:
    """Have everything looked at that leaves; counts first answers by interaction."""
    answers: Counter[int] = Counter()
    dispatch = router.dispatch

    def tapped(backend: Any, method: str, path: str, **call: Any) -> Any:
        files = call.get("files") or []
        payload = payload_of(backend, method, path, call.get("json"), files)
        if payload is not None:
            watch.look(payload)
            if payload.answers is not None:
                answers[payload.answers] += 1
        return dispatch(backend, method, path, **call)

    patch.setattr(router, "dispatch", tapped)
    return answers


def _unanswered(crowd: Crowd, answers: Counter[int]) -> Iterator[str]:
    for sent in crowd.sent:
        if answers[sent.record.id] != 1:
            yield f"answered {answers[sent.record.id]} times: {sent.told}"
        elif sent.record.loading:
            yield f"promised and never answered: {sent.told}"


def _matches(world: World) -> list[Live]:
    """The matches that the bot holds, as they are in this instant."""
    boxes = world.bot.parts.desk.mailboxes._boxes.values()
    return [box.board.live for box in boxes if box.board is not None]


def _people(world: World) -> dict[int, int]:
    """Discord ids by our key, as far as the bot remembers people."""
    rows = world.bot.parts.desk.people._rows._rows
    return {
        key: row.discord_id
        for key, row in rows.items()
        if row is not None and row.discord_id is not None
    }
