"""The bot as discord.py runs it: connects, syncs commands, hands interactions on, stops cleanly."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import signal
import sys
import time
from collections.abc import Iterable
from dataclasses import asdict
from typing import Any

import aiohttp
import discord
from discord import app_commands
from discord.ext import commands
from discord.state import AutoShardedConnectionState

from bot.base import logs, threads
from bot.base.gateway import call_through
from bot.entry import dispatch
from bot.entry.commands import add_commands
from bot.entry.commands.sync import sync_if_changed
from bot.entry.commands.translating import Translator
from bot.entry.desk import Desk
from bot.match.refusal import Refusal
from bot.operate.health import serving
from bot.parts import Parts, budget_and_wire
from bot.settings import Settings, SettingsError, read_settings
from bot.texts import warm
from data.people.guilds import Shard
from data.store.address import is_postgres
from data.store.database import Database
from data.store.errors import DatabaseError
from data.store.sole import sole_bot

CLOSING_S = 4.0
"""Seconds a shutdown may take before what is left of it is given up."""

REFUSED = (
    "DISCORD_TOKEN is wrong: Discord refuses it. Copy it anew, or reset it, in the Developer "
    "Portal under Bot"
)

AUTHENTICATION_FAILED = 4004
"""The gateway's close code for a token that is no longer good."""

# The bot doesn't speak; discord.py needn't warn that it can't.
discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False


class ScoutTree(app_commands.CommandTree["ScoutBot"]):
    """The command tree; what fails before a command's own code runs is answered here."""

    async def on_error(
        self, interaction: discord.Interaction[ScoutBot], error: app_commands.AppCommandError, /
    ) -> None:
        """Answer a command that discord.py itself refused, such as one that no longer exists."""

        async def fail(*_: object) -> None:
            if isinstance(error, app_commands.CommandInvokeError):
                raise error
            raise Refusal(dispatch.NOT_AS_OFFERED)

        await dispatch.enter(self.client.desk, interaction, fail)


class Connection(AutoShardedConnectionState["ScoutBot"]):
    """What discord.py knows of Discord, without the servers that a READY doesn't name any more.

    discord.py would keep them, for they were removed while the shard was away and nobody said so.
    """

    def parse_ready(self, data: Any) -> None:
        """A shard is connected anew: ``servers_named`` tells which of its servers there are."""
        shard, present = Shard(*data["shard"]), {int(one["id"]) for one in data["guilds"]}
        for guild in list(self.guilds):
            if shard.has(guild.id) and guild.id not in present:
                self._remove_guild(guild)
        super().parse_ready(data)
        self.dispatch("servers_named", shard, present)


