"""A run: tables are played in the pocket Discord while the bot is killed again and again."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
import os
import random
import signal
import sqlite3
import sys
import time
from collections import Counter
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

from bot.sandbox.calls import Heard
from bot.sandbox.interactions import COMMAND, COMPONENT, UPDATE
from bot.sandbox.limits.components import BUTTON
from bot.sandbox.model import DM_CHANNEL, TEXT_CHANNEL, Interaction, Json, Message, User
from bot.sandbox.process import ROOT
from bot.sandbox.server import Sandbox
from bot.sandbox.troubles import Trouble
from bot.sandbox.world import Audience
from tests.benchmarks.tables.begun import Table, begin
from tests.benchmarks.tables.crowd import PREFERRED, Hand, hand_of
from tests.bot.sandbox.test_process import Process
from tests.crash.child import POINTS
from tests.crash.model import Model
from tests.patience import PATIENCE_S

ENOUGH = 12
"""After so many decisions a bot is killed that hasn't died of itself."""

CALLS = {
    "answer": ("POST", "/interactions/*"),
    "send": ("POST", "/channels/*/messages"),
    "edit": ("PATCH", "/channels/*/messages/*"),
    "any": ("*", "*"),
}


@dataclass
class Run:
    """What came of it."""

    kills: Counter[str] = field(default_factory=Counter)
    acknowledged: int = 0
    over: int = 0
    found: list[str] = field(default_factory=list)


class Death(Trouble):
    """A call at which the bot is killed, before or after it was done."""

    def __init__(self, kill: Callable[[], None], what: str, *, after: bool) -> None:
        method, path = CALLS[what]
        super().__init__(method, path, after=after, times=1)
        self._kill = kill

    def error(self, now: float) -> None:
        """Kill; nobody is there to hear of an error."""
        del now
        self._kill()


