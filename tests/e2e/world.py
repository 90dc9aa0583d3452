"""A simulated Discord with the real bot in it, and people who do what people can do there."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import discord
import simcord
from simcord import interactions
from simcord.backend import serializers
from simcord.components import walk_components

from bot.app import ScoutBot
from bot.match import ids
from bot.match.live import Live
from bot.settings import Settings
from data.matches import matches, messages
from data.matches.messages import Message
from data.store.backup import backup, restore
from engine.record import parse

SHOWING = (ids.Verb.SHOW, ids.Verb.SHOWS, ids.Verb.THEN_SHOW, ids.Verb.THEN_SHOWS)
BUTTON, STRING_SELECT, USER_SELECT = 2, 3, 5


def settings(database: Path | str, shards: int = 1) -> Settings:
    """The settings of a bot under test: it thinks and draws in threads and doesn't dawdle.

    Args:
        database: SQLite's file, or an address.
        shards: how many connections it has to Discord.
    """
    return Settings(
        discord_token="not-a-real-one",
        database_url=database if isinstance(database, str) else f"sqlite:///{database}",
        shard_count=shards,
        think_workers=0,
        draw_workers=0,
        computer_pace_ms=0,
        publish_interval_ms=0,
        calls_per_s=100_000,
        par_runs=0,
        _env_file=None,
    )


def servers_of(backend: Any, shard: int, count: int) -> list[dict[str, Any]]:
    """The servers of a shard, as a READY names them."""
    own = [one for one in backend.guilds if (one >> 22) % count == shard]
    return [{"id": str(one), "unavailable": True} for one in own]


@dataclass(frozen=True)
class Control:
    """A button, or a menu with what it offers."""

    custom_id: str
    label: str = ""
    values: tuple[str, ...] = ()

    @property
    def click(self) -> ids.Click:
        return ids.parse(self.custom_id)


def raw(message: Any) -> list[dict[str, Any]]:
    """A message's components as Discord has them."""
    if isinstance(message, simcord.ResponseMessage):
        return message.components
    return [component.to_dict() for component in message.components]


def controls(message: Any) -> list[Control]:
    """What can be used in a message."""
    return controls_of(raw(message))


def controls_of(components: list[dict[str, Any]]) -> list[Control]:
    """What can be used among components."""
    found = []
    for part in walk_components(components):
        if part.get("disabled") or not part.get("custom_id"):
            continue
        values = tuple(option["value"] for option in part.get("options") or ())
        found.append(Control(part["custom_id"], part.get("label") or "", values))
    return found


def text(message: Any) -> str:
    """All that a message says."""
    return "\n".join(
        part["content"] for part in walk_components(raw(message)) if part.get("type") == 10
    )


def as_shown(message: Any, custom_id: str) -> str:
    """The control of a message that is meant by an id that needn't have the match's mark."""
    wanted = ids.parse(custom_id)
    for part in walk_components(raw(message)):
        there = part.get("custom_id")
        if there and ids.parse(there) == wanted:
            return there
    return custom_id