class ScoutBot(commands.AutoShardedBot):
    """One process of the bot."""

    parts: Parts

    def __init__(self, settings: Settings) -> None:
        budget, wire = budget_and_wire(settings)
        own = settings.own_shards
        super().__init__(
            command_prefix=commands.when_mentioned,
            help_command=None,
            tree_cls=ScoutTree,
            intents=discord.Intents(guilds=True),
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            max_messages=None,
            allowed_mentions=discord.AllowedMentions.none(),
            allowed_installs=app_commands.AppInstallationType(guild=True, user=False),
            allowed_contexts=app_commands.AppCommandContext(guild=True, dm_channel=True),
            activity=discord.Game("SCOUT · /scout play"),
            shard_count=own.count if own is not None else settings.shard_count,
            shard_ids=list(own.ids) if own is not None else None,  # type: ignore[arg-type]
            http_trace=wire.trace,
        )
        self._budget, self.wire = budget, wire
        self.settings = settings
        self._parts: Parts | None = None
        self._started = False

    async def open(self) -> None:
        """Open the database and put the host together.

        Raises:
            DatabaseError: the database can't be used.
        """
        if self._parts is None:
            db = await Database.open(self.settings.database_url)
            self._parts = self.parts = Parts(self, db, self.settings, self._budget)

    @property
    def desk(self) -> Desk:
        """What interactions are answered with."""
        return self.parts.desk

    async def setup_hook(self) -> None:
        """Before the gateway: the database, and the commands if they have changed."""
        await self.open()
        await self.parts.look_again()
        warm()
        await self.tree.set_translator(Translator())
        add_commands(self.tree, self.desk)
        if self.shard_ids is not None and 0 not in self.shard_ids:
            return  # one process is enough
        await sync_if_changed(
            self.tree,
            self.desk.db,
            self.desk.publisher.post.gate,
            self.application_id or 0,
            self.settings.development_guild,
        )

    def _get_state(self, **options: Any) -> Connection:
        return Connection(
            dispatch=self.dispatch,
            handlers=self._handlers,
            hooks=self._hooks,
            http=self.http,
            **options,
        )

    async def on_ready(self) -> None:
        """All shards are connected: take up every match where it was left."""
        logs.record("ready", guilds=len(self.guilds), shards=self.shard_count or 1)
        self.parts.look_around()
        if not self._started:
            self._started = True
            self.parts.thinker.warm_up()
            self.parts.studio.warm_up()
            await self.parts.resume()

    async def on_servers_named(self, shard: Shard, present: set[int]) -> None:
        """A shard was told which servers it has: look who removed the bot meanwhile."""
        await self.parts.places.compare(shard, present)

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        """Clicks and modals; slash commands come through the tree."""
        if interaction.type in (
            discord.InteractionType.component,
            discord.InteractionType.modal_submit,
        ):
            await dispatch.component(self.desk, interaction)

    async def on_guild_join(self, guild: discord.Guild) -> None:
        """The bot was added to a server."""
        await self.parts.places.guild_joined(guild)

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """The bot was removed from a server; an outage alone doesn't come here."""
        self.parts.outages.server_back(guild.id)
        await self.parts.places.guild_removed(guild.id)

    async def on_guild_available(self, guild: discord.Guild) -> None:
        """A server is back after an outage."""
        if self._started:
            self.parts.server_back(guild.id)

    async def on_guild_unavailable(self, guild: discord.Guild) -> None:
        """A server is away for a while: nobody there can act."""
        self.parts.outages.server_away(guild.id)

    async def on_shard_disconnect(self, shard_id: int) -> None:
        """A shard's connection is lost: it hears nobody act."""
        if self._started:
            self.parts.connection_lost(shard_id)

    async def on_shard_connect(self, shard_id: int) -> None:
        """A shard is connected, for the first time or anew."""
        if self._started:
            self.parts.connected(shard_id)

    async def on_shard_resumed(self, shard_id: int) -> None:
        """A shard's connection is back, and told what came meanwhile."""
        if self._started:
            self.parts.connected(shard_id)

    async def on_resumed(self) -> None:
        """The gateway is back: Discord answers again."""
        if self._started:
            self.parts.publisher.discord_answers()

    async def on_thread_update(self, before: discord.Thread, after: discord.Thread) -> None:
        """A thread was changed; perhaps it was unlocked or taken out of the archive."""
        if (before.archived, before.locked) != (after.archived, after.locked):
            self.parts.publisher.reopen(after.id)

    async def on_thread_join(self, thread: discord.Thread) -> None:
        """A thread that the client didn't know: made, or taken out of the archive."""
        self.parts.publisher.reopen(thread.id)

    async def on_member_update(self, _before: discord.Member, after: discord.Member) -> None:
        """The bot's own roles in a server were changed; perhaps it may write there again."""
        self.parts.publisher.reopen(after.guild.id)

    async def on_guild_channel_update(
        self, _before: discord.abc.GuildChannel, after: discord.abc.GuildChannel
    ) -> None:
        """A channel was changed; perhaps the bot may write there again."""
        self.parts.publisher.reopen(after.guild.id)

    async def on_guild_role_update(self, _before: discord.Role, after: discord.Role) -> None:
        """A role was changed; perhaps the bot may write again."""
        self.parts.publisher.reopen(after.guild.id)

    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """A channel is gone, and with it the tables in it."""
        await self.parts.places.channel_gone(channel.id)

    async def on_raw_thread_delete(self, payload: discord.RawThreadDeleteEvent) -> None:
        """A thread is gone."""
        await self.parts.places.channel_gone(payload.thread_id)

    def tell_stats(self) -> None:
        """Log how busy the bot is, for whoever asked with SIGUSR1; name its threads for ``top``."""
        threads.show_names()
        told: dict[str, object] = {}
        if self._parts is not None:
            desk = self._parts.desk
            stats = asdict(desk.db.stats())
            groups = _counted(stats.pop("groups"))
            calls = _counted(desk.publisher.post.gate.made.items())
            told = {name: round(number, 1) for name, number in stats.items()}
            told |= {"groups": groups, "calls": calls}
        cpu = round(time.process_time(), 1)
        logs.record("stats", guilds=len(self.guilds), cpu_s=cpu, **told)

    async def on_error(self, event_method: str, /, *_args: object, **_kwargs: object) -> None:
        """A listener failed: log it as our own fault."""
        logs.fault("listener-failed", sys.exc_info()[1], listener=event_method)

    async def shut(self) -> None:
        """Finish what is committed, show what can be shown, close the database."""
        if self._parts is not None:
            parts, self._parts = self._parts, None
            await parts.close()

    async def close(self) -> None:
        """Shut the bot, then the connection."""
        await self.shut()
        await super().close()


