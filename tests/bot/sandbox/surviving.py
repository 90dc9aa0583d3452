"""Matches played against a cluster whose processes are killed at random."""

from __future__ import annotations

import asyncio
import os
import random
import signal
import time
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import partial

from sqlalchemy import select
from sqlalchemy.engine import Connection

from bot.match import ids
from bot.sandbox.cluster import Cluster
from bot.sandbox.model import DM_CHANNEL
from bot.sandbox.process import BotProcess
from bot.sandbox.server import Sandbox
from data.matches import log, matches, messages
from data.matches.hosted import fold
from data.matches.messages import Message
from data.store import schema
from data.store.database import Database
from tests.bot.sandbox.player import hand, steps
from tests.bot.sandbox.tab import Json, Refused, Tab, controls

AGAIN_S = 0.5
"""Somebody whose click finds nobody waits for so long."""


@dataclass
class Seen:
    """What the people saw.

    Attributes:
        killed: when a process was killed (``time.monotonic``).
        waited: how long somebody waited for a hand, or for the end, that came after a kill.
        failed: clicks without an answer.
    """

    killed: list[float] = field(default_factory=list)
    waited: list[float] = field(default_factory=list)
    failed: int = 0


async def begin(tab: Tab, channel: str, *, rounds: int) -> None:
    """A short match of one's own against two computers; asked for until somebody is there."""
    while True:
        nonce = await tab.slash("scout play", channel, computers=2, rounds=rounds)
        if (await tab.became(nonce, "answered", "failed"))["state"] == "answered":
            return
        await asyncio.sleep(AGAIN_S)


async def play(tab: Tab, rng: random.Random, seen: Seen, *, patience_s: float) -> Json:
    """Act whenever asked, whatever is killed meanwhile; the final message."""
    asking = await tab.see(lambda: hand(tab), patience_s)
    match = ids.parse(steps(asking)[0]["custom_id"]).match
    while True:
        since = time.monotonic()
        await tab.see(lambda: hand(tab) or final_of(tab, match), patience_s)
        before = [at for at in seen.killed if at >= since - AGAIN_S]
        if before:
            seen.waited.append(time.monotonic() - before[0])
        over, asking = final_of(tab, match), hand(tab)
        if over is not None:
            return over
        assert asking is not None
        if not await _click(tab, asking, rng):
            seen.failed += 1
            await asyncio.sleep(AGAIN_S)


def final_of(tab: Tab, match: object) -> Json | None:
    """The message with the final score of one's own match; others' are seen, too."""
    for message in tab.messages.values():
        if any(one["filename"].endswith(".txt") for one in message["attachments"]):
            used = [one["custom_id"] for one in controls(message) if one.get("custom_id")]
            if match in {ids.parse(one).match for one in used}:
                return message
    return None


async def _click(tab: Tab, message: Json, rng: random.Random) -> bool:
    """One click on something legal, Shows first; whether it was answered."""
    offered = steps(message)
    shows = [one for one in offered if ids.parse(one["custom_id"]).verb is ids.Verb.SHOW]
    control = rng.choice(shows or offered)
    try:
        if control["type"] == 3:
            values = [one["value"] for one in control["options"]]
            nonce = await tab.choose(message, control["custom_id"], rng.choice(values))
        else:
            nonce = await tab.press(message, control["custom_id"])
    except Refused:
        return True  # the message is another by now, or gone: there is something new to look at
    try:
        return bool((await tab.became(nonce, "answered", "failed"))["state"] == "answered")
    except AssertionError:  # promised by one that was killed before it could answer
        return False


async def act(tab: Tab, rng: random.Random, seen: Seen, patience_s: float) -> None:
    """Click what is asked once, until that is answered and shown."""
    while True:
        asking = await tab.see(lambda: hand(tab), patience_s)
        if await _click(tab, asking, rng):
            await tab.see(partial(_is_another, tab, asking), patience_s)
            return
        seen.failed += 1
        await asyncio.sleep(AGAIN_S)


def _is_another(tab: Tab, before: Json) -> bool:
    return bool(tab.messages[before["id"]]["components"] != before["components"])


async def kill(cluster: Cluster, rng: random.Random, seen: Seen) -> BotProcess:
    """End one of the processes as ``kill -9`` does; it is started anew by whoever watches it."""
    one = rng.choice([*cluster.bots, *cluster.thinkers])
    if one.pid is not None:
        os.kill(one.pid, signal.SIGKILL)
        seen.killed.append(time.monotonic())
    return one


async def check(sandbox: Sandbox, url: str, count: int) -> None:
    """None is lost and none doubled: every match ended and replays, and what was sent in direct
    messages is what the database knows."""
    db = await Database.open(url)

    def unit(conn: Connection) -> tuple[list[str], list[Message]]:
        ended, known = [], []
        for match_id in conn.scalars(select(schema.matches.c.id)).all():
            row = matches.get(conn, match_id)
            assert row is not None
            assert fold(row, log.load(conn, match_id)).over
            ended.append(row.status)
            known += messages.of_match(conn, match_id)
        return ended, known

    ended, known = await db.read(unit)
    await db.close()
    assert ended == ["finished"] * count
    world = sandbox.world
    sent = {
        one.id
        for one in world.messages.values()
        if one.author_id == world.bot.id
        and one.visible_to is None
        and world.channels[one.channel_id].type == DM_CHANNEL
    }
    assert not doubled(known)
    assert not astray(known, sent)


def doubled(known: Iterable[Message]) -> set[tuple[object, ...]]:
    """The decisions for which somebody was sent more than one hand: match, person, round, turn."""
    hands = (one for one in known if one.kind == "hand")
    asked = Counter((one.match_id, one.player_id, one.round, one.turn) for one in hands)
    return {decision for decision, times in asked.items() if times > 1}


def astray(known: Iterable[Message], sent: set[int]) -> set[int]:
    """Messages in direct messages of which the database doesn't know, and hands that are only in
    the database.

    Args:
        known: the database's messages, of every kind and place.
        sent: the bot's messages in Discord's direct messages.
    """
    ids_of = {one.message_id: one.kind for one in known}
    hands = {message for message, kind in ids_of.items() if kind == "hand"}
    return (sent - ids_of.keys()) | (hands - sent)
