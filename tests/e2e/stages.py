"""Moments of a match on which clicks are tried, and how to come back to them."""

from __future__ import annotations

import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import discord

from bot.match import ids
from bot.match.typed import written
from engine import Deal, Orient, Scout, ScoutAndShow, Show, legal_actions, views
from engine.record import parse
from tests.e2e.test_restarts import RECORDS, dealt
from tests.e2e.world import Person, World

NAMES = ("lobby", "challenge", "closed", "orient", "turn", "over")


@dataclass
class Stage:
    """A moment.

    Attributes:
        world: the server and the bot.
        people: by what they are here: ``mover`` (who is to act, or the host), ``other`` (sits there
            too), ``stranger`` (doesn't), ``moderator``.
        messages: by what they are: ``hand`` (the mover's, sent directly), ``table``, ``lobby``,
            ``final``; and for each of the people by their name a page of their own, ``page NAME``.
            What is ``shared`` is made when it is clicked.
        words: what stands in custom_ids here, by placeholder.
    """

    world: World
    people: dict[str, Person]
    messages: dict[str, Any]
    words: dict[str, str]

    async def shared(self) -> Any:
        """A page that the mover has shared just now; ``sharer`` is their Discord id."""
        mover = self.people["mover"]
        answer = await self.world.forge(mover, self.messages["final"], "s1:share:1:-:result")
        self.words["sharer"] = str(mover.user.id)
        self.words["mark"] = (await self.world.row()).commitment[: ids.MARK]
        assert answer.response is not None
        return answer.response

    @asynccontextmanager
    async def undone(self) -> AsyncIterator[None]:
        """Whatever happens within is undone afterwards, but for what people saw."""
        await self.world.env.settle()
        kept = self.world.database.with_suffix(".kept")
        kept.unlink(missing_ok=True)
        with closing(sqlite3.connect(self.world.database)) as raw:
            raw.execute("VACUUM INTO ?", (str(kept),))
        try:
            yield
        finally:
            await self.world.env.settle()
            desk = self.world.bot.parts.desk
            await desk.db.write(lambda conn: None)  # whatever was being written is
            _restore(self.world.database, kept)
            for match in (1, 2):
                desk.mailboxes.drop(match)
            desk.nudges = type(desk.nudges)()
            desk.shares = type(desk.nudges)()
            desk.lobbies._invited = type(desk.nudges)()


def _restore(database: Path, kept: Path) -> None:
    with closing(sqlite3.connect(database, isolation_level=None)) as raw:
        raw.execute("ATTACH ? AS kept", (str(kept),))
        raw.execute("PRAGMA foreign_keys = OFF")
        raw.execute("BEGIN IMMEDIATE")
        tables = raw.execute(
            "SELECT name FROM kept.sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
        ).fetchall()
        for (table,) in tables:
            raw.execute(f"DELETE FROM main.{table}")
            raw.execute(f"INSERT INTO main.{table} SELECT * FROM kept.{table}")
        raw.execute("COMMIT")


async def reach(world: World, name: str) -> Stage:
    """The stage of that name, in a new world."""
    stage = await (
        _play(world, name) if name in ("orient", "turn", "over") else _lobby(world, name)
    )
    stage.people["stranger"] = world.person("Zoe")
    mods = world.guild.create_role("mods", permissions=discord.Permissions(manage_guild=True))
    stage.people["moderator"] = world.person("Mod", roles=[mods])
    for role, person in stage.people.items():
        answer = await person.slash("scout help")
        stage.messages[f"page {role}"] = answer.response
    stage.words["stranger"] = str(stage.people["stranger"].user.id)
    for kind in ("lobby", "table", "final"):
        if any(one.kind == kind for one in await world.shown()):
            stage.messages[kind] = await world.message(kind)
    return stage


async def _lobby(world: World, name: str) -> Stage:
    """A table of four with host, one more person, and a computer; or one held for a challenge."""
    host, other = world.people(2)
    if name == "challenge":
        await host.member.context_menu(world.channel, "Challenge to SCOUT", other.member)
    else:
        await host.slash("scout play", seats=4)
        lobby = await world.message("lobby")
        await other.click(lobby, "s1:join:1:-")
        await host.click(lobby, "s1:addcomputer:1:-")
        if name == "closed":
            await host.click(lobby, "s1:cancel:1:-")
    return Stage(world, {"mover": host, "other": other}, {}, {})


async def _play(world: World, name: str) -> Stage:
    """A match of three by a fixed record: just dealt, on a turn with every choice, or over."""
    record = parse((RECORDS / "short-3.txt").read_text())
    by_seat = await dealt(world, record)
    mover, turn = 1, 0
    for entry in record.entries[1:]:
        assert not isinstance(entry, Deal)
        seen = (await world.live()).view(entry.seat)
        legal = views.legal_actions(seen)
        everything = {Show, Scout, ScoutAndShow} <= {type(one) for one in legal}
        if name == "orient" or (name == "turn" and everything):
            break
        turn += not isinstance(entry.action, Orient)
        mover = entry.seat
        await by_seat[entry.seat - 1].slash("scout act", action=written(seen, entry.action))
    live = await world.live()
    if name != "over":
        mover = live.playing.awaited()[0]
    people = {"mover": by_seat[mover - 1], "other": by_seat[mover % 3]}
    now = f"1.{turn + 1 if name == 'turn' else 0}"
    words = {"now": now, "old": "1.0" if name != "orient" else "1.7"}
    words |= _words(live.playing.match, mover) if name == "turn" else _ANY
    hand = people["mover"].hand() or people["mover"].dms()[-1]
    return Stage(world, people, {"hand": hand}, words)


def _words(match: Any, seat: int) -> dict[str, str]:
    """One legal action of each kind, as custom_ids and menus say it."""
    legal = legal_actions(match, seat)
    show = next(one for one in legal if isinstance(one, Show))
    scout = next(one for one in legal if isinstance(one, Scout))
    both = next(one for one in legal if isinstance(one, ScoutAndShow))
    then = both.scout
    return {
        "first": str(show.first),
        "last": str(show.last),
        "card": f"{scout.end}:{scout.turned:d}",
        "place": str(scout.place),
        "then card": f"{then.end}:{then.turned:d}",
        "then place": str(then.place),
        "then first": str(both.show.first),
        "then last": str(both.show.last),
        "shown": str(show).removeprefix("show "),
        "then shown": str(both.show).removeprefix("show "),
        "action": str(show).replace(" ", "_"),
    }


_ANY = {
    "first": "1",
    "last": "1",
    "card": "left:0",
    "place": "1",
    "then card": "left:0",
    "then place": "1",
    "then first": "1",
    "then last": "1",
    "shown": "1",
    "then shown": "1",
    "action": "show_1",
}