async def run(settings: Settings) -> None:
    """Run the bot until it is told to stop (SIGTERM or Ctrl-C).

    Raises:
        DatabaseError: the database can't be used.
        SettingsError: Discord shows that a setting is wrong.
        discord.LoginFailure: Discord refuses the token.
        discord.DiscordException: Discord refuses something else.
        aiohttp.ClientError: Discord can't be reached.
    """
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        with contextlib.suppress(NotImplementedError):  # not on Windows; Ctrl-C works there anyway
            loop.add_signal_handler(number, stop.set)
    bot = ScoutBot(settings)
    if hasattr(signal, "SIGUSR1"):  # not on Windows
        loop.add_signal_handler(signal.SIGUSR1, bot.tell_stats)
    await bot.open()  # before anything connects: what is wrong with the database is said at once
    set_aside()
    try:
        async with serving(settings.metrics_port, bot.desk, bot.wire):
            await _until(bot, stop)
    finally:
        await bot.shut()
    logs.record("stopped")


def set_aside() -> None:
    """Let Python's collector pass over what is there already, which stays: code and its tables.

    Else it holds the loop up for longer than anything of ours (``tests.benchmarks.collector``).
    """
    gc.collect()
    gc.freeze()


async def _until(bot: ScoutBot, stop: asyncio.Event) -> None:
    running = asyncio.create_task(bot.start(bot.settings.discord_token.get_secret_value()))
    stopping = asyncio.create_task(stop.wait())
    try:
        await asyncio.wait((running, stopping), return_when=asyncio.FIRST_COMPLETED)
        if running.done():
            await running
        logs.record("stopping")
    finally:
        stopping.cancel()
        await _close(bot, running)


async def _close(bot: ScoutBot, running: asyncio.Task[None]) -> None:
    try:
        await asyncio.wait_for(bot.close(), CLOSING_S)
    except TimeoutError:
        logs.warn("closing-took-too-long")
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)


def launch() -> int:
    """Run the bot from the environment's settings; the exit code, after one clear line on error.

    2: a setting, the token or the database is at fault, and trying again won't help. 1: Discord is.
    """
    try:
        settings = read_settings(Settings)
        logs.configure(
            settings.log_level,
            settings.log_format,
            hide=settings.discord_token.get_secret_value(),
        )
        call_through(settings.discord_proxy)
        _check_shards(settings)
        with sole_bot(settings.database_url):
            asyncio.run(run(settings))
    except (SettingsError, DatabaseError) as error:
        return _complain(str(error), 2)
    except discord.LoginFailure:
        return _complain(REFUSED, 2)
    except discord.PrivilegedIntentsRequired:
        return _complain("Discord refuses the connection: a privileged intent is asked for", 2)
    except discord.ConnectionClosed as error:
        if error.code == AUTHENTICATION_FAILED:
            return _complain(REFUSED, 2)
        return _complain(f"Discord closed the connection ({error.code})", 1)
    except discord.HTTPException as error:
        return _complain(f"Discord refuses a request ({error.status}, {error.code})", 1)
    except (aiohttp.ClientError, OSError, discord.GatewayNotFound) as error:
        return _complain(f"Discord can't be reached ({type(error).__name__})", 1)
    except KeyboardInterrupt:
        return 130
    return 0


def _check_shards(settings: Settings) -> None:
    if settings.own_shards is not None and not is_postgres(settings.database_url):
        raise SettingsError(
            "SHARDS and SHARD_GROUP are for several processes, which share a PostgreSQL database; "
            "DATABASE_URL names SQLite"
        )


def _counted(counts: Iterable[tuple[object, int]]) -> str:
    return ",".join(f"{what}:{count}" for what, count in counts)


def _complain(problem: str, code: int) -> int:
    line = " ".join(problem.split())
    print(f"scout: {line}", file=sys.stderr)
    return code
