"""A daily deal's computers: whoever does the same meets the same, whatever happens to the bot."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from datetime import date
from pathlib import Path
from random import Random

import pytest
from sqlalchemy.engine import Connection

from bot.host import play
from bot.host.alone import BUSY, Alone
from bot.host.mailbox import Mailboxes
from bot.match.refusal import Refusal
from bot.workers.thinking import Thinker
from data.daily import attempts, days, deals
from data.matches import log
from data.matches.hidden import Hidden
from data.people import guilds
from data.store.database import Database
from engine import Action, legal_actions, views
from engine.views import View
from tests import postgres
from tests.data import factory

DAY = date(2026, 12, 1)
"""Three seats."""

Line = list[log.Entry]
"""What was dealt and done in a match."""

Mind = Callable[[str, View, str], Action]


class Killed(Exception):  # noqa: N818 - nothing of the bot's may catch it
    """The bot was killed here."""


class Process:
    """What of the bot plays daily deals: on a database, with caches and thoughts of its own."""

    def __init__(self, db: Database) -> None:
        self.db = db
        self.mailboxes = Mailboxes(db, lambda _: None)
        self.thinker = Thinker(0)
        self.alone = Alone(db, self.mailboxes, self.thinker)
        self.thoughts = 0
        self._steady = self.thinker.steady
        self.thinker.steady = self._counted  # type: ignore[method-assign]

    async def _counted(self, level: str, seen: View, secret: str) -> Action | None:
        self.thoughts += 1
        return await self._steady(level, seen, secret)

    def dies_after(self, thoughts: int) -> None:
        """Be killed before a computer thinks once more."""

        async def last(level: str, seen: View, secret: str) -> Action | None:
            if self.thoughts == thoughts:
                raise Killed
            return await self._counted(level, seen, secret)

        self.thinker.steady = last  # type: ignore[method-assign]

    def thinks(self, mind: Mind) -> None:
        """Think otherwise than other versions do."""

        async def otherwise(level: str, seen: View, secret: str) -> Action | None:
            self.thoughts += 1
            return mind(level, seen, secret)

        self.thinker.steady = otherwise  # type: ignore[method-assign]

    async def acts(self, match_id: int) -> bool:
        """The person does what everybody does there, and the computers answer; False at the end."""
        live = (await self.alone.resume(match_id)).live
        if not live.on:
            return False
        await self.person_acts(match_id)
        await self.alone.resume(match_id)
        return True

    async def person_acts(self, match_id: int) -> None:
        """The person does what everybody does there, and no computer answers yet."""
        live = (await self.mailboxes.board(match_id)).live
        decision = live.decision(1)
        assert decision is not None
        legal = legal_actions(live.playing.match, 1)
        shows = [action for action in legal if str(action).startswith("show")]
        action = Random(str(decision)).choice(shows or legal)
        cause = f"interaction:{decision}"
        await play.act(self.mailboxes, match_id, 1, decision, action, cause=cause)

    async def plays(self, match_id: int) -> Line:
        """An attempt to its end; what was dealt and done in it."""
        while await self.acts(match_id):
            pass
        return await line(self.db, match_id)

    def close(self) -> None:
        self.thinker.close()


async def line(db: Database, match_id: int) -> Line:
    """What was dealt and done in a match."""
    entries = await db.read(lambda conn: log.load(conn, match_id))
    return [one.entry for one in entries]


def actions(done: Line) -> tuple[int, int]:
    """How many actions were its person's, and how many computers'."""
    acted = [one.seat == 1 for one in done if isinstance(one, log.Action)]
    return acted.count(True), acted.count(False)


def begins(number: int) -> Callable[[Connection], int]:
    """Person so-and-so begins the day's deal; the match's number."""

    def begin(conn: Connection) -> int:
        guilds.get_or_create(conn, factory.GUILD, "A server", 1)
        deals.make(conn, DAY, "a secret")
        deal = deals.of_day(conn, DAY)
        assert deal is not None
        mine = Hidden(
            guild_id=factory.GUILD,
            channel_id=factory.CHANNEL,
            player_id=factory.person(conn, number).id,
            name=f"Person {number}",
            options=days.options(DAY),
            level=days.LEVEL,
            secret=deal.secret,
            start_id=days.start_id(DAY),
            cause=f"interaction:{number}",
            deal_id=deal.id,
        )
        return attempts.begin(conn, mine, at=5, young=False)

    return begin


@asynccontextmanager
async def running(*urls: str) -> AsyncIterator[list[Process]]:
    """A process for each address, until they are killed."""
    opened = [await Database.open(url) for url in urls]
    processes = [Process(db) for db in opened]
    try:
        yield processes
    finally:
        for process in processes:
            process.close()
        for db in opened:
            await db.close()


@pytest.fixture
def url(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'scout.sqlite3'}"


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> Line:
    """The line of somebody alone, to whom nothing happened."""

    async def alone() -> Line:
        async with running(f"sqlite:///{tmp_path_factory.mktemp('alone') / 'one'}") as [one]:
            return await one.plays(await one.db.write(begins(1)))

    return asyncio.run(alone())


async def test_twenty_people_at_once_meet_the_same(url: str, undisturbed: Line) -> None:
    async with running(url) as [one]:
        ids = [await one.db.write(begins(number)) for number in range(1, 21)]
        lines = await asyncio.gather(*map(one.plays, ids))
    assert lines == [undisturbed] * 20
    own, others = actions(undisturbed)
    assert own > 6
    assert one.thoughts == others, "who comes to a view second looks it up"


async def test_whoever_finds_too_many_thinking_goes_on_later(url: str, undisturbed: Line) -> None:
    """Nobody else moves for the computers meanwhile."""
    async with running(url) as [one]:
        match, told = await one.db.write(begins(1)), list[str]()
        thinks, one.thinker.steady = one.thinker.steady, busy  # type: ignore[method-assign]
        while (await one.mailboxes.board(match)).live.on:
            try:
                await one.acts(match)
            except Refusal as refused:
                told.append(refused.message)
            one.thinker.steady = thinks  # type: ignore[method-assign]
            await one.alone.resume(match)
            one.thinker.steady = busy  # type: ignore[method-assign]
        assert await line(one.db, match) == undisturbed
    assert set(told) == {BUSY}
    assert len(told) > 6


async def busy(*_: object) -> None:
    """There is no room for one thought more."""


async def test_two_processes_give_each_other_s_answers(undisturbed: Line) -> None:
    address = postgres.emptied()
    async with running(address, address) as (one, other):
        ids = [await one.db.write(begins(number)) for number in range(1, 7)]
        own = (process.plays(match) for process, match in zip((one, other) * 3, ids, strict=True))
        assert await asyncio.gather(*own) == [undisturbed] * 6
        # And one attempt goes through the hands of both.
        last = await other.db.write(begins(7))
        for process in (one, other) * 200:
            if not await process.acts(last):
                break
        assert await line(one.db, last) == undisturbed


@pytest.mark.parametrize("first", ["former", "new"])
async def test_a_version_that_thinks_otherwise_plays_what_stands_in_the_book(first: str) -> None:
    """Both versions run at once, think about the same views, and one of them writes first."""
    address = postgres.emptied()
    async with running(address, address) as (former, new):
        new.thinks(lambda _, seen, __: otherwise(seen))
        order = (former, new) if first == "former" else (new, former)
        ids = [await former.db.write(begins(number)) for number in range(1, 5)]
        lines = await asyncio.gather(
            *(process.plays(match) for process, match in zip(order * 2, ids, strict=True))
        )
        assert lines == [lines[0]] * 4
        # Updated between any two of somebody's actions: it is the same line all the same.
        late = await former.db.write(begins(5))
        for process in order * 200:
            if not await process.acts(late):
                break
        assert await line(new.db, late) == lines[0]
        assert former.thoughts
        assert new.thoughts


def otherwise(seen: View) -> Action:
    """What no level would do: the last thing that is allowed."""
    return views.legal_actions(seen)[-1]


async def test_killed_before_every_action_they_do_the_same(url: str, undisturbed: Line) -> None:
    """A process lives for one thought of a computer, or for one action of its person."""
    async with running(url) as [first]:
        match = await first.db.write(begins(1))
    for kills in range(200):  # noqa: B007 - it is asked for below
        async with running(url) as [process]:
            process.dies_after(1)
            with suppress(Killed):
                board = await process.alone.resume(match)
                if not (board.live.on or process.thoughts):
                    break
                if not process.thoughts:
                    await process.person_acts(match)
    async with running(url) as [last]:
        assert await line(last.db, match) == undisturbed
    assert kills == sum(actions(undisturbed))