class Person:
    """Somebody in the server."""

    def __init__(self, world: World, name: str, **member: Any) -> None:
        self.world = world
        self.user = world.env.create_user(name)
        self.member = world.guild.add_member(self.user, **member)
        self.name = name

    def dms(self) -> list[discord.Message]:
        return self.user.dm_channel.history()

    def hand(self) -> discord.Message | None:
        """The newest direct message that asks for something."""
        backend = self.world.env.backend
        channel = backend.dm_channels.get(self.user.id)
        stored = backend.messages.get(channel, {}) if channel else {}
        for message in sorted(stored.values(), key=lambda one: one.id, reverse=True)[:8]:
            if any(one.click.decision for one in controls_of(message.components)):
                return simcord.results.to_discord_message(self.world.env, message)
        return None

    async def slash(self, name: str, channel: Any = None, **options: Any) -> Any:
        return await self.member.slash(channel or self.world.channel, name, **options)

    async def click(self, message: Any, custom_id: str) -> Any:
        return await self._actor(message).click(message, custom_id=as_shown(message, custom_id))

    async def choose(self, message: Any, custom_id: str, value: str) -> Any:
        return await self._actor(message).select(
            message, [value], custom_id=as_shown(message, custom_id)
        )

    async def press(self, message: Any, label: str) -> Any:
        return await self._actor(message).click(message, label=label)

    def _actor(self, message: Any) -> Any:
        channel = getattr(message, "channel_id", None) or message.channel.id
        dm = self.world.env.backend.dm_channels.get(self.user.id)
        return self.user if channel == dm else self.member

    async def use(self, message: Any, control: Control, rng: random.Random) -> Any:
        if control.values:
            return await self.choose(message, control.custom_id, rng.choice(control.values))
        return await self.click(message, control.custom_id)

    async def act(self, rng: random.Random) -> bool:
        """Do something legal with the hand that was sent, click by click; False without one."""
        hand = self.hand()
        if hand is None:
            return False
        for _ in range(12):
            message = self.world.fresh(hand)
            steps = [one for one in controls(message) if one.click.decision]
            steps = [one for one in steps if one.click.verb is not ids.Verb.HINT]
            if not steps:
                return True
            # Mostly Shows, or rounds would hardly ever end.
            shows = [one for one in steps if one.click.verb in SHOWING]
            await self.use(
                message, rng.choice(shows if shows and rng.random() < 0.8 else steps), rng
            )
        # Wandering about in pages: take the first button that acts.
        message = self.world.fresh(hand)
        acting = [one for one in controls(message) if one.click.verb in (*SHOWING, ids.Verb.GAP)]
        await self.use(message, acting[0], rng)
        return True