class Killing:
    """One world: some tables of two in it, a bot that dies, and the model."""

    def __init__(self, folder: Path, rng: random.Random, tables: int) -> None:
        self.rng, self.folder = rng, folder
        self.sandbox = Sandbox(2 * tables, answer_within=PATIENCE_S)
        self.process = Process(self.sandbox, folder)
        self.model, self.run = Model(), Run()
        self.database = folder / "kept" / "scout.sqlite3"
        self.hands: dict[int, Message] = {}
        self._parent: asyncio.subprocess.Process
        self._bot: int | None = None
        self._nonces = itertools.count()
        self._decided = 0
        self._waiters: set[asyncio.Event] = set()
        self._enough = ENOUGH
        self._arm: tuple[int, Callable[[], None]] | None = None

    async def begin(self) -> None:
        """Make the tables, each somewhere in its match."""
        world = self.sandbox.world
        [channel, *_] = [one for one in world.channels.values() if one.type == TEXT_CHANNEL]
        people = [one.id for one in world.people]
        pairs = [tuple(people[n : n + 2]) for n in range(0, len(people), 2)]
        tables = [Table(channel.guild_id or 0, channel.id, pair) for pair in pairs]
        self.database.parent.mkdir()
        dms = {one.id: world.dm(one).id for one in world.people}
        await begin(
            self.database,
            tables,
            dms,
            round(time.time() * 1000),
            text_only=True,
            shown=False,
            pace="correspondence",
            begun=1.0,
        )
        self.place = channel
        world.listen(self._hear)
        self.sandbox.calls.watchers.append(self._sent)
        await self.sandbox.start()
        self._parent = await self.process.start("tests.crash.child")

    # What is seen

    def _hear(self, event: str, data: Json, _audience: Audience) -> None:
        if event != "message":
            return
        message = self.sandbox.world.messages[data["id"]]
        channel, hand = self.sandbox.world.channels[message.channel_id], hand_of(message)
        if hand is not None and channel.type == DM_CHANNEL and message.visible_to is None:
            person = channel.recipients[0]
            self.model.asked[hand.match, hand.decision, person].add(message.id)
            if person not in self.hands or message.id >= self.hands[person].id:
                self.hands[person] = message
        for waiter in list(self._waiters):
            waiter.set()

    def _sent(self, heard: Heard) -> None:
        if heard.route == "POST /channels/{channel_id}/messages" and heard.status == 200:
            assert isinstance(heard.answer, dict)
            said = repr(heard.answer["components"])[:400]
            self.model.posted[int(heard.answer["id"])] = f"{heard.path} {said}"

    # The bot

    async def _start(self, crash: str) -> None:
        quick = {"THINK_WORKERS": "0", "DRAW_WORKERS": "0", "PUBLISH_INTERVAL_MS": "0"}
        told = {"CRASH": crash, "LOG": str(self.folder / "log"), **quick}
        assert self._parent.stdin is not None
        self._parent.stdin.write(json.dumps(told).encode() + b"\n")
        self._bot = await self._told()

    async def _told(self) -> int:
        """What the bot's parent says: the bot's process id, then how it ended."""
        assert self._parent.stdout is not None
        async with asyncio.timeout(PATIENCE_S):
            return int(await self._parent.stdout.readline())

    async def _ended(self) -> None:
        """Wait for the bot's end; an ERROR that it has logged is a finding."""
        await self._told()
        self._bot = None
        said = (self.folder / "log").read_text()
        if " ERROR " in said:
            self.run.found.append(said[said.index(" ERROR ") - 30 :][:3000])

    def kill(self) -> None:
        """SIGKILL."""
        if self._bot is not None:
            with contextlib.suppress(ProcessLookupError):
                os.kill(self._bot, signal.SIGKILL)

    async def die(self) -> None:
        """Start a bot and have it killed at some instant; then look at what it has left."""
        how = self._fate()
        self._decided = 0
        await self._start(how if ":" in how else "")
        self._arrange(how)
        playing = [asyncio.create_task(self._play(one)) for one in self.sandbox.world.people]
        playing.append(asyncio.create_task(self._no_longer_than_played()))
        if self.rng.random() < 0.3:
            playing.append(asyncio.create_task(self._void()))
        if self.rng.random() < 0.1:
            playing.append(asyncio.create_task(self._back_up()))
        await self._ended()
        self.sandbox.troubles.clear()
        for task in playing:
            task.cancel()
        ended = await asyncio.gather(*playing, return_exceptions=True)
        self.run.found += [repr(one) for one in ended if isinstance(one, Exception)]
        self.run.kills[how.rpartition(":")[0] or how] += 1
        self.run.found += [f"after {how}: {one}" for one in self.model.check(self.database)]

    def _fate(self) -> str:
        """Where this bot dies."""
        kind = self.rng.choice(("inside", "inside", "call", "call", "instant"))
        when = self.rng.choice(("before", "after"))
        if kind == "inside":
            point = self.rng.choice(list(POINTS))
            return f"{point}:{when}:{self.rng.randint(1, 12 if point == 'commit' else 4)}"
        if kind == "call":
            return f"{when} {self.rng.choice(list(CALLS))}"
        return "instant"

    def _arrange(self, how: str) -> None:
        self._enough, self._arm = ENOUGH, None
        if how == "instant":
            self._enough = self.rng.randint(1, ENOUGH)
        if " " not in how:
            return
        when, what = how.split()
        later = self.rng.randint(0, 3)

        def arm() -> None:
            self.sandbox.troubles.add(Death(self.kill, what, after=when == "after"))

        self._arm = (later, arm)
        if later == 0:
            arm()

    # The people

    async def _play(self, person: User) -> None:
        await self._connected()
        while True:
            message = self.hands.get(person.id)
            hand = hand_of(message) if message is not None else None
            if message is None or hand is None:
                await self._something()
                continue
            await self._click(person, message, hand)
            await asyncio.sleep(self.rng.random() * 0.03)

    async def _no_longer_than_played(self) -> None:
        """Where every match is over, no bot would die any more."""
        await self._connected()
        with closing(sqlite3.connect(self.database)) as raw:
            playing = "SELECT count(*) FROM matches WHERE status = 'playing'"
            while raw.execute(playing).fetchone() != (0,):
                await asyncio.sleep(0.5)
        self.kill()

    async def _connected(self) -> None:
        """Before the bot listens, nobody can click."""
        while not self.sandbox.gateway.connected:
            await asyncio.sleep(0.02)

    async def _something(self) -> None:
        """Wait until any message has changed."""
        event = asyncio.Event()
        self._waiters.add(event)
        try:
            await event.wait()
        finally:
            self._waiters.discard(event)

    async def _click(self, person: User, message: Message, hand: Hand) -> None:
        """A click, and what was told of it."""
        control = self._chosen(hand)
        data: Json = {"custom_id": control["custom_id"], "component_type": control["type"]}
        if control["type"] != BUTTON:
            data["values"] = [self.rng.choice(control["options"])["value"]]
        asked = self.sandbox.interactions.begin(
            COMPONENT,
            person.id,
            message.channel_id,
            data,
            f"n{next(self._nonces)}",
            message=message,
        )
        await self._answered(asked)
        now = hand_of(message)
        if asked.answer == UPDATE and (now is None or now.decision != hand.decision):
            self._acknowledged(asked.id, hand)

    async def _answered(self, asked: Interaction) -> None:
        while asked.answer is None and not asked.failed:
            await asyncio.sleep(0.005)

    def _acknowledged(self, interaction: int, hand: Hand) -> None:
        self.model.acknowledged[interaction] = hand.match
        self._decided += 1
        if self._arm is not None and self._decided == self._arm[0]:
            self._arm[1]()
        if self._decided >= self._enough:
            self.kill()

    def _chosen(self, hand: Hand) -> Json:
        for verbs in PREFERRED:
            preferred = [one for click, one in hand.controls if click.verb in verbs]
            if preferred:
                return self.rng.choice(preferred)
        return self.rng.choice([one for _, one in hand.controls])

    async def _void(self) -> None:
        """Somebody who may voids a match that is over."""
        with closing(sqlite3.connect(self.database)) as raw:
            over = [
                one for (one,) in raw.execute("SELECT id FROM matches WHERE status = 'finished'")
            ]
        world = self.sandbox.world
        await self._connected()
        command = next(one for one in world.commands.values() if one["name"] == "scout-admin")
        for match in over[:1]:
            options = [{"name": "match", "type": 4, "value": match}]
            data = {"id": command["id"], "name": "scout-admin", "type": 1}
            data["options"] = [{"name": "void", "type": 1, "options": options}]
            asked = self.sandbox.interactions.begin(
                COMMAND, world.people[0].id, self.place.id, data, f"n{next(self._nonces)}"
            )
            await self._answered(asked)
            original = world.messages.get(asked.original or 0)
            if original is not None and "doesn't count any more" in repr(original.components):
                self.model.voided.add(match)

    async def _back_up(self) -> None:
        """A backup is made beside it all, and killed as well."""
        copy = self.folder / f"copy-{next(self._nonces)}.sqlite3"
        backing = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "bot",
            "backup",
            str(copy),
            cwd=self.folder,
            env={
                "PATH": os.environ["PATH"],
                "PYTHONPATH": str(ROOT),
                "DATABASE_URL": "sqlite:///kept/scout.sqlite3",
            },
            stdout=asyncio.subprocess.DEVNULL,
            stderr=asyncio.subprocess.DEVNULL,
        )
        try:
            await asyncio.wait_for(backing.wait(), self.rng.random() * 2)
        except TimeoutError:
            backing.kill()
            await backing.wait()
            self.run.kills["backing up"] += 1
        if copy.exists():
            self.run.found += [f"a backup: {one}" for one in Model().check(copy)]

    # The end

    async def settle(self) -> None:
        """A bot that isn't killed shows all that is owed; then everything is compared."""
        self._enough, self._arm = 1_000_000, None
        await self._start("")
        end = time.monotonic() + PATIENCE_S
        wrong = ["nothing was looked at"]
        while wrong and time.monotonic() < end:
            await asyncio.sleep(0.3)
            wrong = [
                *self._owed(),
                *self.model.settled(self.database, self._open_hands(), self._said()),
            ]
        assert self._bot is not None
        try:
            os.kill(self._bot, signal.SIGTERM)
        except ProcessLookupError:
            wrong.append("the last bot ended: " + (self.folder / "log").read_text()[-2000:])
        await self._ended()
        self.run.found += [*wrong, *self.model.check(self.database)]
        self.run.acknowledged = len(self.model.acknowledged)
        with closing(sqlite3.connect(self.database)) as raw:
            over = "SELECT count(*) FROM matches WHERE status <> 'playing'"
            [(self.run.over,)] = raw.execute(over)
        await self.process.end()
        await self.sandbox.stop()

    def _open_hands(self) -> list[Hand]:
        """The hands that were sent and have live buttons."""
        found = map(hand_of, self.sandbox.world.messages.values())
        return [one for one in found if one is not None and one.message in self.model.posted]

    def _said(self) -> dict[int, str]:
        """What all messages say now."""
        return {one.id: repr(one.components) for one in self.sandbox.world.messages.values()}

    def _owed(self) -> list[str]:
        """Whom the bot hasn't asked, and what of a match it hasn't shown."""
        with closing(sqlite3.connect(self.database)) as raw:
            behind = raw.execute(
                "SELECT id FROM matches WHERE (called < head OR shown < head)"
            ).fetchall()
        return [f"match {one} isn't shown" for (one,) in behind]


async def kill(folder: Path, seed: int, kills: int, tables: int) -> Run:
    """Kill so many bots at tables of one world, and tell what came of it."""
    rng = random.Random(seed)
    world = Killing(folder, rng, tables)
    await world.begin()
    try:
        while world.run.kills.total() < kills and not world.run.found:
            await world.die()
        await world.settle()
    finally:
        await world.process.end()
    return world.run