class World:
    """One server with one channel, and the bot."""

    def __init__(self, env: simcord.Env, database: Path) -> None:
        self.env = env
        self.database = database
        self.guild = env.create_guild("Harbour")
        self.channel = self.guild.create_text_channel("general")

    @property
    def bot(self) -> ScoutBot:
        bot = self.env.bot
        assert isinstance(bot, ScoutBot)
        return bot

    def person(self, name: str, **member: Any) -> Person:
        return Person(self, name, **member)

    def people(self, count: int) -> list[Person]:
        return [self.person(name) for name in ("Ada", "Berk", "Cem", "Duru", "Ece")[:count]]

    async def restart(self) -> None:
        """Kill the bot where it stands, and start a new one on the same database."""
        old = self.bot
        await old.parts.forsake()  # a killed bot's leases end by themselves
        await self.env.restart_bot(ScoutBot(settings(self.database)))
        await shut(old)

    async def back_up(self, copy: Path) -> None:
        """Copy the database while the bot runs."""
        backup(f"sqlite:///{self.database}", copy)

    async def put_back(self, copy: Path) -> None:
        """The machine is lost; the bot starts anew on a backup."""
        await shut(self.bot)
        restore(f"sqlite:///{self.database}", copy, datetime.now(UTC))
        await self.env.restart_bot(ScoutBot(settings(self.database)))

    async def ready(self, shard: int = 0) -> None:
        """A shard connects anew, and Discord doesn't tell what happened meanwhile."""
        backend, count = self.env.backend, self.env._shard_count
        with self.env._bot_scope():
            self.bot._connection.parsers["READY"](
                {
                    "user": dict(serializers.user_payload(backend.bot_user)),
                    "guilds": servers_of(backend, shard, count),
                    "shard": [shard, count],
                }
            )
            for guild in backend.guilds.values():
                if (guild.id >> 22) % count == shard:
                    backend.emit("GUILD_CREATE", serializers.guild_create_payload(backend, guild))
        await self.env.settle()

    def fresh(self, message: Any) -> discord.Message:
        """The message as it is now."""
        channel = getattr(message, "channel_id", None) or message.channel.id
        stored = self.env.backend.get_message(channel, message.id)
        return simcord.results.to_discord_message(self.env, stored)

    async def emit_click(
        self, person: Person, message: Any, custom_id: str, values: tuple[str, ...] = ()
    ) -> simcord.InteractionResult:
        """What a click sends to the bot, without waiting, and without asking whether it can be.

        That is how late, doubled, foreign and forged clicks come in.
        """
        channel = getattr(message, "channel_id", None) or message.channel.id
        backend = self.env.backend
        stored = backend.get_message(channel, message.id)
        data: dict[str, Any] = {"custom_id": custom_id, "component_type": BUTTON}
        if values:
            data |= {"component_type": STRING_SELECT, "values": list(values)}
        people = [int(one) for one in values if one.isdigit() and int(one) in backend.users]
        if people:
            data |= {"component_type": USER_SELECT, "resolved": self._resolved(people)}
        dm = channel == backend.dm_channels.get(person.user.id)
        record, payload = interactions.base_payload(
            backend,
            type=3,
            channel_id=channel,
            guild_id=None if dm else self.guild.id,
            user_id=person.user.id,
            data=data,
        )
        payload["message"] = dict(serializers.message_payload(backend, stored))
        record.source_message_id = message.id
        backend.emit("INTERACTION_CREATE", payload)
        return simcord.InteractionResult(self.env, record)

    def _resolved(self, people: list[int]) -> dict[str, Any]:
        """What Discord tells about people who were chosen from a menu."""
        backend = self.env.backend
        guild = backend.get_guild(self.guild.id)
        return {
            "users": {
                str(one): dict(serializers.user_payload(backend.get_user(one))) for one in people
            },
            "members": {
                str(one): dict(
                    serializers.member_payload(backend, guild, guild.members[one], with_user=False)
                )
                for one in people
                if one in guild.members
            },
        }

    async def forge(
        self, person: Person, message: Any, custom_id: str, values: tuple[str, ...] = ()
    ) -> simcord.InteractionResult:
        """``emit_click``, and wait until the bot has done all it does."""
        result = await self.emit_click(person, message, custom_id, values)
        await self.env.settle()
        return result

    async def live(self, match: int = 1) -> Live:
        return await self.bot.parts.desk.mailboxes.load(match)

    async def row(self, match: int = 1) -> Any:
        return await self.bot.parts.desk.db.read(lambda conn: matches.get(conn, match))

    async def shown(self, match: int = 1) -> tuple[Message, ...]:
        return await self.bot.parts.desk.db.read(lambda conn: messages.of_match(conn, match))

    async def message(self, kind: str, match: int = 1) -> discord.Message:
        """The newest message of a kind."""
        found = [one for one in await self.shown(match) if one.kind == kind]
        stored = self.env.backend.get_message(found[-1].channel_id, found[-1].message_id)
        return simcord.results.to_discord_message(self.env, stored)

    async def record(self, match: int = 1) -> str:
        """The record that the final message carries."""
        final = await self.message("final", match)
        [attachment] = [one for one in final.attachments if one.filename.endswith(".txt")]
        return (await attachment.read()).decode()

    async def play_to_the_end(self, people: list[Person], seed: int = 1, match: int = 1) -> None:
        """Everybody acts when asked, until the match is over."""
        rng = random.Random(seed)
        for _ in range(3000):
            if (await self.row(match)).status != "playing":
                return
            acted = [await person.act(rng) for person in people]
            assert any(acted), "nobody is asked, and the match isn't over"
        raise AssertionError("the match doesn't end")


async def shut(bot: ScoutBot) -> None:
    """Let go of what a killed bot held, as the operating system would."""
    parts = bot.parts
    parts.desk.closing = True
    parts.clock.stop()
    parts.computers.stop()
    await parts.publisher.close()
    parts.let_go()
    await parts.forsake()
    await parts.desk.db.close()


def replayed_totals(record: str) -> tuple[int, ...]:
    """What the engine makes of a record."""
    from engine.match import apply
    from engine.record import opening

    read = parse(record)
    match = opening(read)
    for entry in read.entries:
        match = apply(match, entry).match
    assert match.over
    return match.totals


def lines(message: Any) -> Iterator[str]:
    yield from text(message).splitlines()
